/**
 * Names of elements, attributes and document types: which are valid, and what a qualified name consists of.
 *
 * DOM §1.4 https://dom.spec.whatwg.org/#namespaces
 */
import { charCodeAt, indexOf, isAsciiSpace, stringSlice } from '../primordials.ts';
import { domException } from './dom-exception.ts';

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** Whether no character is white space, NULL, or one of the three. */
function hasOnly(name: string, allowsSlash: boolean, allowsEquals: boolean): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = charCodeAt(name, at);
    if (code === 0 || code === GREATER || isAsciiSpace(code)) return false;
    if ((code === SLASH && !allowsSlash) || (code === EQUALS && !allowsEquals)) return false;
  }
  return true;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** "valid element local name" */
function isElementName(name: string): boolean {
  if (name.length === 0) return false;
  const first = charCodeAt(name, 0);
  if (isAsciiLetter(first)) return hasOnly(name, false, true);
  // ':' and '_' begin names too, as does what is not ASCII.
  if (first !== 0x3a && first !== 0x5f && first < 0x80) return false;
  for (let at = 1; at < name.length; at++) {
    const code = charCodeAt(name, at);
    // Digits and ':' stand side by side in ASCII; '-' and '.' as well.
    const isNameCharacter = (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e || code === 0x5f;
    if (code < 0x80 && !isNameCharacter && !isAsciiLetter(code)) return false;
  }
  return true;
}

function isAttributeName(name: string): boolean {
  return name.length > 0 && hasOnly(name, false, false);
}

export function checkElementName(name: string): void {
  if (!isElementName(name))
    throw domException('InvalidCharacterError', `The tag name provided ('${name}') is not a valid name.`);
}

export function checkAttributeName(name: string): void {
  if (!isAttributeName(name)) throw domException('InvalidCharacterError', `'${name}' is not a valid attribute name.`);
}

/** "valid doctype name" */
export function checkDoctypeName(name: string): void {
  if (!hasOnly(name, true, true)) {
    throw domException('InvalidCharacterError', `'${name}' is not a valid name of a document type.`);
  }
}

export interface QualifiedName {
  readonly namespace: string | null;
  readonly prefix: string | null;
  readonly localName: string;
}

/** WebIDL `DOMString?` for namespaces, where the empty string means none. */
export function namespaceOrNull(value: unknown): string | null {
  const text = value === null || value === undefined ? '' : `${value}`;
  return text === '' ? null : text;
}

/** "validate and extract" */
export function extractName(namespaceGiven: unknown, name: string, kind: 'element' | 'attribute'): QualifiedName {
  const namespace = namespaceOrNull(namespaceGiven);
  const colon = indexOf(name, ':');
  const prefix = colon < 0 ? null : stringSlice(name, 0, colon);
  const localName = colon < 0 ? name : stringSlice(name, colon + 1);
  const isPrefixValid = prefix === null || (prefix.length > 0 && hasOnly(prefix, false, true));
  const isNameValid = kind === 'element' ? isElementName(localName) : isAttributeName(localName);
  if (!isPrefixValid || !isNameValid) {
    throw domException('InvalidCharacterError', `'${name}' is not a valid qualified name.`);
  }
  const isDeclaration = name === 'xmlns' || prefix === 'xmlns';
  if (
    (prefix !== null && namespace === null) ||
    (prefix === 'xml' && namespace !== XML_NAMESPACE) ||
    isDeclaration !== (namespace === XMLNS_NAMESPACE)
  ) {
    throw domException('NamespaceError', `'${name}' does not go with the namespace '${namespace}'.`);
  }
  return { namespace, prefix, localName };
}
