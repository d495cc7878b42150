/**
 * The autocomplete attribute of controls as script reads it: what it asks for, in its standard spelling, or nothing.
 *
 * HTML §4.10.18.7.1 "processing model" https://html.spec.whatwg.org/#autofill-processing-model
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { asciiLower, hasWord, startsWith } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { defineMembers } from './interfaces.ts';
import { tokensOf } from './token-list.ts';

const FIELDS =
  ' name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password ' +
  'current-password one-time-code organization-title organization street-address address-line1 address-line2 ' +
  'address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name ' +
  'cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type ' +
  'transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo ';
/** Fields that may say whose they are. */
const CONTACT_FIELDS =
  ' tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp ';
const CONTACTS = ' home work mobile fax pager ';

/** "IDL-exposed autofill value" */
function autofillValue(control: PageNode): string {
  const tokens = tokensOf(asciiLower(attribute(control, 'autocomplete') ?? ''));
  let at = tokens.length - 1;
  if (at < 0) return '';
  let value = '';
  // Sections and kinds of address stand before the field, and sign-in with a key behind it.
  if (tokens[at] === 'webauthn') {
    value = ' webauthn';
    at--;
    if (at < 0) return 'webauthn';
  }
  const field = tokens[at]!;
  const isContact = hasWord(CONTACT_FIELDS, field);
  if (field === 'on' || field === 'off') {
    const isHidden = control[LOCAL_NAME] === 'input' && asciiLower(attribute(control, 'type') ?? '') === 'hidden';
    return tokens.length === 1 && !isHidden ? field : '';
  }
  if (!isContact && !hasWord(FIELDS, field)) return '';
  value = field + value;
  at--;
  if (isContact && at >= 0 && hasWord(CONTACTS, tokens[at]!)) value = `${tokens[at--]} ${value}`;
  if (at >= 0 && (tokens[at] === 'shipping' || tokens[at] === 'billing')) value = `${tokens[at--]} ${value}`;
  if (at >= 0 && startsWith(tokens[at]!, 'section-')) value = `${tokens[at--]} ${value}`;
  return at < 0 ? value : '';
}

export function installAutofill(): void {
  for (const name of ['HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement']) {
    defineMembers<PageNode>(name, {
      get autocomplete(): string {
        return autofillValue(this);
      },
      set autocomplete(value: unknown) {
        setAttributeValue(this, 'autocomplete', `${value}`);
      },
    });
  }
}
