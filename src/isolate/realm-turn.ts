/**
 * One turn of a realm's event loop, a page's or a worker's, with the scripts that it asks the host to run.
 */
import type { TurnReport } from '../page/messages.ts';
import { readTurnReport } from './bridge.ts';
import type { PageScripts } from './page-scripts.ts';

/** What a turn needs of the realm. */
export interface TurnPort {
  readonly scripts: PageScripts;
  turn(): Promise<string>;
  /** A report without a turn. */
  report(): Promise<string>;
  /** A stopped task is told as an event; any other failure is thrown. */
  noteTimeout(error: unknown): void;
}

export async function turnRealm({ scripts, turn, report, noteTimeout }: TurnPort): Promise<TurnReport> {
  let answer: string;
  try {
    answer = await turn();
  } catch (error) {
    noteTimeout(error);
    answer = await report();
  }
  const told = readTurnReport(answer);
  for (const { id, destination } of told.requests) if (destination === 'script') scripts.expect(id);
  for (const module of told.modules) await scripts.compileModule(module);
  if (told.run !== null) await scripts.run(told.run);
  const isMore = told.run !== null || told.modules.length > 0;
  return { ...told, run: null, modules: [], ready: told.ready || isMore };
}
