/**
 * What happens when a policy of the document does not allow something: events, lines in the console, and a no.
 *
 * In:  the engine's verdict as JSON; empty when everything is allowed. Out: whether it may go on.
 *
 * CSP 3 §5.5 https://www.w3.org/TR/CSP3/#report-violation
 */
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { documentUrl } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { isConnected } from '../dom/tree.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { postConsole } from '../outbox.ts';
import { parseJson } from '../primordials.ts';
import type { Violation } from './content-policy.ts';

let document: PageNode | null = null;
let referrer = '';

export function setPolicyDocument(node: PageNode, from: string): void {
  document = node;
  referrer = from;
}

/** `what` is what was to be done, for the console: 'load the script', 'execute an inline script'. */
export function isAllowed(verdict: string | undefined, what: string, element: PageNode | null = null): boolean {
  if (verdict === undefined || verdict === '') return true;
  const violations = parseJson(verdict) as ArrayLike<Violation>;
  let allowed = true;
  for (let at = 0; at < violations.length; at++) {
    const violation = violations[at]!;
    const isEnforced = violation.disposition === 'enforce';
    if (isEnforced) allowed = false;
    const verb = isEnforced ? 'Refused to' : '[Report Only] Refused to';
    postConsole(
      `${verb} ${what} because it violates the following Content Security Policy directive: "${violation.directive}".`,
    );
    report(violation, element);
  }
  return allowed;
}

function report(violation: Violation, element: PageNode | null): void {
  const main = document;
  if (main === null) return;
  const { effectiveDirective, blockedURI, originalPolicy, disposition, sample } = violation;
  const init = {
    bubbles: true,
    composed: true,
    documentURI: documentUrl(),
    referrer,
    blockedURI,
    effectiveDirective,
    violatedDirective: effectiveDirective,
    originalPolicy,
    disposition,
    sample,
    sourceFile: '',
    statusCode: 200,
    lineNumber: 0,
    columnNumber: 0,
  };
  queueTask(() => {
    const isThere = element !== null && isConnected(element) && element[OWNER_DOCUMENT] === main;
    dispatchTrusted(
      isThere ? element : main,
      createEvent('SecurityPolicyViolationEvent', 'securitypolicyviolation', init),
    );
  });
}
