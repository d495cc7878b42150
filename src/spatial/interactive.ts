/**
 * Whether a person could act on an element, and how we know: by what it is, by what listens on it, by how the pointer
 * shows it.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import { attribute, type DomElement, hasAnyAttribute, hasAttribute, isHtml, parentElement } from '../html/node-tree.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { isWidgetRole } from './aria-roles.ts';
import { hasTabIndex, inputType, isEditingHost } from './role.ts';

/**
 * - `control`: the element or its role says so.
 * - `focus`: it can be focused, edited or dragged.
 * - `listener`: something listens on it; that may be for what is inside.
 * - `pointer`: only the pointer says so.
 */
export type Interactivity = 'control' | 'focus' | 'listener' | 'pointer';

/** Event types that mean: acting here does something. */
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

const HANDLER_ATTRIBUTES = ['onclick', 'ondblclick', 'onmousedown', 'onpointerdown', 'ontouchstart'] as const;

const ACTION_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...HANDLER_ATTRIBUTES,
  'contenteditable',
  'draggable',
  'tabindex',
]);

/** Too large to be a control: a listener there waits for what happens inside. */
const DELEGATES: ReadonlySet<string> = new Set(['html', 'body']);

/**
 * @param insidePointer whether the parent already has 'cursor: pointer': the property is inherited, and only the
 * outermost element with it is the control.
 */
export function interactivityOf(
  element: DomElement,
  style: ComputedStyle,
  role: string | null,
  insidePointer: boolean,
): Interactivity | null {
  if (isHtml(element) && isNativeControl(element)) return 'control';
  // A cell of a grid is one only when it can be focused.
  if (isWidgetRole(role) && (role !== 'gridcell' || hasAttribute(element, 'tabindex'))) return 'control';
  if (DELEGATES.has(element[LOCAL_NAME])) return null;
  // Faster: most elements have no attributes that matter here.
  if (hasAnyAttribute(element, ACTION_ATTRIBUTES)) {
    if (hasTabIndex(element) || isEditingHost(element) || attribute(element, 'draggable') === 'true') return 'focus';
    if (HANDLER_ATTRIBUTES.some((name) => hasAttribute(element, name))) return 'listener';
  }
  if (hasActionListener(element)) return 'listener';
  return style.cursor === 'pointer' && !insidePointer ? 'pointer' : null;
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

function hasActionListener(element: DomElement): boolean {
  const listeners = elementState(element).listeners;
  if (listeners === undefined || listeners === '') return false;
  return listeners.split(' ').some((type) => ACTION_EVENTS.has(type));
}
