/**
 * CSSRule, style rules and groups, as records that are told to their sheet when they change. at-rules.ts has the others.
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
import { declarationOf, setDeclarations } from '../dom/style-declaration.ts';
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, bareArray, create, removeAt, weakGet, weakSet } from '../primordials.ts';
import { defineBehaviour, defineLater, liveObject } from '../window/lazy-interfaces.ts';
import { fontFaceStyle } from './font-face-style.ts';
import { isKeyframesName } from './keyframe-keys.ts';
import { acceptedDeclarations, positionTryStyle } from './position-try.ts';
import { type RuleOwner, type RuleRecord, ruleText } from './rule-record.ts';
import { NESTED, type RuleText, splitBody, splitRules } from './split-rules.ts';
import { styleMapOf } from './typed-om.ts';
import { isStatement, isValidAtRule } from './valid-rule.ts';

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
  if (parent !== null && isKeyframesName(parent.name)) return 'CSSKeyframeRule';
  if (name === 'layer' && children === null) return 'CSSLayerStatementRule';
  return GROUPS[name] ?? OTHERS[name] ?? 'CSSRule';
}

/** The rule with its selector in canonical spelling; `null` where that is not valid. Nested selectors stay as they are. */
export function validRule(rule: RuleText, parent: RuleRecord | null): RuleText | null {
  if (rule.name === NESTED) return rule;
  if (rule.name !== '') {
    return (parent === null || !isStatement(rule.name)) && isValidAtRule(rule) ? rule : null;
  }
  for (let at = parent; at !== null; at = at.parent) if (at.name === '' || isKeyframesName(at.name)) return rule;
  const prelude = askEngine((engine) => engine.selectorText(rule.prelude));
  if (prelude === undefined) return rule;
  return prelude === '' ? null : { name: '', prelude, body: rule.body };
}

/** Whether a rule stands in a style rule or in a scope, where declarations may stand for themselves. */
function isInStyle(parent: RuleRecord | null): boolean {
  for (let at = parent; at !== null; at = at.parent) if (at.name === '' || at.name === 'scope') return true;
  return false;
}

export function makeRule({ name, prelude, body }: RuleText, owner: RuleOwner, parent: RuleRecord | null): RuleRecord {
  const isGroup = GROUPS[name] !== undefined;
  const isSplit = body !== null && (name === '' || (isGroup && (name === 'scope' || isInStyle(parent))));
  const split = isSplit ? splitBody(body) : null;
  const hasChildren = body !== null && (isGroup || isSplit || isKeyframesName(name));
  const isBare = isGroup || isKeyframesName(name);
  const record: RuleRecord = {
    name,
    prelude,
    declarations: isBare ? '' : (split?.declarations ?? ownDeclarations(name, body ?? '')),
    children: hasChildren ? bareArray() : null,
    parent,
    owner,
    object: null,
    style: null,
    list: null,
  };
  if (record.children === null) return record;
  const first = isGroup ? (split?.declarations ?? '') : '';
  if (first !== '') append(record.children, makeRule({ name: NESTED, prelude: '', body: first }, owner, record));
  const inner = split?.rules ?? splitRules(body!);
  for (let at = 0; at < inner.length; at++) {
    const rule = validRule(inner[at]!, record);
    if (rule !== null) append(record.children, makeRule(rule, owner, record));
  }
  return record;
}

function ownDeclarations(name: string, body: string): string {
  return name === 'position-try' ? acceptedDeclarations(body) : body;
}

/** The object that a page has for a rule. */
export function ruleObject(rule: RuleRecord): object {
  if (rule.object !== null) return rule.object;
  if (rule.name === NESTED) {
    rule.object = liveObject(NESTED_INTERFACE);
    weakSet(records, rule.object, rule);
    return rule.object;
  }
  const target = create(prototypeOf(interfaceOf(rule))) as object;
  weakSet(records, target, rule);
  rule.object = isKeyframesName(rule.name) ? new Proxy(target, KEYFRAMES_HANDLER) : target;
  weakSet(records, rule.object, rule);
  return rule.object;
}

/** The rules inside are read by their numbers. */
const KEYFRAMES_HANDLER = indexedHandler(
  (target) => recordOf(target).children?.length ?? 0,
  (target, index) => {
    const rule = recordOf(target).children?.[index];
    return rule === undefined ? undefined : ruleObject(rule);
  },
);

export function recordOf(object: object): RuleRecord {
  const record = weakGet(records, object);
  if (record === undefined) throw new TypeError('Illegal invocation');
  return record;
}

/** Puts a rule into a list; `index` counts as the page gave it. Gives the rule's place (CSSOM §6.4.3). */
export function insertRule(
  rules: BareArray<RuleRecord>,
  text: string,
  index: number,
  owner: RuleOwner,
  parent: RuleRecord | null,
): number {
  const rule = oneRule(text, parent);
  if (rule === null || (rule.name === 'import' && parent === null && !owner.takesImports)) {
    throw domException('SyntaxError', `Failed to parse the rule '${text}'.`);
  }
  if (index > rules.length)
    throw domException('IndexSizeError', `The index ${index} is larger than the number of rules.`);
  if (!mayStand(rule.name, rules, index, parent)) {
    throw domException('HierarchyRequestError', 'Failed to insert the rule at the specified point in the hierarchy.');
  }
  append(rules, makeRule(rule, owner, parent));
  const added = rules[rules.length - 1]!;
  for (let at = rules.length - 1; at > index; at--) rules[at] = rules[at - 1]!;
  rules[index] = added;
  return index;
}

/** The rule that a text is; in a style rule, also its declarations. */
function oneRule(text: string, parent: RuleRecord | null): RuleText | null {
  const parsed = splitRules(text);
  // Statements are told that they may not stand there, not that they are none.
  const around = parsed.length === 1 && isStatement(parsed[0]!.name) ? null : parent;
  const rule = parsed.length === 1 ? validRule(parsed[0]!, around) : null;
  if (rule !== null || parsed.length > 0 || !isInStyle(parent)) return rule;
  const declared = askEngine((engine) => engine.declaredText(text)) ?? '';
  return declared === '' ? null : { name: NESTED, prelude: '', body: text };
}

/** Imports stand before all others, and namespaces behind them; neither in a group. */
function mayStand(name: string, rules: BareArray<RuleRecord>, index: number, parent: RuleRecord | null): boolean {
  if (parent !== null) return !isStatement(name);
  const order = orderOf(name);
  for (let at = 0; at < rules.length; at++) {
    const other = orderOf(rules[at]!.name);
    if (at < index ? other > order : other < order) return false;
  }
  return true;
}

function orderOf(name: string): number {
  return name === 'import' ? 0 : name === 'namespace' ? 1 : 2;
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

export function styleOf(rule: RuleRecord): object {
  if (rule.style !== null) return rule.style;
  const read = (): string => rule.declarations;
  const write = (text: string): void => {
    rule.declarations = text;
    rule.owner?.changed();
  };
  const parent = (): object => ruleObject(rule);
  if (rule.name === 'position-try') rule.style = positionTryStyle(read, write, parent);
  else if (rule.name === 'font-face') rule.style = fontFaceStyle(read, write, parent);
  else rule.style = declarationOf(read, write, parent);
  return rule.style;
}

/** A live list of the rules in a rule. */
export function childList(rule: RuleRecord): object {
  const empty = bareArray<RuleRecord>();
  rule.list ??= ruleList(() => rule.children ?? empty);
  return rule.list;
}

function defineGroup(name: string): void {
  defineMembers<object>(name, {
    get cssRules(): object {
      return childList(recordOf(this));
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

/** A text before the braces that can be written. */
export function definePrelude(name: string, property: string): void {
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

/** Declarations that can be written as a whole (Web IDL, [PutForwards]). */
export function defineStyle(name: string): void {
  defineMembers<object>(name, {
    get style(): object {
      return styleOf(recordOf(this));
    },
    set style(value: unknown) {
      setDeclarations(styleOf(recordOf(this)), value);
    },
  });
}

const NESTED_INTERFACE = 'CSSNestedDeclarations';

/** Smaller: few pages look at them. */
function installNested(): void {
  defineLater(NESTED_INTERFACE, () => {
    defineBehaviour(NESTED_INTERFACE, {
      style: (_: unknown, self: object): object => styleOf(recordOf(self)),
      'set style'(value: unknown, self: object): void {
        setDeclarations(styleOf(recordOf(self)), value);
      },
    });
  });
}

const maps = new WeakMap<object, object>();

export function installRules(): void {
  defineInterface('CSSRule', null);
  defineConstants('CSSRule', {
    STYLE_RULE: 1,
    CHARSET_RULE: 2,
    IMPORT_RULE: 3,
    MEDIA_RULE: 4,
    FONT_FACE_RULE: 5,
    PAGE_RULE: 6,
    MARGIN_RULE: 9,
    NAMESPACE_RULE: 10,
    KEYFRAMES_RULE: 7,
    KEYFRAME_RULE: 8,
    COUNTER_STYLE_RULE: 11,
    FONT_FEATURE_VALUES_RULE: 14,
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
  installNested();
  defineInterface('CSSGroupingRule', 'CSSRule');
  defineGroup('CSSGroupingRule');
  defineInterface('CSSStyleRule', 'CSSRule');
  defineGroup('CSSStyleRule');
  defineStyle('CSSStyleRule');
  defineMembers<object>('CSSStyleRule', {
    get styleMap(): object {
      const rule = recordOf(this);
      let map = weakGet(maps, rule);
      if (map === undefined) {
        map = styleMapOf(styleOf(rule));
        weakSet(maps, rule, map);
      }
      return map;
    },
  });
  defineInterface('CSSPageRule', 'CSSGroupingRule');
  defineStyle('CSSPageRule');
  for (const name of ['CSSStyleRule', 'CSSPageRule']) definePrelude(name, 'selectorText');
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
