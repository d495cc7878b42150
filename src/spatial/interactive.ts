/**
 * Whether a person could act on an element: by what it is, by what listens on it, by how the pointer shows it.
 */
import { elementState } from '../html/node-state.ts';
import { attribute, type DomElement, hasAttribute, isHtml, parentElement } from '../html/node-tree.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { inputType, isWidgetRole } from './role.ts';

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
  'keydown',
]);

const HANDLER_ATTRIBUTES = ['onclick', 'onmousedown', 'onpointerdown', 'ontouchstart'] as const;

/** Too large to be a control: a listener there waits for what happens inside. */
const DELEGATES: ReadonlySet<string> = new Set(['html', 'body']);

/**
 * @param insidePointer whether the parent already has 'cursor: pointer': the property is inherited, and only the
 * outermost element with it is the control.
 */
export function isInteractive(
  element: DomElement,
  style: ComputedStyle,
  role: string | null,
  insidePointer: boolean,
): boolean {
  if (isHtml(element) && isNativeControl(element)) return true;
  if (isWidgetRole(role)) return true;
  if (DELEGATES.has(element.localName)) return false;
  if (hasTabIndex(element) || isEditingHost(element) || attribute(element, 'draggable') === 'true') return true;
  if (HANDLER_ATTRIBUTES.some((name) => hasAttribute(element, name)) || hasActionListener(element)) return true;
  return style.cursor === 'pointer' && !insidePointer;
}

function isNativeControl(element: DomElement): boolean {
  switch (element.localName) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href');
    case 'button':
    case 'select':
    case 'textarea':
      return true;
    case 'summary':
      return parentElement(element)?.localName === 'details';
    case 'input':
      return inputType(element) !== 'hidden';
    case 'audio':
    case 'video':
      return hasAttribute(element, 'controls');
    default:
      return false;
  }
}

function hasTabIndex(element: DomElement): boolean {
  const index = Number.parseInt(attribute(element, 'tabindex') ?? '', 10);
  return index >= 0;
}

/** contenteditable where it begins, not in every element inside. */
function isEditingHost(element: DomElement): boolean {
  const value = attribute(element, 'contenteditable');
  return value === '' || value === 'true' || value === 'plaintext-only';
}

function hasActionListener(element: DomElement): boolean {
  const listeners = elementState(element).listeners ?? '';
  return listeners.split(' ').some((type) => ACTION_EVENTS.has(type));
}
