/**
 * Random bytes from the host, a few at a time, so that most requests do not have to ask.
 */
import { charCodeAt, max } from '../primordials.ts';
import { askHost } from './host-call.ts';

const POOL = 1024;
let pool = '';
let taken = 0;

/** Text of this length, each character a random byte. */
function take(count: number): string {
  if (taken + count > pool.length) {
    pool = askHost('random', `${max(POOL, count)}`) ?? '';
    taken = 0;
    // Differs: without a host (a page opened by a test) the numbers are not for secrets.
    while (pool.length < count) pool += String.fromCharCode(Math.random() * 256);
  }
  const bytes = pool.slice(taken, taken + count);
  taken += count;
  return bytes;
}

export function fillRandom(bytes: Uint8Array, length: number): void {
  const text = take(length);
  for (let at = 0; at < length; at++) bytes[at] = charCodeAt(text, at);
}

const HEX = '0123456789abcdef';

/** RFC 9562 §5.4 */
export function randomUuid(): string {
  const text = take(16);
  let uuid = '';
  for (let at = 0; at < 16; at++) {
    let byte = charCodeAt(text, at);
    if (at === 6) byte = (byte & 0x0f) | 0x40;
    if (at === 8) byte = (byte & 0x3f) | 0x80;
    uuid += `${at === 4 || at === 6 || at === 8 || at === 10 ? '-' : ''}${HEX[byte >> 4]}${HEX[byte & 15]}`;
  }
  return uuid;
}
