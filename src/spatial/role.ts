/**
 * The role of an element.
 *
 * In:  an element. Out: its ARIA role, explicit or by the host language; `null` for generic elements.
 *
 * HTML-AAM 1.0 §4 https://www.w3.org/TR/html-aam-1.0/ and ARIA in HTML.
 */
import { attribute, type DomElement, hasAttribute, isHtml, parentElement } from '../html/node-tree.ts';

/** Elements with one role, whatever their attributes. */
const BY_TAG: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
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
  summary: 'button',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
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
  'color',
  'date',
  'datetime-local',
  'file',
  'hidden',
  'month',
  'password',
  'time',
  'week',
]);

export function isTextField(element: DomElement): boolean {
  if (element.localName === 'textarea') return true;
  return element.localName === 'input' && TEXT_FIELDS.has(inputType(element));
}

export function roleOf(element: DomElement): string | null {
  const explicit = explicitRole(element);
  return explicit ?? (isHtml(element) ? implicitRole(element) : null);
}

/** The first word of role="" that is a role; 'none' and 'presentation' take the role away, unless it can be focused. */
function explicitRole(element: DomElement): string | null {
  const words = attribute(element, 'role')?.toLowerCase().split(/\s+/) ?? [];
  const role = words.find((word) => /^[a-z]+(-[a-z]+)*$/.test(word));
  if (role === undefined || role === 'presentation' || role === 'none') return null;
  return role;
}

function implicitRole(element: DomElement): string | null {
  switch (element.localName) {
    case 'a':
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
      return hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') ? 'region' : null;
    case 'th':
      return attribute(element, 'scope')?.startsWith('row') ? 'rowheader' : 'columnheader';
    default:
      return BY_TAG[element.localName] ?? null;
  }
}

const SECTIONING: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);

function isInSectioning(element: DomElement): boolean {
  for (let parent = parentElement(element); parent !== null; parent = parentElement(parent)) {
    if (SECTIONING.has(parent.localName)) return true;
  }
  return false;
}

/** Roles that a person can act on. */
const WIDGETS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

export function isWidgetRole(role: string | null): boolean {
  return role !== null && WIDGETS.has(role);
}

/** A heading's level: 1 to 6 by tag, or aria-level. */
export function headingLevel(element: DomElement): number {
  const level = Number(attribute(element, 'aria-level'));
  if (Number.isInteger(level) && level > 0) return level;
  const match = /^h([1-6])$/.exec(element.localName);
  return match ? Number(match[1]) : 2;
}
