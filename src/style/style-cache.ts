/**
 * Computed styles by what they were computed from, so that equal input gives the same object.
 *
 * Key: the parent's style (by identity), the entries of the cascade (by identity, in order), the element's name and
 * pseudo-element. A style that used more than that (attributes, sizes of containers) is not kept by the caller.
 * Invalidation: none needed for changes of the document, since every input is in the key; the cache is dropped with the
 * rules, the environment, or when it is full.
 */
import type { NumberedEntry } from './cascade-entry.ts';
import type { ComputedStyle } from './computed-style.ts';

interface Kept {
  readonly parent: ComputedStyle | null;
  readonly name: string;
  readonly entries: readonly NumberedEntry[];
  readonly style: ComputedStyle;
}

const MAX_KEPT = 20_000;

export class StyleCache {
  private readonly kept = new Map<number, Kept[]>();
  private size = 0;
  private readonly styleNumbers = new Map<ComputedStyle, number>();

  /** The hash under which to look and to keep. */
  hashOf(parent: ComputedStyle | null, name: string, entries: readonly NumberedEntry[]): number {
    let hash = (parent === null ? 0 : (this.styleNumbers.get(parent) ?? 0)) + name.length * 31;
    for (let at = 0; at < entries.length; at++) {
      hash = (Math.imul(hash, 31) + entries[at]!.number) | 0;
    }
    return hash & 0x3fffffff;
  }

  get(
    hash: number,
    parent: ComputedStyle | null,
    name: string,
    entries: readonly NumberedEntry[],
  ): ComputedStyle | null {
    const candidates = this.kept.get(hash);
    if (candidates === undefined) return null;
    for (const kept of candidates) {
      if (kept.parent === parent && kept.name === name && sameEntries(kept.entries, entries)) return kept.style;
    }
    return null;
  }

  set(
    hash: number,
    parent: ComputedStyle | null,
    name: string,
    entries: readonly NumberedEntry[],
    style: ComputedStyle,
  ): void {
    if (this.size >= MAX_KEPT) this.clear();
    const kept: Kept = { parent, name, entries, style };
    const candidates = this.kept.get(hash);
    if (candidates === undefined) this.kept.set(hash, [kept]);
    else candidates.push(kept);
    this.styleNumbers.set(style, this.styleNumbers.size + 1);
    this.size++;
  }

  clear(): void {
    this.kept.clear();
    this.styleNumbers.clear();
    this.size = 0;
  }
}

function sameEntries(first: readonly NumberedEntry[], second: readonly NumberedEntry[]): boolean {
  if (first.length !== second.length) return false;
  for (let at = 0; at < first.length; at++) {
    if (first[at] !== second[at]) return false;
  }
  return true;
}
