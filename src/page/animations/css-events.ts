/**
 * Events of CSS animations and transitions.
 *
 * In:  a player at the beginning of a frame, with the phase it had in the last one. Out: planned events.
 *
 * CSS Animations 2 §4.1 https://drafts.csswg.org/css-animations-2/#event-dispatch, CSS Transitions 2 §6
 * https://drafts.csswg.org/css-transitions-2/#event-dispatch
 */
import { createEvent } from '../event-classes.ts';
import { floor, max, min } from '../primordials.ts';
import type { Player } from './player.ts';
import { planEvent, setCssEvents } from './playing.ts';
import { activeDuration, iterationDuration, type Phase, phaseAt, type Timing } from './timing.ts';

/** Where an animation is now, all have been told. */
export function takeAsTold({ css, effect, currentTime, rate }: Player): void {
  css!.phase = phaseAt(effect!.timing, currentTime, rate);
  css!.iteration = iterationOf(effect!.timing, currentTime);
}

function collect(player: Player): void {
  const { css, effect } = player;
  if (css === null || effect === null) return;
  const { timing } = effect;
  const time = player.currentTime;
  const phase: Phase = time === null && player.pending !== null ? 'before' : phaseAt(timing, time, player.rate);
  const iteration = iterationOf(timing, time);
  const { phase: previous, iteration: previousIteration } = css;
  css.phase = phase;
  css.iteration = iteration;
  if (phase !== 'idle') css.activeMs = max(0, (time ?? 0) - timing.delay);
  if (css.kind === 'animation') animationEvents(player, previous, phase, previousIteration, iteration);
  else transitionEvents(player, previous, phase);
}

function iterationOf(timing: Timing, time: number | null): number {
  const duration = iterationDuration(timing);
  return time === null || duration === 0 ? 0 : floor(max(0, time - timing.delay) / duration);
}

function startsAt({ delay, ...timing }: Timing): number {
  return max(min(-delay, activeDuration({ delay, ...timing })), 0);
}

function endsAt(timing: Timing): number {
  return activeDuration(timing);
}

function animationEvents(player: Player, from: Phase, to: Phase, before: number, iteration: number): void {
  const { timing } = player.effect!;
  const send = (type: string, elapsedMs: number): void => sendEvent(player, 'AnimationEvent', type, elapsedMs);
  const wasEarly = from === 'idle' || from === 'before';
  if (to === 'idle') {
    if (from !== 'idle' && from !== 'after') send('animationcancel', player.css!.activeMs);
  } else if (wasEarly && to === 'active') send('animationstart', startsAt(timing));
  else if (wasEarly && to === 'after') {
    send('animationstart', startsAt(timing));
    send('animationend', endsAt(timing));
  } else if (from === 'active' && to === 'before') send('animationend', startsAt(timing));
  else if (from === 'active' && to === 'active' && before !== iteration) {
    const boundary = iteration > before ? iteration : before;
    send('animationiteration', boundary * iterationDuration(timing));
  } else if (from === 'active' && to === 'after') send('animationend', endsAt(timing));
  else if (from === 'after' && to === 'active') send('animationstart', endsAt(timing));
  else if (from === 'after' && to === 'before') {
    send('animationstart', endsAt(timing));
    send('animationend', startsAt(timing));
  }
}

function transitionEvents(player: Player, from: Phase, to: Phase): void {
  const { timing } = player.effect!;
  const send = (type: string, elapsedMs: number): void => sendEvent(player, 'TransitionEvent', type, elapsedMs);
  if (to === 'idle') {
    if (from !== 'idle' && from !== 'after') send('transitioncancel', player.css!.activeMs);
    return;
  }
  if (from === 'idle') send('transitionrun', startsAt(timing));
  const wasEarly = from === 'idle' || from === 'before';
  if (wasEarly && to === 'active') send('transitionstart', startsAt(timing));
  else if (wasEarly && to === 'after') {
    send('transitionstart', startsAt(timing));
    send('transitionend', endsAt(timing));
  } else if (from === 'active' && to === 'after') send('transitionend', endsAt(timing));
  else if (from === 'active' && to === 'before') send('transitionend', startsAt(timing));
  else if (from === 'after' && to === 'active') send('transitionstart', endsAt(timing));
  else if (from === 'after' && to === 'before') {
    send('transitionstart', endsAt(timing));
    send('transitionend', startsAt(timing));
  }
}

function sendEvent(player: Player, className: string, type: string, elapsedMs: number): void {
  const { css, effect } = player;
  const elapsedTime = elapsedMs / 1000;
  const name = className === 'AnimationEvent' ? { animationName: css!.name } : { propertyName: css!.name };
  const own = { ...name, elapsedTime, pseudoElement: effect!.pseudo, animation: player.object };
  const init = { bubbles: true, cancelable: true, ...own };
  // A cancelled one has no time any more, and comes first.
  const { startTime, rate } = player;
  const isOver = css!.phase === 'idle' || startTime === null;
  const time = isOver ? Number.NEGATIVE_INFINITY : startTime + (elapsedMs + max(0, effect!.timing.delay)) / (rate || 1);
  planEvent(player, effect!.target!, () => createEvent(className, type, init), time);
}

export function installCssEvents(): void {
  setCssEvents(collect);
}
