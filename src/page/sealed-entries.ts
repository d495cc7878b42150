/**
 * Entries for the host that give nothing away: no exception and no rejected promise of the page leaves through them.
 *
 * Secure: isolated-vm looks at an exception, and at the first rejected promise of an entry, when the entry's time limit
 * no longer counts. A getter of the page that it calls then may run for ever, and nothing can stop it. So an entry never
 * throws, and it begins by rejecting a promise of our own with a text: that is the first, and looking at a text runs no
 * code. The answer waits to be collected by a second call, in which no code of the page runs. An entry that gives a function
 * has it called then, so that the answer tells what microtasks did, too.
 */
import { ENTRY_DONE, ENTRY_FAILED } from './messages.ts';
import { apply } from './primordials.ts';

const reject = Promise.reject.bind(Promise);
/** Kept, so that it is still there when isolated-vm looks for the first rejected promise. */
const held: { decoy: unknown } = { decoy: null };
let answer = '';
/** Makes the answer when it is collected: behind the microtasks of the entry. */
let lateAnswer: (() => string) | null = null;

export type Sealed<Args extends unknown[]> = (...args: Args) => void;

export function sealed<Args extends unknown[]>(work: (...args: Args) => unknown): Sealed<Args> {
  return (...args) => {
    held.decoy = reject(ENTRY_DONE);
    answer = ENTRY_FAILED;
    lateAnswer = null;
    try {
      const result = apply(work, undefined, args);
      if (typeof result === 'function') lateAnswer = result as () => string;
      answer = typeof result === 'string' ? result : '';
    } catch {
      answer = ENTRY_FAILED;
    }
  };
}

/** The answer of the last entry of this realm. Secure: no code of the page runs here, and nothing is thrown. */
export function collect(): string {
  if (lateAnswer === null) return answer;
  try {
    return lateAnswer();
  } catch {
    return ENTRY_FAILED;
  }
}
