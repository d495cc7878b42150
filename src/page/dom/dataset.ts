/**
 * dataset: 'data-user-id' as `userId`.
 *
 * HTML §3.2.6.6 https://html.spec.whatwg.org/#dom-dataset
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute, eachAttribute, hasAttribute } from '../../html/node-tree.ts';
import { charCodeAt, create, reflect, startsWith, stringSlice, toUpperCase, weakGet, weakSet } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, prototypeOf } from './interfaces.ts';
import { checkAttributeName } from './qualified-name.ts';

const datasets = new WeakMap<StoreNode, object>();
const owners = new WeakMap<object, PageNode>();

export function datasetOf(element: PageNode): object {
  const known = weakGet(datasets, element);
  if (known !== undefined) return known;
  const target = create(prototypeOf('DOMStringMap'));
  const dataset = new Proxy(target, HANDLER);
  weakSet(owners, target, element);
  weakSet(datasets, element, dataset);
  return dataset;
}

/** 'userId' → 'data-user-id' */
function attributeName(key: string): string {
  let name = 'data-';
  for (let at = 0; at < key.length; at++) {
    const code = charCodeAt(key, at);
    const isUpper = code >= 0x41 && code <= 0x5a;
    name += isUpper ? `-${String.fromCharCode(code + 32)}` : key[at];
  }
  return name;
}

/** 'data-user-id' → 'userId'; `null` for names that no key has. */
function keyOf(name: string): string | null {
  if (!startsWith(name, 'data-')) return null;
  let key = '';
  for (let at = 5; at < name.length; at++) {
    const code = charCodeAt(name, at);
    if (code >= 0x41 && code <= 0x5a) return null;
    const next = at + 1 < name.length ? charCodeAt(name, at + 1) : 0;
    if (code === 0x2d && next >= 0x61 && next <= 0x7a) {
      key += toUpperCase(stringSlice(name, at + 1, at + 2));
      at++;
    } else key += name[at];
  }
  return key;
}

const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    if (typeof key !== 'string') return reflect.get(target, key, receiver);
    return attribute(weakGet(owners, target)!, attributeName(key)) ?? reflect.get(target, key, receiver);
  },
  has(target, key) {
    if (typeof key === 'string' && hasAttribute(weakGet(owners, target)!, attributeName(key))) return true;
    return reflect.has(target, key);
  },
  set(target, key, value, receiver) {
    if (typeof key !== 'string') return reflect.set(target, key, value, receiver);
    for (let at = 0; at + 1 < key.length; at++) {
      const next = charCodeAt(key, at + 1);
      if (key[at] === '-' && next >= 0x61 && next <= 0x7a) {
        throw domException('SyntaxError', `'${key}' is not a valid property name.`);
      }
    }
    const name = attributeName(key);
    checkAttributeName(name);
    setAttributeValue(weakGet(owners, target)!, name, `${value}`);
    return true;
  },
  deleteProperty(target, key) {
    if (typeof key === 'string') removeAttributeValue(weakGet(owners, target)!, attributeName(key));
    return true;
  },
  getOwnPropertyDescriptor(target, key) {
    const value = typeof key === 'string' ? attribute(weakGet(owners, target)!, attributeName(key)) : null;
    if (value === null) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: true, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys: string[] = [];
    eachAttribute(weakGet(owners, target)!, (name) => {
      const key = keyOf(name);
      if (key !== null) keys[keys.length] = key;
    });
    return keys;
  },
};

export function installDataset(): void {
  defineInterface('DOMStringMap', null);
}
