/**
 * A session on a page of a test, in an isolate, with calls that need no deadline.
 */
import type { TestContext } from 'node:test';
import type { Action, ActionResult } from '../../src/session/action.ts';
import { EngineSession, type SessionSettings, type StateOptions } from '../../src/session/session.ts';
import type { WaitCondition } from '../../src/session/wait.ts';
import type { SpatialDelta, SpatialDom, SpatialElement } from '../../src/spatial/spatial-dom.ts';
import { type Answer, site } from '../site.ts';

const USUAL_MS = 20_000;

export interface RealSession {
  readonly session: EngineSession;
  readonly origin: string;
  page: SpatialDom;
  act(action: Action): Promise<ActionResult>;
  wait(condition: WaitCondition, ms?: number): Promise<ActionResult>;
  state(options?: StateOptions): Promise<SpatialDom>;
  text(options?: StateOptions): Promise<string>;
  evaluate(source: string): Promise<string | number | boolean | null>;
  /** The id of the element with this text or name, as it was when the page was opened. */
  id(words: string): number;
  /** What the page has logged. */
  log(): string[];
}

export async function openReal(
  t: TestContext,
  pages: string | Record<string, Answer>,
  settings: Partial<SessionSettings> = {},
): Promise<RealSession> {
  const { origin } = await site(t, typeof pages === 'string' ? { '/': pages } : pages);
  const all = { viewport: [800, 600], script: true, clock: 'virtual', allowEvaluate: true, ...settings } as const;
  const session = await EngineSession.create(all, USUAL_MS);
  t.after(() => session.close());
  const page = await session.goto(`${origin}/`, USUAL_MS);
  return {
    session,
    origin,
    page,
    act: (action) => session.act(action, USUAL_MS),
    wait: (condition, ms = USUAL_MS) => session.wait(condition, ms),
    state: (options = {}) => session.state(options, USUAL_MS),
    text: (options = {}) => session.text(options, USUAL_MS),
    evaluate: (source) => session.evaluate(source, USUAL_MS),
    id: (words) => find(page, words).id,
    log: () =>
      session
        .events(0)
        .filter(({ kind }) => kind === 'console')
        .map(({ message }) => message),
  };
}

export function find(page: SpatialDom, words: string): SpatialElement {
  const found = page.els.find(({ text, name, ph }) => text === words || name === words || ph === words);
  if (found === undefined) throw new Error(`No '${words}' in ${JSON.stringify(page.els)}`);
  return found;
}

export function deltaOf(result: ActionResult): SpatialDelta {
  if (!('delta' in result)) throw new Error(`No delta: ${JSON.stringify(result)}`);
  return result.delta;
}
