/**
 * The computed style of one element or pseudo-element.
 *
 * In:  the cascade's entries, the parent's and the root's style, the environment.
 * Out: a `ComputedStyle`. It depends on nothing else, unless attr() was used: then `onElementUse` is called.
 *
 * The order follows what depends on what: custom properties, zoom, writing mode, font, colour, line height, then the
 * rest, flow-relative longhands last (CSS Cascade 5 §4 https://drafts.csswg.org/css-cascade-5/#value-stages,
 * CSS Logical 1 §4 for the order between flow-relative and physical).
 */

import { LOCAL_NAME } from '../html/node-keys.ts';
import type { DomElement } from '../html/node-tree.ts';
import { adjustControl } from './adjust-control.ts';
import { adjustStyle, MEDIUM_BORDER } from './adjust-style.ts';
import { ComputeContext, type ContainerSize } from './compute-context.ts';
import type { ComputedStyle, PseudoName } from './computed-style.ts';
import type { CascadeEntry, CssWideKeyword, Declaration, DeclaredValue } from './declaration.ts';
import type { Display } from './display.ts';
import { inheritFontSize } from './font-size.ts';
import { motionOf } from './motion.ts';
import { SYSTEM_COLORS } from './named-colors.ts';
import { triesOf, withTry } from './position-try.ts';
import { compileSubstituted } from './properties/compile.ts';
import type { SpecifiedFontSize } from './properties/font.ts';
import type { Longhand } from './properties/longhand.ts';
import { LONGHANDS, longhandIndex, physicalIndexes } from './properties/table.ts';
import { quirkyMargins } from './quirky-margins.ts';
import type { RegisteredContext } from './registered-property.ts';
import type { SpecifiedNumber } from './specified-value.ts';
import type { StyleEnvironment } from './style-environment.ts';
import { INITIAL_STYLE, inheritedRecord, recordOf, type StyleRecord } from './style-record.ts';
import { type RegisteredProperties, VariableScope } from './variables.ts';
import { borrowWinners, giveBackWinners, type Winners } from './winners.ts';

export { INITIAL_STYLE } from './style-record.ts';

export interface ComputeInput {
  /** Sorted so that later wins. */
  readonly entries: readonly CascadeEntry[];
  /** The style of the parent in the flat tree, of the originating element for a pseudo-element; `null` for the root. */
  readonly parent: ComputedStyle | null;
  /** The root element's style; `null` while it is computed itself. */
  readonly root: ComputedStyle | null;
  readonly element: DomElement;
  readonly pseudo: PseudoName | null;
  readonly environment: StyleEnvironment;
  readonly quirks: boolean;
  readonly registered: RegisteredProperties;
  /** Families of @font-face rules, in lower case; the root's style hands them down. */
  readonly pageFonts?: ReadonlySet<string>;
  /** Sizes of the nearest query containers. Without it, container units go by the viewport. */
  readonly containerSize?: ContainerSize;
  /** What a '@position-try' rule declares, or `null` for nothing; `undefined` when there is no such rule. */
  readonly tryEntry?: (name: string) => CascadeEntry | null | undefined;
  /** Called when the style depends on the element's attributes and must not be shared. */
  readonly onElementUse?: () => void;
}

/** What 'initial' writes: a border is 'medium' until it is known to have no style. */
const INITIAL = inheritedRecord(INITIAL_STYLE);
INITIAL.borderTopWidth = MEDIUM_BORDER;
INITIAL.borderRightWidth = MEDIUM_BORDER;
INITIAL.borderBottomWidth = MEDIUM_BORDER;
INITIAL.borderLeftWidth = MEDIUM_BORDER;

export function computeStyle(input: ComputeInput): ComputedStyle {
  const style = computeRecord(input);
  if (style.positionTryFallbacks !== 'none') style.tryStyles = tryStyles(style.positionTryFallbacks, input);
  return style;
}

function computeRecord(input: ComputeInput): StyleRecord {
  const winners = borrowWinners();
  winners.collect(input.entries, null);
  const style = new StyleComputation(input, winners).run();
  giveBackWinners(winners);
  return style;
}

/** Each fallback position is a style of its own (position-try.ts); layout chooses from them. */
function tryStyles(fallbacks: string, input: ComputeInput): ReadonlyMap<string, ComputedStyle> | null {
  const styles = new Map<string, ComputedStyle>();
  for (const name of triesOf(fallbacks)) {
    const own = input.tryEntry?.(name);
    if (own !== undefined) styles.set(name, computeRecord({ ...input, entries: withTry(input.entries, own) }));
  }
  return styles.size === 0 ? null : styles;
}

const ZOOM = longhandIndex('zoom');
const DIRECTION = longhandIndex('direction');
const WRITING_MODE = longhandIndex('writing-mode');
const TEXT_ORIENTATION = longhandIndex('text-orientation');
const FONT_FAMILY = longhandIndex('font-family');
const FONT_SIZE = longhandIndex('font-size');
const COLOR_SCHEME = longhandIndex('color-scheme');
const COLOR = longhandIndex('color');
const LINE_HEIGHT = longhandIndex('line-height');

/** Longhands whose place in the order is fixed; the loop over the rest passes them over. */
const ORDERED = new Uint8Array(LONGHANDS.length);
for (const index of [
  ZOOM,
  DIRECTION,
  WRITING_MODE,
  TEXT_ORIENTATION,
  FONT_FAMILY,
  FONT_SIZE,
  COLOR_SCHEME,
  COLOR,
  LINE_HEIGHT,
]) {
  ORDERED[index] = 1;
}
/** Faster: whether a longhand is flow-relative, by index. */
const LOGICAL = Uint8Array.from(LONGHANDS, (longhand) => (longhand.logical === null ? 0 : 1));

class StyleComputation {
  readonly #input: ComputeInput;
  readonly #winners: Winners;
  readonly #parent: Readonly<StyleRecord>;
  readonly #style: StyleRecord;
  readonly #context: ComputeContext;
  readonly #variables: VariableScope;
  /** The last value with references and what became of it: a shorthand's longhands share one. */
  #pending: DeclaredValue | null = null;
  #substituted: readonly Declaration[] = [];

  constructor(input: ComputeInput, winners: Winners) {
    this.#input = input;
    this.#winners = winners;
    this.#parent = recordOf(input.parent ?? INITIAL_STYLE);
    this.#style = inheritedRecord(this.#parent);
    this.#variables = new VariableScope(input.element, input.registered, input.environment);
    this.#context = new ComputeContext(
      this.#style,
      this.#parent,
      input.root === null ? null : recordOf(input.root),
      input.environment,
      input.quirks,
      input.containerSize ?? null,
    );
  }

  run(): StyleRecord {
    const { entries, element, pseudo, parent } = this.#input;
    const style = this.#style;
    if (parent === null) style.pageFonts = this.#input.pageFonts ?? style.pageFonts;
    style.custom = this.#variables.resolve(this.#winners.custom, this.#parent.custom);
    if (entries.length > 0) {
      this.#applyZoom();
      this.#apply(DIRECTION);
      this.#apply(WRITING_MODE);
      this.#apply(TEXT_ORIENTATION);
      this.#context.vertical = style.writingMode !== 'horizontal-tb';
      // A side that reverts goes back to what an earlier origin says of it under either name.
      if (this.#winners.hasReverted) {
        this.#winners.collect(entries, physicalIndexes(style.writingMode, style.direction));
      }
      this.#applyFont();
    }
    this.#context.useOwnFont();
    this.#applyColors(parent === null);
    if (this.#variables.waits) style.custom = this.#variables.compute(this.#registeredContext());
    if (entries.length > 0) {
      this.#apply(LINE_HEIGHT);
      this.#applyRest();
    }
    const isRoot = parent === null;
    adjustStyle(style, this.#parent, this.#winners, pseudo === null ? element[LOCAL_NAME] : '', isRoot);
    adjustControl(style, element, pseudo, entries);
    if (this.#input.quirks && pseudo === null) style.quirkyMargins = quirkyMargins(element[LOCAL_NAME], entries);
    if (entries.some((entry) => entry.moves)) style.motion = motionOf(entries, (text) => this.#variables.replace(text));
    if (this.#variables.usedAttribute) this.#input.onElementUse?.();
    return style;
  }

  /** Registered custom properties have lengths before zoom: what uses them is zoomed. */
  #registeredContext(): RegisteredContext {
    const { root, environment, quirks, containerSize } = this.#input;
    const style = this.#style;
    const rootRecord = root === null ? null : recordOf(root);
    const units = new ComputeContext(style, this.#parent, rootRecord, environment, quirks, containerSize ?? null);
    units.vertical = this.#context.vertical;
    units.useOwnFont();
    units.useUnzoomed();
    return { units, currentColor: style.color, scheme: style.colorScheme };
  }

  /** Zoom multiplies down the tree, and takes inherited lengths with it (CSS Viewport 1 §4). */
  #applyZoom(): void {
    const declared = this.#known(ZOOM);
    if (declared === null || declared.kind !== 'value') return;
    const own = LONGHANDS[ZOOM]!.compute!(declared.value as SpecifiedNumber, this.#context) as number;
    if (own === 1) return;
    const style = this.#style;
    style.zoom *= own;
    style.letterSpacing *= own;
    style.wordSpacing *= own;
    style.borderSpacingX *= own;
    style.borderSpacingY *= own;
    if (typeof style.textIndent === 'number') style.textIndent *= own;
    if (typeof style.lineHeight === 'object') style.lineHeight = { px: style.lineHeight.px * own };
    if (typeof style.tabSize === 'object') style.tabSize = { px: style.tabSize.px * own };
  }

  #applyFont(): void {
    const style = this.#style;
    this.#apply(FONT_FAMILY);
    this.#context.useParentFont();
    const declared = this.#known(FONT_SIZE);
    const { compute } = LONGHANDS[FONT_SIZE]!;
    if (declared?.kind === 'value') {
      style.fontSize = compute!(declared.value as SpecifiedFontSize, this.#context) as number;
    } else if (declared?.kind === 'wide' && declared.keyword === 'initial') {
      style.fontSize = compute!(MEDIUM, this.#context) as number;
    } else {
      inheritFontSize(style, this.#parent, this.#input.quirks);
    }
  }

  #applyColors(isRoot: boolean): void {
    this.#apply(COLOR_SCHEME);
    const declared = this.#winners.declared[COLOR];
    if (declared) this.#apply(COLOR);
    else if (isRoot && this.#style.colorScheme === 'dark') this.#style.color = SYSTEM_COLORS.get('canvastext')!.dark;
  }

  /** Physical longhands, each unless a flow-relative one for the same side stands later in the cascade. */
  #applyRest(): void {
    const { touched, order } = this.#winners;
    let hasLogical = false;
    for (const index of touched) {
      if (LOGICAL[index] === 1) hasLogical = true;
      else if (ORDERED[index] === 0) this.#apply(index);
    }
    if (!hasLogical) return;
    const physical = physicalIndexes(this.#style.writingMode, this.#style.direction);
    for (const index of touched) {
      if (LOGICAL[index] === 0) continue;
      const target = physical[index]!;
      if (target < 0 || order[index]! < order[target]!) continue;
      const declared = this.#winners.declared[index]!;
      // The physical longhand now has this value, also for whoever asks which value won.
      if (this.#winners.declared[target] === null) touched.push(target);
      this.#winners.declared[target] = declared;
      this.#write(LONGHANDS[target]!, this.#resolved(declared, this.#winners.names[index]!));
    }
  }

  #apply(index: number): void {
    const declared = this.#winners.declared[index] ?? null;
    if (declared === null) return;
    this.#write(LONGHANDS[index]!, this.#resolved(declared, this.#winners.names[index]!));
  }

  /** The declared value of a longhand with references replaced; `null` when there is none. */
  #known(index: number): DeclaredValue | null {
    const declared = this.#winners.declared[index] ?? null;
    return declared === null ? null : this.#resolved(declared, this.#winners.names[index]!);
  }

  #write(longhand: Longhand, declared: DeclaredValue): void {
    const fields = this.#style as unknown as Record<string, unknown>;
    if (declared.kind === 'value') {
      const { compute } = longhand;
      fields[longhand.field] = compute === null ? declared.value : compute(declared.value, this.#context);
    } else if (declared.kind === 'wide') {
      const source = inherits(declared.keyword, longhand) ? this.#parent : INITIAL;
      fields[longhand.field] = source[longhand.field];
    }
  }

  /** Replaces references. What then does not fit the property counts as 'unset' (CSS Variables 1 §3.1). */
  #resolved(declared: DeclaredValue, name: string): DeclaredValue {
    if (declared.kind !== 'pending') return declared;
    if (this.#pending !== declared) {
      const text = this.#variables.replace(declared.text);
      this.#pending = declared;
      this.#substituted = text === null ? [] : compileSubstituted(declared.property, text, this.#input.quirks);
    }
    for (const each of this.#substituted) if (each.property === name) return each.declared;
    return UNSET;
  }
}

const UNSET: DeclaredValue = { kind: 'wide', keyword: 'unset' };
const MEDIUM: SpecifiedFontSize = { kind: 'keyword', keyword: 4 };

function inherits(keyword: CssWideKeyword, longhand: Longhand): boolean {
  return keyword === 'inherit' || (keyword !== 'initial' && longhand.inherited);
}

/** Key: parent style, then display. Freed with the parent style. */
const anonymousStyles = new WeakMap<ComputedStyle, Map<Display, ComputedStyle>>();

/** The style of an anonymous box: inherited properties of the parent, initial values otherwise, this display. */
export function anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle {
  let byDisplay = anonymousStyles.get(parent);
  if (byDisplay === undefined) {
    byDisplay = new Map();
    anonymousStyles.set(parent, byDisplay);
  }
  let style = byDisplay.get(display);
  if (style === undefined) {
    const record = inheritedRecord(parent);
    record.display = display;
    record.originalDisplay = display;
    // Without a box of its own, its children are in the box around it.
    record.containingDisplay = display === 'contents' ? recordOf(parent).containingDisplay : display;
    style = record;
    byDisplay.set(display, style);
  }
  return style;
}
