/**
 * Questions of a page that its thread waits for.
 *
 * In:  what the page asks, through the engine realm. Out: text, always: what fails or takes too long is answered with
 * nothing, so that the page goes on.
 *
 * Time that a page waits does not count as its own, so it has a budget for each task here.
 */
import { LIMITS } from '../limits.ts';

/** Secure: both texts are the page's. The engine realm says in which realm the document is that asks: 0 is the page's. */
export type HostCall = (question: string, payload: string, realm: number) => string | Promise<string>;

export class HostCalls {
  readonly #answer: HostCall;
  readonly #onAnswer: () => void;
  #leftMs = 0;

  /** `onAnswer` is called whenever the page's thread goes on. */
  constructor(answer: HostCall, onAnswer: () => void) {
    this.#answer = answer;
    this.#onAnswer = onAnswer;
  }

  /** A task begins. */
  refill(): void {
    this.#leftMs = LIMITS.hostCallMs;
  }

  /** How long the page's thread has waited in this task. */
  get waitedMs(): number {
    return LIMITS.hostCallMs - this.#leftMs;
  }

  async ask(question: unknown, payload: unknown, realm: unknown = 0): Promise<string> {
    if (typeof question !== 'string' || typeof payload !== 'string' || this.#leftMs <= 0) return '';
    const asker = typeof realm === 'number' ? realm : 0;
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, this.#leftMs, '');
    });
    try {
      return await Promise.race([this.#answer(question, payload, asker), late]);
    } catch {
      // A question that cannot be answered is one that the host refused: the page is told nothing more.
      return '';
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - started;
      this.#onAnswer();
    }
  }
}
