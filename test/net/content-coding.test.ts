/**
 * What comes of bodies that are not what their Content-Encoding says. The answers were asked of Chromium 156, with the same
 * bodies from a server on this machine.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readBody } from '../../src/net/body.ts';
import { decodedBody } from '../../src/net/content-coding.ts';

const PAGE = Buffer.from(Array.from({ length: 400 }, (_, row) => `<p>row ${row} ${(row * 7919) % 1000}</p>`).join(''));
const [GZIP, BR, ZSTD] = [gzipSync(PAGE), brotliCompressSync(PAGE), zstdCompressSync(PAGE)];
const [ZLIB, RAW] = [deflateSync(PAGE), deflateRawSync(PAGE)];
const GARBAGE = Buffer.from('GARBAGE AND MORE GARBAGE');
const SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

const both = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const cut = (bytes: Uint8Array, by: number) => bytes.subarray(0, bytes.byteLength - by);
const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.byteLength >> 1);

function changed(bytes: Uint8Array, fromEnd: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.byteLength - fromEnd]! ^= 0x55;
  return copy;
}

/** With all that RFC 1952 lets stand in a head: extra field, name, comment and checksum. */
function withLongHead(): Buffer {
  const head = Buffer.from(GZIP.subarray(0, 10));
  head[3] = 2 | 4 | 8 | 16;
  return both(
    head,
    Buffer.from([3, 0, 1, 2, 3]),
    Buffer.from('page.html\0a comment\0'),
    Buffer.of(0, 0),
    GZIP.subarray(10),
  );
}

type Outcome = 'whole' | 'twice' | 'a part' | 'nothing' | 'as it is' | 'broken';

const CASES: readonly (readonly [what: string, coding: string, body: Uint8Array, outcome: Outcome])[] = [
  ['gzip', 'gzip', GZIP, 'whole'],
  ['gzip under its old name', 'x-gzip', GZIP, 'whole'],
  ['a coding in capitals', 'GZIP', GZIP, 'whole'],
  ['a head with everything in it', 'gzip', withLongHead(), 'whole'],
  ['garbage behind gzip', 'gzip', both(GZIP, GARBAGE), 'whole'],
  ['zeros behind gzip', 'gzip', both(GZIP, Buffer.alloc(40)), 'whole'],
  ['a second member', 'gzip', both(GZIP, GZIP), 'whole'],
  ['half of a second member', 'gzip', both(GZIP, half(GZIP)), 'whole'],
  ['the beginning of a member, then garbage', 'gzip', both(GZIP, Buffer.of(0x1f, 0x8b, 8), GARBAGE), 'whole'],
  ['half of gzip', 'gzip', half(GZIP), 'a part'],
  ['gzip without its trailer', 'gzip', cut(GZIP, 8), 'whole'],
  ['gzip with half of its trailer', 'gzip', cut(GZIP, 4), 'whole'],
  ['another checksum', 'gzip', changed(GZIP, 6), 'whole'],
  ['another length', 'gzip', changed(GZIP, 2), 'whole'],
  ['five bytes of gzip', 'gzip', GZIP.subarray(0, 5), 'nothing'],
  ['no body', 'gzip', Buffer.alloc(0), 'nothing'],
  ['text that is called gzip', 'gzip', PAGE, 'broken'],
  ['zlib that is called gzip', 'gzip', ZLIB, 'broken'],
  ['br', 'br', BR, 'whole'],
  ['garbage behind br', 'br', both(BR, GARBAGE), 'whole'],
  ['br twice', 'br', both(BR, BR), 'whole'],
  ['half of br', 'br', half(BR), 'a part'],
  ['text that is called br', 'br', PAGE, 'broken'],
  ['zstd', 'zstd', ZSTD, 'whole'],
  ['a second frame', 'zstd', both(ZSTD, ZSTD), 'twice'],
  ['a frame to be skipped, behind', 'zstd', both(ZSTD, SKIPPABLE), 'whole'],
  ['a frame to be skipped, before', 'zstd', both(SKIPPABLE, ZSTD), 'whole'],
  ['half of a second frame', 'zstd', both(ZSTD, half(ZSTD)), 'whole'],
  ['half of the only block', 'zstd', half(ZSTD), 'nothing'],
  ['text that is called zstd', 'zstd', PAGE, 'broken'],
  ['deflate with its wrapper', 'deflate', ZLIB, 'whole'],
  ['deflate without', 'deflate', RAW, 'whole'],
  ['garbage behind deflate', 'deflate', both(ZLIB, GARBAGE), 'whole'],
  ['half of deflate', 'deflate', half(ZLIB), 'a part'],
  ['deflate with half of its checksum', 'deflate', cut(ZLIB, 2), 'whole'],
  ['deflate with another checksum', 'deflate', changed(ZLIB, 2), 'broken'],
  ['two codings', 'gzip, br', brotliCompressSync(GZIP), 'whole'],
  ['the same coding twice', 'gzip, gzip', gzipSync(GZIP), 'whole'],
  ['garbage inside', 'gzip, br', brotliCompressSync(both(GZIP, GARBAGE)), 'whole'],
  ['two named, one there', 'gzip, gzip', GZIP, 'broken'],
  ['an unknown one beside', 'gzip, foo', GZIP, 'as it is'],
  ['an unknown one before', 'foo, gzip', GZIP, 'as it is'],
  ['identity beside', 'gzip, identity', GZIP, 'as it is'],
  ['an empty one beside', ', gzip', GZIP, 'as it is'],
  ['a parameter', 'gzip;q=1', GZIP, 'broken'],
  ['quotes', '"gzip"', GZIP, 'broken'],
];

async function outcomeOf(coding: string, body: Uint8Array, chunkBytes: number): Promise<Outcome> {
  const url = new URL('https://site.example/');
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < body.byteLength; at += chunkBytes) chunks.push(body.subarray(at, at + chunkBytes));
  let read: Uint8Array;
  try {
    const decoded = decodedBody(Readable.from(chunks), new Map([['content-encoding', [coding]]]), url);
    read = await readBody(decoded, url, 1e6);
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, 'unsupported_content', String(error));
    return 'broken';
  }
  if (Buffer.compare(read, PAGE) === 0) return 'whole';
  if (Buffer.compare(read, both(PAGE, PAGE)) === 0) return 'twice';
  if (Buffer.compare(read, body) === 0 && body.byteLength > 0) return 'as it is';
  if (read.byteLength === 0) return 'nothing';
  return Buffer.compare(read, PAGE.subarray(0, read.byteLength)) === 0 ? 'a part' : 'broken';
}

test('bodies that are not what their coding says are what they are in Chromium', async () => {
  const outcomes: string[] = [];
  const expected: string[] = [];
  for (const [what, coding, body, outcome] of CASES) {
    expected.push(`${what}: ${outcome}`);
    outcomes.push(`${what}: ${await outcomeOf(coding, body, 1e6)}`);
  }
  assert.deepEqual(outcomes, expected);
});

test('it is the same when a body comes byte by byte', async () => {
  for (const [what, coding, body, outcome] of CASES) {
    const isShort = body.byteLength < 4_000;
    if (isShort) assert.equal(await outcomeOf(coding, body, 1), outcome, what);
  }
});

test('a gzip head that never ends is broken, and not kept', async () => {
  const head = Buffer.from(GZIP.subarray(0, 10));
  head[3] = 8;
  const endless = both(head, Buffer.alloc(400_000, 'x'));
  assert.equal(await outcomeOf('gzip', endless, 60_000), 'broken');
});
