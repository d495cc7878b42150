/**
 * The options of a select: which there are, which are chosen, and what each is called.
 *
 * HTML §4.10.7 https://html.spec.whatwg.org/#the-select-element
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { isSelected } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  firstChild,
  following,
  hasAttribute,
  isElement,
  parentElement,
  textOf,
} from '../html/node-tree.ts';
import { cleanText } from './page-text.ts';

export function optionsOf(select: DomElement): DomElement[] {
  const options: DomElement[] = [];
  for (let node = firstChild(select); node !== null; node = following(node, select)) {
    if (isElement(node) && node[LOCAL_NAME] === 'option') options.push(node);
  }
  return options;
}

/** What a select shows as its value: all that are chosen, or the one of a drop-down. */
export function shownOptions(select: DomElement): DomElement[] {
  const options = optionsOf(select);
  const chosen = options.filter(isSelected);
  if (hasAttribute(select, 'multiple')) return chosen;
  const shown = chosen.at(-1) ?? (isListBox(select) ? undefined : (options.find(isEnabled) ?? options[0]));
  return shown === undefined ? [] : [shown];
}

export function optionLabel(option: DomElement): string {
  return cleanText(attribute(option, 'label') || textOf(option));
}

/** Whether a select shows its options in a list instead of dropping them down. */
export function isListBox(select: DomElement): boolean {
  return hasAttribute(select, 'multiple') || Number(attribute(select, 'size') ?? 0) > 1;
}

function isEnabled(option: DomElement): boolean {
  if (hasAttribute(option, 'disabled')) return false;
  const group = parentElement(option);
  return group?.[LOCAL_NAME] !== 'optgroup' || !hasAttribute(group, 'disabled');
}
