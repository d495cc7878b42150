/**
 * Elements as lines of the compact text form.
 *
 *     3,240,248,800,48 button "Sign In"
 *
 * id, x, y, width, height; kind, states, what it says. Three things keep it short: a number that is the same as in the line
 * before is left out; a link without anything else to tell stands inside of the text that it is part of, as
 * `[4,300,120,80,18 terms]`; and landmarks have no box, as what is in them follows. Plain text has no kind, and what is not
 * checked says nothing of it. Without boxes, neighbours that say the same are one line, `7-9 button`, and what takes clicks
 * and says nothing is only its id.
 */
import { elementRole, isInteractiveElement } from './element-role.ts';
import type { Bounds, SpatialElement } from './spatial-dom.ts';

export interface ToTextOptions {
  /** Boxes cost two to eight tokens each. */
  readonly boxes?: boolean;
  /** Where links lead, about five tokens each. */
  readonly links?: boolean;
  /** A word that the page cannot know. With it, the text says where content of the page begins and ends. */
  readonly boundary?: string;
  /** `false` leaves the first line out: title and address. */
  readonly head?: boolean;
}

/** All elements, each told by what differs from the one before. */
export function elementLines(els: readonly SpatialElement[], options: ToTextOptions): string[] {
  // A text that is all there is has no place among others.
  if (els.length === 1 && !isInteractiveElement(els[0]!)) return [lineOf(els[0]!, { ...options, boxes: false })];
  const lines: string[] = [];
  let last: Bounds | null = null;
  const place = (element: SpatialElement): string => {
    const text = placeText(element.id, boxOf(element, options), last);
    last = boxOf(element, options) ?? last;
    return text;
  };
  for (let at = 0; at < els.length; at++) {
    const element = els[at]!;
    const start = place(element);
    const links = options.links === true ? [] : linksWithin(els, at);
    const words = behindId(wordsOf(element, options, textWithLinks(element, links, place)), options);
    at += links.length;
    const alike = options.boxes === false && links.length === 0 ? alikeBehind(els, at, words, options) : 0;
    lines.push(`${start}${alike === 0 ? '' : `-${element.id + alike}`}${words}`);
    at += alike;
  }
  return lines;
}

/** How many elements right behind one say the same and have the next ids: without boxes, `7-9 button` says all of them. */
function alikeBehind(els: readonly SpatialElement[], at: number, words: string, options: ToTextOptions): number {
  let count = 0;
  for (let next = els[at + 1]; next !== undefined; next = els[at + 1 + count]) {
    if (next.id !== els[at]!.id + count + 1 || behindId(wordsOf(next, options), options) !== words) break;
    count++;
  }
  return count;
}

/** One element by itself. */
export function lineOf(element: SpatialElement, options: ToTextOptions): string {
  return `${placeText(element.id, boxOf(element, options))}${behindId(wordsOf(element, options), options)}`;
}

const CLICKABLE = 'clickable';

/** Without boxes, an id alone says that it takes clicks. */
function behindId(words: readonly string[], { boxes = true }: ToTextOptions): string {
  const isAll = words.length === 0 || (!boxes && words.length === 1 && words[0] === CLICKABLE);
  return isAll ? '' : ` ${words.join(' ')}`;
}

/** `3,240,248,800,48`: what is the same as in the box before is left out. */
export function placeText(id: number, box: Bounds | null, last: Bounds | null = null): string {
  if (box === null) return `${id}`;
  return `${id},${box.map((value, side) => (value === last?.[side] ? '' : value)).join(',')}`.replace(/,+$/, '');
}

function boxOf(element: SpatialElement, { boxes = true }: ToTextOptions): Bounds | null {
  if (!boxes || element.b === undefined) return null;
  return element.text === undefined && STRUCTURE.has(elementRole(element) ?? '') ? null : element.b;
}

/** Parts of a page that are only there for what is in them. */
const STRUCTURE: ReadonlySet<string> = new Set(
  'banner complementary contentinfo form main navigation region search'.split(' '),
);

/** Fields of a link that says nothing but its text. */
const PLAIN_LINK: ReadonlySet<string> = new Set(['id', 'tag', 'text', 'href', 'b']);
/** Pixels by which a link may stand out of its text: lines of another font. */
const TOLERANCE = 4;

/** The links right behind a text that are parts of it, as many as are found in it in their order. */
function linksWithin(els: readonly SpatialElement[], at: number): SpatialElement[] {
  const { text, b } = els[at]!;
  const links: SpatialElement[] = [];
  if (text === undefined || b === undefined || isInteractiveElement(els[at]!)) return links;
  let from = 0;
  for (let behind = at + 1; behind < els.length; behind++) {
    const next = els[behind]!;
    if (!isPlainLink(next) || !isWithin(next.b, b)) break;
    const found = text.indexOf(next.text!, from);
    if (found < 0) break;
    from = found + next.text!.length;
    links.push(next);
  }
  return links;
}

function isPlainLink(element: SpatialElement): boolean {
  const isLink = element.href !== undefined && element.text !== undefined && elementRole(element) === 'link';
  return isLink && Object.keys(element).every((field) => PLAIN_LINK.has(field));
}

function isWithin(box: Bounds | undefined, [x, y, w, h]: Bounds): boolean {
  if (box === undefined) return false;
  const isBelow = box[0] >= x - TOLERANCE && box[1] >= y - TOLERANCE;
  return isBelow && box[0] + box[2] <= x + w + TOLERANCE && box[1] + box[3] <= y + h + TOLERANCE;
}

function textWithLinks(
  { text }: SpatialElement,
  links: readonly SpatialElement[],
  place: (link: SpatialElement) => string,
): string | undefined {
  if (text === undefined) return undefined;
  let written = '';
  let from = 0;
  for (const link of links) {
    const found = text.indexOf(link.text!, from);
    written += `${spoken(text.slice(from, found))}[${place(link)} ${spoken(link.text!)}]`;
    from = found + link.text!.length;
  }
  return `"${written}${spoken(text.slice(from))}"`;
}

/** Kinds that say more than the tag. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['a', 'link'],
  ['tr', 'row'],
]);

/**
 * Tags that tell something about what they hold. All others are plain text.
 *
 * Secure: a page may name elements by almost any words. Those are not here, so outside of quotes there are only ours.
 */
const TELLING_TAGS: ReadonlySet<string> = new Set(
  `a abbr area aside audio blockquote button canvas caption cite code data datalist del details dfn dialog embed fieldset
  figure footer form frame h1 h2 h3 h4 h5 h6 header hgroup hr html iframe img input ins kbd legend main map mark math menu
  meter nav object optgroup option output picture pre progress q ruby s samp search section select sub summary sup svg
  table tbody textarea tfoot th thead time tr u var video`.split(/\s+/),
);

/** Kind, states and words. Texts come last: the quote that ends a line costs nothing. */
function wordsOf(
  element: SpatialElement,
  { links = false }: ToTextOptions,
  text = element.text === undefined ? undefined : quote(element.text),
): string[] {
  const kind = element.role ?? (element.clickable ? CLICKABLE : kindOf(element));
  // Plain text is what it says; everything else says what it is.
  const words = kind === 'text' && text !== undefined ? [] : [withType(kind, element)];
  words.push(...stateWords(element));
  if (text !== undefined) words.push(text);
  else if (element.name !== undefined) words.push(quote(element.name));
  if (text !== undefined && element.name !== undefined) words.push(`name=${quote(element.name)}`);
  if (element.ph !== undefined) words.push(`ph=${quote(element.ph)}`);
  if (element.val !== undefined) words.push(`=${quote(element.val)}`);
  if (element.options !== undefined) words.push(`options=${element.options.map(quote).join('|')}`);
  if (links && element.href !== undefined) words.push(`-> ${address(element.href)}`);
  return words;
}

function kindOf({ tag, href }: SpatialElement): string {
  if (!TELLING_TAGS.has(tag) || (tag === 'a' && href === undefined)) return 'text';
  return KINDS.get(tag) ?? tag;
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
  return words;
}

export function quote(text: string): string {
  return `"${spoken(text)}"`;
}

/** Secure: in the words of a page nothing ends a quote, and nothing looks like a link of ours. */
function spoken(text: string): string {
  return text
    .replaceAll('"', "'")
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\[(?=\d)/g, '(');
}

/** Secure: an address is not in quotes, so it may have nothing in it that ends a word. */
export function address(url: string): string {
  return url.replace(/[\s"<>]/g, (character) => encodeURIComponent(character));
}
