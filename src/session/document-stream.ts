/**
 * The text of a document that was opened before all of it had come.
 *
 * In:  its body, and how its bytes become markup. Out: pieces of markup, the last of them when the body ends, breaks off,
 * or takes too long: then what has come is the document, and the failure says so.
 */
import { networkError } from '../net/network-error.ts';
import { shorten } from '../net/policy.ts';
import type { StreamDecoder } from '../net/stream-decoder.ts';
import type { ArrivingBody } from './arriving-body.ts';

export interface TextPiece {
  readonly text: string;
  readonly isLast: boolean;
  /** Why this is not all of it; `null` otherwise. */
  readonly failure: string | null;
}

export class DocumentStream {
  readonly #url: URL;
  readonly #body: ArrivingBody;
  readonly #decoder: StreamDecoder;
  readonly #toMarkup: (text: string) => string;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;
  #isOver = false;

  constructor(url: URL, body: ArrivingBody, decoder: StreamDecoder, toMarkup: (text: string) => string) {
    this.#url = url;
    this.#body = body;
    this.#decoder = decoder;
    this.#toMarkup = toMarkup;
  }

  /** Whether its last piece was taken. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get hasNews(): boolean {
    return !this.#isOver && (this.#body.hasMore || this.#body.isDone);
  }

  /** Tells of news, and ends what is not whole after so long. */
  start(onNews: () => void, ms: number): void {
    this.#body.onNews(onNews);
    this.#timer = setTimeout(() => {
      this.#isLate = !this.#body.isDone;
      this.#body.close();
    }, ms);
    this.#timer.unref();
  }

  take(): TextPiece {
    const isLast = this.#body.isDone;
    const text = this.#toMarkup(this.#decoder.decode(this.#body.take(), isLast));
    if (!isLast) return { text, isLast, failure: null };
    this.#isOver = true;
    clearTimeout(this.#timer);
    return { text, isLast, failure: this.#failure() };
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#body.close();
  }

  #failure(): string | null {
    const { error } = this.#body;
    if (error === null) return null;
    const rest = 'The page has what came before.';
    if (this.#isLate) {
      const seconds = ((performance.now() - this.#started) / 1000).toFixed(0);
      return `timeout: ${shorten(this.#url.href)} was still coming after ${seconds} s. ${rest}`;
    }
    const { code, message } = networkError(error, this.#url);
    const why = code === 'response_too_large' ? 'It is larger than a document may be.' : message;
    return `${code}: ${shorten(this.#url.href)} was not loaded to its end. ${why} ${rest}`;
  }
}
