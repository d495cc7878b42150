/**
 * The compact text form: one line an element, made for few tokens.
 *
 *     3 button "Sign in" 560,260 800x48
 *
 * id, kind, what it says, states, place and size. The page cannot forge a line: its text has no line breaks left and
 * stands in quotes.
 */
import type { SpatialDelta, SpatialDom, SpatialElement } from './spatial-dom.ts';

export interface TextOptions {
  /** Boxes cost about eight tokens each. */
  readonly boxes?: boolean;
}

export function toText(page: SpatialDom, options: TextOptions = {}): string {
  const lines = page.els.map((element) => lineOf(element, options));
  return `${headOf(page)}\n${lines.join('\n')}\n`;
}

function headOf({ title, url, scroll }: SpatialDom): string {
  const scrolled = scroll[0] !== 0 || scroll[1] !== 0 ? ` scrolled ${scroll[0]},${scroll[1]}` : '';
  return `${quote(title)} ${url}${scrolled}`;
}

export function deltaToText(delta: SpatialDelta, options: TextOptions = {}): string {
  const lines: string[] = [];
  if (delta.url !== undefined) lines.push(`url ${delta.url}`);
  if (delta.title !== undefined) lines.push(`title ${quote(delta.title)}`);
  if (delta.scroll !== undefined) lines.push(`scrolled ${delta.scroll.join(',')}`);
  for (const element of delta.added ?? []) lines.push(`+ ${lineOf(element, options)}`);
  for (const { id, ...fields } of delta.changed ?? []) {
    const shown = Object.entries(fields).filter(([field]) => field !== 'b' || options.boxes !== false);
    if (shown.length > 0) lines.push(`~ ${id} ${shown.map(([field, value]) => changeText(field, value)).join(' ')}`);
  }
  if (delta.removed !== undefined) lines.push(`- ${delta.removed.join(' ')}`);
  return lines.length === 0 ? 'no change\n' : `${lines.join('\n')}\n`;
}

/** Kinds that say more than the tag. */
const KINDS: Readonly<Record<string, string>> = {
  a: 'link',
  img: 'img',
  p: 'text',
  div: 'text',
  span: 'text',
  li: 'text',
};

function lineOf(element: SpatialElement, { boxes = true }: TextOptions): string {
  const kind = element.role ?? KINDS[element.tag] ?? element.tag;
  const words = [
    `${element.id} ${element.type === undefined || element.role === element.type ? kind : `${kind}:${element.type}`}`,
  ];
  if (element.text !== undefined) words.push(quote(element.text));
  else if (element.name !== undefined) words.push(quote(element.name));
  if (element.text !== undefined && element.name !== undefined) words.push(`name=${quote(element.name)}`);
  if (element.ph !== undefined) words.push(`ph=${quote(element.ph)}`);
  if (element.val !== undefined) words.push(`val=${quote(element.val)}`);
  if (element.href !== undefined) words.push(`-> ${element.href}`);
  words.push(...stateWords(element));
  if (boxes) words.push(`${element.b[0]},${element.b[1]} ${element.b[2]}x${element.b[3]}`);
  return words.join(' ');
}

function stateWords(element: SpatialElement): string[] {
  const words: string[] = [];
  if (element.level !== undefined) words.push(`level=${element.level}`);
  if (element.checked !== undefined)
    words.push(element.checked === 'mixed' ? 'mixed' : element.checked ? 'checked' : 'unchecked');
  if (element.selected) words.push('selected');
  if (element.expanded !== undefined) words.push(element.expanded ? 'expanded' : 'collapsed');
  if (element.pressed !== undefined) words.push(element.pressed === true ? 'pressed' : `pressed=${element.pressed}`);
  for (const state of ['disabled', 'required', 'readonly', 'invalid', 'focused'] as const) {
    if (element[state]) words.push(state);
  }
  if (element.current !== undefined) words.push(`current=${element.current}`);
  if (element.options !== undefined) words.push(`options=${element.options.map(quote).join('|')}`);
  return words;
}

function changeText(field: string, value: unknown): string {
  if (value === null) return `no ${field}`;
  if (field === 'b') {
    const [x, y, w, h] = value as readonly number[];
    return `${x},${y} ${w}x${h}`;
  }
  return `${field}=${typeof value === 'string' ? quote(value) : String(value)}`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', "'")}"`;
}
