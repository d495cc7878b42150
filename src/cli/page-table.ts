/**
 * Pages and changes as tables, for people at a terminal.
 *
 * In:  a page, or what an action changed in it. Out: lines with their columns under each other, as wide as the terminal.
 *
 *      id  place    size     element
 *       9  8,21     1264×37  h1 "Sign in"
 *       1  8,80     39×17    link "Home"
 *
 * The compact form (spatial/to-text.ts) is made for few tokens and leaves out what the line before says; people look for a
 * column. What the lines say is the same.
 */
import type { ActionResult, MethodResult } from '../protocol/methods.ts';
import { lineOf } from '../spatial/text-line.ts';
import { changeWords, headOf, restLines } from '../spatial/to-text.ts';
import type { Style, Terminal } from './terminal.ts';

type SpatialDom = MethodResult<'session.goto'>;
type SpatialElement = SpatialDom['els'][number];
type Delta = Extract<ActionResult, { readonly delta: unknown }>['delta'];

export interface TableOptions {
  readonly boxes: boolean;
  readonly links: boolean;
}

/** One line: a sign of what happened, ids, and what there is to say. A row without ids is a sentence. */
interface Row {
  readonly sign: '' | '+' | '~' | '-';
  readonly ids: string;
  readonly box: SpatialElement['b'] | undefined;
  readonly words: string;
}

export function pageTable(page: SpatialDom, options: TableOptions, terminal: Terminal): string[] {
  const rows = page.els.map((element) => elementRow('', element, options));
  const table =
    rows.length === 0 ? ['no elements'] : [heading(rows, options, terminal), ...drawn(rows, options, terminal)];
  return [terminal.paint('bold', headOf(page)), ...table, ...restLines(page.more)];
}

export function changeTable(delta: Delta, options: TableOptions, terminal: Terminal): string[] {
  const said = [
    ...(delta.url === undefined ? [] : [`address ${delta.url}`]),
    ...(delta.title === undefined ? [] : [`title ${JSON.stringify(delta.title)}`]),
    ...(delta.scroll === undefined ? [] : [`scrolled to ${delta.scroll.join(',')}`]),
  ];
  const rows: Row[] = [
    ...(delta.added ?? []).map((element) => elementRow('+', element, options)),
    ...(delta.changed ?? []).flatMap(({ id, ...fields }): Row[] => {
      const words = changeWords(fields).join(' ');
      const box = options.boxes ? (fields.b ?? undefined) : undefined;
      return words === '' && box === undefined ? [] : [{ sign: '~', ids: String(id), box, words }];
    }),
    ...(options.boxes ? (delta.moved ?? []) : []).map(([x, y, ...ids]): Row => {
      return { sign: '~', ids: idsText(ids), box: undefined, words: `moved by ${x},${y}` };
    }),
    ...(delta.removed === undefined
      ? []
      : [{ sign: '-', ids: idsText(delta.removed), box: undefined, words: 'gone' } as const]),
  ];
  const lines = [...said, ...drawn(rows, options, terminal), ...restLines(delta.more)];
  return lines.length === 0 ? ['no change'] : lines;
}

function elementRow(sign: Row['sign'], element: SpatialElement, { boxes, links }: TableOptions): Row {
  const words = lineOf(element, { boxes: false, links }).replace(/^\d+ ?/, '');
  return {
    sign,
    ids: String(element.id),
    box: boxes ? element.b : undefined,
    words: words === '' ? 'clickable' : words,
  };
}

/** `3, 5-8, 12` */
function idsText(ids: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run !== undefined && id === run[1] + 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

const placeOf = ({ box }: Row) => (box === undefined ? '' : `${box[0]},${box[1]}`);
const sizeOf = ({ box }: Row) => (box === undefined ? '' : `${box[2]}×${box[3]}`);
const GAP = '  ';

interface Widths {
  readonly ids: number;
  readonly place: number;
  readonly size: number;
}

/** A list of many ids does not make the column wide for all. */
const MOST_ID_CHARS = 6;

function widthsOf(rows: readonly Row[]): Widths {
  const most = (texts: readonly string[], least: number) => texts.reduce((w, { length }) => Math.max(w, length), least);
  return {
    ids: most(
      rows.map(({ ids }) => ids).filter(({ length }) => length <= MOST_ID_CHARS),
      2,
    ),
    place: most(rows.map(placeOf), 5),
    size: most(rows.map(sizeOf), 4),
  };
}

function heading(rows: readonly Row[], { boxes }: TableOptions, { paint }: Terminal): string {
  const { ids, place, size } = widthsOf(rows);
  const box = boxes ? `${'place'.padEnd(place)}${GAP}${'size'.padEnd(size)}${GAP}` : '';
  return paint('dim', `${'id'.padStart(ids)}${GAP}${box}element`);
}

const SIGN_STYLES: Readonly<Record<'+' | '~' | '-', Style>> = { '+': 'green', '~': 'yellow', '-': 'red' };

function drawn(rows: readonly Row[], { boxes }: TableOptions, { paint, columns }: Terminal): string[] {
  const widths = widthsOf(rows);
  const hasBoxes = boxes && rows.some(({ box }) => box !== undefined);
  return rows.map((row) => {
    const sign = row.sign === '' ? '' : `${paint(SIGN_STYLES[row.sign], row.sign)} `;
    const place = `${placeOf(row).padEnd(widths.place)}${GAP}${sizeOf(row).padEnd(widths.size)}`;
    const isList = row.ids.length > widths.ids;
    const box = hasBoxes && !isList ? `${GAP}${place}` : '';
    const taken = (row.sign === '' ? 0 : 2) + Math.max(widths.ids, row.ids.length) + box.length + GAP.length;
    const words = cut(row.words, columns - taken);
    return `${sign}${paint('cyan', row.ids.padStart(widths.ids))}${paint('dim', box)}${GAP}${words}`;
  });
}

/** A line that is longer than the terminal would break the columns below it. */
function cut(words: string, room: number): string {
  const characters = [...words];
  return characters.length <= Math.max(room, 20) ? words : `${characters.slice(0, Math.max(room, 20) - 1).join('')}…`;
}
