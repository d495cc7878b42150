/**
 * What an agent does to an element, as the events that a person at a browser would cause.
 *
 * In:  an element's id and the action, from the host. Out: trusted events with their default actions, or why a person
 * could not have done it: the element does not show, something covers it, it is switched off.
 *
 * UI Events §5, HTML §6.4 (activation). input-target.ts aims, input-pointer.ts and input-keys.ts fire the events.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { hasAttribute } from '../html/node-tree.ts';
import { isDisabledControl } from './activation.ts';
import type { PageNode } from './dom/create-node.ts';
import { bodyOf, rootElement } from './dom/document-members.ts';
import { focusedElement, focusTarget, moveFocus, setLeaveHook } from './dom/focus.ts';
import { inputType, labeledControl } from './dom/form-controls.ts';
import { askEngine } from './engine-link.ts';
import { isFramed } from './frames/own-frame.ts';
import { scrollAt, selectOptions, tickOf, uploadFiles, wheelAt } from './input-controls.ts';
import { pressChord } from './input-keys.ts';
import {
  clickAt,
  dragTo,
  elementAt,
  hoverAt,
  hoverStep,
  modifierKeys,
  moveTo,
  pressAt,
  releaseHere,
} from './input-pointer.ts';
import { type Aim, aimAt } from './input-target.ts';
import { fireChange, isSetWhole, textFieldAround, textTargetOf, typeText } from './input-text.ts';
import type { InputOutcome, PageInput, Place } from './messages.ts';
import { afterCallbacks } from './observers/rendering.ts';
import { hasWord, max, round } from './primordials.ts';
import { noteUserActivation } from './user-activation.ts';

export function installInput(): void {
  setLeaveHook(fireChange);
  afterCallbacks(hoverStep);
}

type TargetedInput = Exclude<PageInput, { readonly kind: 'key' | 'move' | 'point' | 'scroll' | 'wheel' }>;

/** Inputs with which the focus comes into the frame. */
const TAKES_FOCUS = ' click focus type select check ';

type InputOf<Kind> = Extract<PageInput, { readonly kind: Kind }>;

export function performInput(document: PageNode, input: PageInput): InputOutcome {
  if (isFramed() && hasWord(TAKES_FOCUS, input.kind)) askEngine((engine) => engine.frameFocused());
  if (input.kind !== 'aim' && input.kind !== 'move' && input.kind !== 'hover') noteUserActivation();
  if (input.kind === 'key') {
    const target = focusedElement(document) ?? bodyOf(document) ?? document;
    pressChord(document, target, input.key, input.modifiers ?? [], input.phase);
    return 'done';
  }
  if (input.kind === 'move') {
    moveTo(document, input.x, input.y);
    return 'done';
  }
  if (input.kind === 'point') return pointAt(document, input);
  if (input.kind === 'wheel') return wheelAt(document, input.x, input.y, input.dx, input.dy);
  const element = input.id === null ? null : elementOf(input.id);
  if (input.kind === 'scroll') {
    if (input.id !== null && element === null) return 'not_found';
    return scrollAt(document, element, input.x, input.y, input.unit);
  }
  return element === null ? 'not_found' : act(document, element, input);
}

/** As a hand with a mouse does it: no aiming, no bringing into view. */
function pointAt(document: PageNode, { phase, x, y, button, count, modifiers }: InputOf<'point'>): InputOutcome {
  const keys = modifierKeys(modifiers);
  if (phase === 'up') {
    moveTo(document, x, y);
    releaseHere(document, button, count, keys);
    return 'done';
  }
  const hit = elementAt(document, x, y, true);
  if (hit !== null) pressAt(document, { x, y, hit }, button, count, keys);
  return 'done';
}

function elementOf(id: number): PageNode | null {
  return (askEngine((engine) => engine.nodeOfId(id)) as PageNode | null | undefined) ?? null;
}

function act(document: PageNode, element: PageNode, input: TargetedInput): InputOutcome {
  switch (input.kind) {
    case 'click':
      return click(document, element, input);
    case 'hover':
      return withAim(document, element, input.place, (aim) => {
        hoverAt(document, aim);
        return 'done';
      });
    case 'aim':
      return withAim(document, element, input.place, pagePoint);
    case 'focus':
      moveFocus(document, focusTarget(element), true);
      return 'done';
    case 'type':
      return type(document, element, input);
    case 'select':
      return select(document, element, input.values);
    case 'check':
      return check(document, element, input.checked, input.place);
    case 'drag':
      return drag(document, element, input.to);
    case 'upload':
      // File inputs are often hidden behind a nicer button: they are filled without being clicked.
      return isDisabledControl(element) ? 'disabled' : uploadFiles(element, input.files);
  }
}

function withAim(
  document: PageNode,
  element: PageNode,
  place: Place | undefined,
  work: (aim: Aim) => InputOutcome,
): InputOutcome {
  const root = rootElement(document);
  if (root === null) return 'not_found';
  const aim = aimAt(element, root, place);
  return typeof aim === 'string' ? aim : work(aim);
}

function click(document: PageNode, element: PageNode, input: InputOf<'click'>): InputOutcome {
  const { button = 'left', count = 1, phase, place } = input;
  const keys = modifierKeys(input.modifiers);
  if (phase === 'up') {
    releaseHere(document, button, count, keys);
    return 'done';
  }
  return withAim(document, element, place, (aim) => {
    if (phase === 'down') pressAt(document, aim, button, count, keys);
    else clickAt(document, aim, button, count, keys);
    return 'done';
  });
}

/** Clicks into the field, as a person does, and types. */
function type(document: PageNode, element: PageNode, input: InputOf<'type'>): InputOutcome {
  if (textTargetOf(element) === null) return isDisabledControl(element) ? 'disabled' : 'not_editable';
  return withAim(document, element, input.place, (aim) => {
    if (focusedElement(document) !== element) {
      clickAt(document, aim, 'left', 1, modifierKeys(undefined));
      // A page may put its own field in the place of the one that was clicked; else the field gets the focus.
      const focused = focusedElement(document);
      if (focused === null || textTargetOf(focused) === null) moveFocus(document, element, true);
    }
    const field = textFieldAround(focusedElement(document) ?? element);
    const target = textTargetOf(field);
    if (target === null) return 'not_editable';
    const waitsForKeys = input.byKeys === true && !isSetWhole(field, target);
    typeText(field, target, waitsForKeys ? '' : input.text, input.clear);
    return waitsForKeys ? 'ready' : 'done';
  });
}

function select(document: PageNode, element: PageNode, values: readonly string[]): InputOutcome {
  if (isDisabledControl(element)) return 'disabled';
  return withAim(document, element, undefined, () => {
    moveFocus(document, focusTarget(element));
    return selectOptions(element, values);
  });
}

function check(document: PageNode, element: PageNode, checked: boolean, place: Place | undefined): InputOutcome {
  const control = controlOf(element);
  const tick = tickOf(control);
  if (tick === null) return 'not_editable';
  if (isDisabledControl(control)) return 'disabled';
  if (tick === checked) return 'done';
  // A radio button is switched off by switching on another one.
  if (!checked && control[LOCAL_NAME] === 'input' && inputType(control) === 'radio') return 'not_editable';
  return withAim(document, element, place, (aim) => {
    clickAt(document, aim, 'left', 1, modifierKeys(undefined));
    return 'done';
  });
}

const point = new Float64Array(2);

/** Where the pointer has to be, in the viewport of the page. */
function pagePoint({ x, y }: Aim): InputOutcome {
  const isMoved = isFramed() && askEngine((engine) => engine.framePoint(x, y, point)) === true;
  return `at ${max(0, round(isMoved ? point[0]! : x))} ${max(0, round(isMoved ? point[1]! : y))}`;
}

/** A label stands for its control. */
function controlOf(element: PageNode): PageNode {
  return element[LOCAL_NAME] === 'label' && !hasAttribute(element, 'aria-checked')
    ? (labeledControl(element) ?? element)
    : element;
}

function drag(document: PageNode, element: PageNode, to: number): InputOutcome {
  const target = elementOf(to);
  const root = rootElement(document);
  if (target === null || root === null) return 'not_found';
  let trouble: InputOutcome = 'done';
  const start = aimAt(element, root);
  if (typeof start === 'string') return start;
  dragTo(document, start, () => {
    const aim = aimAt(target, root);
    if (typeof aim !== 'string') return aim;
    trouble = aim;
    return null;
  });
  return trouble;
}
