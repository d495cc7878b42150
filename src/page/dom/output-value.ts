/**
 * The output element: a value that script writes, and the one that a reset brings back.
 *
 * HTML §4.10.12 https://html.spec.whatwg.org/#the-output-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { weakGet, weakSet } from '../primordials.ts';
import { createTextNode, type PageNode } from './create-node.ts';
import { defineMembers } from './interfaces.ts';
import { textContentOf } from './node-members.ts';
import { tokenList } from './token-list.ts';
import { replaceAll } from './tree.ts';

/** "default value override": set once the value is not the default any more. */
const overrides = new WeakMap<StoreNode, string | null>();
const forLists = new WeakMap<StoreNode, object>();

function setText(output: PageNode, text: string): void {
  replaceAll(output, text === '' ? null : createTextNode(output[OWNER_DOCUMENT]!, text));
}

function defaultValue(output: PageNode): string {
  return weakGet(overrides, output) ?? textContentOf(output);
}

export function resetOutput(output: PageNode): void {
  const text = defaultValue(output);
  setText(output, text);
  weakSet(overrides, output, null);
}

export function installOutput(): void {
  defineMembers<PageNode>('HTMLOutputElement', {
    get type(): string {
      return 'output';
    },
    get value(): string {
      return textContentOf(this);
    },
    set value(value: unknown) {
      weakSet(overrides, this, defaultValue(this));
      setText(this, `${value}`);
    },
    get defaultValue(): string {
      return defaultValue(this);
    },
    set defaultValue(value: unknown) {
      if ((weakGet(overrides, this) ?? null) === null) setText(this, `${value}`);
      else weakSet(overrides, this, `${value}`);
    },
    get htmlFor(): object {
      return tokenList(forLists, this, 'for');
    },
    set htmlFor(value: unknown) {
      (tokenList(forLists, this, 'for') as { value: unknown }).value = value;
    },
  });
}
