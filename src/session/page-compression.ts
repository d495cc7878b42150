/**
 * Compression for pages: `operation\nformat\nbase64` in, `+base64` out; empty when the input is not valid.
 */
import { promisify } from 'node:util';
import { deflate, deflateRaw, gunzip, gzip, inflate, inflateRaw } from 'node:zlib';
import { LIMITS } from '../limits.ts';

const CODERS = {
  compress: { gzip: promisify(gzip), deflate: promisify(deflate), 'deflate-raw': promisify(deflateRaw) },
  decompress: { gzip: promisify(gunzip), deflate: promisify(inflate), 'deflate-raw': promisify(inflateRaw) },
} as const;

export async function compressForPage(payload: string): Promise<string> {
  const [operation = '', format = '', text = ''] = payload.split('\n', 3);
  if (operation !== 'compress' && operation !== 'decompress') return '';
  if (format !== 'gzip' && format !== 'deflate' && format !== 'deflate-raw') return '';
  const code = CODERS[operation][format] as (data: Uint8Array, options: object) => Promise<Buffer>;
  try {
    const bytes = await code(Buffer.from(text, 'base64'), { maxOutputLength: LIMITS.resourceBytes });
    return `+${bytes.toString('base64')}`;
  } catch {
    // Not compressed in this format, or too large: the page gets its error.
    return '';
  }
}
