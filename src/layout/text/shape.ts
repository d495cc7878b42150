/**
 * Advances of any text in a font: clusters one after the other, kerned within runs of one font and one script.
 *
 * In:  a font, a range of a text. Out: the width of the range, and on request the share of each code unit.
 */
import { scriptGroup } from './character.ts';
import { clusterAt } from './cluster.ts';
import type { Font } from './font.ts';
import type { SizedFace } from './sized-face.ts';

/** Where the shaper stands: script and glyph before, for kerning. */
interface RunState {
  script: number;
  sized: SizedFace | null;
  kernLeft: number;
}

/**
 * The width of text[start, end). With `out`, out[i - start] is set to the advance of each code unit; the units of a
 * cluster after its first get 0, those of a ligature an equal share. Kerning belongs to the glyph on the left.
 */
export function shapeText(font: Font, text: string, start: number, end: number, out: Float64Array | null): number {
  const state: RunState = { script: 0, sized: null, kernLeft: 0 };
  const primary = font.primary;
  let width = 0;
  let previous = start;
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    // Faster: an ASCII character of the first font that nothing joins. `clusterAt` gives the same for it.
    if (unit < 128 && isPlain(font, text, at, unit, end)) {
      enterScript(state, scriptGroup(unit));
      const kern = kernBefore(font, state, primary, primary.asciiKernRight[unit]!);
      state.kernLeft = primary.asciiKernLeft[unit]!;
      width += kern + primary.ascii[unit]!;
      if (out) {
        if (kern !== 0) out[previous - start]! += kern;
        out[at - start] = primary.ascii[unit]!;
      }
      previous = at++;
      continue;
    }
    const cluster = clusterAt(font, text, at, end);
    if (out) out.fill(cluster.isLigature ? cluster.width / (cluster.end - at) : 0, at - start, cluster.end - start);
    if (cluster.sized) {
      enterScript(state, scriptGroup(text.codePointAt(at)!));
      const kern = kernBefore(font, state, cluster.sized, cluster.kernRight);
      state.kernLeft = cluster.kernLeft;
      width += kern + cluster.width;
      if (out) {
        if (kern !== 0) out[previous - start]! += kern;
        if (!cluster.isLigature) out[at - start] = cluster.width;
      }
      previous = cluster.isLigature ? cluster.end - 1 : at;
    }
    at = cluster.end;
  }
  return width;
}

function isPlain(font: Font, text: string, at: number, unit: number, end: number): boolean {
  const primary = font.primary;
  if (primary.ascii[unit]! < 0 || (font.ligatures && primary.asciiLigature[unit] !== 0)) return false;
  return at + 1 >= end || text.charCodeAt(at + 1) < 0x300;
}

/** Runs of different scripts are shaped apart, so nothing kerns between them. */
function enterScript(state: RunState, script: number): void {
  if (script === 0 || script === state.script) return;
  if (state.script !== 0) state.sized = null;
  state.script = script;
}

function kernBefore(font: Font, state: RunState, sized: SizedFace, kernRight: number): number {
  const kern = font.kerning && state.sized === sized ? sized.kern(state.kernLeft, kernRight) : 0;
  state.sized = sized;
  return kern;
}

/** The fonts that a text is drawn with besides the first one; they take part in the height of the line. */
export function collectFallbacks(font: Font, text: string, start: number, end: number): readonly SizedFace[] {
  const used: SizedFace[] = [];
  for (let at = start; at < end; ) {
    const { sized, end: next } = clusterAt(font, text, at, end);
    if (sized && sized !== font.primary && !used.includes(sized)) used.push(sized);
    at = next;
  }
  return used;
}
