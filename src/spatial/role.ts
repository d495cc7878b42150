/**
 * The role of an element.
 *
 * In:  an element. Out: its ARIA role, explicit or by the host language; `null` for generic elements.
 *
 * HTML-AAM 1.0 §4 https://www.w3.org/TR/html-aam-1.0/ and ARIA in HTML.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState, listenerTypes } from '../html/node-state.ts';
import { attribute, type DomElement, hasAttribute, hasAttributes, isHtml, parentElement } from '../html/node-tree.ts';
import { isRole } from './aria-roles.ts';

/** Elements with one role, whatever their attributes. Secure: pages choose names such as 'constructor'. */
const BY_TAG: ReadonlyMap<string, string> = new Map(
  Object.entries({
    address: 'group',
    article: 'article',
    button: 'button',
    datalist: 'listbox',
    dd: 'definition',
    details: 'group',
    dialog: 'dialog',
    dt: 'term',
    fieldset: 'group',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hr: 'separator',
    iframe: 'iframe',
    li: 'listitem',
    main: 'main',
    math: 'math',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    table: 'table',
    tbody: 'rowgroup',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    tr: 'row',
    ul: 'list',
  }),
);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  email: 'textbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
};

/** Input types whose control is a field to type into. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['', 'text', 'email', 'tel', 'url', 'search', 'password', 'number']);

/** The state of an input's type attribute: unknown words are 'text'. */
export function inputType(input: DomElement): string {
  const type = (attribute(input, 'type') ?? 'text').toLowerCase();
  return KNOWN_TYPES.has(type) ? type : 'text';
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...Object.keys(INPUT_ROLES),
  'date',
  'datetime-local',
  'hidden',
  'month',
  'password',
  'time',
  'week',
]);

export function isTextField(element: DomElement): boolean {
  if (element[LOCAL_NAME] === 'textarea') return true;
  return element[LOCAL_NAME] === 'input' && TEXT_FIELDS.has(inputType(element));
}

export function roleOf(element: DomElement): string | null {
  // Faster: without attributes, what it is decides.
  if (!hasAttributes(element) && isHtml(element) && !element[LOCAL_NAME].includes('-')) return implicitRole(element);
  const explicit = explicitRole(element);
  if (explicit === 'none' || explicit === 'presentation') {
    // ARIA §7.1: what can be focused keeps the role that it has by itself.
    if (!isFocusable(element)) return null;
  } else if (explicit !== null) {
    return explicit === 'generic' ? null : explicit === 'image' ? 'img' : explicit;
  }
  if (!isHtml(element)) return foreignRole(element);
  if (isEditingHost(element)) return 'textbox';
  return implicitRole(element) ?? (element[LOCAL_NAME].includes('-') ? internalRole(element) : null);
}

/** Whether a person can give it the focus, by what it is or by 'tabindex'. */
export function isFocusable(element: DomElement): boolean {
  const { [LOCAL_NAME]: localName } = element;
  if (hasTabIndex(element) || isEditingHost(element)) return true;
  if (localName === 'a' || localName === 'area') return hasAttribute(element, 'href');
  if (localName === 'input') return inputType(element) !== 'hidden' && !hasAttribute(element, 'disabled');
  return (
    (localName === 'button' || localName === 'select' || localName === 'textarea') && !hasAttribute(element, 'disabled')
  );
}

/** A 'tabindex' that puts the element into the order of Tab. */
export function hasTabIndex(element: DomElement): boolean {
  return Number.parseInt(attribute(element, 'tabindex') ?? '', 10) >= 0;
}

/** contenteditable where it begins, not in every element inside. */
export function isEditingHost(element: DomElement): boolean {
  const value = attribute(element, 'contenteditable')?.toLowerCase();
  return value === '' || value === 'true' || value === 'plaintext-only';
}

/** An image of SVG is one when it says what it shows. */
function foreignRole(element: DomElement): string | null {
  if (element[LOCAL_NAME] === 'a') {
    return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : null;
  }
  return element[LOCAL_NAME] === 'svg' && hasAttribute(element, 'aria-label') ? 'img' : null;
}

/** Chrome takes an <a> for a link also without an address, when a script listens for clicks on it. */
function hearsMouseButtons(element: DomElement): boolean {
  return /(?:^| )(?:click|mousedown|mouseup)(?: |$)/.test(listenerTypes(element));
}

/** HTML §4.13.7.4: the role that a custom element gives itself by default. */
function internalRole(element: DomElement): string | null {
  const role = elementState(element).role ?? '';
  return /^[a-z]+$/.test(role) ? role : null;
}

/** The first word of role="" that is a role. */
function explicitRole(element: DomElement): string | null {
  const given = attribute(element, 'role');
  if (given === null) return null;
  return given.toLowerCase().split(/\s+/).find(isRole) ?? null;
}

function implicitRole(element: DomElement): string | null {
  switch (element[LOCAL_NAME]) {
    case 'a':
      return hasAttribute(element, 'href') || hearsMouseButtons(element) ? 'link' : null;
    case 'area':
      return hasAttribute(element, 'href') ? 'link' : null;
    case 'img':
      return attribute(element, 'alt') === '' ? null : 'img';
    case 'input': {
      const type = inputType(element);
      if (hasAttribute(element, 'list') && TEXT_FIELDS.has(type)) return 'combobox';
      return INPUT_ROLES[type] ?? (type === 'hidden' ? null : 'textbox');
    }
    case 'select':
      return hasAttribute(element, 'multiple') || Number(attribute(element, 'size') ?? 0) > 1 ? 'listbox' : 'combobox';
    case 'header':
      return isInSectioning(element) ? null : 'banner';
    case 'footer':
      return isInSectioning(element) ? null : 'contentinfo';
    case 'section':
      return isNamed(element) ? 'region' : null;
    case 'form':
      return isNamed(element) ? 'form' : null;
    case 'aside':
      return isNamed(element) || !isInSectioning(element) ? 'complementary' : null;
    case 'summary':
      return parentElement(element)?.[LOCAL_NAME] === 'details' ? 'button' : null;
    case 'td':
      return isInGrid(element) ? 'gridcell' : 'cell';
    case 'th':
      return attribute(element, 'scope')?.startsWith('row') ? 'rowheader' : 'columnheader';
    default:
      return BY_TAG.get(element[LOCAL_NAME]) ?? null;
  }
}

/** Names that an author has given on purpose. */
function isNamed(element: DomElement): boolean {
  return hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby');
}

function isInGrid(cell: DomElement): boolean {
  for (let parent = parentElement(cell); parent !== null; parent = parentElement(parent)) {
    if (parent[LOCAL_NAME] !== 'table') continue;
    const role = explicitRole(parent);
    return role === 'grid' || role === 'treegrid';
  }
  return false;
}

const SECTIONING: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);

function isInSectioning(element: DomElement): boolean {
  for (let parent = parentElement(element); parent !== null; parent = parentElement(parent)) {
    if (SECTIONING.has(parent[LOCAL_NAME])) return true;
  }
  return false;
}

/** A heading's level: 1 to 6 by tag, or aria-level. */
export function headingLevel(element: DomElement): number {
  const level = Number(attribute(element, 'aria-level'));
  if (Number.isInteger(level) && level > 0) return level;
  const match = /^h([1-6])$/.exec(element[LOCAL_NAME]);
  return match ? Number(match[1]) : 2;
}
