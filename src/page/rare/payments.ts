/**
 * PaymentRequest in a browser without a wallet: requests are checked, no method can be paid with.
 *
 * Payment Request §3 https://www.w3.org/TR/payment-request/#paymentrequest-interface
 */
import { domException } from '../dom/dom-exception.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { defineBehaviour, defineLater, type LiveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, type Given, givenOf, missingMember } from './answers.ts';

const WHERE = "Failed to construct 'PaymentRequest': ";
const { floor, random } = Math;

/** A random UUID, as requests without an id get one. */
function newId(): string {
  let id = '';
  for (let at = 0; at < 36; at++) {
    if (at === 8 || at === 13 || at === 18 || at === 23) id += '-';
    else id += at === 14 ? '4' : '0123456789abcdef'[at === 19 ? 8 + floor(random() * 4) : floor(random() * 16)];
  }
  return id;
}

/** Payment Request §3.2: a currency of three letters and an amount as a decimal. */
function checkAmount(given: unknown, what: string): string {
  const { currency, value } = givenOf(given);
  if (currency === undefined) throw new TypeError(WHERE + missingMember('currency', 'PaymentCurrencyAmount'));
  if (value === undefined) throw new TypeError(WHERE + missingMember('value', 'PaymentCurrencyAmount'));
  if (!/^-?\d+(?:\.\d+)?$/.test(`${value}`)) {
    throw new TypeError(`${WHERE}'${value}' is not a valid amount format for ${what}`);
  }
  if (!/^[a-z]{3}$/i.test(`${currency}`)) {
    const rule = 'should be well-formed 3-letter alphabetic code.';
    throw new RangeError(`${WHERE}'${currency}' is not a valid ISO 4217 currency code, ${rule}`);
  }
  return `${value}`;
}

function methodsOf(given: unknown): string[] {
  const names: string[] = [];
  for (const method of given as Iterable<unknown>) {
    const { supportedMethods } = givenOf(method);
    if (supportedMethods === undefined) {
      throw new TypeError(WHERE + missingMember('supportedMethods', 'PaymentMethodData'));
    }
    names.push(`${supportedMethods}`);
  }
  if (names.length === 0) throw new TypeError(`${WHERE}At least one payment method is required`);
  return names;
}

function request(args: Args): LiveRecord {
  const methods = methodsOf(args[0]);
  const details = givenOf(args[1]);
  if (details['total'] === undefined) throw new TypeError(`${WHERE}required member details is undefined.`);
  const { amount } = givenOf(details['total']);
  if (checkAmount(amount, 'total')[0] === '-') {
    throw new TypeError(`${WHERE}Total amount value should be non-negative`);
  }
  for (const item of (details['displayItems'] ?? []) as Iterable<Given>) checkAmount(item['amount'], 'display items');
  const options = givenOf(args[2]);
  const shippingType = options['requestShipping'] ? `${options['shippingType'] ?? 'shipping'}` : null;
  return {
    id: details['id'] === undefined ? newId() : `${details['id']}`,
    shippingAddress: null,
    shippingOption: null,
    shippingType,
    '%methods': methods,
  };
}

function show(this: LiveRecord): Promise<never> {
  const where = failedTo('show', 'PaymentRequest');
  if (this['%shown'] === true) {
    return rejectedWith(domException('InvalidStateError', `${where}Already called show() once`));
  }
  this['%shown'] = true;
  const methods = (this['%methods'] as string[]).map((name) => `"${name}"`);
  const what = methods.length === 1 ? `method ${methods[0]} is` : `methods ${methods.join(', ')} are`;
  return rejectedWith(domException('NotSupportedError', `The payment ${what} not supported.`));
}

function definePayments(): void {
  defineBehaviour('PaymentRequest', {
    construct: request,
    canMakePayment: () => resolvedWith(false),
    hasEnrolledInstrument: () => resolvedWith(false),
    show,
    abort: () =>
      promised(() => {
        const why = 'No show() or retry() in progress, so nothing to abort';
        throw domException('InvalidStateError', failedTo('abort', 'PaymentRequest') + why);
      }),
    securePaymentConfirmationAvailability: () => resolvedWith('unavailable-feature-not-enabled'),
    getSecurePaymentConfirmationCapabilities: () => resolvedWith({}),
  });
}

export function installPayments(): void {
  defineLater('PaymentRequest', definePayments);
}
