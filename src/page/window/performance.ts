/**
 * performance: the document's clock.
 *
 * High Resolution Time 3 §7 https://w3c.github.io/hr-time/, User Timing 3 (marks and measures, without entries)
 */
import { now, timeOrigin } from '../clock.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { create } from '../primordials.ts';

export function makePerformance(): object {
  defineInterface('Performance', 'EventTarget');
  defineMembers<object>('Performance', {
    now(): number {
      return now();
    },
    get timeOrigin(): number {
      return timeOrigin();
    },
    toJSON(): object {
      return { timeOrigin: timeOrigin() };
    },
  });
  return create(prototypeOf('Performance'));
}
