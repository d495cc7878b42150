/**
 * What an element is to box generation: most are ordinary, some bring content or structure of their own.
 *
 * In:  an element.
 * Out: its role; whether 'display: contents' makes it vanish.
 *
 * HTML §15 https://html.spec.whatwg.org/multipage/rendering.html, CSS Display 3 appendix B
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement, hasAttribute, namespaceOf } from '../../html/node-tree.ts';

export type ElementRole =
  | 'ordinary'
  /** <br> */
  | 'break'
  /** <wbr> */
  | 'soft-break'
  /** <img>, <input type=image>: replaced, or alternative text. */
  | 'image'
  /** <iframe>, <video>, <canvas>…: replaced, or fallback content. */
  | 'embedded'
  /** The outermost <svg>. */
  | 'vector'
  | 'math'
  /** A control that the browser draws: it is laid out as replaced. */
  | 'control'
  /** <input type=checkbox> and radio: drawn, or with 'appearance: none' an empty box with pseudo-elements. */
  | 'check'
  /** <button> and the inputs that look like one. */
  | 'button'
  /** A <select> that shows its options. */
  | 'list-box'
  | 'option-group'
  | 'details'
  | 'fieldset'
  /** <noscript>: ordinary, unless scripts run. */
  | 'noscript'
  /** <input type=hidden>: never shown, whatever its display. */
  | 'hidden';

const ROLES: ReadonlyMap<string, ElementRole> = new Map<string, ElementRole>([
  ['br', 'break'],
  ['wbr', 'soft-break'],
  ['img', 'image'],
  ['iframe', 'embedded'],
  ['frame', 'embedded'],
  ['video', 'embedded'],
  ['audio', 'embedded'],
  ['canvas', 'embedded'],
  ['object', 'embedded'],
  ['embed', 'embedded'],
  ['textarea', 'control'],
  ['progress', 'control'],
  ['meter', 'control'],
  ['button', 'button'],
  ['optgroup', 'option-group'],
  ['details', 'details'],
  ['fieldset', 'fieldset'],
  ['noscript', 'noscript'],
]);

export function elementRole(element: DomElement): ElementRole {
  switch (namespaceOf(element)) {
    case 'svg':
      return element[LOCAL_NAME] === 'svg' ? 'vector' : 'ordinary';
    case 'mathml':
      return 'math';
    case 'other':
    case 'none':
      return 'ordinary';
    case 'html':
      if (element[LOCAL_NAME] === 'input') return inputRole(inputType(element));
      if (element[LOCAL_NAME] === 'select') return isListBox(element) ? 'list-box' : 'control';
      return ROLES.get(element[LOCAL_NAME]) ?? 'ordinary';
  }
}

export function inputType(input: DomElement): string {
  return attribute(input, 'type')?.toLowerCase() ?? 'text';
}

/** Whether an element is a checkbox or a radio button. */
export function isCheckInput(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'input' && inputRole(inputType(element)) === 'check';
}

function inputRole(type: string): ElementRole {
  switch (type) {
    case 'submit':
    case 'reset':
    case 'button':
      return 'button';
    case 'image':
      return 'image';
    case 'checkbox':
    case 'radio':
      return 'check';
    case 'hidden':
      return 'hidden';
    default:
      return 'control';
  }
}

/** HTML §4.10.7: several rows are shown at once. */
function isListBox(select: DomElement): boolean {
  return displaySize(select) > 1;
}

/** How many rows a <select> shows. */
export function displaySize(select: DomElement): number {
  const size = Number.parseInt(attribute(select, 'size') ?? '', 10);
  if (size >= 1) return size;
  return hasAttribute(select, 'multiple') ? 4 : 1;
}

/** CSS Display 3 appendix B: elements that are more than their children have no box with 'display: contents'. */
export function vanishesAsContents(element: DomElement, role: ElementRole): boolean {
  switch (role) {
    case 'ordinary':
    case 'option-group':
    case 'details':
    case 'fieldset':
      return false;
    case 'button':
      return element[LOCAL_NAME] !== 'button';
    case 'break':
    case 'soft-break':
    case 'image':
    case 'embedded':
    case 'vector':
    case 'math':
    case 'control':
    case 'check':
    case 'list-box':
    case 'noscript':
    case 'hidden':
      return true;
  }
}
