/**
 * The compact text form: one line an element, made for few tokens.
 *
 *     "Sign In" https://shop.example/login.html
 *     3,240,248,800,48 button "Sign In"
 *     4,,312,128,20 link "Forgot password?"
 *
 * text-line.ts makes the lines of elements; here are the line above them, what is not shown, and what changed.
 *
 * Secure: the page cannot forge a line. Its text has no line breaks left and stands in quotes, addresses have neither
 * spaces nor quotes, and marks that are nowhere in the text stand around the whole.
 */
import type { SpatialDelta, SpatialDom, SpatialRest } from './spatial-dom.ts';
import { address, elementLines, lineOf, placeText, quote, type ToTextOptions } from './text-line.ts';

/**
 * A Spatial DOM as compact text.
 *
 * @example
 * const prompt = toText(await session.state(), { boxes: false });
 */
export function toText(page: SpatialDom, options: ToTextOptions = {}): string {
  const lines = [headOf(page, options.title), ...elementLines(page.els, options), ...restLines(page.more)];
  return bounded(`${lines.join('\n')}\n`, options.boundary);
}

/** Marks text as content of a page. */
function bounded(text: string, boundary: string | undefined): string {
  return boundary === undefined ? text : `<page${boundary}>\n${text}</page${boundary}>\n`;
}

/** Three digits are one token. */
const SHORTEST_MARK = 3;
const MARKS_OF_A_LENGTH = 5;

/**
 * Text of a page between two marks.
 *
 * Secure: the page cannot write where its content ends, as a mark that is anywhere in the text is not taken. One that has
 * tried many is given a longer one.
 *
 * @param random a number from the first up to the second.
 */
export function fence(text: string, random: (from: number, to: number) => number): string {
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  for (let tries = 0; ; tries++) {
    const digits = SHORTEST_MARK + Math.min(9, Math.floor(tries / MARKS_OF_A_LENGTH));
    const mark = String(random(10 ** (digits - 1), 10 ** digits));
    if (!new RegExp(`page\\W*${mark}`, 'i').test(ended)) return bounded(ended, mark);
  }
}

/** Without the marks, to be cut and fenced anew. */
export function withoutFence(text: string): string {
  return text.replace(/^<page\d+>\n/, '').replace(/<\/page\d+>\n$/, '');
}

export function headOf({ title, url, scroll }: Omit<SpatialDom, 'version'>, isTitled = true): string {
  const scrolled = scroll[0] !== 0 || scroll[1] !== 0 ? ` scrolled ${scroll[0]},${scroll[1]}` : '';
  const words = isTitled && title !== '' ? `${quote(title)} ` : '';
  return `${words}${address(url)}${scrolled}`;
}

/** What is not shown, and how to get it. */
export function restLines(more: SpatialRest | null | undefined): string[] {
  if (more === undefined || more === null) return [];
  const lines: string[] = [];
  if (more.above !== undefined || more.below !== undefined) {
    const parts = [
      ...(more.above === undefined ? [] : [`${more.above} above`]),
      ...(more.below === undefined ? [] : [`${more.below} below`]),
    ];
    lines.push(`+ ${parts.join(', ')}: scroll`);
  }
  if (more.omitted !== undefined) lines.push(`+ ${more.omitted} left out: near=id, maxTokens or interactiveOnly`);
  return lines;
}

/**
 * What changed, as compact text: `+` added, `~` changed, `-` removed.
 *
 * @example
 * const result = await session.click(3);
 * if ('delta' in result) console.log(deltaToText(result.delta));
 */
export function deltaToText(delta: SpatialDelta, options: ToTextOptions = {}): string {
  const lines: string[] = [];
  if (delta.url !== undefined) lines.push(`url ${address(delta.url)}`);
  if (delta.title !== undefined) lines.push(`title ${quote(delta.title)}`);
  if (delta.scroll !== undefined) lines.push(`scrolled ${delta.scroll.join(',')}`);
  for (const element of delta.added ?? []) lines.push(`+ ${lineOf(element, options)}`);
  for (const { id, ...fields } of delta.changed ?? []) {
    const place = options.boxes === false ? null : (fields.b ?? null);
    const words = Object.entries(fields).flatMap(([field, value]) => (field === 'b' ? [] : [changeText(field, value)]));
    if (place !== null || words.length > 0) lines.push(`~ ${[placeText(id, place), ...words].join(' ')}`);
  }
  if (options.boxes !== false) {
    for (const [x, y, ...ids] of delta.moved ?? []) lines.push(`~ ${ids.join(' ')} moved ${x},${y}`);
  }
  if (delta.removed !== undefined) lines.push(`- ${delta.removed.join(' ')}`);
  lines.push(...restLines(delta.more));
  return bounded(lines.length === 0 ? 'no change\n' : `${lines.join('\n')}\n`, options.boundary);
}

function changeText(field: string, value: unknown): string {
  if (value === null) return `no ${field}`;
  if (Array.isArray(value)) return `${field}=${value.map((each) => quote(String(each))).join('|')}`;
  return `${field}=${typeof value === 'string' ? quote(value) : String(value)}`;
}
