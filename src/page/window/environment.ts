/**
 * Changes of what a page is shown on: the size of the viewport, the colour scheme, reduced motion.
 *
 * In:  what the session says (session-messages.ts). Out: another layout; 'resize' and 'change' events with the next frame.
 *
 * CSSOM View 1 §13.1 (resizing viewports), §4.2 (evaluate media queries and report changes)
 */
import { markChanged } from '../dom/document-version.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { isFramed } from '../frames/own-frame.ts';
import type { PageEnvironment } from '../messages.ts';
import { forceFrame, inNextFrame } from '../observers/rendering.ts';
import { parseJson } from '../primordials.ts';
import { reportMediaChanges } from './match-media.ts';

/** The window's own numbers; set by window.ts. */
let setViewport: (viewport: readonly [number, number]) => boolean = () => false;
let visualViewport: object | null = null;

/** `set` tells whether the size is another one. */
export function connectViewport(set: typeof setViewport): void {
  setViewport = set;
}

export function connectVisualViewport(object: object): void {
  visualViewport = object;
}

export function changeEnvironment(text: string): void {
  const { viewport, colorScheme, reducedMotion, media } = parseJson(text) as PageEnvironment;
  askEngine((engine) => engine.setPreferences(colorScheme === 'dark', reducedMotion, media === 'print'));
  // The viewport of a frame is what the document around it gives it.
  if (isFramed()) {
    announce(false);
    return;
  }
  const width = viewport[0];
  const height = viewport[1];
  askEngine((engine) => engine.setViewport(width, height));
  announce(setViewport([width, height]));
}

/** The frame that the document is in has another size; the engine knows. */
export function announceResize(): void {
  announce(true);
}

function announce(isResized: boolean): void {
  markChanged();
  forceFrame();
  inNextFrame(() => {
    if (isResized) {
      dispatchTrusted(globalThis, createEvent('UIEvent', 'resize'));
      if (visualViewport !== null) dispatchTrusted(visualViewport, createEvent('Event', 'resize'));
    }
    reportMediaChanges();
  });
}
