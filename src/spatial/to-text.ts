/**
 * The compact text form: one line an element, made for few tokens.
 *
 *     "Sign In" https://shop.example/login.html
 *     3,240,248,800,48 button "Sign In"
 *     4,,312,128,20 link "Forgot password?"
 *
 * text-line.ts makes the lines of elements, page-fence.ts the marks around the whole; here are the line above them, what is
 * not shown, and what changed.
 *
 * Secure: the page cannot forge a line. Its text has no line breaks left and stands in quotes, addresses have neither
 * spaces nor quotes.
 */
import { marked } from './page-fence.ts';
import type { SpatialDelta, SpatialDom, SpatialRest } from './spatial-dom.ts';
import { address, elementLines, lineOf, placeText, quote, type ToTextOptions } from './text-line.ts';

/**
 * A Spatial DOM as compact text.
 *
 * @example
 * const prompt = toText(await session.state(), { boxes: false });
 */
export function toText(page: SpatialDom, options: ToTextOptions = {}): string {
  const lines = [...elementLines(page.els, options), ...restLines(page.more)];
  if (lines.length === 0) lines.push('no elements');
  if (options.head !== false) lines.unshift(headOf(page));
  return bounded(`${lines.join('\n')}\n`, options.boundary);
}

/** Marks text as content of a page. */
function bounded(text: string, boundary: string | undefined): string {
  return boundary === undefined ? text : marked(text, boundary);
}

/** What page this is: title, address, how far it is scrolled. */
export function headOf({ title, url, scroll }: Omit<SpatialDom, 'version'>): string {
  const scrolled = scroll[0] !== 0 || scroll[1] !== 0 ? ` scrolled ${scroll[0]},${scroll[1]}` : '';
  return `${title === '' ? '' : `${quote(title)} `}${address(url)}${scrolled}`;
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
    const words = changeWords(fields);
    if (place !== null || words.length > 0) lines.push(`~ ${[placeText(id, place), ...words].join(' ')}`);
  }
  if (options.boxes !== false) {
    for (const [x, y, ...ids] of delta.moved ?? []) lines.push(`~ ${ids.join(' ')} moved ${x},${y}`);
  }
  if (delta.removed !== undefined) lines.push(`- ${delta.removed.join(' ')}`);
  lines.push(...restLines(delta.more));
  return bounded(lines.length === 0 ? 'no change\n' : `${lines.join('\n')}\n`, options.boundary);
}

/** What is different about an element, besides its box. */
export function changeWords(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (field === 'b' ? [] : [changeText(field, value)]));
}

function changeText(field: string, value: unknown): string {
  if (value === null) return `no ${field}`;
  if (Array.isArray(value)) return `${field}=${value.map((each) => quote(String(each))).join('|')}`;
  return `${field}=${typeof value === 'string' ? quote(value) : String(value)}`;
}
