/**
 * Explicit levels: what embeddings, overrides and isolates do.
 *
 * In:  the classes of a paragraph and its base level. Out: a level for every code unit, and classes changed by overrides.
 *
 * UAX 9 §3.3.2 https://www.unicode.org/reports/tr9/#Explicit_Levels_and_Directions, rules X1 to X8; X9 as in §5.2:
 * what would be removed stays, as a boundary neutral.
 */
import { BC } from './bidi-class.ts';

const MAX_DEPTH = 125;
const NEUTRAL = 255;

/**
 * BD9: for every isolate initiator the place of its PDI, or the end of the paragraph. Places count from the start of
 * the array.
 */
export function matchIsolates(classes: Uint8Array): Int32Array {
  const ends = new Int32Array(classes.length);
  const open: number[] = [];
  for (let i = 0; i < classes.length; i++) {
    if (isIsolateStart(classes[i]!)) open.push(i);
    else if (classes[i] === BC.PDI && open.length > 0) ends[open.pop()!] = i;
  }
  for (const i of open) ends[i] = classes.length;
  return ends;
}

export function isIsolateStart(bidiClass: number): boolean {
  return bidiClass === BC.LRI || bidiClass === BC.RLI || bidiClass === BC.FSI;
}

/** The level of the first strong character, isolates skipped; -1 when there is none (P2, P3). */
export function firstStrongLevel(classes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const one = classes[i]!;
    if (isIsolateStart(one)) depth++;
    else if (one === BC.PDI) depth = Math.max(0, depth - 1);
    else if (depth === 0 && one === BC.L) return 0;
    else if (depth === 0 && (one === BC.R || one === BC.AL)) return 1;
  }
  return -1;
}

/** Sets the levels of a paragraph and changes overridden classes in place. */
export function resolveExplicit(classes: Uint8Array, levels: Uint8Array, isolateEnds: Int32Array, base: number): void {
  // X1: entries of the stack are level, override, isolate.
  const stackLevels = [base];
  const stackOverrides = [NEUTRAL];
  const stackIsolates = [false];
  let overflowIsolates = 0;
  let overflowEmbeddings = 0;
  let validIsolates = 0;

  const push = (level: number, override: number, isolate: boolean): void => {
    stackLevels.push(level);
    stackOverrides.push(override);
    stackIsolates.push(isolate);
  };
  const pop = (): void => {
    stackLevels.pop();
    stackOverrides.pop();
    stackIsolates.pop();
  };
  const nextLevel = (rightToLeft: boolean): number => {
    const level = stackLevels.at(-1)!;
    return rightToLeft ? (level + 1) | 1 : (level + 2) & ~1;
  };

  for (let i = 0; i < classes.length; i++) {
    const one = classes[i]!;
    switch (one) {
      // X2 to X5.
      case BC.RLE:
      case BC.LRE:
      case BC.RLO:
      case BC.LRO: {
        levels[i] = stackLevels.at(-1)!;
        classes[i] = BC.BN!;
        const rightToLeft = one === BC.RLE || one === BC.RLO;
        const level = nextLevel(rightToLeft);
        if (level <= MAX_DEPTH && overflowIsolates === 0 && overflowEmbeddings === 0) {
          push(level, one === BC.RLO ? BC.R : one === BC.LRO ? BC.L : NEUTRAL, false);
        } else if (overflowIsolates === 0) {
          overflowEmbeddings++;
        }
        break;
      }
      // X5a to X5c.
      case BC.RLI:
      case BC.LRI:
      case BC.FSI: {
        levels[i] = stackLevels.at(-1)!;
        if (stackOverrides.at(-1) !== NEUTRAL) classes[i] = stackOverrides.at(-1)!;
        // What is too deep anyway is not looked into: that keeps a text of nothing but isolates cheap.
        const looks = one === BC.FSI && overflowIsolates === 0 && overflowEmbeddings === 0;
        const rightToLeft = one === BC.RLI || (looks && firstStrongLevel(classes, i + 1, isolateEnds[i]!) === 1);
        const level = nextLevel(rightToLeft);
        if (level <= MAX_DEPTH && overflowIsolates === 0 && overflowEmbeddings === 0) {
          validIsolates++;
          push(level, NEUTRAL, true);
        } else {
          overflowIsolates++;
        }
        break;
      }
      // X6a.
      case BC.PDI:
        if (overflowIsolates > 0) {
          overflowIsolates--;
        } else if (validIsolates > 0) {
          overflowEmbeddings = 0;
          while (!stackIsolates.at(-1)) pop();
          pop();
          validIsolates--;
        }
        levels[i] = stackLevels.at(-1)!;
        if (stackOverrides.at(-1) !== NEUTRAL) classes[i] = stackOverrides.at(-1)!;
        break;
      // X7.
      case BC.PDF:
        levels[i] = stackLevels.at(-1)!;
        classes[i] = BC.BN!;
        if (overflowIsolates > 0) break;
        if (overflowEmbeddings > 0) overflowEmbeddings--;
        else if (!stackIsolates.at(-1) && stackLevels.length >= 2) pop();
        break;
      // X8.
      case BC.B:
        levels[i] = base;
        break;
      case BC.BN:
        levels[i] = stackLevels.at(-1)!;
        break;
      // X6.
      default:
        levels[i] = stackLevels.at(-1)!;
        if (stackOverrides.at(-1) !== NEUTRAL) classes[i] = stackOverrides.at(-1)!;
    }
  }
}
