/**
 * The accessibility tree as a flat list, made from a Spatial DOM.
 *
 * In:  a page. Out: what has a role or can be acted on, with the ref that names it in later calls. Plain text is left out;
 *      getAccessibilityTree is about what there is to do, `session.read` gives what there is to read.
 */
import type { MethodResult } from '../protocol/methods.ts';
import { elementRole } from '../spatial/element-role.ts';

type SpatialDom = MethodResult<'session.state'>;
type SpatialElement = SpatialDom['els'][number];

export interface AccessibilityNode {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly tag: string;
  readonly value?: string;
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly states?: readonly string[];
}

const NAME_CHARS = 80;
const STATES = [
  'checked',
  'selected',
  'expanded',
  'pressed',
  'disabled',
  'required',
  'readonly',
  'invalid',
  'focused',
] as const;
/** Fields that hold a value, also when it is empty. */
const FIELD_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox']);

export function accessibilityTree(page: SpatialDom): AccessibilityNode[] {
  return page.els.flatMap((element) => {
    const role = elementRole(element) ?? (element.clickable ? 'generic' : null);
    return role === null ? [] : [nodeOf(element, role)];
  });
}

function nodeOf(element: SpatialElement, role: string): AccessibilityNode {
  const [x, y, w, h] = element.b;
  const states = STATES.filter((state) => element[state] === true || element[state] === 'mixed');
  const value = element.val ?? (FIELD_ROLES.has(role) ? '' : undefined);
  return {
    ref: `@e${element.id}`,
    role,
    name: (element.name ?? element.text ?? element.ph ?? '').slice(0, NAME_CHARS),
    tag: element.tag.toUpperCase(),
    ...(value === undefined ? {} : { value }),
    rect: { x, y, w, h },
    ...(states.length === 0 ? {} : { states }),
  };
}
