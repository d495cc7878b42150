/**
 * How pages and changes are printed: JSON for machines, coloured text for people, and for everything else, which may well be
 * a model, text between marks that a page cannot forge.
 */
import { randomInt } from 'node:crypto';
import { eventLines } from '../client/answer-text.ts';
import type { ActionResult, MethodResult, SessionEvent } from '../protocol/methods.ts';
import { fence } from '../spatial/page-fence.ts';
import { deltaToText, toText } from '../spatial/to-text.ts';
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
  if ('delta' in result) {
    printText(deltaToText(result.delta, options) + eventLines(events), terminal);
    return;
  }
  if (result.tab !== undefined) terminal.print(`opened tab ${result.tab}, now current\n`);
  printPage(result.page, events, options, terminal);
}

/** Text of a page. */
export function printText(text: string, terminal: Terminal): void {
  if (!terminal.isPerson) {
    terminal.print(`${fence(text, randomInt)}\n`);
    return;
  }
  const lines = text.replace(/\n$/, '').split('\n');
  terminal.print(`${lines.map((line) => painted(line, terminal)).join('\n')}\n`);
}

/** `3,560,260,800,48 button "Sign in"`: the id stands out, the place steps back. */
function painted(line: string, { paint }: Terminal): string {
  const [, mark = '', id = '', place = '', rest = ''] =
    /^([+~!-] )?((?:\d+ )*\d+(?:-\d+)?(?=[ ,]|$))?((?:,-?[\d.]*)*)(.*)$/.exec(line) ?? [];
  const sign = mark.trim();
  const colour = sign === '+' ? 'green' : sign === '-' ? 'red' : sign === '' ? null : 'yellow';
  return `${colour === null ? mark : paint(colour, mark)}${paint('cyan', id)}${paint('dim', place)}${rest}`;
}
