/**
 * Notices when an agent goes in circles: the same action with the same outcome, also with others in between.
 *
 * In:  each action and what came of it. Out: how often that was so among the last steps.
 */
import { createHash } from 'node:crypto';
import type { AgentAction } from './action.ts';

/** Circles are short: what was so long ago is no circle. */
const LOOKED_AT = 20;

export class RepeatWatch {
  #seen: string[] = [];

  /** `outcome` without the marks around text of pages, which are new each time. */
  add(action: AgentAction, outcome: string): number {
    const key = createHash('sha256')
      .update(`${JSON.stringify(action)}\n${outcome}`)
      .digest('base64');
    this.#seen = [...this.#seen.slice(1 - LOOKED_AT), key];
    return this.#seen.filter((each) => each === key).length;
  }
}
