/**
 * State of elements and documents that is not in attributes: what a control holds, what has focus, where it scrolled.
 *
 * The page realm keeps one plain record on a node under the bound `state` key, and the engine reads it here. Where no
 * record is, the attributes speak (HTML: the dirty flags are unset).
 */
import { attribute, type DomElement, type DomNode, hasAttribute, stateRecord, textOf } from './node-tree.ts';

/** What the page realm records on an element. A field that is absent has never been set by script or user. */
export interface ElementState {
  /** The dirty value of an input or textarea. */
  value?: string;
  /** The dirty checkedness of an input. */
  checked?: boolean;
  indeterminate?: boolean;
  /** The dirty selectedness of an option. */
  selected?: boolean;
  scrollLeft?: number;
  scrollTop?: number;
  /** A dialog opened by showModal(), or a shown popover: it is in the top layer. */
  /** In the top layer: later ones have higher numbers. */
  topLayer?: number;
  /** What a shown popover is anchored to: the control that showed it. For comparing; nothing else is done with it. */
  implicitAnchor?: DomNode;
  /** A custom element whose definition has run (':defined'). */
  defined?: boolean;
  /** Event types with a listener on the element. */
  listeners?: string;
  /** The slot that script has given a node to (slotAssignment 'manual'). */
  slot?: DomNode | null;
  /** On a shadow root: its slots show what script gives them, whatever the names are. */
  manualSlots?: boolean;
  /** A form-associated custom element. */
  formAssociated?: boolean;
  /** A control of which script says that it is not valid. */
  invalid?: boolean;
  /** The user has changed the control or tried to submit it (':user-valid', ':user-invalid'). */
  userValidity?: boolean;
  /** Names of the files that a file input has. */
  files?: string;
  /** Role and name that a custom element gives itself, where its attributes give none. */
  role?: string;
  label?: string;
  /** Custom states of a custom element, each with a space before and behind (':state()'). */
  states?: string;
  /** Declarations that ended animations of script have left. */
  animated?: string;
}

/** What the page realm records on a document. */
export interface DocumentState {
  focused?: DomElement | null;
  hovered?: DomElement | null;
  active?: DomElement | null;
  target?: DomElement | null;
  /** Whether focus came by keyboard, for :focus-visible. */
  focusVisible?: boolean;
  /** Grows with every change of the tree, of attributes, of text and of this state. */
  version?: number;
  /** Event types with a listener on the document, its window or a shadow root; and those that script listens for anywhere. */
  listeners?: string;
  heard?: string;
  /** Quirks mode (DOM: document.compatMode is BackCompat). */
  quirks?: boolean;
  limitedQuirks?: boolean;
  /** An XML document: selectors do not ignore the case of names. */
  xml?: boolean;
}

/**
 * Secure: the record is made in the page's realm. What has the wrong type counts as absent; an object of the page in place
 * of a string would be handed our regular expressions and functions.
 */
export function elementState(element: DomNode): ElementState {
  const record = stateRecord(element);
  if (typeof record !== 'object' || record === null) return NONE;
  const given = record as Record<keyof ElementState, unknown>;
  // No prototype: in the page realm, a page may have put anything on Object.prototype.
  const state = { __proto__: null } as ElementState;
  if (typeof given.value === 'string') state.value = given.value;
  if (typeof given.checked === 'boolean') state.checked = given.checked;
  if (typeof given.indeterminate === 'boolean') state.indeterminate = given.indeterminate;
  if (typeof given.selected === 'boolean') state.selected = given.selected;
  if (typeof given.scrollLeft === 'number') state.scrollLeft = given.scrollLeft;
  if (typeof given.scrollTop === 'number') state.scrollTop = given.scrollTop;
  if (typeof given.topLayer === 'number') state.topLayer = given.topLayer;
  const anchor = given.implicitAnchor;
  if (typeof anchor === 'object' && anchor !== null) state.implicitAnchor = anchor as DomNode;
  if (typeof given.defined === 'boolean') state.defined = given.defined;
  if (typeof given.listeners === 'string') state.listeners = given.listeners;
  if (typeof given.animated === 'string') state.animated = given.animated;
  if (typeof given.manualSlots === 'boolean') state.manualSlots = given.manualSlots;
  if (typeof given.states === 'string') state.states = given.states;
  if (typeof given.formAssociated === 'boolean') state.formAssociated = given.formAssociated;
  if (typeof given.invalid === 'boolean') state.invalid = given.invalid;
  if (typeof given.userValidity === 'boolean') state.userValidity = given.userValidity;
  if (typeof given.files === 'string') state.files = given.files;
  if (typeof given.role === 'string') state.role = given.role;
  if (typeof given.label === 'string') state.label = given.label;
  return state;
}

/** Event types with a listener on an element, with a space between them. */
export function listenerTypes(element: DomNode): string {
  const given = (stateRecord(element) as ElementState | undefined)?.listeners as unknown;
  return typeof given === 'string' ? given : '';
}

/** The same for a document as a whole: on itself and its window, and what script listens for anywhere in it. */
export function documentListeners(document: DomNode): { readonly whole: string; readonly anywhere: string } {
  const { listeners, heard } = documentState(document) as { readonly listeners?: unknown; readonly heard?: unknown };
  return {
    whole: typeof listeners === 'string' ? listeners : '',
    anywhere: typeof heard === 'string' ? heard : '',
  };
}

/** The elements in it are for comparing; nothing else is done with them. */
export function documentState(document: DomNode): DocumentState {
  const record = stateRecord(document);
  return typeof record === 'object' && record !== null ? record : NONE;
}

const NONE = Object.freeze({ __proto__: null }) as object;

/** The slot that script has given a node to. It is for comparing; whether it is one, and where, must be checked. */
export function manualSlot(node: DomNode): DomNode | null {
  const record = stateRecord(node) as { readonly slot?: DomNode | null } | undefined;
  return record?.slot ?? null;
}

/** HTML: checkedness. */
export function isChecked(input: DomNode): boolean {
  return elementState(input).checked ?? hasAttribute(input, 'checked');
}

/** The value of an input as set by script or user, else its attribute. */
export function inputValue(input: DomNode): string {
  return elementState(input).value ?? attribute(input, 'value') ?? '';
}

/** The text in a text area: as set by script or user, else what it holds. */
export function textAreaValue(textArea: DomNode): string {
  return elementState(textArea).value ?? textOf(textArea);
}

export function isSelected(option: DomNode): boolean {
  return elementState(option).selected ?? hasAttribute(option, 'selected');
}

/** Declarations that animations of script have left on an element; '' for most. */
export function animatedDeclarations(element: DomNode): string {
  const record = stateRecord(element) as { readonly animated?: unknown } | null | undefined;
  if (typeof record !== 'object' || record === null) return '';
  const { animated } = record;
  return typeof animated === 'string' ? animated : '';
}
