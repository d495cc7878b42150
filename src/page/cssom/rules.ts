/**
 * CSSRule and its kinds, as records that are told to their sheet when they change.
 *
 * In:  rules as split-rules.ts cuts them. Out: objects for pages, made when they are asked for, and text again.
 *
 * CSSOM 1 §6.4 https://drafts.csswg.org/cssom-1/#css-rules
 *
 * Differs: a sheet's text keeps what was written, so that layout sees what script does not know.
 */

import { domException } from '../dom/dom-exception.ts';
import { indexedHandler } from '../dom/indexed-list.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { declarationOf } from '../dom/style-declaration.ts';
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, bareArray, create, removeAt, weakGet, weakSet } from '../primordials.ts';
import { type RuleText, splitBody, splitRules } from './split-rules.ts';

export interface RuleRecord {
  readonly name: string;
  prelude: string;
  /** Declarations of a style rule, font face, page or keyframe; the text of a statement is its prelude. */
  declarations: string;
  /** `null` for statements and for rules that hold declarations only. */
  readonly children: BareArray<RuleRecord> | null;
  parent: RuleRecord | null;
  /** Where it stands; `null` once it was deleted. */
  owner: RuleOwner | null;
  object: object | null;
  style: object | null;
  list: object | null;
}

/** A sheet, for its rules. */
export interface RuleOwner {
  readonly object: object;
  changed(): void;
}

const records = new WeakMap<object, RuleRecord>();
const lists = new WeakMap<object, () => BareArray<RuleRecord>>();

const GROUPS: Record<string, string> = {
  __proto__: null as never,
  media: 'CSSMediaRule',
  supports: 'CSSSupportsRule',
  container: 'CSSContainerRule',
  layer: 'CSSLayerBlockRule',
  scope: 'CSSScopeRule',
  'starting-style': 'CSSStartingStyleRule',
};
const OTHERS: Record<string, string> = {
  __proto__: null as never,
  '': 'CSSStyleRule',
  'font-face': 'CSSFontFaceRule',
  page: 'CSSPageRule',
  import: 'CSSImportRule',
  namespace: 'CSSNamespaceRule',
  keyframes: 'CSSKeyframesRule',
  '-webkit-keyframes': 'CSSKeyframesRule',
  property: 'CSSPropertyRule',
  'position-try': 'CSSPositionTryRule',
};
/** Old numbers of kinds; newer kinds have none. */
const TYPES: Record<string, number> = {
  __proto__: null as never,
  CSSStyleRule: 1,
  CSSImportRule: 3,
  CSSMediaRule: 4,
  CSSFontFaceRule: 5,
  CSSPageRule: 6,
  CSSKeyframesRule: 7,
  CSSKeyframeRule: 8,
  CSSNamespaceRule: 10,
  CSSSupportsRule: 12,
};

function interfaceOf({ name, parent, children }: RuleRecord): string {
  if (parent !== null && (OTHERS[parent.name] ?? '') === 'CSSKeyframesRule') return 'CSSKeyframeRule';
  if (name === 'layer' && children === null) return 'CSSLayerStatementRule';
  return GROUPS[name] ?? OTHERS[name] ?? 'CSSRule';
}

/** The rule with its selector in canonical spelling; `null` where that is not valid. Nested selectors stay as they are. */
export function validRule(rule: RuleText, parent: RuleRecord | null): RuleText | null {
  if (rule.name !== '') return rule;
  for (let at = parent; at !== null; at = at.parent) if (at.name === '' || isKeyframes(at)) return rule;
  const prelude = askEngine((engine) => engine.selectorText(rule.prelude));
  if (prelude === undefined) return rule;
  return prelude === '' ? null : { name: '', prelude, body: rule.body };
}

function isKeyframes({ name }: RuleRecord): boolean {
  return OTHERS[name] === 'CSSKeyframesRule';
}

export function makeRule({ name, prelude, body }: RuleText, owner: RuleOwner, parent: RuleRecord | null): RuleRecord {
  const isGroup = GROUPS[name] !== undefined || OTHERS[name] === 'CSSKeyframesRule';
  const split = name === '' && body !== null ? splitBody(body) : null;
  const hasChildren = body !== null && (isGroup || split !== null);
  const record: RuleRecord = {
    name,
    prelude,
    declarations: split?.declarations ?? (isGroup ? '' : (body ?? '')),
    children: hasChildren ? bareArray() : null,
    parent,
    owner,
    object: null,
    style: null,
    list: null,
  };
  if (record.children !== null) {
    const inner = split?.rules ?? splitRules(body!);
    for (let at = 0; at < inner.length; at++) {
      const rule = validRule(inner[at]!, record);
      if (rule !== null) append(record.children, makeRule(rule, owner, record));
    }
  }
  return record;
}

/** `canonical`: declarations in their one spelling, as script reads them; else as they were written. */
export function ruleText(rule: RuleRecord, canonical = false): string {
  const { name, prelude, children } = rule;
  const isBlock = name === '' || name === 'page' || name === 'position-try';
  const declarations =
    canonical && isBlock && rule.declarations !== ''
      ? (askEngine((engine) => engine.declaredText(rule.declarations)) ?? rule.declarations)
      : rule.declarations;
  const head = name === '' ? prelude : `@${name}${prelude === '' ? '' : ` ${prelude}`}`;
  if (
    children === null &&
    declarations === '' &&
    (name === 'import' || name === 'namespace' || name === 'layer' || name === 'charset')
  ) {
    return `${head};`;
  }
  if (children === null || children.length === 0) {
    return declarations === '' ? `${head} { }` : `${head} { ${declarations} }`;
  }
  let inner = declarations === '' ? '' : `\n  ${declarations}`;
  for (let at = 0; at < children.length; at++) inner += `\n  ${ruleText(children[at]!, canonical)}`;
  return `${head} {${inner}\n}`;
}

/** The object that a page has for a rule. */
export function ruleObject(rule: RuleRecord): object {
  if (rule.object !== null) return rule.object;
  const object = create(prototypeOf(interfaceOf(rule))) as object;
  weakSet(records, object, rule);
  rule.object = object;
  return object;
}

function recordOf(object: object): RuleRecord {
  const record = weakGet(records, object);
  if (record === undefined) throw new TypeError('Illegal invocation');
  return record;
}

/** Puts a rule into a list; `index` counts as the page gave it. Gives the rule's place. */
export function insertRule(
  rules: BareArray<RuleRecord>,
  text: string,
  index: number,
  owner: RuleOwner,
  parent: RuleRecord | null,
): number {
  const parsed = splitRules(text);
  const valid = parsed.length === 1 ? validRule(parsed[0]!, parent) : null;
  if (valid === null) throw domException('SyntaxError', `Failed to parse the rule '${text}'.`);
  if (index > rules.length)
    throw domException('IndexSizeError', `The index ${index} is larger than the number of rules.`);
  append(rules, makeRule(valid, owner, parent));
  const added = rules[rules.length - 1]!;
  for (let at = rules.length - 1; at > index; at--) rules[at] = rules[at - 1]!;
  rules[index] = added;
  return index;
}

export function deleteRule(rules: BareArray<RuleRecord>, index: number): void {
  const rule = rules[index];
  if (rule === undefined) throw domException('IndexSizeError', `There is no rule at the index ${index}.`);
  rule.owner = null;
  rule.parent = null;
  removeAt(rules, index);
}

/** A live CSSRuleList. */
export function ruleList(rules: () => BareArray<RuleRecord>): object {
  const target = create(prototypeOf('CSSRuleList'));
  const list = new Proxy(target, LIST_HANDLER);
  weakSet(lists, target, rules);
  weakSet(lists, list, rules);
  return list;
}

function rulesOf(list: object): BareArray<RuleRecord> {
  const rules = weakGet(lists, list);
  if (rules === undefined) throw new TypeError('Illegal invocation');
  return rules();
}

const LIST_HANDLER = indexedHandler(
  (target) => rulesOf(target).length,
  (target, index) => {
    const rule = rulesOf(target)[index];
    return rule === undefined ? undefined : ruleObject(rule);
  },
);

function styleOf(rule: RuleRecord): object {
  rule.style ??= declarationOf(
    () => rule.declarations,
    (text) => {
      rule.declarations = text;
      rule.owner?.changed();
    },
  );
  return rule.style;
}

function defineGroup(name: string): void {
  defineMembers<object>(name, {
    get cssRules(): object {
      const rule = recordOf(this);
      const empty = bareArray<RuleRecord>();
      rule.list ??= ruleList(() => rule.children ?? empty);
      return rule.list;
    },
    insertRule(text: unknown, index: unknown = 0): number {
      const rule = recordOf(this);
      if (rule.children === null || rule.owner === null) return 0;
      const place = insertRule(rule.children, `${text}`, Number(index) >>> 0, rule.owner, rule);
      rule.owner.changed();
      return place;
    },
    deleteRule(index: unknown): void {
      const rule = recordOf(this);
      if (rule.children === null) return;
      deleteRule(rule.children, Number(index) >>> 0);
      rule.owner?.changed();
    },
  });
}

function definePrelude(name: string, property: string): void {
  defineMembers<object>(
    name,
    Object.defineProperty({}, property, {
      get(this: object): string {
        return recordOf(this).prelude;
      },
      set(this: object, value: unknown) {
        const rule = recordOf(this);
        const given: RuleText = { name: rule.name, prelude: `${value}`, body: null };
        const valid = validRule(given, rule.parent);
        if (valid === null) return;
        rule.prelude = valid.prelude;
        rule.owner?.changed();
      },
      enumerable: true,
      configurable: true,
    }),
  );
}

function defineStyle(name: string): void {
  defineMembers<object>(name, {
    get style(): object {
      return styleOf(recordOf(this));
    },
    set style(value: unknown) {
      (styleOf(recordOf(this)) as { cssText: unknown }).cssText = value;
    },
  });
}

export function installRules(): void {
  defineInterface('CSSRule', null);
  defineConstants('CSSRule', {
    STYLE_RULE: 1,
    CHARSET_RULE: 2,
    IMPORT_RULE: 3,
    MEDIA_RULE: 4,
    FONT_FACE_RULE: 5,
    PAGE_RULE: 6,
    KEYFRAMES_RULE: 7,
    KEYFRAME_RULE: 8,
    NAMESPACE_RULE: 10,
    SUPPORTS_RULE: 12,
  });
  defineMembers<object>('CSSRule', {
    get cssText(): string {
      return ruleText(recordOf(this), true);
    },
    set cssText(_: unknown) {},
    get parentRule(): object | null {
      const { parent } = recordOf(this);
      return parent === null ? null : ruleObject(parent);
    },
    get parentStyleSheet(): object | null {
      return recordOf(this).owner?.object ?? null;
    },
    get type(): number {
      return TYPES[interfaceOf(recordOf(this))] ?? 0;
    },
  });
  defineInterface('CSSGroupingRule', 'CSSRule');
  defineGroup('CSSGroupingRule');
  defineInterface('CSSConditionRule', 'CSSGroupingRule');
  for (const name of ['CSSMediaRule', 'CSSSupportsRule', 'CSSContainerRule']) defineInterface(name, 'CSSConditionRule');
  definePrelude('CSSConditionRule', 'conditionText');
  for (const name of ['CSSLayerBlockRule', 'CSSScopeRule', 'CSSStartingStyleRule'])
    defineInterface(name, 'CSSGroupingRule');
  for (const name of [
    'CSSFontFaceRule',
    'CSSImportRule',
    'CSSNamespaceRule',
    'CSSKeyframesRule',
    'CSSKeyframeRule',
    'CSSPropertyRule',
    'CSSPositionTryRule',
    'CSSLayerStatementRule',
  ]) {
    defineInterface(name, 'CSSRule');
  }
  defineInterface('CSSStyleRule', 'CSSRule');
  defineGroup('CSSStyleRule');
  defineInterface('CSSPageRule', 'CSSGroupingRule');
  for (const name of ['CSSStyleRule', 'CSSFontFaceRule', 'CSSPageRule', 'CSSKeyframeRule', 'CSSPositionTryRule'])
    defineStyle(name);
  for (const name of ['CSSStyleRule', 'CSSPageRule']) definePrelude(name, 'selectorText');
  definePrelude('CSSKeyframeRule', 'keyText');
  defineGroup('CSSKeyframesRule');
  for (const name of ['CSSKeyframesRule', 'CSSLayerBlockRule', 'CSSPropertyRule', 'CSSPositionTryRule'])
    definePrelude(name, 'name');
  definePrelude('CSSImportRule', 'href');
  defineInterface('CSSRuleList', null);
  defineMembers<object>('CSSRuleList', {
    get length(): number {
      return rulesOf(this).length;
    },
    item(index: unknown): object | null {
      const rule = rulesOf(this)[Number(index) >>> 0];
      return rule === undefined ? null : ruleObject(rule);
    },
    *[Symbol.iterator](): Generator<object> {
      for (let at = 0; at < rulesOf(this).length; at++) yield ruleObject(rulesOf(this)[at]!);
    },
  });
}
