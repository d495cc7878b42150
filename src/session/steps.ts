/**
 * What was done in a session, step by step, for people who look on. The newest are kept.
 *
 * A step is told twice: when it begins and when it has ended. `rev` grows with both, so that whoever knows the last one
 * gets what is new.
 */
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export type Actor = 'agent' | 'person';

export interface Step {
  readonly seq: number;
  readonly rev: number;
  /** Such as `click(3)`. Texts that are typed are not in it. */
  readonly name: string;
  readonly by: Actor;
  readonly state: 'running' | 'done' | 'failed';
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  /** Why it failed. */
  readonly error?: string;
  /** The element that it was about. */
  readonly el?: number;
}

export class StepLog {
  #steps: Step[] = [];
  #lastSeq = 0;
  #rev = 0;

  /** Grows with everything that is told. */
  get rev(): number {
    return this.#rev;
  }

  begin(name: string, by: Actor): number {
    const seq = ++this.#lastSeq;
    this.#steps.push({ seq, rev: ++this.#rev, name, by, state: 'running', at: Date.now(), ms: 0 });
    if (this.#steps.length > LIMITS.stepsKept) this.#steps = this.#steps.slice(-LIMITS.stepsKept);
    return seq;
  }

  target(seq: number, el: number): void {
    this.#change(seq, { el });
  }

  done(seq: number): void {
    this.#change(seq, { state: 'done' });
  }

  failed(seq: number, error: unknown): void {
    const words = isAgentBrowserError(error) ? `${error.code}: ${error.message}` : String(error);
    this.#change(seq, { state: 'failed', error: words.slice(0, LIMITS.eventChars) });
  }

  /** A step of a person: what is done again and again, such as keys, is one step. */
  note(name: string): void {
    const last = this.#steps.at(-1);
    if (last?.by === 'person' && last.name === name) this.#change(last.seq, { state: 'done' });
    else this.done(this.begin(name, 'person'));
  }

  after(rev: number): Step[] {
    return this.#steps.filter((step) => step.rev > rev);
  }

  /** The newest step that has not ended. */
  get running(): Step | null {
    return this.#steps.findLast(({ state }) => state === 'running') ?? null;
  }

  #change(seq: number, fields: Partial<Step>): void {
    const at = this.#steps.findIndex((step) => step.seq === seq);
    const step = this.#steps[at];
    if (step === undefined) return;
    this.#steps[at] = { ...step, ...fields, rev: ++this.#rev, ms: Date.now() - step.at };
  }
}
