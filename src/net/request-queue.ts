/**
 * Requests of one origin wait for each other, the urgent ones least.
 *
 * In:  an origin, how urgent a request is, and a signal that gives it up.
 * Out: a place, which whoever got it gives back once.
 *
 * HTTP/1.1 has as many places as browsers have connections; HTTP/2 has as many as one connection carries streams.
 */
import { LIMITS } from '../limits.ts';
import { discard, type TransportRequest, type TransportResponse } from './transport.ts';

/** Gives a place back. Doing it again does nothing. */
export type Release = () => void;

interface Waiting {
  readonly priority: number;
  readonly start: () => void;
}

interface Line {
  places: number;
  taken: number;
  readonly waiting: Waiting[];
}

export class RequestQueue {
  readonly #lines = new Map<string, Line>();

  /** From now on, so many requests of the origin run at once. */
  widen(origin: string, places: number): void {
    const line = this.#line(origin);
    line.places = Math.max(line.places, places);
    this.#startNext(origin, line);
  }

  async acquire(origin: string, priority: number, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const line = this.#line(origin);
    if (line.taken < line.places) line.taken++;
    else await this.#wait(line, priority, signal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      line.taken--;
      this.#startNext(origin, line);
    };
  }

  /**
   * Sends a request when it is its turn. Its place is taken until the last byte of the answer has come, or until its signal
   * ends it, wherever it is: looking up a name and making a connection know nothing of signals.
   */
  async send(request: TransportRequest, send: () => Promise<TransportResponse>): Promise<TransportResponse> {
    const release = await this.acquire(request.url.origin, request.priority ?? 0, request.signal);
    try {
      const response = await endedBy(request.signal, send());
      response.body.once('close', release);
      if (response.body.closed) release();
      return response;
    } catch (error) {
      release();
      throw error;
    }
  }

  #line(origin: string): Line {
    let line = this.#lines.get(origin);
    if (line === undefined) {
      line = { places: LIMITS.connectionsPerOrigin, taken: 0, waiting: [] };
      this.#lines.set(origin, line);
    }
    return line;
  }

  #wait(line: Line, priority: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry: Waiting = {
        priority,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      // Behind what is as urgent: the line is as long as the requests of one page, mostly of few priorities.
      const behind = line.waiting.findLastIndex((other) => other.priority <= priority);
      line.waiting.splice(behind + 1, 0, entry);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #startNext(origin: string, line: Line): void {
    while (line.taken < line.places && line.waiting.length > 0) {
      line.taken++;
      line.waiting.shift()!.start();
    }
    // A line that has only its default width is made anew when it is needed again.
    const isUsual = line.places === LIMITS.connectionsPerOrigin;
    if (line.taken === 0 && isUsual && this.#lines.get(origin) === line) this.#lines.delete(origin);
  }
}

/** The answer, or the signal's reason when that comes first. An answer that comes later is for nobody. */
function endedBy(signal: AbortSignal, answer: Promise<TransportResponse>): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const end = () => {
      reject(signal.reason);
      answer.then(
        ({ body }) => discard(body),
        () => undefined,
      );
    };
    signal.addEventListener('abort', end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
