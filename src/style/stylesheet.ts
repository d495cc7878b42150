/**
 * A parsed stylesheet: rules as a tree, in order.
 *
 * What depends on the page (media, containers, scopes, layers) stays in the tree; what never changes (@supports) has been
 * decided. Immutable, and shared between documents with the same text.
 */
import type { ContainerQuery } from './container.ts';
import type { DeclarationBlock } from './declaration.ts';
import type { MediaQueryList } from './media.ts';
import type { RegisteredProperty } from './registered-property.ts';
import type { SelectorList } from './selector/selector.ts';

export type Rule =
  | StyleRule
  | { readonly kind: 'media'; readonly media: MediaQueryList; readonly rules: readonly Rule[] }
  | { readonly kind: 'container'; readonly query: ContainerQuery; readonly rules: readonly Rule[] }
  /** `name` is relative to the layer around it; `null` is an anonymous layer. */
  | { readonly kind: 'layer'; readonly name: LayerName | null; readonly rules: readonly Rule[] }
  | { readonly kind: 'layer-order'; readonly names: readonly LayerName[] }
  /** Without `start` the scope is the parent of the element that owns the sheet. */
  | {
      readonly kind: 'scope';
      readonly start: SelectorList | null;
      readonly end: SelectorList | null;
      readonly rules: readonly Rule[];
    }
  | ImportRule
  | { readonly kind: 'property'; readonly property: RegisteredProperty }
  | { readonly kind: 'font-face'; readonly family: string }
  | { readonly kind: 'position-try'; readonly name: string; readonly block: DeclarationBlock }
  /** The declarations of the first and of the last frame. */
  | {
      readonly kind: 'keyframes';
      readonly name: string;
      readonly from: DeclarationBlock;
      readonly to: DeclarationBlock;
    };

/** Declarations written after nested rules stand as another style rule with the same selectors (CSS Nesting 1 §4). */
export interface StyleRule {
  readonly kind: 'style';
  readonly selectors: SelectorList;
  readonly block: DeclarationBlock;
  readonly rules: readonly Rule[];
}

export interface ImportRule {
  readonly kind: 'import';
  readonly href: string;
  /** `undefined`: no layer; `null`: an anonymous one. */
  readonly layer: LayerName | null | undefined;
  readonly media: MediaQueryList;
}

/** 'a.b' is ['a', 'b']. */
export type LayerName = readonly string[];

export interface StyleSheet {
  readonly rules: readonly Rule[];
  /** What it was parsed from, for script that asks for what layout leaves out (cssom/written-sheet.ts). */
  readonly text: string;
  readonly quirks: boolean;
}
