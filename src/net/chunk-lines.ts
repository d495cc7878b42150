/**
 * Bodies in chunks whose lines HTTP's grammar does not allow, and that browsers read all the same.
 *
 * In:  the bytes behind a head that says 'chunked', in pieces. Out: the same bytes, with the lines in the grammar.
 *
 * As Chromium: lines may end without CR, and spaces may stand behind a size. What is no size stays as it is: an error.
 *
 * RFC 9112 §7.1 https://www.rfc-editor.org/rfc/rfc9112#section-7.1
 */
import { LIMITS } from '../limits.ts';

const LF = 10;
const CR = 13;

type State = 'size' | 'data' | 'end of data' | 'trailers' | 'over';

export class ChunkLines {
  #state: State = 'size';
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  /** A line that is not whole. */
  #line: Buffer = Buffer.alloc(0);

  mend(piece: Buffer): Buffer {
    const out: Buffer[] = [];
    let rest = piece;
    let isSame = this.#line.byteLength === 0;
    while (rest.byteLength > 0 && this.#state !== 'over') {
      if (this.#state === 'data') {
        out.push(rest.subarray(0, this.#left));
        const taken = Math.min(this.#left, rest.byteLength);
        this.#left -= taken;
        rest = rest.subarray(taken);
        if (this.#left === 0) this.#state = 'end of data';
        continue;
      }
      const end = rest.indexOf(LF);
      const line = Buffer.concat([this.#line, rest.subarray(0, end < 0 ? rest.byteLength : end)]);
      rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1);
      this.#line = line;
      if (end >= 0) {
        const mended = this.#mendedLine(line);
        // Both end in LF, and the line is there without it.
        if (mended.byteLength !== line.byteLength + 1 || !mended.subarray(0, -1).equals(line)) isSame = false;
        out.push(mended);
      } else {
        isSame = false;
        if (line.byteLength > LIMITS.chunkLineBytes) out.push(this.#givenUp());
      }
    }
    if (isSame) return piece;
    out.push(rest);
    return Buffer.concat(out);
  }

  /** What is there when the connection ends in the middle of a line. */
  end(): Buffer {
    return this.#givenUp();
  }

  #mendedLine(line: Buffer): Buffer {
    this.#line = Buffer.alloc(0);
    const text = line.toString('latin1', 0, line.at(-1) === CR ? line.byteLength - 1 : line.byteLength);
    switch (this.#state) {
      case 'size': {
        const size = /^([0-9a-f]{1,13}) *(?:;|$)/i.exec(text)?.[1];
        if (size === undefined) break;
        this.#left = Number.parseInt(size, 16);
        this.#state = this.#left === 0 ? 'trailers' : 'data';
        return Buffer.from(`${size}\r\n`, 'latin1');
      }
      case 'end of data':
        if (text !== '') break;
        this.#state = 'size';
        return Buffer.from('\r\n');
      case 'trailers':
        if (text === '') this.#state = 'over';
        // Nobody reads them here, and they need not be in the grammar either.
        return Buffer.from(text === '' ? '\r\n' : '', 'latin1');
      default:
    }
    this.#state = 'over';
    return Buffer.concat([line, Buffer.from('\n')]);
  }

  #givenUp(): Buffer {
    const line = this.#line;
    this.#line = Buffer.alloc(0);
    this.#state = 'over';
    return line;
  }
}
