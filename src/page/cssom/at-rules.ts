/**
 * The kinds of at-rules: conditions, layers, scopes, imports, namespaces, registrations, font faces, fallback positions.
 *
 * In:  records of rules (rules.ts). Out: interfaces whose members read the parts of a rule when they are asked for.
 *
 * CSSOM 1 §6.4 https://drafts.csswg.org/cssom-1/#css-rules, CSS Conditional 5 §9, CSS Cascade 5 §7, CSS Cascade 6 §4,
 * CSS Properties and Values 1 §3
 */
import { defineInterface, defineMembers } from '../dom/interfaces.ts';
import { bareArray, copyArray, freeze, weakGet, weakSet } from '../primordials.ts';
import { installKeyframes } from './keyframes-rules.ts';
import { mediaList, mediaTextOf, setMediaText } from './media-list.ts';
import { installPositionTry } from './position-try.ts';
import { type ImportParts, importText, joinedQueries, partsOf, type RuleRecord } from './rule-record.ts';
import { defineStyle, recordOf, styleOf } from './rules.ts';

/** Media lists of rules, and the sheets that they import. */
const media = new WeakMap<RuleRecord, object>();
const imported = new WeakMap<RuleRecord, object>();
/** Lists that a rule gives out: the same one each time. */
const frozen = new WeakMap<RuleRecord, readonly unknown[]>();

function partsOfRule<Parts>(rule: RuleRecord): Parts | null {
  return partsOf<Parts>(rule.name, rule.prelude, rule.declarations);
}

/** The media of a media rule, or of an import. */
export function ruleMedia(rule: RuleRecord): object {
  let list = weakGet(media, rule);
  if (list !== undefined) return list;
  const isImport = rule.name === 'import';
  list = mediaList({
    read: () => (isImport ? joinedQueries(partsOfRule<ImportParts>(rule)?.media ?? bareArray()) : rule.prelude),
    write: (text) => {
      rule.prelude = isImport ? importText(rule.prelude, text) : text;
      rule.owner?.changed();
    },
  });
  weakSet(media, rule, list);
  return list;
}

function frozenList(rule: RuleRecord): readonly unknown[] {
  let list = weakGet(frozen, rule);
  if (list === undefined) {
    const parts = partsOfRule<ArrayLike<unknown>>(rule) ?? bareArray<unknown>();
    list = freeze(copyArray(parts));
    weakSet(frozen, rule, list);
  }
  return list;
}

interface ContainerPart {
  readonly name: string;
  readonly query: string;
}

/** CSS Conditional 5 §9: where there are several conditions, these are empty. */
function onlyCondition(rule: RuleRecord): ContainerPart | null {
  const parts = frozenList(rule);
  return parts.length === 1 ? (parts[0] as ContainerPart) : null;
}

function defineGroups(): void {
  defineInterface('CSSConditionRule', 'CSSGroupingRule');
  defineMembers<object>('CSSConditionRule', {
    get conditionText(): string {
      const rule = recordOf(this);
      return rule.name === 'media' ? mediaTextOf(ruleMedia(rule)) : rule.prelude;
    },
  });
  for (const name of ['CSSMediaRule', 'CSSSupportsRule', 'CSSContainerRule']) defineInterface(name, 'CSSConditionRule');
  for (const name of ['CSSLayerBlockRule', 'CSSScopeRule', 'CSSStartingStyleRule'])
    defineInterface(name, 'CSSGroupingRule');
  defineMedia('CSSMediaRule');
  defineMembers<object>('CSSContainerRule', {
    get containerName(): string {
      return onlyCondition(recordOf(this))?.name ?? '';
    },
    get containerQuery(): string {
      return onlyCondition(recordOf(this))?.query ?? '';
    },
    get conditions(): readonly unknown[] {
      return frozenList(recordOf(this));
    },
  });
  defineMembers<object>('CSSLayerBlockRule', {
    get name(): string {
      return (frozenList(recordOf(this))[0] as string | undefined) ?? '';
    },
  });
  defineMembers<object>('CSSScopeRule', {
    get start(): string | null {
      return partsOfRule<{ readonly start: string | null }>(recordOf(this))?.start ?? null;
    },
    get end(): string | null {
      return partsOfRule<{ readonly end: string | null }>(recordOf(this))?.end ?? null;
    },
  });
}

function defineMedia(name: string): void {
  defineMembers<object>(name, {
    get media(): object {
      return ruleMedia(recordOf(this));
    },
    set media(value: unknown) {
      setMediaText(ruleMedia(recordOf(this)), value);
    },
  });
}

function importOf(object: object): ImportParts | null {
  return partsOfRule<ImportParts>(recordOf(object));
}

function defineStatements(): void {
  defineMembers<object>('CSSLayerStatementRule', {
    get nameList(): readonly unknown[] {
      return frozenList(recordOf(this));
    },
  });
  defineMembers<object>('CSSImportRule', {
    get href(): string {
      return importOf(this)?.href ?? '';
    },
    get styleSheet(): object | null {
      const rule = recordOf(this);
      const known = weakGet(imported, rule);
      if (known !== undefined) return known;
      const sheet = rule.owner?.imported(rule, importOf(this)?.href ?? '') ?? null;
      if (sheet !== null) weakSet(imported, rule, sheet);
      return sheet;
    },
    get layerName(): string | null {
      return importOf(this)?.layer ?? null;
    },
    get supportsText(): string | null {
      return importOf(this)?.supports ?? null;
    },
  });
  defineMedia('CSSImportRule');
  defineMembers<object>('CSSNamespaceRule', {
    get namespaceURI(): string {
      return partsOfRule<{ readonly uri: string }>(recordOf(this))?.uri ?? '';
    },
    get prefix(): string {
      return partsOfRule<{ readonly prefix: string }>(recordOf(this))?.prefix ?? '';
    },
  });
}

interface PropertyParts {
  readonly name: string;
  readonly syntax: string;
  readonly inherits: boolean;
  readonly initialValue: string | null;
}

function propertyOf(object: object): PropertyParts | null {
  return partsOfRule<PropertyParts>(recordOf(object));
}

function defineDescriptors(): void {
  defineMembers<object>('CSSPropertyRule', {
    get name(): string {
      return propertyOf(this)?.name ?? '';
    },
    get syntax(): string {
      return propertyOf(this)?.syntax ?? '';
    },
    get inherits(): boolean {
      return propertyOf(this)?.inherits ?? false;
    },
    get initialValue(): string | null {
      return propertyOf(this)?.initialValue ?? null;
    },
  });
  defineMembers<object>('CSSFontFaceRule', {
    get style(): object {
      return styleOf(recordOf(this));
    },
  });
  defineMembers<object>('CSSPositionTryRule', {
    get name(): string {
      return recordOf(this).prelude;
    },
  });
  defineStyle('CSSPositionTryRule');
  installPositionTry();
}

export function installAtRules(): void {
  defineGroups();
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
  defineStatements();
  defineDescriptors();
  installKeyframes();
}
