/**
 * How pages and changes are printed: JSON for machines, tables in colour for people (page-table.ts), and for everything
 * else, which may well be a model, text between marks that a page cannot forge.
 */
import { randomInt } from 'node:crypto';
import { eventLines } from '../client/answer-text.ts';
import type { ActionResult, MethodResult, SessionEvent } from '../protocol/methods.ts';
import { fence } from '../spatial/page-fence.ts';
import { deltaToText, toText } from '../spatial/to-text.ts';
import { changeTable, pageTable } from './page-table.ts';
import type { Terminal } from './terminal.ts';

type SpatialDom = MethodResult<'session.goto'>;

export interface ShowOptions {
  readonly json: boolean;
  readonly boxes: boolean;
  readonly links: boolean;
}

export function printJson(value: unknown, terminal: Terminal): void {
  terminal.print(`${JSON.stringify(value)}\n`);
}

export function printPage(
  page: SpatialDom,
  events: readonly SessionEvent[],
  options: ShowOptions,
  terminal: Terminal,
): void {
  if (options.json) printJson(events.length === 0 ? page : { ...page, events }, terminal);
  else if (terminal.isPerson)
    printLines([...pageTable(page, options, terminal), ...eventTable(events, terminal)], terminal);
  else printText(toText(page, options) + eventLines(events), terminal);
}

/** What changed, or the page that an action led to. */
export function printChange(
  result: ActionResult,
  events: readonly SessionEvent[],
  options: ShowOptions,
  terminal: Terminal,
): void {
  if (options.json) {
    printJson(events.length === 0 ? result : { ...result, events }, terminal);
    return;
  }
  if ('delta' in result && terminal.isPerson) {
    printLines([...changeTable(result.delta, options, terminal), ...eventTable(events, terminal)], terminal);
    return;
  }
  if ('delta' in result) {
    printText(deltaToText(result.delta, options) + eventLines(events), terminal);
    return;
  }
  if (result.tab !== undefined) terminal.print(`opened tab ${result.tab}, now current\n`);
  printPage(result.page, events, options, terminal);
}

/** Text of a page, for whatever reads it that is no person. */
export function printText(text: string, terminal: Terminal): void {
  terminal.print(`${fence(text, randomInt)}\n`);
}

function printLines(lines: readonly string[], terminal: Terminal): void {
  terminal.print(`${lines.join('\n')}\n`);
}

/** What happened beside the page. */
function eventTable(events: readonly SessionEvent[], { paint }: Terminal): string[] {
  return eventLines(events)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => paint('yellow', line));
}
