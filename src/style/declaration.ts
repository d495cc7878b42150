/**
 * Declarations: what a stylesheet's text becomes before any element is known.
 *
 * Only longhands exist from here on. A shorthand is expanded when the sheet is parsed; one that contains var() is kept
 * as text and expanded when its variables are known (CSS Variables 1 §3). A declaration we do not lay out by is dropped.
 */

export type CssWideKeyword = 'initial' | 'inherit' | 'unset' | 'revert' | 'revert-layer';

/** A longhand's value as far as it can be known without an element. */
export type DeclaredValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'wide'; readonly keyword: CssWideKeyword }
  /** var() or env() inside: `property` is the longhand or shorthand that was written, `text` what stood there. */
  | { readonly kind: 'pending'; readonly property: string; readonly text: string };

/** One longhand declaration. `property` is a longhand's CSS name, or a custom property's ('--x', value as text). */
export interface Declaration {
  readonly property: string;
  readonly declared: DeclaredValue;
  readonly important: boolean;
}

/** The declarations of one rule or style attribute, in order. Immutable: its identity is a cache key. */
export interface DeclarationBlock {
  readonly normal: readonly Declaration[];
  readonly important: readonly Declaration[];
}

/** 'position-try' is the position fallback origin of CSS Anchor Positioning 1 §5.3. */
export type Origin = 'user-agent' | 'presentational' | 'author' | 'position-try';

/**
 * One block in the cascade of one element. The list given to `computeStyle` is sorted so that later wins (CSS Cascade 5
 * §6.1): user agent normal, presentational hints, author normal by layer, position fallback, author important by reversed
 * layer, user agent important.
 */
export interface CascadeEntry {
  readonly declarations: readonly Declaration[];
  readonly origin: Origin;
  /** Order of the cascade layer within the origin; un-layered styles are last. For 'revert-layer'. */
  readonly layer: number;
  readonly important: boolean;
  /** Whether it says anything about animations or transitions. */
  readonly moves?: boolean;
}
