/**
 * Date on the document's clock: what it says follows the time that a virtual clock passes over.
 *
 * With a real clock, the page has V8's own Date.
 *
 * ECMA-262 §21.4 https://tc39.es/ecma262/#sec-date-objects
 */
import { now, timeOrigin } from '../clock.ts';
import { noteNative } from '../native-look.ts';
import { construct, defineProperty, floor } from '../primordials.ts';

export function installVirtualDate(): void {
  const Intrinsic = Date;
  const wallNow = (): number => floor(timeOrigin() + now());
  const toText = Intrinsic.prototype.toString;
  const Virtual = function (...args: unknown[]): unknown {
    if (new.target === undefined) return toText.call(new Intrinsic(wallNow()));
    return construct(Intrinsic, args.length === 0 ? [wallNow()] : args, new.target as never);
  };
  defineProperty(Virtual, 'name', { value: 'Date', configurable: true });
  defineProperty(Virtual, 'length', { value: 7, configurable: true });
  defineProperty(Virtual, 'prototype', { value: Intrinsic.prototype, writable: false });
  const statics = { now: wallNow, parse: Intrinsic.parse, UTC: Intrinsic.UTC };
  for (const name of ['now', 'parse', 'UTC'] as const) {
    defineProperty(Virtual, name, { value: statics[name], writable: true, configurable: true });
  }
  noteNative(Virtual, 'Date');
  noteNative(wallNow, 'now');
  defineProperty(wallNow, 'name', { value: 'now', configurable: true });
  defineProperty(Intrinsic.prototype, 'constructor', { value: Virtual, writable: true, configurable: true });
  defineProperty(globalThis, 'Date', { value: Virtual, writable: true, configurable: true });
}
