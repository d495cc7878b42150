/**
 * Pseudo-classes without arguments: the name, and the test.
 *
 * A name that Chrome knows but that cannot be true here (a visited link, full screen, media playing) has a test that
 * fails: the selector stays valid, which keeps the rest of its rule alive.
 *
 * Selectors 4 https://drafts.csswg.org/selectors-4/, HTML §4.16.3
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { documentState, elementState } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  DOCUMENT_NODE,
  type DomElement,
  type DomNode,
  firstChild,
  hasAttribute,
  hostAbove,
  isElement,
  isHtml,
  isText,
  namespaceOf,
  nextElementSibling,
  nextSibling,
  previousElementSibling,
  shadowRoot,
} from '../../html/node-tree.ts';
import {
  isCheckedControl,
  isControl,
  isDefault,
  isDisabled,
  isIndeterminate,
  isOptional,
  isPlaceholderShown,
  isReadWrite,
  isRequired,
} from './form-state.ts';
import { isInRange, isValid } from './form-validity.ts';
import { headingLevel } from './heading-level.ts';
import type { PseudoClassTest } from './selector.ts';

const never: PseudoClassTest = () => false;

function isRoot(element: DomElement): boolean {
  return element[PARENT_NODE] !== null && element[PARENT_NODE][NODE_TYPE] === DOCUMENT_NODE;
}

function isLink(element: DomElement): boolean {
  if (isHtml(element)) {
    return (element[LOCAL_NAME] === 'a' || element[LOCAL_NAME] === 'area') && hasAttribute(element, 'href');
  }
  const isSvgLink = namespaceOf(element) === 'svg' && element[LOCAL_NAME] === 'a';
  return isSvgLink && (hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href'));
}

/** Only comments and empty text inside. */
function isEmpty(element: DomElement): boolean {
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isElement(child) || (isText(child) && characterData(child) !== '')) return false;
  }
  return true;
}

/** A custom element waits for its definition; every other element has one. */
function isDefined(element: DomElement): boolean {
  const { defined } = elementState(element);
  if (defined !== undefined) return defined;
  return !isHtml(element) || !element[LOCAL_NAME].includes('-') || shadowRoot(element) !== null;
}

/** Bounds the way up through shadow trees: the page could make it a circle. */
const MAX_TREES = 64;

/** HTML: also a host has the focus when an element in its shadow tree does. */
function hasFocus(element: DomElement, focused: DomNode | null): boolean {
  if (focused === null || focused === element) return focused !== null;
  if (shadowRoot(element) === null) return false;
  let at: DomNode | null = focused;
  for (let trees = 0; at !== null && at !== undefined && trees < MAX_TREES; trees++) {
    at = hostAbove(at);
    if (at === element) return true;
  }
  return false;
}

/** Focus shows when it came by keyboard, and always on what takes text. */
const isFocusVisible: PseudoClassTest = (element, { document }) => {
  const { focused, focusVisible } = documentState(document);
  if (focused !== element) return false;
  return focusVisible === true || isReadWrite(element);
};

function isOpen(element: DomElement): boolean {
  const isDisclosure = element[LOCAL_NAME] === 'details' || element[LOCAL_NAME] === 'dialog';
  return isHtml(element) && isDisclosure && hasAttribute(element, 'open');
}

const USER_CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/** HTML: `null` where the user has done nothing yet. */
function userValidity(element: DomElement, document: DomNode): boolean | null {
  if (!USER_CONTROLS.has(element[LOCAL_NAME])) return null;
  return elementState(element).userValidity === true ? isValid(element, document) : null;
}

function isInTopLayer(element: DomElement): boolean {
  return elementState(element).topLayer !== undefined;
}

const TESTS: ReadonlyMap<string, PseudoClassTest> = new Map<string, PseudoClassTest>([
  // Tree structure.
  ['root', isRoot],
  ['empty', isEmpty],
  ['first-child', (element) => previousElementSibling(element) === null],
  ['last-child', (element) => nextElementSibling(element) === null],
  ['only-child', (element) => previousElementSibling(element) === null && nextElementSibling(element) === null],
  ['first-of-type', (element, state) => state.siblingIndex(element, false, true) === 1],
  ['last-of-type', (element, state) => state.siblingIndex(element, true, true) === 1],
  [
    'only-of-type',
    (element, state) => state.siblingIndex(element, false, true) === 1 && state.siblingIndex(element, true, true) === 1,
  ],

  ['heading', (element) => headingLevel(element) !== null],

  // Links and places.
  ['link', isLink],
  ['any-link', isLink],
  ['-webkit-any-link', isLink],
  ['visited', never],
  ['target', (element, { document }) => documentState(document).target === element],
  ['target-current', never],
  ['target-before', never],
  ['target-after', never],
  ['interest-source', never],
  ['interest-target', never],

  // The user.
  ['hover', (element, { hoverChain }) => hoverChain.has(element)],
  ['active', (element, { activeChain }) => activeChain.has(element)],
  ['focus', (element, { document }) => hasFocus(element, documentState(document).focused ?? null)],
  ['focus-within', (element, { focusChain }) => focusChain.has(element)],
  ['focus-visible', isFocusVisible],

  // Controls.
  ['enabled', (element) => isControl(element) && !isDisabled(element)],
  ['disabled', isDisabled],
  ['checked', isCheckedControl],
  ['indeterminate', (element, { document }) => isIndeterminate(element, document)],
  ['default', isDefault],
  ['required', isRequired],
  ['optional', isOptional],
  ['read-write', isReadWrite],
  ['read-only', (element) => !isReadWrite(element)],
  ['placeholder-shown', isPlaceholderShown],
  ['valid', (element, { document }) => isValid(element, document) === true],
  ['invalid', (element, { document }) => isValid(element, document) === false],
  ['in-range', (element) => isInRange(element) === true],
  ['out-of-range', (element) => isInRange(element) === false],
  ['user-valid', (element, { document }) => userValidity(element, document) === true],
  ['user-invalid', (element, { document }) => userValidity(element, document) === false],
  ['autofill', never],
  ['-webkit-autofill', never],
  ['-internal-autofill-previewed', never],
  ['-internal-autofill-selected', never],

  // What is shown where.
  ['defined', isDefined],
  ['open', isOpen],
  ['modal', (element) => element[LOCAL_NAME] === 'dialog' && isInTopLayer(element)],
  ['popover-open', (element) => attribute(element, 'popover') !== null && isInTopLayer(element)],
  ['fullscreen', never],
  ['-webkit-full-screen', never],
  ['-webkit-full-screen-ancestor', never],
  ['-webkit-full-page-media', never],
  ['picture-in-picture', never],
  ['xr-overlay', never],
  ['active-view-transition', never],

  // Timed text.
  ['current', never],
  ['past', never],
  ['future', never],

  // Scroll bars and dragging: valid, and about nothing in the tree.
  ...(
    'horizontal vertical start end increment decrement single-button double-button no-button corner-present ' +
    'window-inactive -webkit-drag'
  )
    .split(' ')
    .map((name): [string, PseudoClassTest] => [name, never]),
]);

/** The test of a pseudo-class, or `null` when there is no such name. */
export function pseudoClassTest(name: string): PseudoClassTest | null {
  return TESTS.get(name) ?? null;
}
