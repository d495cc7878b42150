/**
 * The isolates of this process, so that none of them is alive when it ends: V8 then takes its threads away from under a page
 * that is still at work, and a process that ended well is told as one that crashed.
 */
import { LIMITS } from '../limits.ts';
import { setHeapGrowth } from './heap-growth.ts';

interface Disposable {
  readonly isDisposed: boolean;
  dispose(): void;
}

const open = new Set<Disposable>();

/** From now on the isolate ends with the process at the latest. */
export function endWithProcess(isolate: Disposable): void {
  if (open.size === 0) process.once('exit', endAll);
  for (const each of open) if (each.isDisposed) open.delete(each);
  open.add(isolate);
  setHeapGrowth(open.size);
}

function endAll(): void {
  const alive = [...open].filter((each) => !each.isDisposed);
  for (const each of alive) each.dispose();
  open.clear();
  // Their threads leave them a moment later.
  if (alive.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LIMITS.isolateEndMs);
}
