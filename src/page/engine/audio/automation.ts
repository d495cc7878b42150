/**
 * The value of an audio parameter over time.
 *
 * In:  what a page has scheduled, in the order of time. Out: the value at a time.
 *
 * Web Audio §1.6.3 https://www.w3.org/TR/webaudio-1.1/#computation-of-value
 */
export type ParamEvent =
  | readonly [kind: 'set' | 'linear' | 'exponential', time: number, value: number]
  | readonly [kind: 'target', time: number, value: number, constant: number]
  | readonly [kind: 'curve', time: number, values: readonly number[], duration: number];

export interface ParamState {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly events: readonly ParamEvent[];
  /** Nodes whose sound is added to it. */
  readonly inputs: readonly number[];
}

export function valueAt({ value, events }: Pick<ParamState, 'value' | 'events'>, time: number): number {
  let now = value;
  // When the last event began or ended, and what held from then on.
  let since = 0;
  let from = value;
  for (let at = 0; at < events.length; at++) {
    const event = events[at]!;
    const isRamp = event[0] === 'linear' || event[0] === 'exponential';
    if (event[1] > time) return isRamp ? ramped(event as RampEvent, since, from, time) : now;
    const next = events[at + 1];
    const until = Math.min(time, next === undefined || isRampEvent(next) ? time : next[1]);
    now = reached(event, now, until);
    since = event[1];
    from = now;
    if (event[0] === 'curve') since = Math.min(event[1] + event[3], time);
  }
  return now;
}

type RampEvent = readonly [kind: 'linear' | 'exponential', time: number, value: number];

function isRampEvent(event: ParamEvent): boolean {
  return event[0] === 'linear' || event[0] === 'exponential';
}

/** Between the last event and the end of a ramp. */
function ramped([kind, end, value]: RampEvent, since: number, from: number, time: number): number {
  const share = (time - since) / (end - since);
  if (kind === 'linear') return from + (value - from) * share;
  return from * value > 0 ? from * (value / from) ** share : from;
}

/** What an event that has begun has led to. */
function reached(event: ParamEvent, before: number, time: number): number {
  switch (event[0]) {
    case 'set':
    case 'linear':
    case 'exponential':
      return event[2];
    case 'target':
      return event[3] === 0 ? event[2] : event[2] + (before - event[2]) * Math.exp(-(time - event[1]) / event[3]);
    case 'curve': {
      const [, start, values, duration] = event;
      const place = (Math.min(time - start, duration) / duration) * (values.length - 1);
      const index = Math.min(Math.floor(place), values.length - 2);
      return values[index]! + (values[index + 1]! - values[index]!) * (place - index);
    }
  }
}
