/**
 * Element.animate and Animation.
 *
 * Pretended: an animation changes no style. It takes its time on the document's clock and then finishes, so that what
 * waits for its end goes on.
 *
 * Web Animations 1 §5 https://drafts.csswg.org/web-animations-1/
 */
import { now } from '../clock.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { startTimer, stopTimer } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { create, defineProperty, isFiniteNumber, max, weakGet, weakSet } from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';

type PlayState = 'idle' | 'running' | 'paused' | 'finished';

interface Player {
  readonly object: object;
  readonly durationMs: number;
  effect: object | null;
  state: PlayState;
  /** The document's time at which its own time was zero, while it runs. */
  startedAt: number;
  /** Its own time, while it stands. */
  time: number;
  rate: number;
  timer: number;
  finished: Promise<object>;
  finish: (object: object) => void;
  fail: (error: unknown) => void;
}

const players = new WeakMap<object, Player>();
const PagePromise = Promise;

function playerOf(object: object): Player {
  const player = weakGet(players, object);
  if (player === undefined) throw new TypeError('Illegal invocation');
  return player;
}

function renewPromise(player: Player): void {
  player.finished = new PagePromise((resolve, reject) => {
    player.finish = resolve;
    player.fail = reject;
  });
  // A cancelled animation that nobody waits for is no error.
  player.finished.then(undefined, () => {});
}

function timingOf(options: unknown): { durationMs: number; id: string } {
  if (typeof options === 'number') return { durationMs: options, id: '' };
  const given = (options ?? {}) as Record<string, unknown>;
  const duration = Number(given['duration'] ?? 0) || 0;
  const iterations = given['iterations'] === undefined ? 1 : Number(given['iterations']);
  const total = (Number(given['delay']) || 0) + duration * iterations + (Number(given['endDelay']) || 0);
  return { durationMs: max(0, total), id: `${given['id'] ?? ''}` };
}

function makePlayer(object: object, effect: object | null, durationMs: number): Player {
  const player: Player = {
    object,
    durationMs,
    effect,
    state: 'idle',
    startedAt: 0,
    time: 0,
    rate: 1,
    timer: 0,
    finished: null as never,
    finish: () => {},
    fail: () => {},
  };
  renewPromise(player);
  weakSet(players, object, player);
  return player;
}

function currentTime(player: Player): number | null {
  if (player.state === 'idle') return null;
  return player.state === 'running' ? (now() - player.startedAt) * player.rate : player.time;
}

function play(player: Player): void {
  if (player.state === 'running') return;
  if (player.state === 'finished') {
    player.time = 0;
    renewPromise(player);
  }
  player.state = 'running';
  player.startedAt = now() - player.time;
  // One that never ends never finishes.
  if (isFiniteNumber(player.durationMs)) {
    player.timer = startTimer(() => end(player), player.durationMs - player.time, [], false);
  }
}

function end(player: Player): void {
  if (player.state === 'finished') return;
  stopTimer(player.timer);
  player.state = 'finished';
  player.time = isFiniteNumber(player.durationMs) ? player.durationMs : 0;
  player.finish(player.object);
  const init = { currentTime: player.time, timelineTime: now() };
  dispatchTrusted(player.object, createEvent('AnimationPlaybackEvent', 'finish', init));
}

function cancel(player: Player): void {
  if (player.state === 'idle') return;
  stopTimer(player.timer);
  player.state = 'idle';
  player.time = 0;
  player.fail(domException('AbortError', 'The animation was cancelled.'));
  renewPromise(player);
  dispatchTrusted(player.object, createEvent('AnimationPlaybackEvent', 'cancel', {}));
}

function defineAnimation(): void {
  defineInterface('Animation', 'EventTarget');
  setConstructor('Animation', (newTarget, args) => {
    const object = instanceFor(newTarget, 'Animation');
    makePlayer(object, (args[0] as object | undefined) ?? null, 0);
    return object;
  });
  defineMembers<object>('Animation', {
    get playState(): PlayState {
      return playerOf(this).state;
    },
    get pending(): boolean {
      return false;
    },
    get replaceState(): string {
      return 'active';
    },
    get finished(): Promise<object> {
      return playerOf(this).finished;
    },
    get ready(): Promise<object> {
      return new PagePromise((resolve) => resolve(this));
    },
    get effect(): object | null {
      return playerOf(this).effect;
    },
    set effect(value: object | null) {
      playerOf(this).effect = value;
    },
    get currentTime(): number | null {
      return currentTime(playerOf(this));
    },
    set currentTime(value: unknown) {
      const player = playerOf(this);
      player.time = Number(value) || 0;
      player.startedAt = now() - player.time;
    },
    get startTime(): number | null {
      const player = playerOf(this);
      return player.state === 'running' ? player.startedAt : null;
    },
    get playbackRate(): number {
      return playerOf(this).rate;
    },
    set playbackRate(value: unknown) {
      playerOf(this).rate = Number(value);
    },
    updatePlaybackRate(value: unknown): void {
      playerOf(this).rate = Number(value);
    },
    play(): void {
      play(playerOf(this));
    },
    reverse(): void {
      play(playerOf(this));
    },
    pause(): void {
      const player = playerOf(this);
      player.time = currentTime(player) ?? 0;
      player.state = 'paused';
      stopTimer(player.timer);
    },
    finish(): void {
      end(playerOf(this));
    },
    cancel(): void {
      cancel(playerOf(this));
    },
    commitStyles(): void {},
    persist(): void {},
  });
  for (const type of ['finish', 'cancel', 'remove']) {
    defineProperty(prototypeOf('Animation'), `on${type}`, {
      get(this: object) {
        return eventHandler(this, type);
      },
      set(this: object, value: unknown) {
        setEventHandler(this, type, value);
      },
      enumerable: true,
      configurable: true,
    });
  }
}

export function installAnimations(): void {
  defineAnimation();
  defineRecordInterface('KeyframeEffect', null, ['target', 'keyframes']);
  defineMembers<object>('KeyframeEffect', {
    getKeyframes(): unknown[] {
      return [];
    },
    getTiming(): object {
      return {};
    },
    getComputedTiming(): object {
      return {};
    },
    updateTiming(): void {},
    setKeyframes(): void {},
  });
  setConstructor('KeyframeEffect', (_, args) => makeRecord('KeyframeEffect', { target: args[0], keyframes: args[1] }));
  defineMembers<PageNode>('Element', {
    animate(keyframes: unknown, options?: unknown): object {
      const { durationMs, id } = timingOf(options);
      const object = create(prototypeOf('Animation'));
      const player = makePlayer(object, makeRecord('KeyframeEffect', { target: this, keyframes }), durationMs);
      defineProperty(object, 'id', { value: id, writable: true, enumerable: true, configurable: true });
      play(player);
      return object;
    },
    getAnimations(): object[] {
      return [];
    },
  });
  defineMembers<PageNode>('Document', {
    getAnimations(): object[] {
      return [];
    },
  });
}
