/**
 * The thought of an answer while the answer still arrives.
 *
 * In:  pieces of JSON text. Out: the new characters of the string behind "thought". It is for people who watch: what is
 *      acted on is read from the whole answer.
 */
const BEGIN = /"(?:thought|reasoning)"\s*:\s*"/;
/** A thought begins early or not at all. */
const SEARCHED = 4_000;

export class ThoughtStream {
  #text = '';
  /** Where the next character to be shown is; -1 until the thought begins. */
  #at = -1;
  #isOver = false;

  add(piece: string): string {
    if (this.#isOver) return '';
    this.#text += piece;
    if (this.#at === -1) {
      const begin = BEGIN.exec(this.#text);
      if (begin === null) {
        this.#isOver = this.#text.length > SEARCHED;
        return '';
      }
      this.#at = begin.index + begin[0].length;
    }
    return this.#read();
  }

  #read(): string {
    let shown = '';
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at]!;
      if (letter === '"') {
        this.#isOver = true;
        this.#text = '';
        break;
      }
      if (letter !== '\\') {
        shown += letter;
        this.#at++;
        continue;
      }
      const length = this.#text[this.#at + 1] === 'u' ? 6 : 2;
      const sequence = this.#text.slice(this.#at, this.#at + length);
      // The rest of it is still on its way.
      if (sequence.length < length) break;
      shown += unescaped(sequence);
      this.#at += length;
    }
    return shown;
  }
}

function unescaped(sequence: string): string {
  try {
    return JSON.parse(`"${sequence}"`) as string;
  } catch (error) {
    // A model may escape what needs none.
    if (error instanceof SyntaxError) return sequence.slice(1);
    throw error;
  }
}
