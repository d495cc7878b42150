/**
 * The natural size of an image, from as few bytes of its file as will do.
 *
 * In:  a response's body. Out: JSON of width, height and ratio, with `null` for what the image does not have; empty for
 * what is no image. The rest of the file is not downloaded: nobody looks at it.
 */
import type { Readable } from 'node:stream';
import type { NaturalSize } from '../layout/box.ts';
import { naturalSizeOfBytes, svgFileSize } from '../layout/boxes/natural-size.ts';
import { LIMITS } from '../limits.ts';

const LESS_THAN = 0x3c;

export async function imageSizeText(body: Readable, essence: string): Promise<string> {
  const size = await readImageSize(body, essence === 'image/svg+xml');
  return size === null ? '' : JSON.stringify([size.width, size.height, size.ratio]);
}

/** Bitmaps say their size at the start. A drawing is read as a whole, up to the limit: its root may stand anywhere. */
async function readImageSize(body: Readable, isDrawing: boolean): Promise<NaturalSize | null> {
  let bytes: Uint8Array = new Uint8Array(0);
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes = Buffer.concat([bytes, chunk]);
    const size = isDrawing || bytes[0] === LESS_THAN ? null : naturalSizeOfBytes(bytes);
    // Leaving the loop ends the stream.
    if (size !== null) return size;
    if (bytes.byteLength >= LIMITS.imageHeaderBytes) break;
  }
  return isDrawing ? svgFileSize(bytes) : naturalSizeOfBytes(bytes);
}
