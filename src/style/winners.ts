/**
 * The winning declaration of each longhand and custom property of one element.
 *
 * In:  the element's cascade entries, sorted so that later wins.
 * Out: for each longhand its declared value and how late it stood; the own custom properties.
 *
 * 'revert' and 'revert-layer' step aside for what an earlier origin or layer says (CSS Cascade 5 §7.3
 * https://drafts.csswg.org/css-cascade-5/#defaulting-keywords). The last declaration is looked at first, so that most
 * are passed over with one array read.
 */
import type { CascadeEntry, Declaration, DeclaredValue, Origin } from './declaration.ts';
import { LONGHANDS, longhandIndex } from './properties/table.ts';

/** Entries that a 'revert' rules out: of an origin, and with 'revert-layer' only of one layer. */
interface Reverted {
  readonly origin: Origin;
  readonly layer: number | null;
}

const HYPHEN = 0x2d;

/** Reused from style to style; `borrow` and `giveBack` keep nested computations apart. */
export class Winners {
  /** By longhand index; `null` when nothing is declared. */
  readonly declared: (DeclaredValue | null)[] = new Array(LONGHANDS.length).fill(null);
  /** By longhand index: larger is later in the cascade; 0 when nothing is declared. */
  readonly order = new Int32Array(LONGHANDS.length);
  /** By longhand index: the name under which the winner was declared, which may be a flow-relative one. */
  readonly names: string[] = LONGHANDS.map((longhand) => longhand.name);
  /** Indexes of the longhands with a winner. */
  readonly touched: number[] = [];
  custom: Map<string, DeclaredValue> | null = null;
  #reverted: Map<string, Reverted[]> | null = null;
  #physical: Int16Array | null = null;

  /** Whether some declaration reverts, so that what flow-relative names stand for must be known from the start. */
  get hasReverted(): boolean {
    return this.#reverted !== null;
  }

  /** With `physical`, flow-relative longhands count as the sides that they are. */
  collect(entries: readonly CascadeEntry[], physical: Int16Array | null): void {
    this.clear();
    this.#physical = physical;
    let position = 0;
    for (const entry of entries) position += entry.declarations.length;
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at]!;
      const { declarations } = entry;
      for (let i = declarations.length - 1; i >= 0; i--) this.#consider(declarations[i]!, entry, position--);
    }
  }

  clear(): void {
    for (const index of this.touched) {
      this.declared[index] = null;
      this.order[index] = 0;
    }
    this.touched.length = 0;
    this.custom = null;
    this.#reverted = null;
  }

  #consider(declaration: Declaration, entry: CascadeEntry, position: number): void {
    const { property, declared } = declaration;
    if (property.charCodeAt(0) === HYPHEN && property.charCodeAt(1) === HYPHEN) {
      if (this.custom?.has(property) || this.#isOut(property, declared, entry)) return;
      this.custom ??= new Map();
      this.custom.set(property, declared);
      return;
    }
    const written = longhandIndex(property);
    if (written < 0) return;
    const index = this.#physical === null ? written : this.#physical[written]!;
    if (index < 0 || this.declared[index] !== null) return;
    if (this.#isOut(LONGHANDS[index]!.name, declared, entry)) return;
    this.declared[index] = declared;
    this.names[index] = property;
    this.order[index] = position;
    this.touched.push(index);
  }

  /** Whether a later 'revert' rules this declaration out, or it is one itself. */
  #isOut(property: string, declared: DeclaredValue, entry: CascadeEntry): boolean {
    if (this.#reverted?.get(property)?.some((reverted) => coveredBy(entry, reverted))) return true;
    if (declared.kind !== 'wide' || (declared.keyword !== 'revert' && declared.keyword !== 'revert-layer'))
      return false;
    this.#reverted ??= new Map();
    const list = this.#reverted.get(property) ?? [];
    list.push({ origin: entry.origin, layer: declared.keyword === 'revert' ? null : entry.layer });
    this.#reverted.set(property, list);
    return true;
  }
}

/** To 'revert', presentational hints are part of the author's origin. */
function coveredBy(entry: CascadeEntry, reverted: Reverted): boolean {
  if (reverted.layer !== null) return entry.origin === reverted.origin && entry.layer === reverted.layer;
  if (reverted.origin === 'position-try') return entry.origin === 'position-try';
  return (entry.origin === 'user-agent') === (reverted.origin === 'user-agent');
}

const spare: Winners[] = [];

export function borrowWinners(): Winners {
  return spare.pop() ?? new Winners();
}

export function giveBackWinners(winners: Winners): void {
  winners.clear();
  spare.push(winners);
}
