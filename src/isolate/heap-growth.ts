/**
 * How far the heaps of pages may grow before they are collected: far while there are few of them.
 *
 * In:  how many isolates are open. Out: V8's flag for it, which counts from each heap's next collection on.
 *
 * Faster: a page realm of 4 MB is made and left behind with each document, and V8 collects a small heap after every second
 * or third of them, which takes a third of all processor time: 30 ms for each load of a small page, and 20 with this flag.
 * What has grown is given back at rest (at-rest.ts). Smaller: 200 busy sessions took 18 GB with it, and 12 without.
 */
import { setFlagsFromString } from 'node:v8';

/** As many isolates may have grown heaps, and more than they need at the moment. */
export const FEW = 8;
const GROWN_PERCENT = 300;

let isAllowed = false;
let isOn = false;

/** For a process that is the engine's alone: the flag is one for all heaps of a process. */
export function letHeapsGrow(): void {
  isAllowed = true;
}

/** Told whenever an isolate is made. */
export function setHeapGrowth(openIsolates: number): void {
  const wanted = isAllowed && openIsolates <= FEW;
  if (wanted === isOn) return;
  isOn = wanted;
  // 0 leaves it to V8.
  setFlagsFromString(`--heap-growing-percent=${wanted ? GROWN_PERCENT : 0}`);
}
