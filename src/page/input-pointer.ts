/**
 * The pointer: moving over elements, pressing, dragging, turning the wheel.
 *
 * In:  a point that hits an element (input-target.ts). Out: trusted events in the order in which Chrome fires them.
 *
 * Pointer Events 3 §4, UI Events §3.4, HTML §6.11 (drag and drop)
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { attribute } from '../html/node-tree.ts';
import { isDisabledControl } from './activation.ts';
import type { PageNode } from './dom/create-node.ts';
import { newTransfer } from './dom/data-transfer.ts';
import { rootElement } from './dom/document-members.ts';
import { markUserAction } from './dom/document-version.ts';
import { documentStateOf } from './dom/element-state.ts';
import { focusTarget, moveFocus } from './dom/focus.ts';
import { shownIn } from './dom/shadow/focus-delegate.ts';
import { isConnected } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { type Aim, isInside } from './input-target.ts';
import { lightDismiss } from './install-disclosure.ts';
import type { Modifier } from './messages.ts';
import type { RenderingStep } from './observers/rendering.ts';
import { append, bareArray, round, startsWith } from './primordials.ts';
import { followLink } from './window/popups.ts';

/** Numbers of a button, and its bit among those that are down. */
const BUTTONS = {
  __proto__: null as never,
  left: { button: 0, buttons: 1 },
  middle: { button: 1, buttons: 4 },
  right: { button: 2, buttons: 2 },
} as const;

export type Button = 'left' | 'middle' | 'right';

export interface ModifierKeys {
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export function modifierKeys(modifiers: ArrayLike<Modifier> | undefined): ModifierKeys {
  const keys = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
  for (let at = 0; at < (modifiers?.length ?? 0); at++) {
    const modifier = modifiers![at];
    if (modifier === 'Control') keys.ctrlKey = true;
    else if (modifier === 'Shift') keys.shiftKey = true;
    else if (modifier === 'Alt') keys.altKey = true;
    else if (modifier === 'Meta') keys.metaKey = true;
  }
  return keys;
}

const NO_KEYS = modifierKeys(undefined);
const NO_STEP = { movementX: 0, movementY: 0 };

/** Where the viewport is on the screen; the window says. */
let viewportPlace: () => readonly [x: number, y: number] = () => [0, 0];

export function setViewportPlace(place: typeof viewportPlace): void {
  viewportPlace = place;
}

/** One pointer, at one place, over one element. */
class Pointer {
  readonly #document: PageNode;
  readonly #target: PageNode;
  readonly #place: object;
  readonly #isOff: boolean;
  /** How far it has come from where it was. */
  readonly #step: { readonly movementX: number; readonly movementY: number };

  constructor(document: PageNode, { x, y, hit }: Aim, keys: ModifierKeys) {
    const clientX = round(x);
    const clientY = round(y);
    const origin = viewportPlace();
    this.#step = rest === null ? NO_STEP : { movementX: clientX - round(rest.x), movementY: clientY - round(rest.y) };
    rest = { document, x, y };
    this.#document = document;
    this.#target = hit;
    this.#isOff = isDisabledControl(hit);
    this.#place = {
      ...keys,
      clientX,
      clientY,
      screenX: origin[0] + clientX,
      screenY: origin[1] + clientY,
      view: globalThis,
      bubbles: true,
      composed: true,
    };
  }

  /** Disabled controls get no mouse events (HTML §4.10.19.5), only those of the pointer. */
  mouse(type: string, fields: object): boolean {
    if (this.#isOff) return true;
    return dispatchTrusted(
      this.#target,
      createEvent('MouseEvent', type, { ...this.#place, cancelable: true, ...fields }),
    );
  }

  pointer(type: string, fields: object): boolean {
    // Clicks say nothing of the device.
    const device = startsWith(type, 'pointer') ? { isPrimary: true, persistentDeviceId: 1 } : {};
    const init = { ...this.#place, cancelable: true, pointerId: 1, pointerType: 'mouse', ...device, ...fields };
    return dispatchTrusted(this.#target, createEvent('PointerEvent', type, init));
  }

  /** Comes over the element: what it was over before is left. */
  over(buttons = 0): void {
    const state = documentStateOf(this.#document);
    const from = (state.hovered ?? null) as PageNode | null;
    const to = this.#target;
    if (from === to) return;
    state.hovered = to as never;
    markUserAction();
    // What has left the document since then gets no events any more.
    const left = from === null || !isConnected(from) ? null : from;
    if (left !== null) this.#cross(left, to, 'out', 'leave', buttons);
    this.#cross(to, left, 'over', 'enter', buttons);
  }

  move(buttons = 0): void {
    this.pointer('pointerrawupdate', { ...this.#step, button: -1, buttons, cancelable: false });
    this.over(buttons);
    this.moved(buttons);
  }

  moved(buttons: number): void {
    const fields = { ...this.#step, button: -1, buttons, pressure: buttons === 0 ? 0 : 0.5 };
    this.pointer('pointermove', fields);
    this.mouse('mousemove', { ...this.#step, buttons });
  }

  /** 'out' and 'over' bubble; 'leave' and 'enter' go to every element that the pointer leaves or enters. */
  #cross(target: PageNode, other: PageNode | null, bubbling: string, single: string, buttons: number): void {
    const place = { ...this.#place, buttons, relatedTarget: other };
    const pointer = {
      ...place,
      button: -1,
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      persistentDeviceId: 1,
    };
    const crossed = bareArray<PageNode>();
    for (let at: PageNode | null = target; at !== null && !(other !== null && isInside(other, at)); at = shownIn(at)) {
      if (at[NODE_TYPE] === 1) append(crossed, at);
    }
    const each = (className: string, type: string, fields: object): void => {
      for (let step = 0; step < crossed.length; step++) {
        // Leaving goes outwards, entering inwards.
        const element = crossed[single === 'leave' ? step : crossed.length - 1 - step]!;
        dispatchTrusted(element, createEvent(className, type, { ...fields, bubbles: false }));
      }
    };
    dispatchTrusted(target, createEvent('PointerEvent', `pointer${bubbling}`, { ...pointer, cancelable: true }));
    each('PointerEvent', `pointer${single}`, pointer);
    if (!isDisabledControl(target)) {
      dispatchTrusted(target, createEvent('MouseEvent', `mouse${bubbling}`, { ...place, cancelable: true }));
    }
    each('MouseEvent', `mouse${single}`, place);
  }

  press(name: Button, detail: number): void {
    const { button, buttons } = BUTTONS[name];
    documentStateOf(this.#document).active = this.#target as never;
    markUserAction();
    const proceeds = this.pointer('pointerdown', { button, buttons, pressure: 0.5 });
    lightDismiss(this.#target);
    // Pointer Events §11: a pointerdown that is cancelled has no mouse events of compatibility.
    const mayFocus = !proceeds || this.mouse('mousedown', { button, buttons, detail });
    if (mayFocus && proceeds) moveFocus(this.#document, focusTarget(this.#target));
  }

  release(name: Button, detail: number): void {
    const { button } = BUTTONS[name];
    this.pointer('pointerup', { button });
    this.mouse('mouseup', { button, detail });
    documentStateOf(this.#document).active = null;
    markUserAction();
  }

  click(name: Button, detail: number): void {
    if (this.#isOff) return;
    const { button } = BUTTONS[name];
    const proceeds = this.pointer(name === 'left' ? 'click' : 'auxclick', { button, detail });
    if (proceeds && name === 'middle') openInBackground(this.#target);
  }

  drag(type: string, transfer: object, fields: object = {}): boolean {
    const init = { ...this.#place, cancelable: true, dataTransfer: transfer, ...fields };
    return dispatchTrusted(this.#target, createEvent('DragEvent', type, init));
  }

  wheel(deltaX: number, deltaY: number): boolean {
    const init = { ...this.#place, cancelable: true, deltaX, deltaY };
    return dispatchTrusted(this.#target, createEvent('WheelEvent', 'wheel', init));
  }
}

/** Where the pointer has been since its last action. */
let rest: { readonly document: PageNode; readonly x: number; readonly y: number } | null = null;

/** The element under a resting pointer may have been replaced: in the next frame it is over what lies there now. */
export const hoverStep: RenderingStep = {
  isActive() {
    const hovered = rest === null ? null : documentStateOf(rest.document).hovered;
    return hovered !== null && hovered !== undefined && !isConnected(hovered as never);
  },
  run() {
    const { document, x, y } = rest!;
    const hit = elementAt(document, x, y, false);
    if (hit !== null) new Pointer(document, { x, y, hit }, NO_KEYS).over();
    else documentStateOf(document).hovered = null;
  },
};

export function hoverAt(document: PageNode, aim: Aim): void {
  new Pointer(document, aim, NO_KEYS).move();
}

export function clickAt(document: PageNode, aim: Aim, button: Button, count: number, keys: ModifierKeys): void {
  const pointer = new Pointer(document, aim, keys);
  pointer.move();
  for (let detail = 1; detail <= count; detail++) {
    pointer.press(button, detail);
    if (button === 'right') pointer.pointer('contextmenu', { button: 2, buttons: 2, detail: 0 });
    pointer.release(button, detail);
    pointer.click(button, detail);
  }
  if (count === 2 && button === 'left') pointer.mouse('dblclick', { detail: 2 });
}

/** The element that a button went down on, until it comes up. */
let pressedOn: PageNode | null = null;

/** What lies at a point. Outside of the viewport that is nothing, or the root as long as a button is down, as in Chrome. */
export function elementAt(document: PageNode, x: number, y: number, isPressed: boolean): PageNode | null {
  const hit = (askEngine((engine) => engine.hitTest(x, y)) ?? null) as PageNode | null;
  return hit === null && isPressed ? rootElement(document) : hit;
}

/** The pointer comes to a point, over whatever lies there. */
export function moveTo(document: PageNode, x: number, y: number): void {
  const hit = elementAt(document, x, y, pressedOn !== null);
  if (hit !== null) new Pointer(document, { x, y, hit }, NO_KEYS).move();
}

export function pressAt(document: PageNode, aim: Aim, button: Button, detail: number, keys: ModifierKeys): void {
  const pointer = new Pointer(document, aim, keys);
  pointer.move();
  pointer.press(button, detail);
  pressedOn = aim.hit;
  if (button === 'right') pointer.pointer('contextmenu', { button: 2, buttons: 2, detail: 0 });
}

/** The button comes up where the pointer is. UI Events §3.5: the click is for what both ends have in common. */
export function releaseHere(document: PageNode, button: Button, detail: number, keys: ModifierKeys): void {
  const from = pressedOn;
  pressedOn = null;
  if (from === null || rest === null) return;
  const { x, y } = rest;
  const hit = elementAt(document, x, y, true) ?? from;
  new Pointer(document, { x, y, hit }, keys).release(button, detail);
  let common: PageNode | null = hit;
  while (common !== null && !(common[NODE_TYPE] === 1 && isInside(from, common))) common = shownIn(common);
  if (common === null || !isConnected(common)) return;
  const pointer = new Pointer(document, { x, y, hit: common }, keys);
  pointer.click(button, detail);
  if (detail === 2 && button === 'left') pointer.mouse('dblclick', { detail: 2 });
}

/** Whether scrolling goes on: a listener may keep the wheel to itself. */
export function turnWheel(document: PageNode, aim: Aim, deltaX: number, deltaY: number): boolean {
  return new Pointer(document, aim, NO_KEYS).wheel(deltaX, deltaY);
}

/**
 * Presses on one element, moves to another, lets go there. What is draggable is dragged with the events of drag and drop;
 * everything else sees the pointer move with its button down.
 *
 * @param aimAtTarget asked after the press, because pages move things when something is picked up.
 */
export function dragTo(document: PageNode, from: Aim, aimAtTarget: () => Aim | null): boolean {
  const start = new Pointer(document, from, NO_KEYS);
  start.move();
  start.press('left', 1);
  const source = draggableAround(from.hit);
  const transfer = newTransfer();
  // A drag begins with the first movement, where it began.
  start.moved(1);
  const origin = source === null ? null : new Pointer(document, { ...from, hit: source }, NO_KEYS);
  if (origin !== null && !origin.drag('dragstart', transfer, { buttons: 1 })) {
    start.release('left', 1);
    return true;
  }
  const to = aimAtTarget();
  if (to === null) {
    origin?.drag('dragend', transfer);
    start.release('left', 1);
    return false;
  }
  const end = new Pointer(document, to, NO_KEYS);
  if (origin === null) {
    movePath(document, from, to);
    end.move(1);
    end.release('left', 1);
    return true;
  }
  // Pointer Events 3 §10: what is dragged is no longer pointed at.
  start.pointer('pointercancel', { cancelable: false });
  origin.drag('drag', transfer, { buttons: 1 });
  end.drag('dragenter', transfer, { buttons: 1 });
  // HTML §6.11.5: only what cancels 'dragover' takes the drop.
  const isRefused = end.drag('dragover', transfer, { buttons: 1 });
  if (isRefused) end.drag('dragleave', transfer);
  else end.drag('drop', transfer);
  origin.drag('dragend', transfer);
  documentStateOf(document).active = null;
  markUserAction();
  return true;
}

/** Steps between two points, as far as listeners of the first element see them. */
const STEPS = 5;

function movePath(document: PageNode, from: Aim, to: Aim): void {
  for (let step = 1; step < STEPS; step++) {
    const share = step / STEPS;
    const aim = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, hit: from.hit };
    const pointer = new Pointer(document, aim, NO_KEYS);
    pointer.moved(1);
  }
}

/** A middle click opens a link in a window behind this one. */
function openInBackground(node: PageNode): void {
  for (let at: PageNode | null = node; at !== null; at = shownIn(at)) {
    if (at[LOCAL_NAME] === 'a' && attribute(at, 'href') !== null) {
      followLink(at, true);
      return;
    }
  }
}

function draggableAround(node: PageNode): PageNode | null {
  for (let at: PageNode | null = node; at !== null; at = shownIn(at)) {
    if (at[NODE_TYPE] === 1 && attribute(at, 'draggable') === 'true') return at;
  }
  return null;
}
