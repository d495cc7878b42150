/**
 * The compact text form: one line an element, made for few tokens.
 *
 *     3 button "Sign in" 560,260 800x48
 *
 * id, kind, what it says, states, place and size. Plain text has no kind, and what is not checked says nothing of it.
 *
 * Secure: the page cannot forge a line. Its text has no line breaks left and stands in quotes, addresses have neither
 * spaces nor quotes, and a boundary that the page does not know stands around the whole.
 */
import type { SpatialDelta, SpatialDom, SpatialElement, SpatialRest } from './spatial-dom.ts';

export interface ToTextOptions {
  /** Boxes cost about eight tokens each. */
  readonly boxes?: boolean;
  /** Where links lead, about five tokens each. */
  readonly links?: boolean;
  /** A word that the page cannot know. With it, the text says where content of the page begins and ends. */
  readonly boundary?: string;
}

/**
 * A Spatial DOM as compact text.
 *
 * @example
 * const prompt = toText(await session.state(), { boxes: false });
 */
export function toText(page: SpatialDom, options: ToTextOptions = {}): string {
  const lines = [headOf(page), ...page.els.map((element) => lineOf(element, options)), ...restLines(page.more)];
  return bounded(`${lines.join('\n')}\n`, options.boundary);
}

/** Marks text as content of a page. */
export function bounded(text: string, boundary: string | undefined): string {
  return boundary === undefined ? text : `<page ${boundary}>\n${text}</page ${boundary}>\n`;
}

export function headOf({ title, url, scroll }: Omit<SpatialDom, 'version'>): string {
  const scrolled = scroll[0] !== 0 || scroll[1] !== 0 ? ` scrolled ${scroll[0]},${scroll[1]}` : '';
  return `${quote(title)} ${address(url)}${scrolled}`;
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
    const shown = Object.entries(fields).filter(([field]) => field !== 'b' || options.boxes !== false);
    if (shown.length > 0) lines.push(`~ ${id} ${shown.map(([field, value]) => changeText(field, value)).join(' ')}`);
  }
  if (options.boxes !== false) {
    for (const [x, y, ...ids] of delta.moved ?? []) lines.push(`~ ${ids.join(' ')} moved ${x},${y}`);
  }
  if (delta.removed !== undefined) lines.push(`- ${delta.removed.join(' ')}`);
  lines.push(...restLines(delta.more));
  return bounded(lines.length === 0 ? 'no change\n' : `${lines.join('\n')}\n`, options.boundary);
}

/** Kinds that say more than the tag. */
const KINDS: Readonly<Record<string, string>> = {
  a: 'link',
  div: 'text',
  dd: 'text',
  dt: 'text',
  img: 'img',
  li: 'text',
  p: 'text',
  span: 'text',
  td: 'text',
  tr: 'row',
};

/** One element. */
export function lineOf(element: SpatialElement, { boxes = true, links = false }: ToTextOptions): string {
  const kind = element.role ?? (element.clickable ? 'clickable' : (KINDS[element.tag] ?? element.tag));
  // Plain text is what it says; everything else says what it is.
  const words =
    kind === 'text' && element.text !== undefined ? [`${element.id}`] : [`${element.id} ${withType(kind, element)}`];
  if (element.text !== undefined) words.push(quote(element.text));
  else if (element.name !== undefined) words.push(quote(element.name));
  if (element.text !== undefined && element.name !== undefined) words.push(`name=${quote(element.name)}`);
  if (element.ph !== undefined) words.push(`ph=${quote(element.ph)}`);
  if (element.val !== undefined) words.push(`val=${quote(element.val)}`);
  if (links && element.href !== undefined) words.push(`-> ${address(element.href)}`);
  words.push(...stateWords(element));
  if (boxes && element.b !== undefined) words.push(boxText(element.b));
  return words.join(' ');
}

/** The type of an input, where the role does not say the same. */
function withType(kind: string, { type, role }: SpatialElement): string {
  if (type === undefined || type === role || TYPES_BY_ROLE[type] === role) return kind;
  return `${kind}:${type}`;
}

const TYPES_BY_ROLE: Readonly<Record<string, string>> = {
  button: 'button',
  number: 'spinbutton',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

function stateWords(element: SpatialElement): string[] {
  const words: string[] = [];
  if (element.level !== undefined)
    words.push(element.role === 'heading' ? `level=${element.level}` : `h${element.level}`);
  if (element.checked) words.push(element.checked === 'mixed' ? 'mixed' : 'checked');
  if (element.selected) words.push('selected');
  if (element.expanded !== undefined) words.push(element.expanded ? 'expanded' : 'collapsed');
  if (element.pressed !== undefined) words.push(element.pressed === true ? 'pressed' : `pressed=${element.pressed}`);
  if (element.min !== undefined) words.push(`min=${element.min}`);
  if (element.max !== undefined) words.push(`max=${element.max}`);
  for (const state of ['disabled', 'required', 'readonly', 'invalid', 'focused', 'clipped'] as const) {
    if (element[state]) words.push(state);
  }
  if (element.current !== undefined) words.push(`current=${quote(element.current)}`);
  if (element.options !== undefined) words.push(`options=${element.options.map(quote).join('|')}`);
  return words;
}

function changeText(field: string, value: unknown): string {
  if (value === null) return `no ${field}`;
  if (field === 'b') return boxText(value as readonly number[]);
  if (Array.isArray(value)) return `${field}=${value.map((each) => quote(String(each))).join('|')}`;
  return `${field}=${typeof value === 'string' ? quote(value) : String(value)}`;
}

function boxText([x, y, w, h]: readonly number[]): string {
  return `${x},${y} ${w}x${h}`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', "'")}"`;
}

/** Secure: an address is not in quotes, so it may have nothing in it that ends a word. */
function address(url: string): string {
  return url.replace(/[\s"<>]/g, (character) => encodeURIComponent(character));
}
