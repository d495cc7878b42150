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
import { baseUrl, isSameOrigin } from '../document-address.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { markChanged } from '../dom/document-version.ts';
import { domException } from '../dom/dom-exception.ts';
import { indexedHandler } from '../dom/indexed-list.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { textContentOf } from '../dom/node-members.ts';
import { isConnected } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  create,
  mapGet,
  mapSet,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setSheetMaker } from '../script/module-evaluation.ts';
import { installAtRules, ruleMedia } from './at-rules.ts';
import { installMediaList, mediaList, setMediaText } from './media-list.ts';
import { type RuleOwner, type RuleRecord, ruleText } from './rule-record.ts';
import { deleteRule, insertRule, installRules, makeRule, ruleList, ruleObject, validRule } from './rules.ts';
import { splitRules } from './split-rules.ts';

export interface Sheet extends RuleOwner {
  /** `null` for sheets that script made, and for those that others import. */
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
  mediaList: object | null;
  /** The rule that imports it, and the sheet which that stands in. */
  readonly rule: RuleRecord | null;
  readonly parent: Sheet | null;
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
  rule: RuleRecord | null = null,
  parent: Sheet | null = null,
): Sheet {
  const sheet: Sheet = {
    ...parts,
    object,
    rules: null,
    isDisabled: false,
    list: null,
    mediaList: null,
    rule,
    parent,
    adopters: bareArray(),
    takesImports: parts.element !== null || rule !== null,
    changed: () => rewrite(sheet),
    imported: (importing, href) => importedSheet(sheet, importing, href),
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

/** What applies of a sheet: an element's media are the element's. */
export function appliedText({ isDisabled, text, media, element, rule }: Sheet): string {
  if (isDisabled) return '';
  return media === '' || element !== null || rule !== null ? text : `@media ${media} {\n${text}\n}`;
}

/** Tells the engine. */
function publish(sheet: Sheet): void {
  const { element, adopters, rule, url } = sheet;
  const text = appliedText(sheet);
  // Differs: rules that import one address have one sheet for the engine: what is done to one is done to all.
  if (rule !== null) askEngine((engine) => engine.setImport(url!, text));
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

/** Texts of imported sheets by the addresses that were asked for. */
const loaded = new Map<string, { readonly text: string; readonly isReadable: boolean }>();

/** `url` is where the text came from in the end. */
export function importLoaded(address: string, text: string, url: string): void {
  mapSet(loaded, address, { text, isReadable: isSameOrigin(address) && isSameOrigin(url) });
}

/** The sheet that a rule imports; `null` when it is not there, or would be inside itself. */
function importedSheet(parent: Sheet, rule: RuleRecord, href: string): object | null {
  const url = askEngine((engine) => engine.resolveUrl(href, parent.base)) ?? '';
  for (let at: Sheet | null = parent; at !== null; at = at.parent) if (at.base === url) return null;
  const found = mapGet(loaded, url);
  if (found === undefined || isConstructed(parent)) return null;
  const parts = { element: null, url, base: url, ...found, media: '' };
  const sheet = makeSheet(parts, create(prototypeOf('CSSStyleSheet')), rule, parent);
  sheet.mediaList = ruleMedia(rule);
  return sheet.object;
}

function isConstructed({ element, rule }: Sheet): boolean {
  return element === null && rule === null;
}

function disable(sheet: Sheet, isDisabled: boolean): void {
  sheet.isDisabled = isDisabled;
  publish(sheet);
}

function mediaOf(sheet: Sheet): object {
  const { element } = sheet;
  sheet.mediaList ??= mediaList({
    read: () => (element === null ? sheet.media : (attribute(element, 'media') ?? '')),
    write: (text) => {
      // Differs: what script changes is written to the element, which is what layout goes by.
      if (element !== null) setAttributeValue(element, 'media', text);
      else {
        sheet.media = text;
        publish(sheet);
      }
    },
  });
  return sheet.mediaList;
}

/** "replace": rules that import others are left out. */
function replaceText(sheet: Sheet, text: string): void {
  if (!isConstructed(sheet)) throw domException('NotAllowedError', 'Only sheets that script made can be replaced.');
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
    get parentStyleSheet(): object | null {
      return sheetOf(this).parent?.object ?? null;
    },
    get title(): string | null {
      const { element } = sheetOf(this);
      return element === null ? null : attribute(element, 'title');
    },
    get media(): object {
      return mediaOf(sheetOf(this));
    },
    set media(value: unknown) {
      setMediaText(mediaOf(sheetOf(this)), value);
    },
    get disabled(): boolean {
      return sheetOf(this).isDisabled;
    },
    set disabled(value: unknown) {
      disable(sheetOf(this), Boolean(value));
    },
  });
  defineInterface('CSSStyleSheet', 'StyleSheet');
  setConstructor('CSSStyleSheet', (newTarget, args) => {
    const sheet = makeConstructedSheet('', instanceFor(newTarget, 'CSSStyleSheet'));
    const given = args[0];
    if (given !== undefined && given !== null && typeof given !== 'object' && typeof given !== 'function') {
      throw new TypeError(
        "Failed to construct 'CSSStyleSheet': The provided value is not of type 'CSSStyleSheetInit'.",
      );
    }
    const options = given as { readonly disabled?: unknown; readonly media?: unknown } | null | undefined;
    sheet.isDisabled = Boolean(options?.disabled);
    // A list is its text.
    if (options?.media !== undefined) setMediaText(mediaOf(sheet), `${options.media}`);
    return sheet.object;
  });
  const list = (object: object): object => {
    const sheet = sheetOf(object);
    rulesOf(sheet);
    sheet.list ??= ruleList(() => rulesOf(sheet));
    return sheet.list;
  };
  defineMembers<object>('CSSStyleSheet', {
    get ownerRule(): object | null {
      const { rule } = sheetOf(this);
      return rule === null ? null : ruleObject(rule);
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
  installAtRules();
  installMediaList();
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
  for (const name of ['HTMLStyleElement', 'HTMLLinkElement', 'SVGStyleElement']) {
    defineMembers<PageNode>(name, {
      get sheet(): object | null {
        return elementSheet(this);
      },
    });
  }
  for (const name of ['HTMLStyleElement', 'SVGStyleElement']) {
    defineMembers<PageNode>(name, {
      get disabled(): boolean {
        const sheet = elementSheet(this);
        return sheet !== null && sheetOf(sheet).isDisabled;
      },
      set disabled(value: unknown) {
        const sheet = elementSheet(this);
        if (sheet !== null) disable(sheetOf(sheet), Boolean(value));
      },
    });
  }
  setSheetMaker((text) => makeConstructedSheet(text).object);
}
