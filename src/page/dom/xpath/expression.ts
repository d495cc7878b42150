/**
 * What an XPath expression is made of.
 *
 * XPath 1.0 §2, §3 https://www.w3.org/TR/xpath-10/
 */
import type { BareArray } from '../../primordials.ts';

export type Axis =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'namespace'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self';

export const AXES =
  ' ancestor ancestor-or-self attribute child descendant descendant-or-self following following-sibling namespace ' +
  'parent preceding preceding-sibling self ';

export type NodeTest =
  /** `local` is '*' for any name; `prefix` is `null` without one. */
  | { readonly kind: 'name'; readonly prefix: string | null; readonly local: string }
  | { readonly kind: 'node' | 'text' | 'comment' }
  | { readonly kind: 'processing-instruction'; readonly target: string | null };

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: BareArray<Expression>;
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | 'div' | 'mod';

export type Expression =
  | { readonly kind: 'or' | 'and' | 'union'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'arithmetic';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: BareArray<Expression> }
  | { readonly kind: 'filter'; readonly primary: Expression; readonly predicates: BareArray<Expression> }
  | {
      readonly kind: 'path';
      /** Where the path starts: `null` at the context node, 'root' at the root, else at what this gives. */
      readonly start: Expression | 'root' | null;
      readonly steps: BareArray<Step>;
    };
