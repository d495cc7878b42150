/**
 * EUC-KR as the web has it: KS X 1001 and all other syllables of Hangul between, which Microsoft added (Windows-949).
 *
 * In:  bytes, also in pieces. Out: text.
 *
 * Node's decoder knows KS X 1001 only. The added syllables stand in the order of Unicode in the places that are free, so
 * that the whole index follows from the one that Node has.
 *
 * Encoding §13.1 https://encoding.spec.whatwg.org/#euc-kr
 */

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FIRST_LEAD = 0x81;
const LAST_LEAD = 0xfe;
const FIRST_TRAIL = 0x41;
const ROW = 190;

/** Code points by pointer; 0 where there is none. Made when first asked for. */
let index: Uint16Array | null = null;

/** The index: `(lead - 0x81) * 190 + (trail - 0x41)` to a code point. */
function koreanIndex(): Uint16Array {
  index ??= makeIndex();
  return index;
}

function makeIndex(): Uint16Array {
  const made = new Uint16Array((LAST_LEAD - FIRST_LEAD + 1) * ROW);
  const decoder = new TextDecoder('euc-kr');
  const known = new Set<number>();
  for (let lead = 0xa1; lead <= LAST_LEAD; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const codePoint = decoder.decode(Uint8Array.of(lead, trail)).codePointAt(0)!;
      const isPrivate = codePoint >= 0xe000 && codePoint <= 0xf8ff;
      if (codePoint === 0xfffd || isPrivate) continue;
      made[pointerOf(lead, trail)] = codePoint;
      known.add(codePoint);
    }
  }
  // Two signs that came later than Node's table.
  made[pointerOf(0xa2, 0xe6)] = 0x20ac;
  made[pointerOf(0xa2, 0xe7)] = 0xae;

  let lead = FIRST_LEAD;
  let trail = FIRST_TRAIL;
  for (let syllable = FIRST_SYLLABLE; syllable <= LAST_SYLLABLE; syllable++) {
    if (known.has(syllable)) continue;
    made[pointerOf(lead, trail)] = syllable;
    trail = nextTrail(lead, trail);
    if (trail === FIRST_TRAIL) lead++;
  }
  return made;
}

/** Letters, and what is behind them: up to the end of a row, or to where KS X 1001 begins in it. */
function nextTrail(lead: number, trail: number): number {
  if (trail === 0x5a) return 0x61;
  if (trail === 0x7a) return 0x81;
  return trail === (lead < 0xa1 ? 0xfe : 0xa0) ? FIRST_TRAIL : trail + 1;
}

/** The two bytes of each code point. */
export function koreanBytes(): Map<number, readonly number[]> {
  const bytes = new Map<number, readonly number[]>();
  koreanIndex().forEach((codePoint, pointer) => {
    const lead = Math.floor(pointer / ROW) + FIRST_LEAD;
    if (codePoint !== 0 && !bytes.has(codePoint)) bytes.set(codePoint, [lead, (pointer % ROW) + FIRST_TRAIL]);
  });
  return bytes;
}

function pointerOf(lead: number, trail: number): number {
  return (lead - FIRST_LEAD) * ROW + trail - FIRST_TRAIL;
}

/** "euc-kr's decoder" */
export class KoreanDecoder {
  readonly #isFatal: boolean;
  #lead = 0;

  constructor(isFatal: boolean) {
    this.#isFatal = isFatal;
  }

  /** Throws where the bytes are not valid, when it is to be fatal. */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string {
    const units: number[] = [];
    let text = '';
    for (const byte of bytes ?? []) {
      this.#next(byte, units);
      if (units.length < 4096) continue;
      text += String.fromCharCode(...units);
      units.length = 0;
    }
    if (options?.stream !== true && this.#lead !== 0) {
      this.#lead = 0;
      this.#fail(units);
    }
    return text + String.fromCharCode(...units);
  }

  #next(byte: number, units: number[]): void {
    if (this.#lead === 0) {
      if (byte < 0x80) units.push(byte);
      else if (byte >= FIRST_LEAD && byte <= LAST_LEAD) this.#lead = byte;
      else this.#fail(units);
      return;
    }
    const isTrail = byte >= FIRST_TRAIL && byte <= 0xfe;
    const codePoint = isTrail ? koreanIndex()[pointerOf(this.#lead, byte)]! : 0;
    this.#lead = 0;
    if (codePoint !== 0) {
      units.push(codePoint);
      return;
    }
    this.#fail(units);
    // A letter that is no part of a pair stands for itself.
    if (byte < 0x80) units.push(byte);
  }

  #fail(units: number[]): void {
    if (this.#isFatal) {
      this.#lead = 0;
      throw new TypeError('The bytes are not valid EUC-KR.');
    }
    units.push(0xfffd);
  }
}
