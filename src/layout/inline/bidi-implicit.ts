/**
 * Implicit levels: numbers, neutrals and brackets within one isolating run sequence.
 *
 * In:  the places of the sequence, their classes after explicit levels, the classes at its two ends.
 * Out: resolved classes, then levels.
 *
 * UAX 9 §3.3.4 to §3.3.6 https://www.unicode.org/reports/tr9/#Resolving_Weak_Types, rules W1 to W7, N0 to N2, I1 and I2.
 * Boundary neutrals have been left out of the sequence (§5.2).
 */
import { asClosingBracket, BC, closingBracket } from './bidi-class.ts';
import { isIsolateStart } from './bidi-explicit.ts';

/** An isolating run sequence (BD13). */
export interface RunSequence {
  /** Places in the text, in order. */
  readonly at: Int32Array;
  readonly count: number;
  readonly level: number;
  /** Direction before the first and after the last character: L or R. */
  readonly startOfSequence: number;
  readonly endOfSequence: number;
}

const MAX_OPEN_BRACKETS = 63;

export function resolveImplicit(text: string, classes: Uint8Array, levels: Uint8Array, run: RunSequence): void {
  const original = new Uint8Array(run.count);
  for (let k = 0; k < run.count; k++) original[k] = classes[run.at[k]!]!;
  resolveWeak(classes, run);
  resolveBrackets(text, classes, original, run);
  resolveNeutral(classes, run);
  for (let k = 0; k < run.count; k++) {
    const place = run.at[k]!;
    levels[place] = run.level + levelStep(classes[place]!, run.level);
  }
}

/** I1, I2. */
function levelStep(resolved: number, level: number): number {
  if (level % 2 === 0) return resolved === BC.R ? 1 : resolved === BC.AN || resolved === BC.EN ? 2 : 0;
  return resolved === BC.R ? 0 : 1;
}

function resolveWeak(classes: Uint8Array, run: RunSequence): void {
  const { at, count } = run;
  // W1: marks take the class of what they stand on.
  let previous = run.startOfSequence;
  for (let k = 0; k < count; k++) {
    const one = classes[at[k]!]!;
    if (one === BC.NSM) {
      classes[at[k]!] = isIsolateStart(previous) || previous === BC.PDI ? BC.ON : previous;
    }
    previous = classes[at[k]!]!;
  }
  // W2, W3: digits after Arabic letters are Arabic; Arabic letters are right-to-left.
  let strong = run.startOfSequence;
  for (let k = 0; k < count; k++) {
    const one = classes[at[k]!]!;
    if (one === BC.L || one === BC.R || one === BC.AL) strong = one;
    else if (one === BC.EN && strong === BC.AL) classes[at[k]!] = BC.AN;
  }
  for (let k = 0; k < count; k++) if (classes[at[k]!] === BC.AL) classes[at[k]!] = BC.R;
  // W4: one separator between two numbers of a kind belongs to them.
  for (let k = 1; k + 1 < count; k++) {
    const one = classes[at[k]!]!;
    if (one !== BC.ES && one !== BC.CS) continue;
    const before = classes[at[k - 1]!]!;
    const after = classes[at[k + 1]!]!;
    if (before === BC.EN && after === BC.EN) classes[at[k]!] = BC.EN;
    else if (one === BC.CS && before === BC.AN && after === BC.AN) classes[at[k]!] = BC.AN;
  }
  // W5: terminators beside a European number are part of it.
  for (let k = 0; k < count; ) {
    if (classes[at[k]!] !== BC.ET) {
      k++;
      continue;
    }
    let end = k;
    while (end < count && classes[at[end]!] === BC.ET) end++;
    const touches = (k > 0 && classes[at[k - 1]!] === BC.EN) || (end < count && classes[at[end]!] === BC.EN);
    for (; k < end; k++) if (touches) classes[at[k]!] = BC.EN;
  }
  // W6, W7: what is left of separators is neutral; European numbers after Latin text are part of it.
  strong = run.startOfSequence;
  for (let k = 0; k < count; k++) {
    const one = classes[at[k]!]!;
    if (one === BC.ES || one === BC.ET || one === BC.CS) classes[at[k]!] = BC.ON;
    else if (one === BC.L || one === BC.R) strong = one;
    else if (one === BC.EN && strong === BC.L) classes[at[k]!] = BC.L;
  }
}

/** N0: a pair of brackets has the direction of its content, or of its context. */
function resolveBrackets(text: string, classes: Uint8Array, original: Uint8Array, run: RunSequence): void {
  const pairs = bracketPairs(text, classes, run);
  const embedding = run.level % 2 === 0 ? BC.L : BC.R;
  for (const [open, close] of pairs) {
    let foundOpposite = false;
    let resolved = -1;
    for (let k = open + 1; k < close; k++) {
      const direction = strongDirection(classes[run.at[k]!]!);
      if (direction === embedding) {
        resolved = embedding;
        break;
      }
      if (direction >= 0) foundOpposite = true;
    }
    if (resolved < 0 && foundOpposite) {
      let context = run.startOfSequence;
      for (let k = open - 1; k >= 0; k--) {
        const direction = strongDirection(classes[run.at[k]!]!);
        if (direction >= 0) {
          context = direction;
          break;
        }
      }
      resolved = context === embedding ? embedding : context;
    }
    if (resolved < 0) continue;
    for (const bracket of [open, close]) {
      classes[run.at[bracket]!] = resolved;
      // Marks on a bracket follow it.
      for (let k = bracket + 1; k < run.count && original[k] === BC.NSM; k++) classes[run.at[k]!] = resolved;
    }
  }
}

/** Numbers count as right-to-left here; -1 for neutrals. */
function strongDirection(resolved: number): number {
  if (resolved === BC.L) return BC.L;
  return resolved === BC.R || resolved === BC.EN || resolved === BC.AN ? BC.R : -1;
}

/** BD16, in the order of the opening brackets. */
function bracketPairs(text: string, classes: Uint8Array, run: RunSequence): [number, number][] {
  const pairs: [number, number][] = [];
  const openPlaces: number[] = [];
  const expected: number[] = [];
  for (let k = 0; k < run.count; k++) {
    const place = run.at[k]!;
    if (classes[place] !== BC.ON) continue;
    const unit = text.charCodeAt(place);
    const closing = closingBracket(unit);
    if (closing !== 0) {
      if (openPlaces.length === MAX_OPEN_BRACKETS) break;
      openPlaces.push(k);
      expected.push(closing);
      continue;
    }
    const closes = asClosingBracket(unit);
    if (closes === 0) continue;
    const index = expected.lastIndexOf(closes);
    if (index < 0) continue;
    pairs.push([openPlaces[index]!, k]);
    openPlaces.length = index;
    expected.length = index;
  }
  return pairs.sort((a, b) => a[0] - b[0]);
}

/** N1, N2: neutrals between two equal directions take it, others that of the embedding. */
function resolveNeutral(classes: Uint8Array, run: RunSequence): void {
  const { at, count } = run;
  const embedding = run.level % 2 === 0 ? BC.L : BC.R;
  for (let k = 0; k < count; ) {
    if (strongDirection(classes[at[k]!]!) >= 0) {
      k++;
      continue;
    }
    let end = k;
    while (end < count && strongDirection(classes[at[end]!]!) < 0) end++;
    const before = k === 0 ? run.startOfSequence : strongDirection(classes[at[k - 1]!]!);
    const after = end === count ? run.endOfSequence : strongDirection(classes[at[end]!]!);
    const resolved = before === after ? before : embedding;
    for (; k < end; k++) classes[at[k]!] = resolved;
  }
}
