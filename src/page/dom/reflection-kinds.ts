/**
 * The ways in which an IDL attribute can reflect a content attribute, and the names of ARIA's.
 *
 * HTML §2.6.1 https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes, WAI-ARIA 1.3 §10.
 */

/** How a value is read and written; see reflection.ts. */
export type Kind =
  | 'text'
  | 'text or null'
  | 'url'
  /** The document's own address when it is empty or absent. */
  | 'url or document'
  | 'boolean'
  | 'tokens'
  /** Tokens of which `supports()` knows these. */
  | { readonly tokens: string }
  | {
      readonly keywords: string;
      /** `null` for attributes that are `null` when absent. */
      readonly missing?: string | null;
      readonly invalid?: string;
      readonly isNullable?: boolean;
    }
  | { readonly long: number; readonly isNonNegative?: boolean }
  | {
      readonly unsigned: number;
      /** What becomes of zero. */
      readonly positive?: 'refuse' | 'default';
      readonly clamp?: readonly [least: number, most: number];
    }
  | { readonly double: number };

/** `el.aria…`, which are `null` when absent. */
export const ARIA_ATTRIBUTES =
  'Atomic AutoComplete BrailleLabel BrailleRoleDescription Busy Checked ColCount ColIndex ColIndexText ColSpan Current ' +
  'Description Disabled Expanded HasPopup Hidden Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable ' +
  'Orientation Placeholder PosInSet Pressed ReadOnly Relevant Required RoleDescription RowCount RowIndex RowIndexText ' +
  'RowSpan Selected SetSize Sort ValueMax ValueMin ValueNow ValueText';
