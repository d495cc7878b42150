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

/** By IDL attribute; with the name of the attribute where that is another. */
export type Reflections = Readonly<Record<string, Kind | readonly [attribute: string, kind: Kind]>>;

/** Kinds of several elements. */
export const METHODS: Kind = { keywords: 'get post dialog', missing: 'get' };
export const FORM_METHODS: Kind = { keywords: 'get post dialog', missing: '', invalid: 'get' };
export const URL_ENCODED = 'application/x-www-form-urlencoded';
export const ENCTYPES = `${URL_ENCODED} multipart/form-data text/plain`;
export const CROSS_ORIGIN: Kind = {
  keywords: 'anonymous use-credentials',
  missing: null,
  invalid: 'anonymous',
  isNullable: true,
};
export const REFERRER_POLICY: Kind = {
  keywords:
    'no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin ' +
    'strict-origin-when-cross-origin unsafe-url',
};
export const LOADING: Kind = { keywords: 'eager lazy', missing: 'eager' };
export const PRIORITY: Kind = { keywords: 'high low auto', missing: 'auto' };
export const REL_OF_LINKS: Kind = { tokens: 'noreferrer noopener opener' };
export const BLOCKING: Kind = { tokens: 'render' };
export const DECODING: Kind = { keywords: 'auto sync async', missing: 'auto' };
export const LENGTH: Kind = { long: -1, isNonNegative: true };
export const SIZE: Kind = { unsigned: 0 };

export const ALIGNED_ROW: Reflections = {
  align: 'text',
  ch: ['char', 'text'],
  chOff: ['charoff', 'text'],
  vAlign: 'text',
};

/** `el.aria…`, which are `null` when absent. */
export const ARIA_ATTRIBUTES =
  'Atomic AutoComplete BrailleLabel BrailleRoleDescription Busy Checked ColCount ColIndex ColIndexText ColSpan Current ' +
  'Description Disabled Expanded HasPopup Hidden Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable ' +
  'Orientation Placeholder PosInSet Pressed ReadOnly Relevant Required RoleDescription RowCount RowIndex RowIndexText ' +
  'RowSpan Selected SetSize Sort ValueMax ValueMin ValueNow ValueText';
