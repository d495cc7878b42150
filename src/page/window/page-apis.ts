/**
 * Puts the parts of the window on it that answer from layout or from the event loop: observers, messaging, timings, fonts,
 * animations, images.
 */

import { installAnimations } from '../animations/animation-objects.ts';
import { installAudio } from '../audio/contexts.ts';
import { installAdoptedSheets } from '../cssom/adopted-sheets.ts';
import { installStyleSheets } from '../cssom/style-sheets.ts';
import { installTypedOm } from '../cssom/typed-om.ts';
import { installImages } from '../dom/image-element.ts';
import { installRareMembers } from '../dom/rare-members.ts';
import { isTreeNode } from '../dom/tree.ts';
import { installFrames } from '../frames/frame-elements.ts';
import { installAnchoredBoxes } from '../observers/anchored-boxes.ts';
import { installIntersectionObserver } from '../observers/intersection-observer.ts';
import { installLazyImages } from '../observers/lazy-images.ts';
import { installRendering } from '../observers/rendering.ts';
import { installResizeObserver } from '../observers/resize-observer.ts';
import { installRareApis } from '../rare/install-rare-apis.ts';
import { addPlatformCloner } from '../structured-clone.ts';
import { installSharedWorkers } from '../workers/shared-worker.ts';
import { installWorkers } from '../workers/worker-object.ts';
import { installWorkerScope } from '../workers/worker-scope.ts';
import { installCanvas } from './canvas.ts';
import { installDeviceApis } from './device-apis.ts';
import { connectVisualViewport } from './environment.ts';
import { installFonts } from './fonts.ts';
import { installMessaging } from './message-channel.ts';
import { installNavigatorParts } from './navigator-parts.ts';
import { installRareParts } from './rare-parts.ts';
import { makeScheduler } from './scheduler.ts';
import { makeVisualViewport } from './visual-viewport.ts';
import { installWindowParts } from './window-parts.ts';

/** What these parts need of the window. */
export interface WindowParts {
  expose(name: string, value: unknown): void;
  exposeGetter(name: string, get: () => unknown): void;
  viewport(): readonly [number, number];
  pixelRatio(): number;
}

export function installPageApis({ expose, exposeGetter, viewport, pixelRatio }: WindowParts): void {
  installRendering();
  installAnchoredBoxes();
  installResizeObserver(pixelRatio);
  installIntersectionObserver(viewport);
  installLazyImages(viewport);
  installMessaging(expose);
  installWorkers();
  installSharedWorkers();
  installDeviceApis();
  installNavigatorParts();
  installWindowParts({ expose, exposeGetter });
  installRareMembers();
  installTypedOm();
  installRareParts({ expose, exposeGetter });
  installWorkerScope();
  installStyleSheets();
  installAdoptedSheets();
  installFonts();
  installAnimations();
  installImages();
  installCanvas();
  installAudio();
  installFrames();
  installRareApis({ expose, exposeGetter });
  addPlatformCloner((value) => (isTreeNode(value) ? null : undefined));
  const visualViewport = makeVisualViewport(viewport);
  exposeGetter('visualViewport', () => visualViewport);
  connectVisualViewport(visualViewport);
  const scheduler = makeScheduler();
  exposeGetter('scheduler', () => scheduler);
}
