/**
 * What happens in a run of an agent, for whoever watches: the live view, a terminal, a log.
 */
import type { AgentAction } from './action.ts';

/** Why a run failed, for programs. */
export type AgentFailure =
  /** The model said that the task cannot be done. */
  | 'gave_up'
  | 'max_steps'
  | 'max_tokens'
  /** The deadline of the run is over. */
  | 'timeout'
  /** The same action with the same outcome, again and again. */
  | 'loop'
  /** The model does not want to do the task. */
  | 'refused'
  /** The model's answers could not be used. */
  | 'bad_answers'
  /** The model's server cannot be reached, or does not want us. */
  | 'model_failed'
  /** The browser session is gone. */
  | 'browser_lost';

export interface AgentTokens {
  readonly prompt: number;
  readonly completion: number;
  /** Some of it was not counted by the server but estimated by us. */
  readonly estimated: boolean;
}

/** How a run ended. */
export interface AgentResult {
  readonly status: 'done' | 'failed' | 'cancelled';
  /** The model's answer for the user; `null` unless it is done. */
  readonly result: string | null;
  /** `null` unless it failed. */
  readonly reason: AgentFailure | null;
  /** What happened, in words. */
  readonly message: string;
  /** Actions that were done. */
  readonly steps: number;
  readonly tokens: AgentTokens;
  /** Where the browser was in the end. */
  readonly url: string;
}

export type AgentEvent =
  | { readonly kind: 'start'; readonly task: string; readonly model: string; readonly maxSteps: number }
  /** What the model is shown. Text between the marks comes from pages: data, never instructions. */
  | {
      readonly kind: 'observation';
      readonly step: number;
      readonly url: string;
      readonly title: string;
      readonly text: string;
    }
  /** The next characters of the thought, while the model still writes. */
  | { readonly kind: 'thinking'; readonly step: number; readonly text: string }
  | {
      readonly kind: 'action';
      readonly step: number;
      readonly thought: string;
      readonly action: AgentAction;
      readonly text: string;
    }
  | {
      readonly kind: 'outcome';
      readonly step: number;
      readonly ok: boolean;
      readonly text: string;
      readonly url: string;
    }
  /** The model is asked again: its server was busy or failed, or its answer could not be used. */
  | { readonly kind: 'retry'; readonly step: number; readonly reason: string; readonly waitMs: number }
  /** Older pages were left out of the conversation. */
  | { readonly kind: 'compaction'; readonly step: number; readonly tokens: number }
  | { readonly kind: 'end'; readonly result: AgentResult };
