/**
 * Notices when an agent goes in circles: the same action with the same outcome, also with others in between.
 *
 * In:  each action and what came of it. Out: how often that was so among the last steps. A page that is opened again has
 *      other ids, in the same order: an action counts by how far its element is from the first one, an outcome without ids.
 */
import { createHash } from 'node:crypto';
import type { AgentAction } from './action.ts';

/** Circles are short: what was so long ago is no circle. */
const LOOKED_AT = 20;

export class RepeatWatch {
  #seen: string[] = [];

  /**
   * @param outcome without the marks around text of pages, which are new each time.
   * @param firstId the lowest id of the page that was acted on.
   */
  add(action: AgentAction, outcome: string, firstId: number): number {
    const done = 'id' in action && action.id !== undefined ? { ...action, id: action.id - firstId } : action;
    const key = createHash('sha256')
      .update(`${JSON.stringify(done)}\n${outcome.replace(IDS, '$1')}`)
      .digest('base64');
    this.#seen = [...this.#seen.slice(1 - LOOKED_AT), key];
    return this.#seen.filter((each) => each === key).length;
  }
}

/** The ids of the compact text form: where a line begins, and of links in a text. */
const IDS = /(^[+~-]? ?|\[)\d+(?:-\d+| \d+)*/gm;
