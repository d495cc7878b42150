/**
 * location, and the parts of links' addresses.
 *
 * HTML §7.2.4 https://html.spec.whatwg.org/#the-location-interface, §4.6.3 (HTMLHyperlinkElementUtils)
 */
import { attribute } from '../../html/node-tree.ts';
import { baseUrl, documentUrl, encodedAddress } from '../document-address.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { defineNamedAccessor, namedGetter, namedSetter } from '../named-function.ts';
import { nativeMethod, noteNative } from '../native-look.ts';
import { navigateTo, withoutFragment } from '../navigation.ts';
import { INTERNAL } from '../network/web-class.ts';
import { create, defineProperty } from '../primordials.ts';
import { needArguments } from '../rare/answers.ts';
import { DOMStringList } from '../storage/indexed-db/name-list.ts';
import { URL_PARTS, type UrlPart } from '../url/url-parts.ts';
import { addressParts, addressWith } from '../url-api.ts';
import { reloadDocument } from './history.ts';

const SETTABLE: readonly UrlPart[] = ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

function part(href: string, name: UrlPart): string {
  return addressParts(href, '')?.[URL_PARTS.indexOf(name)] ?? '';
}

function go(reference: string, replace: boolean): void {
  const url = encodedAddress(reference);
  if (url === null) throw domException('SyntaxError', `'${reference}' is not a valid URL.`);
  navigateTo(url, replace);
}

/** Unlike other addresses, this one keeps an empty fragment: without any, it would be another document. */
function goToHash(value: string): void {
  const url = documentUrl();
  const old = part(url, 'hash');
  const parts = addressWith(url, 'hash', value);
  if (parts === null) return;
  const next = part(parts[0]!, 'hash');
  // "If copyURL's fragment is this's url's fragment, then return"; as in Chrome, none counts as an empty one.
  if (next === old) return;
  navigateTo(next === '' ? `${withoutFragment(parts[0]!)}#` : parts[0]!, false);
}

function readPart(self: unknown, name: UrlPart): string {
  checkLocation(self);
  return part(documentUrl(), name);
}

function writePart(self: unknown, value: unknown, name: UrlPart): void {
  checkLocation(self);
  if (name === 'href') go(`${value}`, false);
  else if (name === 'hash') goToHash(`${value}`);
  else {
    const parts = addressWith(documentUrl(), name, `${value}`);
    if (parts !== null) navigateTo(parts[0]!, false);
  }
}

let location: object | null = null;

function checkLocation(self: unknown): void {
  if (self !== location) throw new TypeError('Illegal invocation');
}

interface LocationMethod {
  readonly name: string;
  readonly length: number;
  act(url: unknown): unknown;
}

const METHODS: readonly LocationMethod[] = [
  { name: 'assign', length: 1, act: (url) => go(`${url}`, false) },
  { name: 'reload', length: 0, act: () => reloadDocument() },
  { name: 'replace', length: 1, act: (url) => go(`${url}`, true) },
  { name: 'toString', length: 0, act: () => documentUrl() },
];

function call(self: unknown, args: ArrayLike<unknown>, { name, length, act }: LocationMethod): unknown {
  checkLocation(self);
  needArguments(args, length, name, 'Location');
  return act(args[0]);
}

/** [LegacyUnforgeable]: the object has its members itself, and no script can put others in their places. */
export function makeLocation(): object {
  defineInterface('Location', null);
  const object = create(prototypeOf('Location')) as object;
  location = object;
  defineProperty(object, 'valueOf', { value: Object.prototype.valueOf });
  defineProperty(object, Symbol.toPrimitive, { value: undefined });
  const origins = namedGetter('ancestorOrigins', readOrigins, null);
  noteNative(origins, 'get ancestorOrigins');
  defineProperty(object, 'ancestorOrigins', { get: origins, enumerable: true });
  for (const name of PARTS) {
    const get = namedGetter(name, readPart, name);
    noteNative(get, `get ${name}`);
    const shape = { get, enumerable: true };
    if (name === 'origin') defineProperty(object, name, shape);
    else {
      const set = namedSetter(name, writePart, name);
      noteNative(set, `set ${name}`);
      defineProperty(object, name, { ...shape, set });
    }
  }
  for (const method of METHODS) {
    const value = nativeMethod(method.name, method.length, call, method);
    defineProperty(object, method.name, { value, enumerable: true });
  }
  return object;
}

/** In the order that they stand in on the object. */
const PARTS: readonly UrlPart[] = ['href', 'origin', ...SETTABLE];

/** Windows around this one. Differs: documents in frames are told none. */
function readOrigins(self: unknown): object {
  checkLocation(self);
  origins ??= new DOMStringList(INTERNAL, []);
  return origins;
}

let origins: object | null = null;

/** href and its parts on a and area elements. */
export function installLinkParts(): void {
  for (const interfaceName of ['HTMLAnchorElement', 'HTMLAreaElement']) {
    const prototype = prototypeOf(interfaceName);
    const hrefOf = (link: PageNode): string => {
      const value = attribute(link, 'href');
      return value === null ? '' : (encodedAddress(value, link) ?? value);
    };
    defineMembers<PageNode>(interfaceName, {
      get href(): string {
        return hrefOf(this);
      },
      set href(value: unknown) {
        setAttributeValue(this, 'href', `${value}`);
      },
      toString(): string {
        return hrefOf(this);
      },
    });
    const read = (self: unknown, name: UrlPart): string => part(hrefOf(self as PageNode), name);
    const write = (self: unknown, value: unknown, name: UrlPart): void => {
      const parts = addressWith(hrefOf(self as PageNode), name, `${value}`);
      if (parts !== null) setAttributeValue(self as PageNode, 'href', parts[0]!);
    };
    defineNamedAccessor(prototype, 'origin', 'origin', read, null);
    for (const name of ['username', 'password', ...SETTABLE] as const) {
      defineNamedAccessor(prototype, name, name, read, write);
    }
  }
  defineMembers<{ textContent: unknown }>('HTMLAnchorElement', {
    get text(): unknown {
      return this.textContent;
    },
    set text(value: unknown) {
      this.textContent = value;
    },
  });
  defineMembers<PageNode>('HTMLBaseElement', {
    get href(): string {
      return attribute(this, 'href') === null ? documentUrl() : baseUrl();
    },
    set href(value: unknown) {
      setAttributeValue(this, 'href', `${value}`);
    },
  });
}
