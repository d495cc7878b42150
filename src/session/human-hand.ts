/**
 * The hand that acts on a page: at once, or as a person would.
 *
 * In:  the inputs of an action. Out: the same inputs, for a person's hand with the way of the pointer to them, keys one by
 *      one and time in between. All time is the page's: with a virtual clock none of it is waited for.
 */
import { LIMITS } from '../limits.ts';
import type { InputOutcome, Modifier, PageInput, Place } from '../page/messages.ts';
import {
  buttonHold,
  firstPause,
  hitPlace,
  keyHold,
  keyPause,
  type Point,
  pointerPath,
  scrollShares,
} from './human-motion.ts';
import type { Navigator } from './navigate.ts';
import type { SeededRandom } from './seeded-random.ts';

/** 'human' moves, types and scrolls as a person does; 'instant' does it at once. */
export type Behaviour = 'human' | 'instant';

/** How an input went, and whether it took the page somewhere else. */
export interface HandResult {
  readonly outcome: InputOutcome;
  readonly isElsewhere: boolean;
}

const DONE: HandResult = { outcome: 'done', isElsewhere: false };
const LEFT: HandResult = { outcome: 'done', isElsewhere: true };
const isTrouble = (outcome: InputOutcome): boolean => outcome !== 'done' && outcome !== 'ready';

/** About the size of most things that are clicked. */
const USUAL_SIZE = 40;

export class Hand {
  readonly #navigator: Navigator;
  readonly #random: SeededRandom;
  #at: Point;
  readonly #trail: number[] = [];
  /** The document that has been looked at already. */
  #known = -1;

  constructor(navigator: Navigator, random: SeededRandom, viewport: readonly [number, number]) {
    this.#navigator = navigator;
    this.#random = random;
    this.#at = { x: random.between(0, viewport[0]), y: random.between(0, viewport[1]) };
  }

  /** The pointer is here now. */
  follow(x: number, y: number): void {
    this.#at = { x, y };
    this.#trail.push(Math.round(x), Math.round(y));
    if (this.#trail.length > 2 * LIMITS.trailPoints) this.#trail.splice(0, 2);
  }

  /** Where the pointer has been since somebody last asked, x and y in turn. */
  takeTrail(): readonly number[] {
    return this.#trail.splice(0);
  }

  async perform(input: PageInput, behaviour: Behaviour, signal: AbortSignal): Promise<HandResult> {
    if (behaviour === 'instant') return { outcome: await this.#send(input), isElsewhere: false };
    if (await this.#lookFirst(signal)) return LEFT;
    switch (input.kind) {
      case 'click':
        return this.#onElement(input.id, signal, (place) => this.#click({ ...input, place }, signal));
      case 'hover':
      case 'check':
        return this.#onElement(input.id, signal, (place) => this.#once({ ...input, place }));
      case 'select':
      case 'drag':
        return this.#onElement(input.id, signal, () => this.#once(input));
      case 'type':
        return this.#onElement(input.id, signal, (place) => this.#type({ ...input, place }, signal));
      case 'key':
        return this.#press(input.key, input.modifiers ?? [], signal);
      case 'scroll':
        return this.#scroll(input, signal);
      case 'aim':
      case 'move':
      case 'point':
      case 'wheel':
      case 'focus':
      case 'upload':
        return this.#once(input);
    }
  }

  /** A person reads a new page before doing something with it. True when the page went somewhere else meanwhile. */
  async #lookFirst(signal: AbortSignal): Promise<boolean> {
    if (this.#known === this.#navigator.documents) return false;
    this.#known = this.#navigator.documents;
    return this.#navigator.advance(firstPause(this.#random), signal);
  }

  /** Moves to an element, then does something there. */
  async #onElement(id: number, signal: AbortSignal, work: (place: Place) => Promise<HandResult>): Promise<HandResult> {
    const place = hitPlace(this.#random);
    const outcome = await this.#send({ kind: 'aim', id, place });
    const end = pointOf(outcome);
    // What cannot be hit is refused by the input itself, in its own words; file inputs and the like need no aim.
    if (end === null) return work(place);
    for (const { x, y, afterMs } of pointerPath(this.#at, end, USUAL_SIZE, this.#random)) {
      if (await this.#navigator.advance(afterMs, signal)) return LEFT;
      await this.#send({ kind: 'move', x, y });
      this.follow(x, y);
    }
    this.follow(end.x, end.y);
    return work(place);
  }

  async #click(input: Extract<PageInput, { readonly kind: 'click' }>, signal: AbortSignal): Promise<HandResult> {
    const times = input.count ?? 1;
    for (let count = 1; count <= times; count++) {
      const click = { ...input, count: count as 1 | 2 };
      const outcome = await this.#send({ ...click, phase: 'down' });
      if (isTrouble(outcome)) return { outcome, isElsewhere: false };
      if (await this.#navigator.advance(buttonHold(this.#random), signal)) return LEFT;
      await this.#send({ ...click, phase: 'up' });
      const isLast = count === times;
      if (!isLast && (await this.#navigator.advance(buttonHold(this.#random), signal))) return LEFT;
    }
    return DONE;
  }

  async #type(input: Extract<PageInput, { readonly kind: 'type' }>, signal: AbortSignal): Promise<HandResult> {
    // Nobody types a page of text: it is pasted.
    const isPasted = input.text.length > LIMITS.typedByKeysChars;
    const outcome = await this.#send({ ...input, byKeys: !isPasted });
    if (outcome !== 'ready') return { outcome, isElsewhere: false };
    let previous = '';
    for (const character of input.text.replaceAll(/\r\n?/g, '\n')) {
      if (await this.#navigator.advance(keyPause(previous, this.#random), signal)) return LEFT;
      const key = character === '\n' ? 'Enter' : character;
      const { isElsewhere } = await this.#press(key, needsShift(character) ? ['Shift'] : [], signal);
      if (isElsewhere) return LEFT;
      previous = character;
    }
    return DONE;
  }

  async #press(key: string, modifiers: readonly Modifier[], signal: AbortSignal): Promise<HandResult> {
    const outcome = await this.#send({ kind: 'key', key, modifiers, phase: 'down' });
    if (await this.#navigator.advance(keyHold(this.#random), signal)) return LEFT;
    await this.#send({ kind: 'key', key, modifiers, phase: 'up' });
    return { outcome, isElsewhere: false };
  }

  async #scroll(input: Extract<PageInput, { readonly kind: 'scroll' }>, signal: AbortSignal): Promise<HandResult> {
    const whole = input.unit === 'px';
    let done = 0;
    for (const { share, afterMs } of scrollShares(this.#random)) {
      // Pixels are whole ones, and together as many as were asked for.
      const part = (total: number) =>
        whole ? Math.round(total * (done + share)) - Math.round(total * done) : total * share;
      const outcome = await this.#send({ ...input, x: part(input.x), y: part(input.y) });
      done += share;
      if (isTrouble(outcome)) return { outcome, isElsewhere: false };
      if (await this.#navigator.advance(afterMs, signal)) return LEFT;
    }
    return DONE;
  }

  async #once(input: PageInput): Promise<HandResult> {
    return { outcome: await this.#send(input), isElsewhere: false };
  }

  #send(input: PageInput): Promise<InputOutcome> {
    return this.#navigator.withPage((host) => host.input(input));
  }
}

function pointOf(outcome: InputOutcome): Point | null {
  const [word, x, y] = outcome.split(' ');
  return word === 'at' ? { x: Number(x), y: Number(y) } : null;
}

/** Upper case needs another finger. */
function needsShift(character: string): boolean {
  return character !== character.toLowerCase() && character.length === 1;
}
