/**
 * A task that another model does in the browser, and that may take longer than one call of a tool.
 *
 * In:  a session, a task, and which model. Out: how it ended, or what was done so far while it goes on.
 */
import { describeAction } from '../agent/action.ts';
import type { AgentResult } from '../agent/agent-event.ts';
import { type AgentOptions, runAgent } from '../agent/run-agent.ts';
import { LIMITS } from '../limits.ts';

export type AgentTurn =
  | { readonly kind: 'over'; readonly result: AgentResult }
  | { readonly kind: 'runs'; readonly steps: readonly string[] };

export interface AgentProgress {
  readonly step: number;
  readonly maxSteps: number;
  readonly text: string;
}

export class AgentRun {
  readonly task: string;
  readonly #stop = new AbortController();
  readonly #end: Promise<{ readonly result: AgentResult } | { readonly error: unknown }>;
  #isOver = false;
  /** What was done since the last turn. */
  #steps: string[] = [];
  #onStep: ((progress: AgentProgress) => void) | null = null;

  constructor(task: string, options: Omit<AgentOptions, 'signal' | 'onEvent'>) {
    this.task = task;
    const maxSteps = options.maxSteps ?? LIMITS.agentSteps;
    this.#end = runAgent(task, {
      ...options,
      signal: this.#stop.signal,
      onEvent: (event) => {
        if (event.kind !== 'action') return;
        const text = `${event.step}. ${describeAction(event.action)}`;
        this.#steps.push(text);
        this.#onStep?.({ step: event.step, maxSteps, text });
      },
    })
      .then(
        (result) => ({ result }),
        // Kept for the call that asks how it went: nobody may be waiting at the moment.
        (error: unknown) => ({ error }),
      )
      .finally(() => {
        this.#isOver = true;
      });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Waits until it is over, or until a call has waited long enough. A call that is cancelled stops the run. */
  async turn(signal: AbortSignal, onStep: (progress: AgentProgress) => void): Promise<AgentTurn> {
    const stop = () => this.stop();
    signal.addEventListener('abort', stop, { once: true });
    this.#onStep = onStep;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LIMITS.mcpLoginTurnMs);
    });
    try {
      const end = await Promise.race([this.#end, late]);
      if (end === undefined) return { kind: 'runs', steps: this.#steps.splice(0) };
      if ('error' in end) throw end.error;
      return { kind: 'over', result: end.result };
    } finally {
      clearTimeout(timer);
      this.#onStep = null;
      signal.removeEventListener('abort', stop);
    }
  }
}
