/**
 * scheduler.postTask and scheduler.yield.
 *
 * Prioritized Task Scheduling §3 https://wicg.github.io/scheduling-apis/
 *
 * Differs: tasks of one priority run in their order; a signal's priority counts when the task is posted.
 */
import { type AbortSignalLike, onAbort } from '../abort-signal.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { queueTask, startTimer } from '../event-loop.ts';
import { append, apply, type BareArray, bareArray, create, removeAt } from '../primordials.ts';

interface Task {
  readonly run: () => void;
  isAborted: boolean;
}

const PRIORITIES: Record<string, number> = {
  __proto__: null as never,
  'user-blocking': 0,
  'user-visible': 1,
  background: 2,
};
const queues: BareArray<BareArray<Task>> = bareArray();
for (let priority = 0; priority < 3; priority++) append(queues, bareArray<Task>());
const PagePromise = Promise;

/** One turn of the event loop takes the first task of the highest priority. */
function runNext(): void {
  for (let priority = 0; priority < queues.length; priority++) {
    const queue = queues[priority]!;
    if (queue.length === 0) continue;
    const task = queue[0]!;
    removeAt(queue, 0);
    if (!task.isAborted) task.run();
    return;
  }
}

function post(priority: number, task: Task, delay: number): void {
  const add = (): void => {
    append(queues[priority]!, task);
    queueTask(runNext);
  };
  if (delay > 0) startTimer(add, delay, [], false);
  else add();
}

export function makeScheduler(): object {
  defineInterface('Scheduler', null);
  defineMembers<object>('Scheduler', {
    postTask(callback: unknown, options?: unknown): Promise<unknown> {
      return new PagePromise((resolve, reject) => {
        if (typeof callback !== 'function') throw new TypeError('parameter 1 is not a function.');
        const given = (options ?? {}) as { signal?: AbortSignalLike & { priority?: unknown; reason?: unknown } };
        const { signal, priority, delay } = given as typeof given & { priority?: unknown; delay?: unknown };
        if (signal?.aborted) throw signal.reason;
        const rank = PRIORITIES[`${priority ?? signal?.priority ?? 'user-visible'}`];
        if (rank === undefined)
          throw new TypeError('The provided value is not a valid enum value of type TaskPriority.');
        const task: Task = {
          run: () => {
            try {
              resolve(apply(callback as () => unknown, undefined, []));
            } catch (error) {
              reject(error);
            }
          },
          isAborted: false,
        };
        if (signal !== undefined) {
          onAbort(signal, () => {
            task.isAborted = true;
            reject(signal.reason);
          });
        }
        post(rank, task, Number(delay) || 0);
      });
    },
    yield(): Promise<void> {
      return new PagePromise((resolve) => post(0, { run: resolve, isAborted: false }, 0));
    },
  });
  return create(prototypeOf('Scheduler'));
}
