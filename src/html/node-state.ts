/**
 * State of elements and documents that is not in attributes: what a control holds, what has focus, where it scrolled.
 *
 * The page realm keeps one plain record on a node under the bound `state` key, and the engine reads it here. Where no
 * record is, the attributes speak (HTML: the dirty flags are unset).
 */
import { attribute, type DomElement, type DomNode, hasAttribute, stateRecord } from './node-tree.ts';

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
  topLayer?: boolean;
  /** A custom element whose definition has run (':defined'). */
  defined?: boolean;
  /** Event types with a listener on the element. */
  listeners?: string;
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
  /** Quirks mode (DOM: document.compatMode is BackCompat). */
  quirks?: boolean;
  limitedQuirks?: boolean;
}

export function elementState(element: DomNode): ElementState {
  return (stateRecord(element) as ElementState | undefined) ?? NONE;
}

export function documentState(document: DomNode): DocumentState {
  return (stateRecord(document) as DocumentState | undefined) ?? NONE;
}

const NONE = Object.freeze({});

/** HTML: checkedness. */
export function isChecked(input: DomNode): boolean {
  return elementState(input).checked ?? hasAttribute(input, 'checked');
}

/** The value of an input as set by script or user, else its attribute. */
export function inputValue(input: DomNode): string {
  return elementState(input).value ?? attribute(input, 'value') ?? '';
}

export function isSelected(option: DomNode): boolean {
  return elementState(option).selected ?? hasAttribute(option, 'selected');
}
