/**
 * Errors that are kinds of DOMException: QuotaExceededError, and IdentityCredentialError.
 *
 * Web IDL §2.8.2 https://webidl.spec.whatwg.org/#quotaexceedederror, FedCM §5.1 (IdentityCredentialError)
 */
import { DOMException, domException } from '../dom/dom-exception.ts';
import { construct, isFiniteNumber, setPrototypeOf } from '../primordials.ts';
import { attach, defineBehaviour, defineLater, type LiveRecord, lazyPrototype } from '../window/lazy-interfaces.ts';
import { type Args, dictionaryOf } from './answers.ts';

/** They are made as DOMExceptions of that name. */
function named(name: string) {
  return (args: Args, newTarget: unknown): object =>
    construct(DOMException, [args[0] === undefined ? '' : `${args[0]}`, name], newTarget as never);
}

function finiteOrNull(value: unknown, where: string, member: string): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (isFiniteNumber(number)) return number;
  const what = `Failed to read the '${member}' property from 'QuotaExceededErrorOptions'`;
  throw new TypeError(`${where}${what}: The provided double value is non-finite.`);
}

function defineErrorKinds(): void {
  defineBehaviour('QuotaExceededError', {
    make: named('QuotaExceededError'),
    construct: (args: Args): LiveRecord => {
      const where = "Failed to construct 'QuotaExceededError': ";
      const { quota, requested } = dictionaryOf(args[1], where, 'QuotaExceededErrorOptions');
      return { quota: finiteOrNull(quota, where, 'quota'), requested: finiteOrNull(requested, where, 'requested') };
    },
  });
  defineBehaviour('IdentityCredentialError', {
    make: named('IdentityCredentialError'),
    construct: (args: Args): LiveRecord => {
      const where = "Failed to construct 'IdentityCredentialError': ";
      const { error = '', url = '' } = dictionaryOf(args[1], where, 'IdentityCredentialErrorInit');
      return { code: `${error}`, error: `${error}`, url: `${url}` };
    },
  });
}

export function installErrorKinds(): void {
  defineLater('QuotaExceededError IdentityCredentialError', defineErrorKinds);
}

/** What the platform throws when there is no more room; it does not tell how much there is. */
export function quotaExceeded(message: string): object {
  const error = domException('QuotaExceededError', message);
  setPrototypeOf(error, lazyPrototype('QuotaExceededError'));
  return attach(error, 'QuotaExceededError', { quota: null, requested: null });
}
