/**
 * DOMTokenList: classList, relList, sandbox and the like.
 *
 * In:  an element and the attribute that holds the tokens. The attribute is the truth; what was last read of it is kept.
 *
 * DOM §7.1 https://dom.spec.whatwg.org/#interface-domtokenlist
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  copyArray,
  create,
  hasWord,
  isAsciiSpace,
  mapGet,
  mapSet,
  newMap,
  reflect,
  removeAt,
  stringSlice,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

interface Owner {
  readonly element: PageNode;
  readonly attribute: string;
  /** Tokens that the attribute knows, with a space around each; `null` when it takes any. */
  readonly supported: string | null;
  /** The text that was looked at last, and what stands in it. */
  text: string;
  tokens: BareArray<string>;
}

const owners = new WeakMap<object, Owner>();

/** The ordered set of tokens in a text. */
export function tokensOf(text: string): BareArray<string> {
  const tokens = bareArray<string>();
  let known: Map<string, true> | null = null;
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const isSpace = at === text.length || isAsciiSpace(charCodeAt(text, at));
    if (!isSpace && start < 0) start = at;
    if (!isSpace || start < 0) continue;
    const token = stringSlice(text, start, at);
    start = -1;
    // Faster: a list of thousands would be looked through for each of them.
    if (known === null && tokens.length >= SHORT) known = mapOf(tokens);
    if (known === null ? find(tokens, token) >= 0 : mapGet(known, token) !== undefined) continue;
    append(tokens, token);
    if (known !== null) mapSet(known, token, true);
  }
  return tokens;
}

/** Lists up to this length are looked through. */
const SHORT = 16;

function mapOf(tokens: BareArray<string>): Map<string, true> {
  const known = newMap<string, true>();
  for (let at = 0; at < tokens.length; at++) mapSet(known, tokens[at]!, true);
  return known;
}

function find(tokens: BareArray<string>, token: string): number {
  for (let at = 0; at < tokens.length; at++) if (tokens[at] === token) return at;
  return -1;
}

function ownerOf(list: object): Owner {
  const owner = weakGet(owners, list);
  if (owner === undefined) throw new TypeError('Illegal invocation');
  return owner;
}

function read(list: object): BareArray<string> {
  return copyTokens(readOnly(list));
}

/** The tokens of a list as they are, not to be changed: those of its last text stay with it. */
function readOnly(list: object): BareArray<string> {
  const owner = ownerOf(list);
  const text = attribute(owner.element, owner.attribute) ?? '';
  if (owner.text !== text) {
    owner.text = text;
    owner.tokens = tokensOf(text);
  }
  return owner.tokens;
}

function copyTokens(tokens: BareArray<string>): BareArray<string> {
  const copy = bareArray<string>();
  for (let at = 0; at < tokens.length; at++) append(copy, tokens[at]!);
  return copy;
}

/** "update steps": an absent attribute is not made only to be empty. */
function write(list: object, tokens: BareArray<string>): void {
  const { element, attribute: name } = ownerOf(list);
  if (tokens.length === 0 && attribute(element, name) === null) return;
  let text = '';
  for (let at = 0; at < tokens.length; at++) text += at === 0 ? tokens[at] : ` ${tokens[at]}`;
  setAttributeValue(element, name, text);
}

function checkToken(value: unknown): string {
  const token = `${value}`;
  if (token === '') throw domException('SyntaxError', 'The token provided must not be empty.');
  for (let at = 0; at < token.length; at++) {
    if (isAsciiSpace(charCodeAt(token, at))) {
      throw domException('InvalidCharacterError', `The token '${token}' contains white space, which is not allowed.`);
    }
  }
  return token;
}

const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    if (typeof key === 'string') {
      const index = +key;
      if (`${index >>> 0}` === key) return readOnly(target)[index];
    }
    return reflect.get(target, key, receiver);
  },
};

export function tokenList(
  cache: WeakMap<StoreNode, object>,
  element: PageNode,
  name: string,
  supported: string | null = null,
): object {
  const known = weakGet(cache, element);
  if (known !== undefined) return known;
  const target = create(prototypeOf('DOMTokenList'));
  const list = new Proxy(target, HANDLER);
  const owner: Owner = { element, attribute: name, supported, text: '', tokens: bareArray() };
  weakSet(owners, target, owner);
  weakSet(owners, list, owner);
  weakSet(cache, element, list);
  return list;
}

export function installTokenList(): void {
  defineInterface('DOMTokenList', null);
  defineMembers<object>('DOMTokenList', {
    get length(): number {
      return readOnly(this).length;
    },
    get value(): string {
      const { element, attribute: name } = ownerOf(this);
      return attribute(element, name) ?? '';
    },
    set value(value: unknown) {
      const { element, attribute: name } = ownerOf(this);
      setAttributeValue(element, name, `${value}`);
    },
    item(index: unknown): string | null {
      return readOnly(this)[Number(index) >>> 0] ?? null;
    },
    contains(token: unknown): boolean {
      return find(readOnly(this), `${token}`) >= 0;
    },
    add(...values: unknown[]): void {
      const added = bareArray<string>();
      for (let at = 0; at < values.length; at++) append(added, checkToken(values[at]));
      const tokens = read(this);
      const known = tokens.length + added.length > SHORT ? mapOf(tokens) : null;
      for (let at = 0; at < added.length; at++) {
        const token = added[at]!;
        if (known === null ? find(tokens, token) >= 0 : mapGet(known, token) !== undefined) continue;
        append(tokens, token);
        if (known !== null) mapSet(known, token, true);
      }
      write(this, tokens);
    },
    remove(...values: unknown[]): void {
      const removed = bareArray<string>();
      for (let at = 0; at < values.length; at++) append(removed, checkToken(values[at]));
      const tokens = read(this);
      for (let at = 0; at < removed.length; at++) {
        const index = find(tokens, removed[at]!);
        if (index >= 0) removeAt(tokens, index);
      }
      write(this, tokens);
    },
    toggle(value: unknown, force?: unknown): boolean {
      const token = checkToken(value);
      const tokens = read(this);
      const index = find(tokens, token);
      if (index >= 0) {
        if (force) return true;
        removeAt(tokens, index);
        write(this, tokens);
        return false;
      }
      if (force === false) return false;
      append(tokens, token);
      write(this, tokens);
      return true;
    },
    replace(oldValue: unknown, newValue: unknown): boolean {
      const token = checkToken(oldValue);
      const replacement = checkToken(newValue);
      const tokens = read(this);
      const index = find(tokens, token);
      if (index < 0) return false;
      const other = find(tokens, replacement);
      tokens[index] = replacement;
      if (other >= 0 && other !== index) removeAt(tokens, Math.max(other, index));
      write(this, tokens);
      return true;
    },
    supports(token: unknown): boolean {
      const { supported } = ownerOf(this);
      if (supported === null) throw new TypeError('DOMTokenList has no supported tokens.');
      return hasWord(supported, asciiLower(`${token}`));
    },
    forEach(callback: (token: string, index: number, list: object) => void, self?: unknown): void {
      const tokens = read(this);
      for (let at = 0; at < tokens.length; at++) reflect.apply(callback, self, [tokens[at]!, at, this]);
    },
    toString(): string {
      return (this as { value: string }).value;
    },
    keys(): IterableIterator<number> {
      return copyArray(read(this)).keys();
    },
    values(): IterableIterator<string> {
      return copyArray(read(this)).values();
    },
    entries(): IterableIterator<[number, string]> {
      return copyArray(read(this)).entries();
    },
    [Symbol.iterator](): IterableIterator<string> {
      return copyArray(read(this)).values();
    },
  });
}
