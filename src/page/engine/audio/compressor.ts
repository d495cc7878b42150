/**
 * A dynamics compressor: makes loud parts quieter, with a curve that bends softly, a quick attack and a release that depends
 * on how far there is to go.
 *
 * In:  samples of all channels. Out: the same, later by 6 ms and less loud; how much less, in decibels.
 *
 * Web Audio §1.19 https://www.w3.org/TR/webaudio-1.1/#DynamicsCompressorNode. What the standard leaves to browsers is as
 * Chrome has it: the knee is an exponential, gains are followed in parts of 32 samples, the release is a curve through four
 * points.
 */
export interface CompressorSettings {
  readonly threshold: number;
  readonly knee: number;
  readonly ratio: number;
  readonly attack: number;
  readonly release: number;
}

const PART = 32;
const DELAY_SECONDS = 0.006;
const METER_SECONDS = 0.325;
const DETECTOR_RELEASE_SECONDS = 0.0025;
/** Shares of the release time for differences of 0, 4, 8 and 12 dB, and how far the curve bulges between them. */
const RELEASE_SHARES = [0.09, 0.16, 0.42, 0.98] as const;
const RELEASE_BULGES = [-0.042416883008, 0.111569382799, -0.097646763253, 0.028494263462] as const;
const RELEASE_SPACING_DB = 5;
/** What counts as silence. */
const FLOOR = 0.0001;

const { fround } = Math;
// With the precision of 32 bits, as Chrome has it: differences of such numbers are what the knee is found by.
const toDecibels = (gain: number): number => fround(20 * fround(Math.log10(gain)));
const toGain = (decibels: number): number => fround(10 ** fround(fround(0.05) * decibels));
const orElse = (value: number, otherwise: number): number => (Number.isFinite(value) ? value : otherwise);

/** How loud a sample comes out by how loud it is: straight, then bent, then a line of the ratio's slope. */
class Curve {
  readonly #settings: CompressorSettings;
  readonly #linear: number;
  readonly #kneeEnd: number;
  readonly #kneeEndDb: number;
  readonly #afterKneeDb: number;
  readonly #bend: number;

  constructor(settings: CompressorSettings) {
    const { threshold, knee, ratio } = settings;
    this.#settings = settings;
    this.#linear = fround(toGain(threshold));
    this.#kneeEndDb = threshold + knee;
    this.#kneeEnd = fround(toGain(this.#kneeEndDb));
    this.#bend = this.#bendFor(1 / ratio);
    this.#afterKneeDb = fround(toDecibels(this.#knee(this.#kneeEnd, this.#bend)));
  }

  isOf(settings: CompressorSettings): boolean {
    const { threshold, knee, ratio } = this.#settings;
    return threshold === settings.threshold && knee === settings.knee && ratio === settings.ratio;
  }

  at(level: number): number {
    if (level < this.#kneeEnd) return this.#knee(level, this.#bend);
    return toGain(this.#afterKneeDb + (toDecibels(level) - this.#kneeEndDb) / this.#settings.ratio);
  }

  #knee(level: number, bend: number): number {
    if (level < this.#linear) return level;
    const share = fround(Math.exp(fround(-bend * fround(level - this.#linear))));
    return fround(this.#linear + fround(fround(1 - share) / bend));
  }

  /** The bend with which the slope at the knee's end is that of the ratio, by halving. */
  #bendFor(slope: number): number {
    const level = this.#kneeEnd;
    const beside = fround(level * 1.001);
    let [least, most, bend] = [fround(0.1), 10_000, 5];
    for (let round = 0; round < 15; round++) {
      const rise = fround(toDecibels(this.#knee(beside, bend)) - toDecibels(this.#knee(level, bend)));
      const found = level < this.#linear ? 1 : fround(rise / fround(toDecibels(beside) - toDecibels(level)));
      if (found < slope) most = bend;
      else least = bend;
      bend = fround(Math.sqrt(fround(least * most)));
    }
    return bend;
  }
}

/** Frames of a release over a difference between 0 and 3 (thirds of 12 dB): a cubic through four points, and a bulge. */
function releaseFrames(x: number, frames: number): number {
  let sum = 0;
  for (let at = 0; at < 4; at++) {
    let weight = 1;
    for (let other = 0; other < 4; other++) if (other !== at) weight *= (x - other) / (at - other);
    weight += RELEASE_BULGES[at]! * x * (x - 1) * (x - 2) * (x - 3);
    sum += weight * RELEASE_SHARES[at]! * frames;
  }
  return sum;
}

export class Compressor {
  readonly #sampleRate: number;
  readonly #delay: number;
  readonly #meterRate: number;
  readonly #variation: number;
  readonly #delayed: Float32Array[] = [];
  #written = 0;
  #curve: Curve | null = null;
  #detected = 0;
  #gain = 1;
  #meter = 0;
  #farthest = -1;

  /** `variation`: by what share sounds differ on this kind of machine. */
  constructor(sampleRate: number, variation: number) {
    this.#sampleRate = sampleRate;
    this.#variation = variation;
    this.#delay = Math.min(Math.floor(DELAY_SECONDS * sampleRate), 1023);
    this.#meterRate = fround(1 - Math.exp(-1 / (sampleRate * METER_SECONDS)));
  }

  /** In decibels, zero or less. */
  get reduction(): number {
    return this.#meter;
  }

  process(channels: readonly Float32Array[], settings: CompressorSettings): void {
    if (this.#curve?.isOf(settings) !== true) this.#curve = new Curve(settings);
    while (this.#delayed.length < channels.length) this.#delayed.push(new Float32Array(1024));
    const makeUp = fround((1 / this.#curve.at(1)) ** 0.6);
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; start += PART) {
      const target = fround(Math.asin(this.#detected) / (Math.PI / 2));
      const rate = this.#envelopeRate(target, settings);
      for (let at = start; at < Math.min(start + PART, length); at++) this.#step(channels, at, target, rate, makeUp);
    }
  }

  /** Below one: how fast the gain falls to its target; above: by what it grows with each sample. */
  #envelopeRate(target: number, { attack, release }: CompressorSettings): number {
    const isReleasing = target > this.#gain;
    const difference = toDecibels(this.#gain / target);
    if (isReleasing) {
      this.#farthest = -1;
      const x = 0.25 * (Math.min(Math.max(orElse(difference, -1), -12), 0) + 12);
      return fround(toGain(RELEASE_SPACING_DB / releaseFrames(x, this.#sampleRate * release)));
    }
    const far = orElse(difference, 1);
    if (this.#farthest === -1 || this.#farthest < far) this.#farthest = far;
    const frames = Math.max(0.001, attack) * this.#sampleRate;
    return fround(1 - (0.25 / Math.max(0.5, this.#farthest)) ** (1 / frames));
  }

  #step(channels: readonly Float32Array[], at: number, target: number, rate: number, makeUp: number): void {
    let level = 0;
    for (let channel = 0; channel < channels.length; channel++) {
      const sample = channels[channel]![at]!;
      this.#delayed[channel]![this.#written] = sample;
      level = Math.max(level, Math.abs(sample));
    }
    this.#follow(level);
    if (rate < 1) this.#gain = fround(this.#gain + (target - this.#gain) * rate);
    else this.#gain = Math.min(1, fround(this.#gain * rate));
    const gain = fround(Math.sin((Math.PI / 2) * this.#gain));
    const decibels = fround(toDecibels(gain));
    if (decibels < this.#meter) this.#meter = decibels;
    else this.#meter = fround(this.#meter + (decibels - this.#meter) * this.#meterRate);
    const read = (this.#written - this.#delay) & 1023;
    const total = fround(makeUp * gain) * (1 + this.#variation);
    for (let channel = 0; channel < channels.length; channel++) {
      channels[channel]![at] = this.#delayed[channel]![read]! * total;
    }
    this.#written = (this.#written + 1) & 1023;
  }

  /** The detector goes down at once and comes back slowly. */
  #follow(level: number): void {
    const attenuation = level <= FLOOR ? 1 : fround(this.#curve!.at(level) / level);
    const decibels = Math.max(2, -toDecibels(attenuation));
    const release = fround(toGain(decibels / (DETECTOR_RELEASE_SECONDS * this.#sampleRate)) - 1);
    const rate = attenuation > this.#detected ? release : 1;
    const next = fround(this.#detected + (attenuation - this.#detected) * rate);
    this.#detected = orElse(Math.min(1, next), 1);
  }
}
