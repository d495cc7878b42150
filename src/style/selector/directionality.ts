/**
 * The direction of an element as its markup gives it: ':dir()' and 'dir=auto'.
 *
 * In:  an element. Out: 'ltr' or 'rtl'. Styles have no part in it.
 *
 * HTML §3.2.6.4 https://html.spec.whatwg.org/multipage/dom.html#the-directionality
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { inputValue } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  following,
  followingSkippingChildren,
  isElement,
  isHtml,
  isText,
  parentElement,
} from '../../html/node-tree.ts';
import { asciiLower } from '../code-points.ts';
import { controlValue, inputType } from './form-state.ts';

/** Only so much text is looked through for a strong character. */
const MAX_TEXT = 10_000;

export function directionality(element: DomElement): 'ltr' | 'rtl' {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at)) {
    const own = isHtml(at) ? ownDirection(at) : null;
    if (own !== null) return own;
  }
  return 'ltr';
}

/** What this element says for itself; `null` when it goes by its parent. */
function ownDirection(element: DomElement): 'ltr' | 'rtl' | null {
  const dir = asciiLower(attribute(element, 'dir') ?? '');
  if (dir === 'ltr' || dir === 'rtl') return dir;
  if (dir === 'auto') return autoDirection(element) ?? 'ltr';
  // Telephone numbers are left to right, wherever they are.
  if (element[LOCAL_NAME] === 'input' && asciiLower(attribute(element, 'type') ?? '') === 'tel') return 'ltr';
  return element[LOCAL_NAME] === 'bdi' ? autoDirection(element) : null;
}

/** HTML: "auto-directionality form-associated elements" */
const VALUE_TYPES: ReadonlySet<string> = new Set(
  'hidden text search tel url email password submit reset button'.split(' '),
);

/** The direction of the first strong character, or `null` when there is none. */
export function autoDirection(element: DomElement): 'ltr' | 'rtl' | null {
  if (element[LOCAL_NAME] === 'input') {
    return VALUE_TYPES.has(inputType(element)) ? firstStrong(inputValue(element)) : null;
  }
  if (element[LOCAL_NAME] === 'textarea') return firstStrong(controlValue(element));
  let seen = 0;
  let at: DomNode | null = following(element, element);
  while (at !== null && seen < MAX_TEXT) {
    if (isText(at)) {
      const text = characterData(at);
      const direction = firstStrong(text);
      if (direction !== null) return direction;
      seen += text.length;
    }
    at = isElement(at) && isOpaque(at) ? followingSkippingChildren(at, element) : following(at, element);
  }
  return null;
}

/** Descendants that have a direction of their own, or no text that is read. */
function isOpaque(element: DomElement): boolean {
  switch (element[LOCAL_NAME]) {
    case 'bdi':
    case 'script':
    case 'style':
    case 'textarea':
      return true;
    default:
      return /^(ltr|rtl|auto)$/i.test(attribute(element, 'dir') ?? '');
  }
}

const RTL = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Letters, and the marks that stand for one: U+200E, U+200F, U+061C. */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u;

function firstStrong(text: string): 'ltr' | 'rtl' | null {
  const head = text.slice(0, MAX_TEXT);
  const strong = STRONG.exec(head);
  if (strong === null) return null;
  return RTL.test(strong[0]) ? 'rtl' : 'ltr';
}
