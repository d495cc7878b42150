/**
 * What a history entry keeps of its document when that is left: how far it was scrolled, and what its controls held.
 *
 * In:  the document; and later the document again, with what was kept. Out: a text for the session; controls and the window
 *      as they were.
 *
 * HTML §7.4.6.2, "restore persisted state" https://html.spec.whatwg.org/#restore-persisted-state, which leaves the rest to
 * browsers. As in Chrome, controls come back behind the load event and without events, and passwords, hidden fields, files
 * and what says 'autocomplete=off' do not.
 *
 * Custom controls are told of their state, also where they are defined later.
 *
 * Missing: files in the state of custom controls, boxes that scroll inside the page, documents of frames.
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import { attribute, following } from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import { addReadyHook, currentReadyState } from './document-lifecycle.ts';
import type { PageNode } from './dom/create-node.ts';
import { enqueueCallback } from './dom/custom/definition.ts';
import { internalsOf, isFormAssociated } from './dom/custom/element-internals.ts';
import { setStateRestorer } from './dom/custom/form-associated.ts';
import { withReactions } from './dom/custom/reactions.ts';
import { formOf, inputType, isDisabled } from './dom/form-controls.ts';
import { controlText, isOrWasPassword, setChecked, setControlValue } from './dom/input-value.ts';
import { isOptionSelected, optionsOf, optionValue, setOptionSelected } from './dom/select-control.ts';
import { queueTask } from './event-loop.ts';
import { makeFormData } from './form-data.ts';
import type { FormEntry } from './form-entries.ts';
import type { PersistedState } from './messages.ts';
import { postPersisted } from './network/commands.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  hasWord,
  mapGet,
  mapHas,
  mapSet,
  newMap,
  parseJson,
  quote,
  stringSlice,
} from './primordials.ts';
import { lastScrollOffset, scrollElement, scrollOffset } from './scrolling.ts';
import { keepsScroll, setScrollKeeper } from './window/history.ts';

/** What nobody would find again, or nobody should. */
const LEFT_OUT = ' button file hidden image reset submit ';

/** What a control is known by in the document that comes next; those with the same key by their order. */
function keyOf(control: PageNode): string | null {
  const name = control[LOCAL_NAME];
  const isCustom = isFormAssociated(control);
  if (!isCustom && name !== 'input' && name !== 'textarea' && name !== 'select') return null;
  const type = name === 'input' ? inputType(control) : name;
  const form = formOf(control);
  if (hasWord(LEFT_OUT, type) || isOrWasPassword(control)) return null;
  if ((!isCustom && isOff(control)) || (form !== null && isOff(form))) return null;
  return `${type} ${attribute(control, 'name') ?? ''} ${form === null ? '' : `of ${attribute(form, 'action') ?? ''}`}`;
}

function isOff(element: StoreNode): boolean {
  return asciiLower(attribute(element, 'autocomplete') ?? '') === 'off';
}

function controlsOf(document: PageNode, see: (control: PageNode, key: string) => void): void {
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (at[NODE_TYPE] !== 1) continue;
    const key = keyOf(at as PageNode);
    if (key !== null) see(at as PageNode, key);
  }
}

/** As text; `null` for a control that is as its markup says. */
function heldBy(control: PageNode): string | null {
  if (isFormAssociated(control)) return stateText(control);
  if (control[LOCAL_NAME] === 'select') {
    let values = '';
    const options = optionsOf(control);
    for (let at = 0; at < options.length; at++) {
      if (isOptionSelected(options[at]!)) values += `${values === '' ? '' : ','}${quote(optionValue(options[at]!))}`;
    }
    return `[${values}]`;
  }
  const { checked, value } = elementState(control);
  if (isCheckable(control)) return checked === undefined ? null : `${checked}`;
  return value === undefined ? null : controlText(control);
}

/** The state of a custom control: a text behind 't', or the entries of a form behind 'f'. */
function stateText(control: PageNode): string | null {
  const state = internalsOf(control)?.state ?? null;
  if (state === null) return null;
  if (typeof state === 'string') return `t${state}`;
  if (!('length' in state)) return null;
  const entries = state as BareArray<FormEntry>;
  let text = '';
  for (let at = 0; at < entries.length; at++) {
    const { name, value } = entries[at]!;
    if (typeof value === 'string') text += `${text === '' ? '' : ','}${quote(name)},${quote(value)}`;
  }
  return `f[${text}]`;
}

/** HTML §4.13.1.4: one that is disabled is not told. */
function restoreCustom(control: PageNode, held: string): void {
  if (isDisabled(control)) return;
  const rest = stringSlice(held, 1);
  const state = stringSlice(held, 0, 1) === 't' ? rest : formDataOf(rest);
  withReactions(() => enqueueCallback(control, 'formStateRestoreCallback', [state, 'restore']));
}

function formDataOf(text: string): object {
  const pairs = parseJson(text) as ArrayLike<string>;
  const entries = bareArray<FormEntry>();
  for (let at = 0; at + 1 < pairs.length; at += 2) append(entries, { name: pairs[at]!, value: pairs[at + 1]! });
  return makeFormData(entries);
}

function isCheckable(control: PageNode): boolean {
  return control[LOCAL_NAME] === 'input' && hasWord(' checkbox radio ', inputType(control));
}

function hold(control: PageNode, held: string): void {
  if (isFormAssociated(control)) restoreCustom(control, held);
  else if (control[LOCAL_NAME] === 'select') {
    const values = parseJson(held) as ArrayLike<string>;
    const chosen = newMap<string, true>();
    for (let at = 0; at < values.length; at++) mapSet(chosen, values[at]!, true);
    const options = optionsOf(control);
    for (let at = 0; at < options.length; at++) {
      const isHeld = mapHas(chosen, optionValue(options[at]!));
      if (isHeld !== isOptionSelected(options[at]!)) setOptionSelected(options[at]!, isHeld);
    }
  } else if (isCheckable(control)) setChecked(control, held === 'true');
  else setControlValue(control, held);
}

/** The controls of a document, as a list of keys and what they held. */
function controlsText(document: PageNode): string {
  let text = '';
  controlsOf(document, (control, key) => {
    const held = heldBy(control);
    text += `${text === '' ? '' : ','}${quote(key)},${held === null ? 'null' : quote(held)}`;
  });
  return text.length + 2 > LIMITS.persistedChars ? '' : `[${text}]`;
}

function restoreControls(document: PageNode, text: string): void {
  const pairs = parseJson(text) as ArrayLike<string | null>;
  const held = newMap<string, BareArray<string | null>>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const list = mapGet(held, pairs[at]!) ?? bareArray<string | null>();
    mapSet(held, pairs[at]!, list);
    append(list, pairs[at + 1]!);
  }
  const seen = newMap<string, number>();
  const restore = (control: PageNode, key: string): void => {
    const index = mapGet(seen, key) ?? 0;
    mapSet(seen, key, index + 1);
    const value = mapGet(held, key)?.[index] ?? null;
    if (value !== null) hold(control, value);
  };
  controlsOf(document, restore);
  setStateRestorer((control) => {
    const key = keyOf(control);
    if (key !== null) restore(control, key);
  });
}

let kept: PersistedState | null = null;
let mainDocument: () => PageNode = () => null as never;
let root: () => PageNode | null = () => null;

/** The document is left: the session keeps this with its history entry. */
export function persistState(): void {
  const at = keepsScroll() ? root() : null;
  const { left, top } = at === null ? { left: 0, top: 0 } : lastScrollOffset(at);
  postPersisted(left, top, controlsText(mainDocument()));
}

/** What the session has kept of a document that was here before. */
export function startPersisted(state: PersistedState | undefined): void {
  kept = state ?? null;
}

function scrollBack(left: number, top: number): void {
  const at = root();
  if (at !== null) scrollElement(at, left, top);
}

export function installPersistedState(document: () => PageNode, scrolled: () => PageNode | null): void {
  mainDocument = document;
  root = scrolled;
  setScrollKeeper(() => {
    const at = root();
    return at === null ? null : lastScrollOffset(at);
  }, scrollBack);
  // As soon as there is something to scroll, and again when all is there that moves boxes, unless somebody else has scrolled.
  let reached = { left: 0, top: 0 };
  addReadyHook(() => {
    const state = currentReadyState();
    if (kept === null || state === 'loading') return;
    const at = root();
    const { left, top, controls } = kept;
    if (at !== null && keepsScroll() && (left !== 0 || top !== 0)) {
      const now = scrollOffset(at);
      if (state === 'interactive' || (now.left === reached.left && now.top === reached.top)) scrollBack(left, top);
      reached = scrollOffset(at);
    }
    if (state === 'complete' && controls !== '') queueTask(() => restoreControls(mainDocument(), controls));
  });
}
