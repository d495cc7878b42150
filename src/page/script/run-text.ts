/**
 * A script that the host has to run, as JSON for the report of a turn.
 */
import type { ScriptRun } from '../messages.ts';
import { quote } from '../primordials.ts';

export function runText(run: ScriptRun | null): string {
  if (run === null) return 'null';
  const source = `"code":${quote(run.code)},"url":${quote(run.url)}`;
  return `{"id":${run.id},"request":${run.request},${source},"module":${run.module}}`;
}
