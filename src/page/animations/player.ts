/**
 * One animation: its times, its state, and the promises that hang on them.
 *
 * In:  play, pause, finish, seek. Out: current time, play state, 'finish' and 'cancel' events. Whoever drives frames calls
 * `startPending` and `update` at the beginning of each.
 *
 * Web Animations 1 §4.4 https://drafts.csswg.org/web-animations-1/#animations
 */
import { now } from '../clock.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { type Deferred, deferred, markHandled } from '../network/promises.ts';
import { enqueueMicrotask, isFiniteNumber, max, min } from '../primordials.ts';
import { endTime, type Phase, type Timing } from './timing.ts';

export type PlayState = 'idle' | 'running' | 'paused' | 'finished';

export interface Effect {
  readonly object: object;
  target: PageNode | null;
  /** '' for the element itself. */
  pseudo: string;
  readonly timing: Timing;
  composite: string;
}

/** Of an animation that a style sheet declares. */
export interface CssPart {
  readonly kind: 'animation' | 'transition';
  /** The name of the keyframes, or the property. */
  readonly name: string;
  /** In the last frame. */
  phase: Phase;
  iteration: number;
  activeMs: number;
}

/** What players tell whoever drives them. */
export interface PlayerHooks {
  /** Something began, ended or will: a frame has to look. */
  changed(player: Player): void;
  /** An event of the animation itself, at this time of its timeline. */
  event(player: Player, type: 'finish' | 'cancel', currentTime: number | null): void;
}

let hooks: PlayerHooks = { changed() {}, event() {} };

export function setPlayerHooks(given: PlayerHooks): void {
  hooks = given;
}

const invalid = (message: string): Error => domException('InvalidStateError', message);

export class Player {
  readonly object: object;
  /** Its place among animations of script: later ones win. */
  readonly order: number;
  effect: Effect | null;
  css: CssPart | null = null;
  id = '';
  replaceState: 'active' | 'removed' | 'persisted' = 'active';
  /** Whether it is on the document's timeline; without one its time stands. */
  hasTimeline = true;
  startTime: number | null = null;
  holdTime: number | null = null;
  rate = 1;
  pendingRate: number | null = null;
  pending: 'play' | 'pause' | null = null;
  ready: Deferred<object>;
  finished: Deferred<object>;
  #isFinishedResolved = false;
  #isReadyResolved = true;
  #previousTime: number | null = null;
  static #made = 0;

  constructor(object: object, effect: Effect | null) {
    this.object = object;
    this.effect = effect;
    this.order = ++Player.#made;
    this.ready = deferred();
    this.ready.resolve(object);
    this.finished = deferred();
    markHandled(this.finished.promise);
  }

  /** Transitions come before animations of style sheets, and those before animations of script. */
  get rank(): number {
    return this.css === null ? 2 : this.css.kind === 'transition' ? 0 : 1;
  }

  get timelineTime(): number | null {
    return this.hasTimeline ? now() : null;
  }

  /** §4.4.2 */
  get currentTime(): number | null {
    if (this.holdTime !== null) return this.holdTime;
    const time = this.timelineTime;
    return time === null || this.startTime === null ? null : (time - this.startTime) * this.rate;
  }

  get effectiveRate(): number {
    return this.pendingRate ?? this.rate;
  }

  get effectEnd(): number {
    return this.effect === null ? 0 : endTime(this.effect.timing);
  }

  /** §4.4.15 */
  get playState(): PlayState {
    const time = this.currentTime;
    if (time === null && this.startTime === null && this.pending === null) return 'idle';
    if (this.pending === 'pause' || (this.startTime === null && this.pending !== 'play')) return 'paused';
    const rate = this.effectiveRate;
    const isOver = time !== null && ((rate > 0 && time >= this.effectEnd) || (rate < 0 && time <= 0));
    return isOver ? 'finished' : 'running';
  }

  /** §4.4.3 "silently set the current time", then what setting it does to a pending pause. */
  seek(time: number | null): void {
    if (time === null) {
      if (this.currentTime !== null) throw new TypeError('currentTime may not be changed from resolved to unresolved');
      return;
    }
    this.#seekSilently(time);
    if (this.pending === 'pause') {
      this.holdTime = time;
      this.#applyRate();
      this.startTime = null;
      this.pending = null;
      this.#resolveReady();
    }
    this.updateFinished(true, false);
  }

  #seekSilently(time: number): void {
    const timeline = this.timelineTime;
    if (this.holdTime !== null || this.startTime === null || timeline === null || this.rate === 0) this.holdTime = time;
    else this.startTime = timeline - time / this.rate;
    if (timeline === null) this.startTime = null;
    this.#previousTime = null;
  }

  /** §4.4.5 */
  setStartTime(start: number | null): void {
    const timeline = this.timelineTime;
    if (timeline === null && start !== null) this.holdTime = null;
    const previous = this.currentTime;
    this.#applyRate();
    this.startTime = start;
    if (start === null) this.holdTime = previous;
    else if (this.rate !== 0) this.holdTime = null;
    if (this.pending !== null) {
      this.pending = null;
      this.#resolveReady();
    }
    this.updateFinished(true, false);
  }

  /** §4.4.8 */
  play(mayRewind: boolean): void {
    const wasPausing = this.pending === 'pause';
    const rate = this.effectiveRate;
    const time = this.currentTime;
    let seekTo: number | null = null;
    if (rate >= 0 && mayRewind && (time === null || time < 0 || time >= this.effectEnd)) seekTo = 0;
    else if (rate < 0 && mayRewind && (time === null || time <= 0 || time > this.effectEnd)) {
      if (!isFiniteNumber(this.effectEnd))
        throw invalid('Cannot play reversed Animation with infinite target effect end.');
      seekTo = this.effectEnd;
    } else if (rate === 0 && time === null) seekTo = 0;
    if (seekTo !== null) {
      this.holdTime = seekTo;
      this.startTime = null;
    } else if (this.holdTime === null && !wasPausing && this.pendingRate === null && this.startTime !== null) return;
    if (this.holdTime !== null) this.startTime = null;
    if (this.pending === null) this.#renewReady();
    this.pending = 'play';
    this.updateFinished(false, false);
  }

  /** §4.4.9 */
  pause(): void {
    if (this.pending === 'pause' || this.playState === 'paused') return;
    if (this.currentTime === null) {
      if (this.rate < 0 && !isFiniteNumber(this.effectEnd)) {
        throw invalid('Cannot play reversed Animation with infinite target effect end.');
      }
      this.holdTime = this.rate >= 0 ? 0 : this.effectEnd;
    }
    if (this.pending === null) this.#renewReady();
    this.pending = 'pause';
    this.updateFinished(false, false);
  }

  /** §4.4.13 */
  finish(): void {
    const rate = this.effectiveRate;
    if (rate === 0) throw invalid('Cannot finish Animation with a playbackRate of 0.');
    if (rate > 0 && !isFiniteNumber(this.effectEnd)) {
      throw invalid('Cannot finish Animation with an infinite target effect end.');
    }
    this.#applyRate();
    const limit = this.rate > 0 ? this.effectEnd : 0;
    this.#seekSilently(limit);
    const timeline = this.timelineTime;
    if (this.startTime === null && timeline !== null) this.startTime = timeline - limit / this.rate;
    if (this.pending === 'pause') this.holdTime = null;
    if (this.pending !== null) {
      this.pending = null;
      this.#resolveReady();
    }
    this.updateFinished(true, true);
  }

  /** §4.4.14 */
  cancel(): void {
    const time = this.currentTime;
    if (this.css !== null && time !== null) this.css.activeMs = max(0, time - this.effect!.timing.delay);
    if (this.playState !== 'idle') {
      if (this.pending !== null) {
        this.pending = null;
        this.#applyRate();
        this.ready.reject(domException('AbortError', 'The user aborted a request.'));
        markHandled(this.ready.promise);
        this.#renewReady();
        this.#resolveReady();
      }
      markHandled(this.finished.promise);
      this.finished.reject(domException('AbortError', 'The user aborted a request.'));
      this.#renewFinished();
      hooks.event(this, 'cancel', null);
    }
    this.holdTime = null;
    this.startTime = null;
    hooks.changed(this);
  }

  /** §4.4.16 */
  reverse(): void {
    if (!this.hasTimeline) throw invalid('Cannot reverse an animation with no active timeline');
    const before = this.pendingRate;
    this.pendingRate = -this.effectiveRate;
    try {
      this.play(true);
    } catch (error) {
      this.pendingRate = before;
      throw error;
    }
  }

  /** §4.4.17.1 "set the playback rate" */
  setRate(rate: number): void {
    this.pendingRate = null;
    const time = this.currentTime;
    this.rate = rate;
    if (time !== null) this.seek(time);
  }

  /** §4.4.17.2 "seamlessly update the playback rate" */
  updateRate(rate: number): void {
    const state = this.playState;
    this.pendingRate = rate;
    if (this.pending !== null) return;
    if (state === 'idle' || state === 'paused') this.#applyRate();
    else if (state === 'finished') {
      const time = this.currentTime;
      this.startTime = rate === 0 ? this.timelineTime : (this.timelineTime ?? 0) - (time ?? 0) / rate;
      this.#applyRate();
      this.updateFinished(false, false);
    } else this.play(false);
  }

  #applyRate(): void {
    if (this.pendingRate === null) return;
    this.rate = this.pendingRate;
    this.pendingRate = null;
  }

  /** The pending play or pause becomes true, at the beginning of a frame. */
  startPending(): void {
    const timeline = this.timelineTime;
    if (this.pending === null || timeline === null) return;
    if (this.pending === 'play') {
      if (this.holdTime !== null) {
        this.#applyRate();
        this.startTime = this.rate === 0 ? timeline : timeline - this.holdTime / this.rate;
        if (this.rate !== 0) this.holdTime = null;
      } else if (this.startTime !== null && this.pendingRate !== null) {
        const time = (timeline - this.startTime) * this.rate;
        this.#applyRate();
        this.startTime = this.rate === 0 ? timeline : timeline - time / this.rate;
        if (this.rate === 0) this.holdTime = time;
      }
    } else {
      if (this.startTime !== null && this.holdTime === null) this.holdTime = (timeline - this.startTime) * this.rate;
      this.#applyRate();
      this.startTime = null;
    }
    this.pending = null;
    this.#resolveReady();
    this.updateFinished(false, false);
  }

  /** §4.4.12 "update an animation's finished state" */
  updateFinished(didSeek: boolean, synchronously: boolean): void {
    const timeline = this.timelineTime;
    const unlimited =
      didSeek || this.holdTime === null
        ? this.startTime === null || timeline === null
          ? this.holdTime
          : (timeline - this.startTime) * this.rate
        : this.currentTime;
    if (unlimited !== null && this.startTime !== null && this.pending === null) {
      if (this.rate > 0 && unlimited >= this.effectEnd) {
        this.holdTime = didSeek ? unlimited : max(this.#previousTime ?? this.effectEnd, this.effectEnd);
      } else if (this.rate < 0 && unlimited <= 0) {
        this.holdTime = didSeek ? unlimited : min(this.#previousTime ?? 0, 0);
      } else if (this.rate !== 0 && timeline !== null) {
        if (didSeek && this.holdTime !== null) this.startTime = timeline - this.holdTime / this.rate;
        this.holdTime = null;
      }
    }
    this.#previousTime = this.currentTime;
    const isFinished = this.playState === 'finished';
    if (isFinished && !this.#isFinishedResolved) {
      if (synchronously) this.#notifyFinished();
      else enqueueMicrotask(() => this.#notifyFinished());
    } else if (!isFinished && this.#isFinishedResolved) this.#renewFinished();
    hooks.changed(this);
  }

  #notifyFinished(): void {
    if (this.playState !== 'finished' || this.#isFinishedResolved) return;
    this.#isFinishedResolved = true;
    this.finished.resolve(this.object);
    hooks.event(this, 'finish', this.currentTime);
  }

  #renewReady(): void {
    this.ready = deferred();
    markHandled(this.ready.promise);
    this.#isReadyResolved = false;
  }

  #resolveReady(): void {
    if (this.#isReadyResolved) return;
    this.#isReadyResolved = true;
    this.ready.resolve(this.object);
  }

  #renewFinished(): void {
    this.#isFinishedResolved = false;
    this.finished = deferred();
    markHandled(this.finished.promise);
  }
}
