/**
 * The loop of an agent: observe, think, act, until the task is done or a budget is spent (ReAct).
 *
 * In:  a session, a model, a task with its budgets, and a signal that ends it all.
 * Out: events, one after the other, and how it ended. The next step waits until the last event was taken.
 *
 * Secure: what is done comes from the model's answer alone. Text of pages goes into messages between marks, and nothing in
 * it is ever looked at for actions.
 */
import type { Session } from '../client/session.ts';
import type { LoginOptions } from '../client/session-login.ts';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { withoutFence } from '../spatial/page-fence.ts';
import { estimateTokens } from '../spatial/tokens.ts';
import { describeAction } from './action.ts';
import type { AgentEvent, AgentFailure, AgentResult } from './agent-event.ts';
import { readAnswer, type Thinking } from './answer.ts';
import { History } from './history.ts';
import type { ChatModel } from './model.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelAnswer } from './model-response.ts';
import { Observer } from './observe.ts';
import { type Allowed, isLoss, type Outcome, perform } from './perform.ts';
import { LAST_STEP, repairPrompt, repeatPrompt, systemPrompt } from './prompt.ts';
import { RepeatWatch } from './repeat-watch.ts';
import { ThoughtStream } from './thought-stream.ts';

export interface EngineParts {
  readonly session: Session;
  readonly model: ChatModel;
  readonly modelName: string;
  readonly task: string;
  /** Opened first; `undefined` begins where the session is. */
  readonly url: string | undefined;
  readonly maxSteps: number;
  readonly maxTokens: number;
  readonly allowed: Allowed;
  readonly onPending: LoginOptions['onPending'];
  readonly signal: AbortSignal;
  /** Whether the signal means that the time is over, not that somebody stopped it. */
  readonly isTimeout: () => boolean;
}

/** The run is over, and not because its task is done. */
class Stop extends Error {
  readonly reason: AgentFailure;
  constructor(reason: AgentFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

export class AgentEngine {
  readonly #parts: EngineParts;
  readonly #history: History;
  readonly #observer: Observer;
  readonly #repeats = new RepeatWatch();
  #step = 0;
  #acted = 0;
  #prompt = 0;
  #completion = 0;
  #isEstimated = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { task, maxSteps, allowed } = parts;
    this.#history = new History(systemPrompt({ task, maxSteps, logins: allowed.logins, passwords: allowed.passwords }));
    this.#observer = new Observer(parts.session, parts.signal);
  }

  async *run(): AsyncGenerator<AgentEvent, AgentResult> {
    const { task, modelName, maxSteps } = this.#parts;
    yield { kind: 'start', task, model: modelName, maxSteps };
    let result: AgentResult;
    try {
      result = yield* this.#steps();
    } catch (error) {
      result = this.#failed(error);
    }
    yield { kind: 'end', result };
    return result;
  }

  async *#steps(): AsyncGenerator<AgentEvent, AgentResult> {
    const { maxSteps, signal } = this.#parts;
    let seen = await this.#begin();
    for (;;) {
      signal.throwIfAborted();
      this.#step++;
      const step = this.#step;
      // 1. Observe.
      const { url, title } = this.#observer;
      yield { kind: 'observation', step, url, title, text: seen };
      const isLast = step >= maxSteps || this.#isBudgetNearlySpent();
      this.#history.observe(`${seen}${isLast ? `\n${LAST_STEP}` : ''}`);

      // 2. Think.
      const thinking = yield* this.#think(step);
      const { action, thought } = thinking;
      const text = describeAction(action);
      yield { kind: 'action', step, thought, action, text };
      await this.#note(step, text, thought);
      if (action.type === 'done') return this.#result('done', action.result.slice(0, LIMITS.agentResultChars));
      if (action.type === 'error') throw new Stop('gave_up', action.reason.slice(0, LIMITS.agentResultChars));
      if (step >= maxSteps) throw new Stop('max_steps', `The task was not done within ${maxSteps} actions.`);

      // 3. Act.
      const { firstId } = this.#observer;
      const outcome = await perform(action, { ...this.#parts, observer: this.#observer });
      this.#acted++;
      this.#history.done(thought, action, outcome.brief);
      yield { kind: 'outcome', step, ok: outcome.ok, text: outcome.brief, url: this.#observer.url };
      const warning = this.#warnOfRepeats(thinking, outcome, firstId);
      const shown = this.#history.isLong ? yield* this.#compact(step, outcome) : outcome.text;
      seen = `${shown}${warning}`;
    }
  }

  /** The first look at the page. An address that does not open is told to the model: it may know another way. */
  async #begin(): Promise<string> {
    const { session, url, signal } = this.#parts;
    if (url === undefined) return this.#observer.look();
    try {
      return await this.#observer.page(await session.goto(url, { signal }));
    } catch (error) {
      signal.throwIfAborted();
      if (!isAgentBrowserError(error) || isLoss(error)) throw error;
      return `${this.#observer.failure(error.code, error.message)}The page now:\n${await this.#observer.look()}`;
    }
  }

  /** Asks the model until its answer can be used. */
  async *#think(step: number): AsyncGenerator<AgentEvent, Thinking> {
    for (let bad = 0; ; bad++) {
      const answer = yield* this.#ask(step);
      if (answer.refusal !== null) throw new Stop('refused', `The model refused: ${answer.refusal}`);
      const read: Thinking | { readonly fault: string } = readAnswer(answer.text);
      if (!('fault' in read)) {
        this.#history.forgetBadAnswers(bad);
        this.#history.answer(read);
        return read;
      }
      if (bad + 1 >= LIMITS.agentBadAnswers) {
        const said = answer.text.trim().replace(/\s+/g, ' ').slice(0, LIMITS.agentThoughtChars);
        throw new Stop(
          'bad_answers',
          `The model gave ${bad + 1} answers that could not be used. The last one: ${said}`,
        );
      }
      this.#history.badAnswer(answer.text, repairPrompt(read.fault, answer.isCut));
      yield { kind: 'retry', step, reason: `The answer could not be used: ${read.fault}`, waitMs: 0 };
    }
  }

  async *#ask(step: number): AsyncGenerator<AgentEvent, ModelAnswer> {
    const { model, maxTokens, signal } = this.#parts;
    const estimate = this.#history.tokens;
    if (this.#used + estimate > maxTokens) {
      throw new Stop('max_tokens', `The task was not done within ${maxTokens} tokens; ${this.#used} are used.`);
    }
    const pieces = model.complete(this.#history.messages, signal);
    let thought = new ThoughtStream();
    try {
      for (;;) {
        const next = await pieces.next();
        if (next.done === true) {
          this.#count(next.value, estimate);
          return next.value;
        }
        const piece = next.value;
        if (piece.kind === 'retry') {
          thought = new ThoughtStream();
          yield { kind: 'retry', step, reason: piece.reason, waitMs: piece.waitMs };
          continue;
        }
        const text = piece.kind === 'reasoning' ? piece.text : thought.add(piece.text);
        if (text !== '') yield { kind: 'thinking', step, text };
      }
    } finally {
      // Whoever stops to listen ends the exchange with the server.
      await pieces.return({ text: '', refusal: null, isCut: true, usage: null });
    }
  }

  /** Goes on with a short conversation and the whole page. What was read stays, because the next answer needs it. */
  async *#compact(step: number, { isLasting, text }: Outcome): AsyncGenerator<AgentEvent, string> {
    const tokens = this.#history.tokens;
    this.#history.compact();
    yield { kind: 'compaction', step, tokens };
    return `${isLasting ? text : ''}The page now:\n${await this.#observer.look()}`;
  }

  #warnOfRepeats({ action }: Thinking, { text }: Outcome, firstId: number): string {
    const times = this.#repeats.add(action, withoutFence(text), firstId);
    if (times >= LIMITS.agentRepeats) {
      throw new Stop('loop', `The model did '${describeAction(action)}' ${times} times with the same outcome.`);
    }
    return times >= LIMITS.agentRepeatsTold ? `\n${repeatPrompt(times)}` : '';
  }

  /** For people who watch the session. */
  async #note(step: number, text: string, thought: string): Promise<void> {
    await this.#parts.session.note(`${step}. ${text}${thought === '' ? '' : `: ${thought}`}`, {
      signal: this.#parts.signal,
    });
  }

  get #used(): number {
    return this.#prompt + this.#completion;
  }

  /** Room for this call and one more. */
  #isBudgetNearlySpent(): boolean {
    return this.#used + 3 * this.#history.tokens > this.#parts.maxTokens;
  }

  #count({ usage, text }: ModelAnswer, estimate: number): void {
    if (usage === null) this.#isEstimated = true;
    this.#prompt += usage?.prompt ?? estimate;
    this.#completion += usage?.completion ?? estimateTokens(text);
  }

  #failed(error: unknown): AgentResult {
    const { signal, isTimeout } = this.#parts;
    if (error instanceof Stop) return this.#result('failed', error.message, error.reason);
    if (signal.aborted) {
      return isTimeout()
        ? this.#result('failed', 'The time for the task is over.', 'timeout')
        : this.#result('cancelled', 'The run was cancelled.');
    }
    if (error instanceof ModelFailure) return this.#result('failed', error.message, 'model_failed');
    if (isAgentBrowserError(error)) return this.#result('failed', `${error.code}: ${error.message}`, 'browser_lost');
    throw error;
  }

  #result(status: AgentResult['status'], message: string, reason: AgentFailure | null = null): AgentResult {
    return {
      status,
      result: status === 'done' ? message : null,
      reason,
      message,
      steps: this.#acted,
      tokens: { prompt: this.#prompt, completion: this.#completion, estimated: this.#isEstimated },
      url: this.#observer.url,
    };
  }
}
