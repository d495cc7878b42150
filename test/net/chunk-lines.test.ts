import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChunkLines } from '../../src/net/chunk-lines.ts';

/** A body in chunks, cut into pieces at these places, as it comes out. */
function mended(body: string, cuts: readonly number[]): string {
  const bytes = Buffer.from(body, 'latin1');
  const lines = new ChunkLines();
  const out: Buffer[] = [];
  let from = 0;
  for (const cut of [...cuts.map((each) => each % (bytes.byteLength + 1)).sort((a, b) => a - b), bytes.byteLength]) {
    out.push(lines.mend(bytes.subarray(from, cut)));
    from = cut;
  }
  out.push(lines.end());
  return Buffer.concat(out).toString('latin1');
}

const chunks = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'binary-ascii' }), { maxLength: 6 });
const cuts = fc.array(fc.nat(400), { maxLength: 8 });

test('chunks in the grammar come out as they went in, in pieces of any size', () => {
  fc.assert(
    fc.property(chunks, cuts, (parts, at) => {
      const body = `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
      assert.equal(mended(body, at), body);
    }),
  );
});

test('chunks that browsers read come out in the grammar', () => {
  fc.assert(
    fc.property(chunks, cuts, fc.constantFrom('\n', '\r\n'), fc.nat(3), (parts, at, end, spaces) => {
      const size = (part: string) => part.length.toString(16) + ' '.repeat(spaces);
      const body = `${parts.map((part) => `${size(part)}${end}${part}${end}`).join('')}0${end}X: 1${end}${end}`;
      const plain = `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
      assert.equal(mended(body, at), plain);
    }),
  );
});

test('what is no body in chunks stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', minLength: 1 }), cuts, (text, at) => {
      assert.equal(mended(`g${text}`, at), `g${text}`);
    }),
  );
});
