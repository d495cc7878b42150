/**
 * What happens in one session, for everybody who looks on: one look at the page serves them all.
 *
 * In:  viewers that come and go. Out: pages, what changed in them, steps, console and requests, as messages of live-messages.ts.
 *
 * Viewers never slow the agent: there are a few looks a second at most, each followed by a pause of several times its own
 * length; a viewer whose connection does not keep up misses some and gets the whole page later.
 */
import type { Session } from '../client/session.ts';
import type { TakeOver } from '../client/session-live.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { PersonEvent } from '../protocol/live-methods.ts';
import type { SessionEvent } from '../protocol/methods.ts';
import { applyDelta } from '../spatial/delta.ts';
import type { DrawnPage } from '../spatial/drawn-page.ts';
import type { SpatialDelta } from '../spatial/spatial-dom.ts';
import { type LiveStep, type LiveTab, type ServerMessage, WATCHED_EVENTS } from './live-messages.ts';
import { isLoss } from './session-loss.ts';

export interface Viewer {
  send(message: ServerMessage): void;
  /** Whether its connection still has much to send. */
  readonly isBehind: boolean;
  /** Sees the page, and not only that there is one. */
  readonly isExpanded: boolean;
  /** Gets pictures, because it cannot draw the page itself. */
  readonly wantsPictures: boolean;
}

export interface FeedListener {
  onLost(): void;
  onControl(control: 'agent' | 'person'): void;
  onUse(): void;
  onError(error: unknown): void;
}

interface Seat {
  /** The version of the page that it has; 0 for none. */
  version: number;
  rev: number;
  seq: number;
}

export class LiveFeed {
  readonly #session: Session;
  readonly #listener: FeedListener;
  readonly #viewers = new Map<Viewer, Seat>();
  #page: DrawnPage | null = null;
  #delta: SpatialDelta | null = null;
  /** The page as a picture, while somebody wants one. */
  #picture: { readonly version: number; readonly data: string } | null = null;
  #steps: LiveStep[] = [];
  #rev = 0;
  #events: SessionEvent[] = [];
  #seq = 0;
  #tabs: readonly LiveTab[] = [];
  #control: 'agent' | 'person' = 'agent';
  #person: { readonly viewer: Viewer; readonly takeOver: TakeOver; readonly renewing: NodeJS.Timeout } | null = null;
  #isRunning = false;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(session: Session, listener: FeedListener) {
    this.#session = session;
    this.#listener = listener;
  }

  get control(): 'agent' | 'person' {
    return this.#control;
  }

  join(viewer: Viewer): void {
    this.#viewers.set(viewer, { version: 0, rev: 0, seq: 0 });
    this.#wake();
    if (!this.#isRunning && !this.#isOver) void this.#run();
  }

  /** A viewer has left. What it had taken over is given back. */
  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#person?.viewer === viewer) this.giveBack(viewer).catch((error: unknown) => this.#listener.onError(error));
  }

  /** The viewer sees the page from now on, or does not any more. */
  changed(): void {
    this.#wake();
  }

  async takeOver(viewer: Viewer): Promise<void> {
    if (this.#person?.viewer === viewer) return;
    const takeOver = await this.#session.takeOver({ leaseMs: LIMITS.takeOverMs });
    const renewing = setInterval(() => {
      takeOver.renew().catch(() => this.#dropPerson());
      this.#listener.onUse();
    }, LIMITS.takeOverMs / 3).unref();
    this.#person = { viewer, takeOver, renewing };
    // The connection may have gone meanwhile.
    if (!this.#viewers.has(viewer)) await this.giveBack(viewer);
    this.#wake();
  }

  async giveBack(viewer: Viewer): Promise<void> {
    const person = this.#person;
    if (person?.viewer !== viewer) return;
    this.#dropPerson();
    await person.takeOver.giveBack();
    this.#wake();
  }

  async input(viewer: Viewer, events: readonly PersonEvent[]): Promise<void> {
    if (this.#person?.viewer !== viewer) {
      throw new AgentBrowserError('not_allowed', 'You have not taken over. Take over first.');
    }
    this.#listener.onUse();
    await this.#person.takeOver.input(events);
    this.#wake();
  }

  /** The session is gone. */
  end(): void {
    this.#isOver = true;
    this.#dropPerson();
    for (const viewer of this.#viewers.keys()) viewer.send({ type: 'ended' });
    this.#viewers.clear();
    this.#wake();
  }

  #dropPerson(): void {
    clearInterval(this.#person?.renewing);
    this.#person = null;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isOver && this.#viewers.size > 0) {
      const started = performance.now();
      try {
        await this.#look();
      } catch (error) {
        if (isLoss(error)) {
          this.#listener.onLost();
          break;
        }
        // Such as a page that takes too long: the next look may go better.
        this.#listener.onError(error);
      }
      for (const [viewer, seat] of this.#viewers) this.#tell(viewer, seat);
      await this.#pause(this.#pauseMs(performance.now() - started));
    }
    this.#isRunning = false;
  }

  #pauseMs(tookMs: number): number {
    const isSeen = [...this.#viewers.keys()].some(({ isExpanded }) => isExpanded);
    if (!isSeen) return LIMITS.maxTimerMs;
    const shortest = this.#control === 'person' ? LIMITS.livePersonMs : LIMITS.liveMs;
    return Math.max(shortest, tookMs * LIMITS.liveShare);
  }

  async #look(): Promise<void> {
    const isSeen = [...this.#viewers.keys()].some(({ isExpanded }) => isExpanded);
    if (!isSeen) return;
    const wantsPicture = [...this.#viewers.keys()].some(({ wantsPictures }) => wantsPictures);
    const version = this.#page?.version ?? 0;
    const known = wantsPicture && this.#picture?.version !== version ? 0 : version;
    const [frame, events, tabs] = await Promise.all([
      this.#session.frame(known, this.#rev, wantsPicture),
      this.#session.events({ after: this.#seq, kinds: WATCHED_EVENTS }),
      this.#session.tabs(),
    ]);
    if (frame.page !== undefined) {
      this.#page = frame.page;
      this.#delta = null;
    } else if (frame.delta !== undefined && this.#page !== null) {
      this.#page = applyDelta(this.#page, frame.delta) as DrawnPage;
      this.#delta = frame.delta;
    }
    if (frame.picture !== undefined) this.#picture = { version: frame.version, data: frame.picture };
    if (!wantsPicture) this.#picture = null;
    this.#rev = frame.rev;
    const changed = new Set(frame.steps.map(({ seq }) => seq));
    this.#steps = [...this.#steps.filter(({ seq }) => !changed.has(seq)), ...frame.steps]
      .sort((a, b) => a.seq - b.seq)
      .slice(-LIMITS.stepsKept);
    this.#seq = events.at(-1)?.seq ?? this.#seq;
    this.#events = [...this.#events, ...events].slice(-LIMITS.eventsKept);
    this.#tabs = tabs.map(({ id, title, url, current }) => ({ id, title, url, current }));
    if (frame.trail.length > 0) this.#toExpanded({ type: 'trail', points: frame.trail });
    if (frame.control !== this.#control) {
      this.#control = frame.control;
      if (frame.control === 'agent') this.#dropPerson();
      this.#listener.onControl(frame.control);
    }
    this.#isBusy = frame.isBusy;
  }

  #isBusy = false;

  #toExpanded(message: ServerMessage): void {
    for (const viewer of this.#viewers.keys()) if (viewer.isExpanded && !viewer.isBehind) viewer.send(message);
  }

  #tell(viewer: Viewer, seat: Seat): void {
    if (!viewer.isExpanded || viewer.isBehind) return;
    const page = this.#page;
    if (viewer.wantsPictures) {
      const { version, data } = this.#picture ?? { version: 0, data: '' };
      if (page !== null && version === page.version && seat.version !== version) {
        viewer.send({ type: 'picture', data, vp: page.vp, scroll: page.scroll });
        seat.version = version;
      }
    } else if (page !== null && seat.version !== page.version) {
      const delta = this.#delta;
      const isNext = delta !== null && seat.version === delta.from && delta.version === page.version;
      viewer.send(isNext ? { type: 'delta', delta } : { type: 'page', page });
      seat.version = page.version;
    }
    const steps = this.#steps.filter(({ rev }) => rev > seat.rev);
    const events = this.#events.filter(({ seq }) => seq > seat.seq).slice(-LIMITS.liveEvents);
    seat.rev = steps.reduce((most, { rev }) => Math.max(most, rev), seat.rev);
    seat.seq = events.at(-1)?.seq ?? seat.seq;
    const control = this.#control === 'agent' ? 'agent' : this.#person?.viewer === viewer ? 'you' : 'person';
    viewer.send({ type: 'status', control, isBusy: this.#isBusy, tabs: this.#tabs, steps, events });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
