/**
 * The conversation with the model, kept short.
 *
 * In:  observations, answers, and what came of them. Out: messages. When they grow too long, everything before the current
 *      page becomes a list of what was done, with the facts that the model noted; changes make no sense without the page
 *      that they change, so the page is then shown whole again.
 */
import { LIMITS } from '../limits.ts';
import { estimateTokens } from '../spatial/tokens.ts';
import type { AgentAction } from './action.ts';
import { describeAction } from './action.ts';
import type { Thinking } from './answer.ts';
import type { Message } from './model.ts';

interface PastStep {
  readonly thought: string;
  readonly action: AgentAction;
  /** In a few words of ours, without text of the page. */
  readonly outcome: string;
}

export class History {
  readonly #system: Message;
  readonly #steps: PastStep[] = [];
  readonly #notes: string[] = [];
  #messages: Message[] = [];
  /** Kept apart, because it is asked for before every call. */
  #tokens: number;

  constructor(system: string) {
    this.#system = { role: 'system', content: system };
    this.#tokens = estimateTokens(system);
  }

  get messages(): readonly Message[] {
    return [this.#system, ...this.#messages];
  }

  /** About how many tokens the conversation costs when it is sent. */
  get tokens(): number {
    return this.#tokens;
  }

  get isLong(): boolean {
    return this.#messages.length > 1 && this.#tokens > LIMITS.agentContextTokens;
  }

  observe(text: string): void {
    this.#add({ role: 'user', content: text });
  }

  /** What the model said, in the form that it should have said it in: it learns from its own words. */
  answer({ thought, action, note }: Thinking): void {
    const told = action.type === 'type' ? { ...action, text: action.text.slice(0, LIMITS.agentNoteChars) } : action;
    const content = JSON.stringify({ thought, action: told, ...(note === null ? {} : { note }) });
    if (note !== null && this.#notes.at(-1) !== note) this.#notes.push(note);
    this.#add({ role: 'assistant', content });
  }

  /** An answer that could not be used, and what was wrong with it. */
  badAnswer(text: string, repair: string): void {
    this.#add({ role: 'assistant', content: text.slice(0, LIMITS.agentNoteChars) });
    this.#add({ role: 'user', content: repair });
  }

  /** Forgets answers that could not be used, and the talk about them. */
  forgetBadAnswers(count: number): void {
    for (const { content } of this.#messages.splice(this.#messages.length - 2 * count)) {
      this.#tokens -= estimateTokens(content);
    }
  }

  done(thought: string, action: AgentAction, outcome: string): void {
    this.#steps.push({ thought: thought.slice(0, LIMITS.agentThoughtChars), action, outcome });
  }

  /** Leaves older pages out. What comes next has to be a whole page. */
  compact(): void {
    this.#messages = [];
    this.#tokens = estimateTokens(this.#system.content);
    this.#add({ role: 'user', content: this.#summary() });
  }

  #summary(): string {
    const first = Math.max(0, this.#steps.length - LIMITS.agentStepsTold);
    const lines = this.#steps.slice(first).map(({ thought, action, outcome }, at) => {
      return `${first + at + 1}. ${describeAction(action)} (${outcome})${thought === '' ? '' : `: ${thought}`}`;
    });
    const earlier = first === 0 ? '' : `${first} earlier actions are left out.\n`;
    const notes = this.#notes.join('\n').slice(-LIMITS.agentNoteChars);
    const noted = notes === '' ? '' : `\nYour notes:\n${notes}\n`;
    return `What you did so far. The pages are left out:\n${earlier}${lines.join('\n')}\n${noted}`;
  }

  #add(message: Message): void {
    this.#messages.push(message);
    this.#tokens += estimateTokens(message.content);
  }
}
