/**
 * CSSStyleSheet: the sheets of style and link elements, and those that script makes and adopts.
 *
 * In:  elements with sheets, rules that script adds and takes away. Out: texts for the engine, when something changed.
 *
 * CSSOM 1 §6.1–§6.3 https://drafts.csswg.org/cssom-1/#css-style-sheets
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, following } from '../../html/node-tree.ts';
import { baseUrl } from '../document-address.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { markChanged } from '../dom/document-version.ts';
import { domException } from '../dom/dom-exception.ts';
import { indexedHandler } from '../dom/indexed-list.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { textContentOf } from '../dom/node-members.ts';
import { isConnected } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { append, asciiLower, type BareArray, bareArray, create, trim, weakGet, weakSet } from '../primordials.ts';
import { setSheetMaker } from '../script/module-evaluation.ts';
import {
  deleteRule,
  insertRule,
  installRules,
  makeRule,
  type RuleOwner,
  type RuleRecord,
  ruleList,
  ruleText,
  validRule,
} from './rules.ts';
import { splitRules } from './split-rules.ts';

export interface Sheet extends RuleOwner {
  /** `null` for sheets that script made. */
  readonly element: PageNode | null;
  readonly url: string | null;
  readonly base: string;
  /** Secure: a sheet of another origin applies, and cannot be read. */
  readonly isReadable: boolean;
  text: string;
  /** `null` until somebody asks. */
  rules: BareArray<RuleRecord> | null;
  isDisabled: boolean;
  list: object | null;
  media: string;
  /** Told when the sheet changes: documents and shadow roots that adopted it. */
  readonly adopters: BareArray<() => void>;
}

const sheets = new WeakMap<object, Sheet>();
const byElement = new WeakMap<StoreNode, Sheet>();
const PagePromise = Promise;

export function sheetOf(object: object): Sheet {
  const sheet = weakGet(sheets, object);
  if (sheet === undefined) throw new TypeError('Illegal invocation');
  return sheet;
}

function makeSheet(
  parts: Pick<Sheet, 'element' | 'url' | 'base' | 'isReadable' | 'text' | 'media'>,
  object: object,
): Sheet {
  const sheet: Sheet = {
    ...parts,
    object,
    rules: null,
    isDisabled: false,
    list: null,
    adopters: bareArray(),
    changed: () => rewrite(sheet),
  };
  weakSet(sheets, object, sheet);
  return sheet;
}

function rulesOf(sheet: Sheet): BareArray<RuleRecord> {
  if (!sheet.isReadable) throw domException('SecurityError', 'Cannot access rules of a sheet of another origin.');
  if (sheet.rules === null) {
    sheet.rules = bareArray();
    const parsed = splitRules(sheet.text);
    for (let at = 0; at < parsed.length; at++) {
      const rule = validRule(parsed[at]!, null);
      if (rule !== null) append(sheet.rules, makeRule(rule, sheet, null));
    }
  }
  return sheet.rules;
}

/** The rules have changed: the text follows them. */
function rewrite(sheet: Sheet): void {
  let text = '';
  const rules = rulesOf(sheet);
  for (let at = 0; at < rules.length; at++) text += `${ruleText(rules[at]!)}\n`;
  sheet.text = text;
  publish(sheet);
}

/** Tells the engine. */
function publish(sheet: Sheet): void {
  const { element, adopters } = sheet;
  const text = sheet.isDisabled ? '' : sheet.text;
  if (element !== null && isConnected(element)) askEngine((engine) => engine.setSheet(element, text, sheet.base));
  for (let at = 0; at < adopters.length; at++) adopters[at]!();
  markChanged();
}

/** A link's sheet has been fetched. */
export function linkSheetLoaded(link: PageNode, text: string, url: string, isReadable: boolean): void {
  const parts = { element: link, url, base: url, isReadable, text, media: attribute(link, 'media') ?? '' };
  weakSet(byElement, link, makeSheet(parts, create(prototypeOf('CSSStyleSheet'))));
}

/** An element's sheet is another one from now on, or none. What script did to the old one is gone. */
export function dropSheet(element: PageNode): void {
  const known = weakGet(byElement, element);
  if (known === undefined) return;
  weakSet(byElement, element, undefined as never);
  if (element[LOCAL_NAME] === 'style') askEngine((engine) => engine.removeSheet(element));
}

/** The sheet of a style or link element; `null` when it has none. */
export function elementSheet(element: PageNode): object | null {
  if (!isConnected(element)) return null;
  const known = weakGet(byElement, element);
  if (known !== undefined) return known.object;
  if (element[LOCAL_NAME] !== 'style') return null;
  const type = asciiLower(attribute(element, 'type') ?? '');
  if (type !== '' && type !== 'text/css') return null;
  const parts = {
    element,
    url: null,
    base: baseUrl(),
    isReadable: true,
    text: textContentOf(element),
    media: attribute(element, 'media') ?? '',
  };
  const sheet = makeSheet(parts, create(prototypeOf('CSSStyleSheet')));
  weakSet(byElement, element, sheet);
  return sheet.object;
}

/** "replace": rules that import others are left out. */
function replaceText(sheet: Sheet, text: string): void {
  if (sheet.element !== null) throw domException('NotAllowedError', 'Only sheets that script made can be replaced.');
  sheet.text = text;
  sheet.rules = null;
  publish(sheet);
}

export function makeConstructedSheet(text: string, object: object = create(prototypeOf('CSSStyleSheet'))): Sheet {
  const parts = { element: null, url: null, base: baseUrl(), isReadable: true, text, media: '' };
  return makeSheet(parts, object);
}

function insert(sheet: Sheet, text: string, index: number): number {
  const rules = rulesOf(sheet);
  const isLast = index === rules.length;
  const place = insertRule(rules, text, index, sheet, null);
  // Faster: what comes last is appended, so that a thousand rules are not written a thousand times.
  if (isLast) {
    sheet.text += `\n${ruleText(rules[place]!)}`;
    publish(sheet);
  } else rewrite(sheet);
  return place;
}

function defineSheet(): void {
  defineInterface('StyleSheet', null);
  defineMembers<object>('StyleSheet', {
    get type(): string {
      return 'text/css';
    },
    get href(): string | null {
      return sheetOf(this).url;
    },
    get ownerNode(): object | null {
      return sheetOf(this).element;
    },
    get parentStyleSheet(): null {
      return null;
    },
    get title(): string | null {
      const { element } = sheetOf(this);
      return element === null ? null : attribute(element, 'title');
    },
    get media(): object {
      return mediaList(sheetOf(this));
    },
    get disabled(): boolean {
      return sheetOf(this).isDisabled;
    },
    set disabled(value: unknown) {
      const sheet = sheetOf(this);
      sheet.isDisabled = Boolean(value);
      publish(sheet);
    },
  });
  defineInterface('CSSStyleSheet', 'StyleSheet');
  setConstructor('CSSStyleSheet', (newTarget, args) => {
    const sheet = makeConstructedSheet('', instanceFor(newTarget, 'CSSStyleSheet'));
    sheet.isDisabled = Boolean((args[0] as { disabled?: unknown } | undefined)?.disabled);
    return sheet.object;
  });
  const list = (object: object): object => {
    const sheet = sheetOf(object);
    rulesOf(sheet);
    sheet.list ??= ruleList(() => rulesOf(sheet));
    return sheet.list;
  };
  defineMembers<object>('CSSStyleSheet', {
    get ownerRule(): null {
      return null;
    },
    get cssRules(): object {
      return list(this);
    },
    get rules(): object {
      return list(this);
    },
    insertRule(text: unknown, index: unknown = 0): number {
      return insert(sheetOf(this), `${text}`, Number(index) >>> 0);
    },
    deleteRule(index: unknown): void {
      const sheet = sheetOf(this);
      deleteRule(rulesOf(sheet), Number(index) >>> 0);
      rewrite(sheet);
    },
    addRule(selector: unknown = 'undefined', body: unknown = 'undefined', index?: unknown): number {
      const sheet = sheetOf(this);
      const at = index === undefined ? rulesOf(sheet).length : Number(index) >>> 0;
      insert(sheet, `${selector} { ${body} }`, at);
      return -1;
    },
    removeRule(index: unknown = 0): void {
      const sheet = sheetOf(this);
      deleteRule(rulesOf(sheet), Number(index) >>> 0);
      rewrite(sheet);
    },
    replaceSync(text: unknown): void {
      replaceText(sheetOf(this), `${text}`);
    },
    replace(text: unknown): Promise<object> {
      return new PagePromise((resolve) => {
        replaceText(sheetOf(this), `${text}`);
        resolve(this);
      });
    },
  });
}

const mediaOwners = new WeakMap<object, Sheet>();

function mediaList(sheet: Sheet): object {
  const list = create(prototypeOf('MediaList'));
  weakSet(mediaOwners, list, sheet);
  return list;
}

function queriesOf(text: string): string[] {
  return trim(text) === '' ? [] : text.split(',').map((query) => query.trim());
}

function defineMediaList(): void {
  defineInterface('MediaList', null);
  defineMembers<object>('MediaList', {
    get mediaText(): string {
      return weakGet(mediaOwners, this)?.media ?? '';
    },
    set mediaText(value: unknown) {
      const sheet = weakGet(mediaOwners, this);
      if (sheet === undefined) return;
      sheet.media = `${value}`;
      if (sheet.element !== null) setAttributeValue(sheet.element, 'media', sheet.media);
    },
    get length(): number {
      return queriesOf(weakGet(mediaOwners, this)?.media ?? '').length;
    },
    item(index: unknown): string | null {
      return queriesOf(weakGet(mediaOwners, this)?.media ?? '')[Number(index) >>> 0] ?? null;
    },
    appendMedium(medium: unknown): void {
      const queries = queriesOf(weakGet(mediaOwners, this)?.media ?? '');
      const query = trim(`${medium}`);
      if (query !== '' && !queries.includes(query)) setQueries(this, [...queries, query]);
    },
    deleteMedium(medium: unknown): void {
      const queries = queriesOf(weakGet(mediaOwners, this)?.media ?? '');
      const kept = queries.filter((query) => query !== trim(`${medium}`));
      if (kept.length === queries.length) {
        throw domException('NotFoundError', `Failed to delete '${medium}'.`);
      }
      setQueries(this, kept);
    },
    toString(): string {
      return weakGet(mediaOwners, this)?.media ?? '';
    },
  });
}

function setQueries(list: object, queries: readonly string[]): void {
  (list as { mediaText: string }).mediaText = queries.join(', ');
}

/** The sheets of a tree, in its order. */
function sheetsIn(root: PageNode): BareArray<object> {
  const found = bareArray<object>();
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (at[NODE_TYPE] !== 1 || (at[LOCAL_NAME] !== 'style' && at[LOCAL_NAME] !== 'link')) continue;
    const sheet = elementSheet(at as PageNode);
    if (sheet !== null) append(found, sheet);
  }
  return found;
}

const listRoots = new WeakMap<object, PageNode>();
const listOf = (list: object): BareArray<object> => sheetsIn(weakGet(listRoots, list)!);
const LIST_HANDLER = indexedHandler(
  (target) => listOf(target).length,
  (target, index) => listOf(target)[index],
);

export function styleSheetList(root: PageNode): object {
  const target = create(prototypeOf('StyleSheetList'));
  const list = new Proxy(target, LIST_HANDLER);
  weakSet(listRoots, target, root);
  weakSet(listRoots, list, root);
  return list;
}

export function installStyleSheets(): void {
  installRules();
  defineMediaList();
  defineSheet();
  defineInterface('StyleSheetList', null);
  defineMembers<object>('StyleSheetList', {
    get length(): number {
      return listOf(this).length;
    },
    item(index: unknown): object | null {
      return listOf(this)[Number(index) >>> 0] ?? null;
    },
    *[Symbol.iterator](): Generator<object> {
      const found = listOf(this);
      for (let at = 0; at < found.length; at++) yield found[at]!;
    },
  });
  for (const name of ['HTMLStyleElement', 'HTMLLinkElement']) {
    defineMembers<PageNode>(name, {
      get sheet(): object | null {
        return elementSheet(this);
      },
    });
  }
  defineMembers<PageNode & { readonly sheet: { disabled: boolean } | null }>('HTMLStyleElement', {
    get disabled(): boolean {
      return this.sheet?.disabled ?? false;
    },
    set disabled(value: unknown) {
      if (this.sheet !== null) this.sheet.disabled = Boolean(value);
    },
  });
  setSheetMaker((text) => makeConstructedSheet(text).object);
}
