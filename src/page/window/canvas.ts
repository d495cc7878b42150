/**
 * The canvas element: its contexts, and its pixels as a file.
 *
 * HTML §4.12.5 https://html.spec.whatwg.org/#the-canvas-element
 */

import { decodeBase64 } from '../base64.ts';
import { bitmapOf, canvasSize, pixelsOf } from '../canvas/bitmap.ts';
import { installContext2d, makeContext2d } from '../canvas/context-2d.ts';
import { installGradients } from '../canvas/gradients.ts';
import { installImageData } from '../canvas/image-data.ts';
import { bitmapRenderer, checkHere, installOffscreenCanvas, transferToOffscreen } from '../canvas/offscreen.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { queueTask } from '../event-loop.ts';
import { apply, charCodeAt, weakGet, weakSet } from '../primordials.ts';
import { liveObject } from './lazy-interfaces.ts';
import { canvasTrack, newStreamId } from './media-streams.ts';
import { defineWebGl, makeWebGlContext } from './webgl.ts';

/** The first kind of context that a page asks for is the only one. */
const contexts = new WeakMap<PageNode, { readonly kind: string; readonly context: object }>();

/** One transparent pixel, for a canvas that is too large to have any. */
const EMPTY_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export function png(canvas: PageNode): string {
  const pixels = pixelsOf(canvas);
  if (pixels === null) return EMPTY_PNG;
  const { width, height } = bitmapOf(canvas);
  return askEngine((engine) => engine.canvasPng(pixels, width, height)) ?? EMPTY_PNG;
}

const Bytes = Uint8Array;

export function installCanvas(): void {
  installImageData();
  installGradients();
  installContext2d();
  defineWebGl();
  installOffscreenCanvas();
  defineMembers<PageNode>('HTMLCanvasElement', {
    transferControlToOffscreen(): object {
      if (weakGet(contexts, this) !== undefined) {
        const why = 'Cannot transfer control from a canvas that has a rendering context.';
        const where = "Failed to execute 'transferControlToOffscreen' on 'HTMLCanvasElement': ";
        throw domException('InvalidStateError', where + why);
      }
      return transferToOffscreen(this);
    },
    captureStream(): object {
      return liveObject('MediaStream', { id: newStreamId(), active: true, '%tracks': [canvasTrack(this)] });
    },
    getContext(kind: unknown): object | null {
      const asked = `${kind}` === 'experimental-webgl' ? 'webgl' : `${kind}`;
      checkHere(this);
      const known = weakGet(contexts, this);
      if (known !== undefined) return known.kind === asked ? known.context : null;
      const context =
        asked === '2d'
          ? makeContext2d(this)
          : asked === 'bitmaprenderer'
            ? bitmapRenderer(this)
            : makeWebGlContext(asked, this);
      if (context !== null) weakSet(contexts, this, { kind: asked, context });
      return context;
    },
    // Differs: every type is a PNG, as it is for types that a browser does not know.
    toDataURL(): string {
      if (canvasSize(this, 'width') === 0 || canvasSize(this, 'height') === 0) return 'data:,';
      return `data:image/png;base64,${png(this)}`;
    },
    toBlob(callback: (blob: unknown) => void): void {
      const { Blob } = globalThis as unknown as { Blob?: new (parts: unknown[], options: object) => unknown };
      const text = decodeBase64(png(this)) ?? '';
      const bytes = new Bytes(text.length);
      for (let at = 0; at < text.length; at++) bytes[at] = charCodeAt(text, at);
      queueTask(() =>
        apply(callback, undefined, [Blob === undefined ? null : new Blob([bytes], { type: 'image/png' })]),
      );
    },
  });
}
