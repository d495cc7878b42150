/**
 * CSSKeyframesRule and CSSKeyframeRule: keyframes are found by their keys.
 *
 * CSS Animations 1 §6 https://drafts.csswg.org/css-animations-1/#interface-dom
 */
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { type BareArray, bareArray } from '../primordials.ts';
import { areKeys, isPlainName, keysOf, unquoted } from './keyframe-keys.ts';
import { quoted, type RuleRecord } from './rule-record.ts';
import { childList, defineStyle, deleteRule, insertRule, recordOf, ruleObject } from './rules.ts';
import { splitRules } from './split-rules.ts';

/** The last of the keyframes with these keys; -1 for none. */
function keyframeAt(rules: BareArray<RuleRecord>, text: string): number {
  const keys = keysOf(text);
  for (let at = rules.length - 1; at >= 0; at--) if (keysOf(rules[at]!.prelude) === keys) return at;
  return -1;
}

export function installKeyframes(): void {
  const none = bareArray<RuleRecord>();
  defineStyle('CSSKeyframeRule');
  defineMembers<object>('CSSKeyframeRule', {
    get keyText(): string {
      return keysOf(recordOf(this).prelude);
    },
    set keyText(value: unknown) {
      const rule = recordOf(this);
      const text = `${value}`;
      if (!areKeys(text)) throw domException('SyntaxError', `The key '${text}' is invalid and cannot be parsed`);
      rule.prelude = keysOf(text);
      rule.owner?.changed();
    },
  });
  defineMembers<object>('CSSKeyframesRule', {
    get name(): string {
      return unquoted(recordOf(this).prelude);
    },
    set name(value: unknown) {
      const rule = recordOf(this);
      const name = `${value}`;
      rule.prelude = isPlainName(name) ? name : quoted(name);
      rule.owner?.changed();
    },
    get cssRules(): object {
      return childList(recordOf(this));
    },
    get length(): number {
      return recordOf(this).children?.length ?? 0;
    },
    appendRule(text: unknown): void {
      const rule = recordOf(this);
      if (rule.children === null || rule.owner === null) return;
      const parsed = splitRules(`${text}`);
      // What is no keyframe is passed over.
      if (parsed.length !== 1 || parsed[0]!.name !== '' || !areKeys(parsed[0]!.prelude)) return;
      insertRule(rule.children, `${text}`, rule.children.length, rule.owner, rule);
      rule.owner.changed();
    },
    findRule(select: unknown): object | null {
      const rules = recordOf(this).children ?? none;
      const at = keyframeAt(rules, `${select}`);
      return at < 0 ? null : ruleObject(rules[at]!);
    },
    deleteRule(select: unknown): void {
      const { children, owner } = recordOf(this);
      const at = keyframeAt(children ?? none, `${select}`);
      if (at < 0) return;
      deleteRule(children!, at);
      owner?.changed();
    },
  });
}
