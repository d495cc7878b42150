/**
 * Calls into an isolate: entries of realms with a time limit, and compiling for them.
 *
 * In:  entries and arguments. Out: their answers, collected when no code of a page can run any more. A task that was stopped
 * leaves microtasks behind; they run to their end, or the isolate is given up.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';
import { LIMITS } from '../limits.ts';
import { ENTRY_DONE, ENTRY_FAILED, type PageEvent } from '../page/messages.ts';
import { internalError, isOurs } from './budget.ts';
import type { HostCalls } from './host-calls.ts';
import type { IsolateGate } from './isolate-gate.ts';
import { machineLoad } from './machine-load.ts';
import type { Entry } from './open-document.ts';
import { type ScriptPort, withDeferredImports } from './page-scripts.ts';
import type { ScriptBudget } from './script-budget.ts';

/** How often a stopped task's microtasks may go on before the isolate is given up. */
const MAX_RESTS = 3;

export class IsolateCalls {
  readonly #isolate: () => ivm.Isolate;
  readonly #gate: IsolateGate;
  readonly #idleTaskMs: number;
  readonly budget: ScriptBudget;
  /** The entry that does nothing, of the document that is open. */
  readonly #restEntry: () => Entry | null;
  readonly #events: PageEvent[] = [];
  /** The questions of the document that is open. */
  questions: HostCalls | null = null;
  /** A call was stopped, in which the engine may have been at work. */
  wasStopped = false;

  constructor(
    isolate: () => ivm.Isolate,
    gate: IsolateGate,
    taskMs: number,
    budget: ScriptBudget,
    restEntry: () => Entry | null,
  ) {
    this.#isolate = isolate;
    this.#gate = gate;
    this.#idleTaskMs = taskMs;
    this.budget = budget;
    this.#restEntry = restEntry;
  }

  get alive(): boolean {
    return this.#gate.loss === null && !this.#isolate().isDisposed;
  }

  /** How long a task may take now: whole milliseconds, as isolated-vm takes them. */
  get #taskMs(): number {
    return Math.ceil(this.#idleTaskMs * machineLoad.stretch);
  }

  /** What was stopped since the last time. */
  takeEvents(): PageEvent[] {
    return this.#events.splice(0);
  }

  enter<Result>(what: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    this.questions?.refill();
    return this.#gate.enter(what, timeoutMs, work);
  }

  /** Calls an entry in which code of the page may run: within the time of one task, and at the navigation's expense. */
  script(what: string, entry: Entry, collect: Entry, args: readonly unknown[]): Promise<string> {
    return this.budget.meter(
      () => this.call(what, entry, collect, args, this.#taskMs),
      () => this.questions?.waitedMs ?? 0,
    );
  }

  /** Calls an entry and collects its answer. */
  async call(what: string, entry: Entry, collect: Entry, args: readonly unknown[], timeoutMs: number): Promise<string> {
    try {
      await this.enter(what, timeoutMs, () => entry.apply(undefined, args as never, { timeout: timeoutMs }));
    } catch (error) {
      if (error !== ENTRY_DONE) {
        this.wasStopped = true;
        await this.#rest();
        throw isOurs(error) ? error : internalError(what, error);
      }
    }
    // Faster: 2 µs instead of 90, and all microtasks have run.
    const answer: unknown = collect.applySync(undefined, []);
    if (answer === ENTRY_FAILED) throw internalError(what, null);
    return String(answer);
  }

  /** Behind a task that was stopped: its microtasks are still there, and run with the next entry, whichever that is. */
  async #rest(): Promise<void> {
    for (let tries = 0; tries < MAX_RESTS && this.alive; tries++) {
      const rest = this.#restEntry();
      if (rest === null) break;
      try {
        await this.enter('A task of the page', this.#taskMs, () =>
          rest.apply(undefined, [] as never, { timeout: this.#taskMs }),
        );
      } catch (error) {
        if (error === ENTRY_DONE) return;
      }
    }
    if (this.alive) throw this.#gate.giveUp('A task of the page');
  }

  /** Once, when the navigation's script time is used up: it is told as an event. */
  endScripts(): boolean {
    const end = this.budget.takeEnd();
    if (end !== null) this.#events.push(end);
    return end !== null;
  }

  /** A stopped task is told as an event; any other failure is thrown. */
  noteTimeout(error: unknown): void {
    if (!this.alive || !isOurs(error) || error.code !== 'script_timeout') throw error;
    if (this.#events.length < LIMITS.eventsPerTurn) {
      this.#events.push({ kind: 'budget_exceeded', message: error.message.slice(0, LIMITS.eventChars) });
    }
  }

  /** Compiling runs no code of the page. */
  compile(source: string, url: string): Promise<ivm.Script> {
    const filename = url.slice(0, LIMITS.filenameChars);
    return this.enter('A script', this.#taskMs, () => this.#isolate().compileScript(source, { filename }));
  }

  /** Compiling and running scripts in a context. */
  scriptPort(context: ivm.Context, ways: Pick<ScriptPort, 'engine' | 'page' | 'noteTimeout'>): ScriptPort {
    return {
      context,
      ...ways,
      compileScript: (code, url) => this.compile(code, url),
      compileModule: (code, url) =>
        this.enter('A module', this.#taskMs, () =>
          this.#isolate().compileModule(code, { filename: url.slice(0, LIMITS.filenameChars) }),
        ),
      compileModuleNow: (code, allowsDefer) =>
        withDeferredImports(allowsDefer, () => this.#isolate().compileModuleSync(code)),
    };
  }
}
