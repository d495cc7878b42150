/**
 * Whether a person could act on an element, and how we know: by what it is, by what listens on it, by how the pointer
 * shows it.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { documentListeners, listenerTypes } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  hasAnyAttribute,
  hasAttribute,
  isHtml,
  parentElement,
} from '../html/node-tree.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { isWidgetRole } from './aria-roles.ts';
import { hasTabIndex, inputType, isEditingHost } from './role.ts';

/**
 * - `control`: the element or its role says so.
 * - `focus`: it can be focused, edited or dragged.
 * - `listener`: something listens on it; that may be for what is inside.
 * - `follower`: something listens on it that follows the mouse, as charts and maps do.
 * - `pointer`: only the pointer says so.
 * - `unheard`: only the pointer says so, and no listener would hear a click.
 */
export type Interactivity = 'control' | 'focus' | 'listener' | 'follower' | 'pointer' | 'unheard';

/**
 * Event types that mean: acting here does something. Those of keys are not among them: keys go to what has the focus, and what
 * can have it is a control already. A listener for keys elsewhere waits for what is inside.
 */
const ACTION_EVENTS: ReadonlySet<string> = new Set([
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'contextmenu',
]);

const HANDLER_ATTRIBUTES: ReadonlySet<string> = new Set(
  'onclick ondblclick onmousedown onpointerdown ontouchstart'.split(' '),
);

const FOCUS_ATTRIBUTES: ReadonlySet<string> = new Set(['contenteditable', 'draggable', 'tabindex']);

/** Too large to be a control: a listener there waits for what happens inside. */
const DELEGATES: ReadonlySet<string> = new Set(['html', 'body']);

/** What is known of an element from those around it. */
export interface Surroundings {
  /** The parent already has 'cursor: pointer': the property is inherited, and only the outermost element is the control. */
  readonly hasPointer: boolean;
  /** A click would reach a listener on something around. */
  readonly isHeard: boolean;
  /** The page keeps it from assistive technology: advertising, and links that are elsewhere a second time. */
  readonly isUntold: boolean;
}

export function interactivityOf(
  element: DomElement,
  style: ComputedStyle,
  role: string | null,
  { hasPointer, isHeard, isUntold }: Surroundings,
): Interactivity | null {
  // Fields and buttons stay: pages forget to take 'aria-hidden' away again.
  if (isUntold && role === 'link') return null;
  if (isHtml(element) && isNativeControl(element)) return 'control';
  // A cell of a grid is one only when it can be focused.
  if (isWidgetRole(role) && (role !== 'gridcell' || hasAttribute(element, 'tabindex'))) return 'control';
  if (DELEGATES.has(element[LOCAL_NAME])) return null;
  // Faster: most elements have no attributes that matter here.
  if (hasAnyAttribute(element, FOCUS_ATTRIBUTES)) {
    if (hasTabIndex(element) || isEditingHost(element) || attribute(element, 'draggable') === 'true') return 'focus';
  }
  // A click goes through it to what is below.
  if (style.pointerEvents === 'none') return null;
  if (hasAnyAttribute(element, HANDLER_ATTRIBUTES)) return 'listener';
  if (hearsClicks(element)) return style.cursor !== 'pointer' && followsMouse(element) ? 'follower' : 'listener';
  if (style.cursor !== 'pointer' || hasPointer) return null;
  return isHeard ? 'pointer' : 'unheard';
}

const MOVE_EVENTS: ReadonlySet<string> = new Set(['mousemove', 'pointermove']);
const LEAVE_EVENTS: ReadonlySet<string> = new Set(['mouseleave', 'mouseout', 'pointerleave', 'pointerout']);
const PRESS_EVENTS: ReadonlySet<string> = new Set(['mousedown', 'pointerdown']);

/** Whether it tells of what is below the mouse until that leaves. A canvas that hears a press may be one to draw on. */
function followsMouse(element: DomElement): boolean {
  if (!hears(element, MOVE_EVENTS) || !hears(element, LEAVE_EVENTS)) return false;
  return element[LOCAL_NAME] !== 'canvas' || !hears(element, PRESS_EVENTS);
}

/** What listens for so many types takes whatever comes; what it cares for has a handler of its own (React's roots). */
const MOST_TYPES = 40;

/** Whether something listens for clicks on an element, or on what is inside of it. */
export function hearsClicks(element: DomElement): boolean {
  return hears(element, ACTION_EVENTS);
}

function hears(element: DomElement, wanted: ReadonlySet<string>): boolean {
  const types = listenerTypes(element);
  return types !== '' && isAnyOf(types, wanted) && types.split(' ').length < MOST_TYPES;
}

/** Event types of what people do besides clicking. */
const OTHER_INPUT: ReadonlySet<string> = new Set('change input keydown keypress keyup submit'.split(' '));

/**
 * Whether a click anywhere in a document is heard. Where no script listens to people at all, the pointer is all that there
 * is to go by.
 */
export function documentHears(document: DomNode): boolean {
  const { whole, anywhere } = documentListeners(document);
  if (isAnyOf(whole, ACTION_EVENTS)) return true;
  return !isAnyOf(anywhere, ACTION_EVENTS) && !isAnyOf(anywhere, OTHER_INPUT);
}

function isNativeControl(element: DomElement): boolean {
  switch (element[LOCAL_NAME]) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href');
    case 'button':
    case 'select':
    case 'textarea':
      return true;
    case 'summary':
      return parentElement(element)?.[LOCAL_NAME] === 'details';
    case 'input':
      return inputType(element) !== 'hidden';
    case 'audio':
    case 'video':
      return hasAttribute(element, 'controls');
    default:
      return false;
  }
}

function isAnyOf(types: string, wanted: ReadonlySet<string>): boolean {
  return types.split(' ').some((type) => wanted.has(type));
}
