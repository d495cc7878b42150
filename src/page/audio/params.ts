/**
 * Parameters of audio nodes: a value, and what is scheduled to become of it.
 *
 * Out: objects of AudioParam, and their state as JSON for the engine (engine/audio/automation.ts).
 *
 * Web Audio §1.6 https://www.w3.org/TR/webaudio-1.1/#AudioParam
 */
import { LIMITS } from '../../limits.ts';
import { domException } from '../dom/dom-exception.ts';
import { append, type BareArray, bareArray, isFiniteNumber, max, min, removeAt } from '../primordials.ts';
import { defineBehaviour, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';

type Args = ArrayLike<unknown>;
interface Scheduled {
  readonly time: number;
  /** Its JSON. */
  readonly text: string;
}

const { fround } = Math;
/** The largest number of 32 bits. */
export const LARGEST = 3.4028234663852886e38;

/** A number as WebIDL's float and double have it. */
export function finite(value: unknown, where: string, kind: 'float' | 'double' = 'float'): number {
  const number = Number(value);
  if (!isFiniteNumber(number)) throw new TypeError(`${where}: The provided ${kind} value is non-finite.`);
  return kind === 'float' ? fround(number) : number;
}

export function makeParam(value: number, least: number, most: number, rate: string): object {
  return liveObject('AudioParam', {
    value: fround(value),
    defaultValue: fround(value),
    minValue: fround(least),
    maxValue: fround(most),
    automationRate: rate,
    '%events': bareArray<Scheduled>(),
    '%inputs': bareArray<object>(),
  });
}

/** Sets the value, within its limits. */
export function setParam(param: unknown, value: unknown): void {
  const record = liveRecord(param, 'AudioParam')!;
  const given = finite(value, "Failed to set the 'value' property on 'AudioParam'");
  record['value'] = min(max(given, record['minValue'] as number), record['maxValue'] as number);
}

/** Nodes that are connected to a parameter. */
export function paramInputs(record: LiveRecord): BareArray<object> {
  return record['%inputs'] as BareArray<object>;
}

/** `numberOf`: the place of a node in the graph. */
export function paramText(param: object, numberOf: (node: object) => number): string {
  const record = liveRecord(param, 'AudioParam')!;
  const events = record['%events'] as BareArray<Scheduled>;
  const inputs = paramInputs(record);
  let scheduled = '';
  for (let at = 0; at < events.length; at++) scheduled += `${at === 0 ? '' : ','}${events[at]!.text}`;
  let heard = '';
  for (let at = 0; at < inputs.length; at++) heard += `${at === 0 ? '' : ','}${numberOf(inputs[at]!)}`;
  const { value, minValue, maxValue } = record;
  return `{"value":${value},"least":${minValue},"most":${maxValue},"events":[${scheduled}],"inputs":[${heard}]}`;
}

/** In the order of time; of those at one time the last one comes last. */
function schedule(record: LiveRecord, time: number, text: string): void {
  const events = record['%events'] as BareArray<Scheduled>;
  if (events.length >= LIMITS.audioParts) return;
  append(events, { time, text });
  for (let at = events.length - 1; at > 0 && events[at - 1]!.time > time; at--) {
    const before = events[at - 1]!;
    events[at - 1] = events[at]!;
    events[at] = before;
  }
}

function timeOf(value: unknown, where: string): number {
  const time = finite(value, where, 'double');
  if (time < 0) throw new RangeError(`${where}: Time must be a finite non-negative number: ${time}`);
  return time;
}

function methodOf(name: string, kind: string) {
  const where = `Failed to execute '${name}' on 'AudioParam'`;
  return function (this: LiveRecord, args: Args, self: object): object {
    const value = finite(args[0], where);
    const time = timeOf(args[1], where);
    if (kind === 'exponential' && value === 0) {
      throw new RangeError(
        `${where}: The float target value provided (0) should not be in the range (-1.40130e-45, 1.40130e-45).`,
      );
    }
    const constant = kind === 'target' ? `,${max(0, finite(args[2], where))}` : '';
    schedule(this, time, `["${kind}",${time},${value}${constant}]`);
    return self;
  };
}

function cancel(this: LiveRecord, args: Args, self: object): object {
  const time = timeOf(args[0], "Failed to execute 'cancelScheduledValues' on 'AudioParam'");
  const events = this['%events'] as BareArray<Scheduled>;
  for (let at = events.length - 1; at >= 0; at--) if (events[at]!.time >= time) removeAt(events, at);
  return self;
}

export function defineParams(): void {
  defineBehaviour('AudioParam', {
    'set value': (value: unknown, self: object) => setParam(self, value),
    'set automationRate'(this: LiveRecord, value: unknown): void {
      const rate = `${value}`;
      if (rate === 'a-rate' || rate === 'k-rate') this['automationRate'] = rate;
    },
    setValueAtTime: methodOf('setValueAtTime', 'set'),
    linearRampToValueAtTime: methodOf('linearRampToValueAtTime', 'linear'),
    exponentialRampToValueAtTime: methodOf('exponentialRampToValueAtTime', 'exponential'),
    setTargetAtTime: methodOf('setTargetAtTime', 'target'),
    setValueCurveAtTime(this: LiveRecord, args: Args, self: object): object {
      const where = "Failed to execute 'setValueCurveAtTime' on 'AudioParam'";
      const curve = (args[0] ?? []) as ArrayLike<unknown>;
      const [time, duration] = [timeOf(args[1], where), finite(args[2], where, 'double')];
      if (!(curve.length >= 2)) {
        throw domException(
          'InvalidStateError',
          `${where}: The curve length provided (${curve.length}) is less than the minimum bound (2).`,
        );
      }
      if (duration <= 0) throw new RangeError(`${where}: Duration must be a finite positive number: ${duration}`);
      let text = '';
      for (let at = 0; at < min(curve.length, LIMITS.audioParts); at++)
        text += `${at === 0 ? '' : ','}${finite(curve[at], where)}`;
      schedule(this, time, `["curve",${time},[${text}],${duration}]`);
      return self;
    },
    cancelScheduledValues: cancel,
    cancelAndHoldAtTime: cancel,
  });
}
