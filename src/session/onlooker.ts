/**
 * What people who look on see of a session: its page as a drawing, what changed in it, the way of the pointer, the steps.
 *
 * In:  what the viewer knows already. Out: what is new.
 *
 * Looking on disturbs nothing: it does not wait for calls that run, moves nothing in the page, gives no ids, and leaves the
 * agent's own view as it is. When nothing was done since the last look, the page is not even asked.
 */
import { LIMITS } from '../limits.ts';
import { computeDelta } from '../spatial/delta.ts';
import type { DrawnPage } from '../spatial/drawn-page.ts';
import type { SpatialDelta } from '../spatial/spatial-dom.ts';
import { drawPicture } from './picture.ts';
import type { Step } from './steps.ts';
import type { Tab } from './tab.ts';
import type { Turns } from './turns.ts';

export interface Frame {
  readonly tab: number;
  /** The page, or what changed since the version that the viewer has; neither when that is the newest. */
  readonly page?: DrawnPage;
  readonly delta?: SpatialDelta;
  readonly version: number;
  /** The same as a JPEG, in Base64, for viewers that draw nothing themselves. */
  readonly picture?: string;
  /** Points of the viewport that the pointer came by, x and y in turn. */
  readonly trail: readonly number[];
  readonly steps: readonly Step[];
  readonly rev: number;
  /** Who drives the session. */
  readonly control: 'agent' | 'person';
  readonly isBusy: boolean;
}

const PICTURE = { format: 'jpeg', scope: 'viewport', theme: 'light', quality: 70, width: null } as const;

export class Onlooker {
  readonly #turns: Turns;
  #last: DrawnPage | null = null;
  /** Which document the last page was drawn from. */
  #source = '';
  #moves = -1;
  #version = 0;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /**
   * @param after the version that the viewer has.
   * @param rev the newest step that it knows.
   * @param wantsPicture whether it is given a picture of what is new to it.
   */
  async look(tab: Tab, after: number, rev: number, wantsPicture = false): Promise<Frame> {
    const { isBusy, moves } = this.#turns.activity;
    const before = this.#last;
    const source = `${tab.id} ${tab.navigator.documents}`;
    if (isBusy || moves !== this.#moves || source !== this.#source) await this.#draw(tab, moves, source, isBusy);
    const page = this.#last;
    const { steps, takeOver } = this.#turns;
    const isNews = page !== null && page.version !== after;
    // Before the picture is waited for: another look may draw the page anew meanwhile.
    const told = isNews ? this.#told(before, page, after) : {};
    const picture = isNews && wantsPicture ? { picture: (await drawPicture(page, PICTURE)).data } : {};
    return {
      tab: tab.id,
      ...told,
      ...picture,
      version: page?.version ?? 0,
      trail: tab.hand.takeTrail(),
      steps: steps.after(rev),
      rev: steps.rev,
      control: takeOver.isHeld ? 'person' : 'agent',
      isBusy,
    };
  }

  #told(before: DrawnPage | null, page: DrawnPage, after: number): Pick<Frame, 'page' | 'delta'> {
    if (before === null || before.version !== after || this.#isNew) return { page };
    return { delta: computeDelta(before, page) };
  }

  /** As in browsers, the old page stays until the new one has its style sheets, unless that takes too long. */
  #waitsForLoad({ navigator }: Tab, source: string): boolean {
    if (source === this.#source) return false;
    if (this.#coming.source !== source) this.#coming = { source, since: performance.now() };
    return navigator.isLoading && performance.now() - this.#coming.since < LIMITS.paintHoldMs;
  }

  /** The document that is not drawn yet, and when it was first seen. */
  #coming = { source: '', since: 0 };

  /** The last drawing was of another document. */
  #isNew = false;

  async #draw(tab: Tab, moves: number, source: string, isBusy: boolean): Promise<void> {
    if (this.#waitsForLoad(tab, source)) return;
    const drawn = await tab.view.drawnIfOpen();
    if (drawn === null) return;
    this.#isNew = source !== this.#source;
    this.#source = source;
    // What happens while it is drawn is drawn the next time.
    this.#moves = isBusy ? -1 : moves;
    const next = { ...drawn, version: this.#version + 1 };
    if (!this.#isNew && this.#last !== null && isSame(computeDelta(this.#last, next))) return;
    this.#version++;
    this.#last = next;
  }
}

/** Nothing besides the version. */
function isSame(delta: SpatialDelta): boolean {
  return Object.keys(delta).length === 3;
}
