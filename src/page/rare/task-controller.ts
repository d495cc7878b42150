/**
 * TaskController and TaskSignal: signals that also carry a priority.
 *
 * Prioritized Task Scheduling §3.2, §3.3 https://wicg.github.io/scheduling-apis/#sec-task-controller
 */
import { abortReason, abortSignal, initSignal, isAborted, onAbort } from '../abort-signal.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { adoptController } from '../window/abort.ts';
import {
  defineBehaviour,
  defineLater,
  type LiveRecord,
  lazyEvent,
  liveObject,
  liveRecord,
} from '../window/lazy-interfaces.ts';
import { type Args, failedTo, givenOf } from './answers.ts';

function priorityOf(value: unknown, otherwise: string, where: string): string {
  if (value === undefined) return otherwise;
  const priority = `${value}`;
  if (/^(?:user-blocking|user-visible|background)$/.test(priority)) return priority;
  throw new TypeError(`${where}The provided value '${priority}' is not a valid enum value of type TaskPriority.`);
}

function makeTaskSignal(priority: string): object {
  const signal = liveObject('TaskSignal', { priority, '%changing': false });
  initSignal(signal);
  return signal;
}

/** "signal priority change" */
function changePriority(signal: object, priority: string, where: string): void {
  const record = liveRecord(signal, 'TaskSignal')!;
  if (record['%changing'] === true) {
    throw domException('NotAllowedError', `${where}Cannot change priority when a prioritychange event is in progress.`);
  }
  const previousPriority = record['priority'];
  if (previousPriority === priority) return;
  record['%changing'] = true;
  record['priority'] = priority;
  const followers = (record['%followers'] ?? []) as object[];
  for (let at = 0; at < followers.length; at++) changePriority(followers[at]!, priority, where);
  dispatchTrusted(signal, lazyEvent('TaskPriorityChangeEvent', 'prioritychange', { previousPriority }));
  record['%changing'] = false;
}

/** Aborted with any of the sources; its priority is one that is given, or that of a signal that it follows. */
function anyOf(args: Args): object {
  const given = givenOf(args[1])['priority'];
  const leader = liveRecord(given, 'TaskSignal');
  const where = failedTo('any', 'TaskSignal');
  const signal = makeTaskSignal(leader === null ? priorityOf(given, 'user-visible', where) : `${leader['priority']}`);
  if (leader !== null) leader['%followers'] = [...((leader['%followers'] ?? []) as object[]), signal];
  for (const source of args[0] as Iterable<object>) {
    const follow = (): void =>
      abortSignal(signal, abortReason(source), (target) => void dispatchTrusted(target, createEvent('Event', 'abort')));
    if (isAborted(source)) follow();
    else onAbort(source, follow);
  }
  return signal;
}

function defineTaskControllers(): void {
  defineBehaviour('TaskSignal', { any: anyOf });
  defineBehaviour('TaskController', {
    construct: (args: Args, object: object): LiveRecord => {
      const where =
        "Failed to construct 'TaskController': Failed to read the 'priority' property from 'TaskControllerInit': ";
      const signal = makeTaskSignal(priorityOf(givenOf(args[0])['priority'], 'user-visible', where));
      adoptController(object, signal);
      return { '%signal': signal };
    },
    setPriority(this: LiveRecord, args: Args) {
      const where = failedTo('setPriority', 'TaskController');
      changePriority(this['%signal'] as object, priorityOf(args[0] ?? null, '', where), where);
    },
  });
}

export function installTaskControllers(): void {
  defineLater('TaskController TaskSignal', defineTaskControllers);
}
