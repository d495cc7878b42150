/**
 * Pixels as a PNG file.
 *
 * In:  red, green and blue of each pixel, row by row. Out: the bytes of the file.
 *
 * PNG (Third Edition) §5, §9, §11 https://www.w3.org/TR/png-3/
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BYTES_PER_PIXEL = 3;
/** §9.2: each byte is told as the difference from the one above, which is none in most of a wireframe. */
const FILTER_UP = 2;

const deflated = promisify(deflate);

export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const stride = width * BYTES_PER_PIXEL;
  const rows = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    const to = row * (stride + 1);
    const from = row * stride;
    rows[to] = FILTER_UP;
    for (let at = 0; at < stride; at++) {
      const above = row === 0 ? 0 : pixels[from - stride + at]!;
      rows[to + 1 + at] = pixels[from + at]! - above;
    }
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // §11.2.1: eight bits a sample, truecolour, and the only compression, filter method and no interlacing.
  head.set([8, 2, 0, 0, 0], 8);
  // Off the main thread: other sessions go on meanwhile.
  const data = await deflated(rows);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', new Uint8Array(0))]);
}

/** §5.3: length, type, data, and a check over type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
