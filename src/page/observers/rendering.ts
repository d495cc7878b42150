/**
 * The parts of a frame around the page's own callbacks: scroll events and media queries before, observers behind.
 *
 * In:  steps of other files, in the standard's order. Out: frames that come only when one of them has something to do.
 *
 * HTML §8.1.7.3 https://html.spec.whatwg.org/#update-the-rendering
 */
import { documentVersion } from '../dom/document-version.ts';
import { setFrameSteps } from '../event-loop.ts';
import { append, type BareArray, bareArray, copyBare } from '../primordials.ts';
import { reportException } from '../report-exception.ts';

export interface RenderingStep {
  /** Whether it has anything to look at when the document has changed. */
  isActive(): boolean;
  run(): void;
}

const before: BareArray<RenderingStep> = bareArray();
const after: BareArray<RenderingStep> = bareArray();
const once: BareArray<() => void> = bareArray();
/** The document as the last frame saw it. */
let seenVersion = -1;
let isForced = false;

/** A step before the callbacks of the page. */
export function beforeCallbacks(step: RenderingStep): void {
  append(before, step);
}

/** A step behind them, when the page has changed what it wants to change. */
export function afterCallbacks(step: RenderingStep): void {
  append(after, step);
}

/** Something to do once, at the beginning of the next frame. */
export function inNextFrame(job: () => void): void {
  append(once, job);
}

/** A frame is needed although the document has not changed. */
export function forceFrame(): void {
  isForced = true;
}

function runSteps(steps: BareArray<RenderingStep>): void {
  for (let at = 0; at < steps.length; at++) {
    try {
      if (steps[at]!.isActive()) steps[at]!.run();
    } catch (error) {
      reportException(error);
    }
  }
}

function isAnyActive(steps: BareArray<RenderingStep>): boolean {
  for (let at = 0; at < steps.length; at++) if (steps[at]!.isActive()) return true;
  return false;
}

/** Events of animations, which have a turn of their own. */
let animationEvents: { hasAny(): boolean; send(): void } | null = null;

export function setAnimationEvents(events: typeof animationEvents): void {
  animationEvents = events;
}

export function installRendering(): void {
  setFrameSteps({
    wantsFrame() {
      if (isForced || once.length > 0) return true;
      return documentVersion() !== seenVersion && (isAnyActive(after) || isAnyActive(before));
    },
    get send() {
      return animationEvents?.hasAny() ? animationEvents.send : null;
    },
    before() {
      isForced = false;
      const jobs = copyBare(once);
      once.length = 0;
      for (let at = 0; at < jobs.length; at++) {
        try {
          jobs[at]!();
        } catch (error) {
          reportException(error);
        }
      }
      runSteps(before);
    },
    after() {
      seenVersion = documentVersion();
      runSteps(after);
    },
  });
}
