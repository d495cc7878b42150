/**
 * The isolates of this process, so that none of them is alive when it ends: V8 then takes its threads away from under a page
 * that is still at work, and a process that ended well is told as one that crashed.
 */
import { LIMITS } from '../limits.ts';
import { FEW, setHeapGrowth } from './heap-growth.ts';

interface Disposable {
  readonly isDisposed: boolean;
  dispose(): void;
}

const open = new Set<Disposable>();
let lastEnd = Number.NEGATIVE_INFINITY;

/** From now on the isolate ends with the process at the latest. */
export function endWithProcess(isolate: Disposable): void {
  if (open.size === 0) process.once('exit', endAll);
  for (const each of open) if (each.isDisposed) open.delete(each);
  open.add(isolate);
  setHeapGrowth(open.size);
}

/** Whether memory may be spent on speed. */
export function areFewIsolates(): boolean {
  return open.size <= FEW;
}

/** Ends an isolate before the process does. */
export function endIsolate(isolate: Disposable): void {
  if (isolate.isDisposed) return;
  isolate.dispose();
  lastEnd = performance.now();
}

function endAll(): void {
  for (const each of open) endIsolate(each);
  open.clear();
  // Its thread leaves an isolate a moment later.
  const leftMs = lastEnd + LIMITS.isolateEndMs - performance.now();
  if (leftMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
}
