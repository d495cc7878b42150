/**
 * Members of every HTML element that are more than a reflected text: hidden, draggable, contentEditable and the like.
 *
 * HTML §6.1, §6.8, §6.11.7, §3.2.6 https://html.spec.whatwg.org/#htmlelement
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  hasAttribute,
  nextSibling,
  previousSibling,
  TEXT_NODE,
} from '../../html/node-tree.ts';
import { asciiLower, hasWord } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import { replaceData } from './character-data.ts';
import { createElementNode, createTextNode, HTML_NAMESPACE, isHtmlElement, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineMembers } from './interfaces.ts';
import { insertBefore, removeNode } from './tree.ts';

/** What an element says about itself with 'yes', 'no', or nothing. */
function stated(element: StoreNode, name: string, yes: string, no: string): boolean | null {
  const value = attribute(element, name);
  if (value === null) return null;
  const lower = asciiLower(value);
  if (lower === '' || lower === yes) return true;
  return lower === no ? false : null;
}

/** The nearest element that says something decides. */
function inherited(element: PageNode, name: string, yes: string, no: string, byDefault: boolean): boolean {
  for (let at: PageNode | null = element; at !== null; at = at[PARENT_NODE]) {
    const own = at[NODE_TYPE] === 1 && isHtmlElement(at) ? stated(at, name, yes, no) : null;
    if (own !== null) return own;
  }
  return byDefault;
}

type Editable = 'true' | 'false' | 'plaintext-only' | 'inherit';

function contentEditable(element: StoreNode): Editable {
  const value = attribute(element, 'contenteditable');
  if (value === null) return 'inherit';
  const lower = asciiLower(value);
  if (lower === '' || lower === 'true') return 'true';
  return lower === 'false' || lower === 'plaintext-only' ? lower : 'inherit';
}

export function isContentEditable(element: PageNode): boolean {
  for (let at: PageNode | null = element; at !== null; at = at[PARENT_NODE]) {
    const own = at[NODE_TYPE] === 1 && isHtmlElement(at) ? contentEditable(at) : 'inherit';
    if (own !== 'inherit') return own !== 'false';
  }
  return false;
}

/** The attribute as `hidden` has it: a state, not a text. */
function hiddenState(element: StoreNode): boolean | string {
  const value = attribute(element, 'hidden');
  if (value === null) return false;
  return asciiLower(value) === 'until-found' ? 'until-found' : true;
}

function setHidden(element: PageNode, value: unknown): void {
  if (typeof value === 'string' && asciiLower(value) === 'until-found') {
    setAttributeValue(element, 'hidden', 'until-found');
  } else if (!value) removeAttributeValue(element, 'hidden');
  else setAttributeValue(element, 'hidden', '');
}

/** "outerText": the element gives way to its text, with line ends as <br>. */
function setOuterText(element: PageNode, text: string): void {
  const parent = element[PARENT_NODE];
  if (parent === null) throw domException('NoModificationAllowedError', 'The element has no parent.');
  const document = element[OWNER_DOCUMENT]!;
  const lines = text.split(/\r\n|\n|\r/);
  const before = previousSibling(element) as PageNode | null;
  const after = nextSibling(element) as PageNode | null;
  for (let at = 0; at < lines.length; at++) {
    if (at > 0) insertBefore(parent, createElementNode(document, HTML_NAMESPACE, 'br'), element);
    if (lines[at] !== '' || lines.length === 1) insertBefore(parent, createTextNode(document, lines[at]!), element);
  }
  const last = previousSibling(element) as PageNode | null;
  removeNode(element);
  // Steps 6 and 7: only with the text nodes directly beside what is new.
  if (last !== null && after !== null) mergeWithNext(last);
  if (before !== null) mergeWithNext(before);
}

/** "merge with the next text node" */
function mergeWithNext(node: PageNode): void {
  const next = nextSibling(node) as PageNode | null;
  if (node[NODE_TYPE] !== TEXT_NODE || next === null || next[NODE_TYPE] !== TEXT_NODE) return;
  replaceData(node, characterData(node).length, 0, characterData(next));
  removeNode(next);
}

const CAPITALIZE = ' off none on sentences words characters ';

export function installHtmlElementMembers(): void {
  defineMembers<PageNode>('HTMLElement', {
    get hidden(): boolean | string {
      return hiddenState(this);
    },
    set hidden(value: unknown) {
      setHidden(this, value);
    },
    get draggable(): boolean {
      const value = asciiLower(attribute(this, 'draggable') ?? '');
      if (value === 'true' || value === 'false') return value === 'true';
      return this[LOCAL_NAME] === 'img' || (this[LOCAL_NAME] === 'a' && hasAttribute(this, 'href'));
    },
    set draggable(value: unknown) {
      setAttributeValue(this, 'draggable', value ? 'true' : 'false');
    },
    get spellcheck(): boolean {
      return inherited(this, 'spellcheck', 'true', 'false', true);
    },
    set spellcheck(value: unknown) {
      setAttributeValue(this, 'spellcheck', value ? 'true' : 'false');
    },
    get translate(): boolean {
      return inherited(this, 'translate', 'yes', 'no', true);
    },
    set translate(value: unknown) {
      setAttributeValue(this, 'translate', value ? 'yes' : 'no');
    },
    get writingSuggestions(): string {
      return inherited(this, 'writingsuggestions', 'true', 'false', true) ? 'true' : 'false';
    },
    set writingSuggestions(value: unknown) {
      setAttributeValue(this, 'writingsuggestions', `${value}`);
    },
    get autocapitalize(): string {
      const value = asciiLower(attribute(this, 'autocapitalize') ?? '');
      if (value === 'off') return 'none';
      if (value === 'on') return 'sentences';
      return hasWord(CAPITALIZE, value) ? value : value === '' ? '' : 'sentences';
    },
    set autocapitalize(value: unknown) {
      setAttributeValue(this, 'autocapitalize', `${value}`);
    },
    get contentEditable(): string {
      return contentEditable(this);
    },
    set contentEditable(value: unknown) {
      const state = asciiLower(`${value}`);
      if (state === 'inherit') removeAttributeValue(this, 'contenteditable');
      else if (hasWord(' true false plaintext-only ', state)) setAttributeValue(this, 'contenteditable', state);
      else
        throw domException(
          'SyntaxError',
          `The value provided ('${value}') is not one of 'true', 'false', 'plaintext-only', or 'inherit'.`,
        );
    },
    get isContentEditable(): boolean {
      return isContentEditable(this);
    },
    get outerText(): string {
      return (this as unknown as { innerText: string }).innerText;
    },
    set outerText(value: unknown) {
      setOuterText(this, value === null ? '' : `${value}`);
    },
  });
}
