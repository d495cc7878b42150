/**
 * The readable content of a page as Markdown.
 *
 * In:  nodes, styles, boxes. Out: headings, paragraphs, lists, tables, quotes, code, links and pictures that a person could
 *      see; without navigation, page headers and footers where the page has a main part.
 *
 * Secure: the text is the page's. Characters that would be markup are escaped, and addresses that run script are left out.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  isElement,
  isHtml,
  isText,
} from '../html/node-tree.ts';
import { type ChildCursor, flatChildren } from '../layout/boxes/flat-children.ts';
import { LIMITS } from '../limits.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import { FlatTree } from '../style/flat-tree.ts';
import { showsNoFace } from './back-face.ts';
import type { FrameSource } from './framed-document.ts';
import { indexNames } from './name-index.ts';
import { cleanText, shorten } from './page-text.ts';
import { headingLevel, roleOf } from './role.ts';
import { transformText } from './text-transform.ts';
import {
  hidesSubtree,
  isShut,
  isUnpainted,
  OPEN_SIGHT,
  placeOf,
  type Sight,
  type SpatialLayout,
  sightWithin,
  textPlace,
} from './visible.ts';

const SKIPPED: ReadonlySet<string> = new Set(
  'audio button canvas datalist dialog embed head input link meta meter noscript object progress script select style svg template textarea title video'.split(
    ' ',
  ),
);
/** Not what one reads, where the page has a main part. */
const ASIDE: ReadonlySet<string> = new Set(['banner', 'complementary', 'contentinfo', 'navigation', 'search']);

interface Frame {
  readonly style: ComputedStyle;
  readonly sight: Sight;
  /** Something around paints a picture. */
  readonly hasPicture: boolean;
  readonly isPreformatted: boolean;
  /** Before each line: quote marks and the indent of lists. */
  readonly prefix: string;
  /** The number of the next item, 0 in lists without. */
  readonly list: { next: number } | null;
}

interface Level {
  readonly children: ChildCursor;
  readonly frame: Frame;
  readonly leave: () => void;
}

export function toMarkdown(
  document: DomNode,
  styles: StyleResolver & { readonly flatTree?: FlatTree },
  layout: SpatialLayout,
  frames: FrameSource | null = null,
  sight: Sight = OPEN_SIGHT,
): string {
  return new MarkdownWriter(styles, styles.flatTree ?? new FlatTree(document), layout, frames).write(document, sight);
}

/** What does not fit into a frame can be scrolled to. */
const FRAME_SIGHT: Sight = { ...OPEN_SIGHT, scrolls: true };

class MarkdownWriter {
  readonly #styles: StyleResolver;
  readonly #tree: FlatTree;
  readonly #layout: SpatialLayout;
  readonly #frames: FrameSource | null;
  #hasMain = false;
  #blocks: string[] = [];
  #line = '';
  /** In front of the line that is being written: '# ', '- ', '> '. */
  #mark = '';
  #length = 0;

  constructor(styles: StyleResolver, tree: FlatTree, layout: SpatialLayout, frames: FrameSource | null) {
    this.#frames = frames;
    this.#styles = styles;
    this.#tree = tree;
    this.#layout = layout;
  }

  /** An explicit stack: a page may nest deeper than the call stack. */
  write(document: DomNode, sight: Sight): string {
    const root = indexNames(document).modal ?? rootOf(document);
    if (root === null) return '';
    this.#hasMain = hasMain(root);
    const style = this.#styles.styleOf(root);
    const frame: Frame = {
      style,
      sight,
      hasPicture: style.hasBackgroundImage,
      isPreformatted: false,
      prefix: '',
      list: null,
    };
    const stack: Level[] = [{ children: flatChildren(root, this.#tree), frame, leave: () => undefined }];
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const node = level.children.next();
      if (this.#length > LIMITS.readChars) break;
      if (node === null) {
        level.leave();
        stack.pop();
      } else if (isText(node)) this.#text(node, level.frame);
      else if (isElement(node)) {
        const inner = this.#element(node, level.frame);
        if (inner !== null) stack.push({ ...inner, children: flatChildren(node, this.#tree) });
      }
    }
    this.#endBlock('');
    const text = this.#blocks.join('\n');
    return `${shorten(text, LIMITS.readChars)}\n`;
  }

  #text(node: DomNode, { style, isPreformatted, sight, hasPicture }: Frame): void {
    if (style.visibility !== 'visible' || isUnpainted(style, hasPicture)) return;
    if (textPlace(node, sight, this.#layout) === null || isShut(node, this.#styles)) return;
    const text = transformText(characterData(node), style);
    this.#line += isPreformatted ? text : escapeMarkdown(text.replace(/\s+/g, ' '));
  }

  #element(element: DomElement, outer: Frame): Omit<Level, 'children'> | null {
    const name = element[LOCAL_NAME];
    if (SKIPPED.has(name)) return null;
    const style = this.#styles.styleOf(element);
    if (hidesSubtree(element, style, this.#layout) || isShut(element, this.#styles)) return null;
    if (showsNoFace(element, style, this.#styles, this.#tree)) return null;
    const place = placeOf(element, style, outer.sight, this.#layout);
    if (place?.isClipped === true) return null;
    const role = roleOf(element);
    if (this.#hasMain && role !== null && ASIDE.has(role)) return null;
    const sight = sightWithin(outer.sight, element, style, place, this.#layout);
    const frame: Frame = { ...outer, style, sight, hasPicture: outer.hasPicture || style.hasBackgroundImage };
    if (isHtml(element)) {
      const special = this.#special(element, role, frame);
      if (special !== undefined) return special;
    }
    if (style.display === 'inline' || style.display === 'contents') return { frame, leave: () => undefined };
    if (style.display.startsWith('inline-')) return { frame, leave: () => void (this.#line += ' ') };
    this.#endBlock(outer.prefix);
    return { frame, leave: () => this.#endBlock(frame.prefix) };
  }

  /** What Markdown has a form for; `undefined` for the rest. */
  #special(element: DomElement, role: string | null, frame: Frame): Omit<Level, 'children'> | null | undefined {
    const { prefix } = frame;
    switch (element[LOCAL_NAME]) {
      case 'br':
        if (frame.isPreformatted) this.#line += '\n';
        else this.#endLine(prefix);
        return null;
      case 'iframe':
      case 'frame':
        this.#inside(element, frame);
        return null;
      case 'hr':
        this.#endBlock(prefix);
        this.#push(`${prefix}---`);
        return null;
      case 'img': {
        const alt = cleanText(attribute(element, 'alt') ?? '');
        if (alt !== '') this.#line += `![${escapeMarkdown(alt)}]`;
        return null;
      }
      case 'a':
        return this.#link(element, frame);
      case 'strong':
      case 'b':
        return this.#around('**', frame);
      case 'em':
      case 'i':
        return this.#around('*', frame);
      case 'code':
        return frame.isPreformatted ? undefined : this.#around('`', frame);
      case 'pre':
        return this.#code(frame);
      case 'blockquote':
        this.#endBlock(prefix);
        return { frame: { ...frame, prefix: `${prefix}> ` }, leave: () => this.#endBlock(`${prefix}> `) };
      case 'ul':
      case 'ol': {
        this.#endBlock(prefix);
        const list = { next: element[LOCAL_NAME] === 'ol' ? Number(attribute(element, 'start') ?? 1) || 1 : 0 };
        return { frame: { ...frame, list }, leave: () => this.#endBlock(prefix) };
      }
      case 'li':
        return this.#item(frame);
      case 'tr':
        this.#endBlock(prefix);
        return { frame, leave: () => this.#row(prefix) };
      case 'td':
      case 'th':
        return { frame, leave: () => void (this.#line = `${this.#line.trim()} | `) };
    }
    if (role !== 'heading') return undefined;
    this.#endBlock(prefix);
    this.#mark = `${'#'.repeat(Math.min(6, headingLevel(element)))} `;
    return { frame, leave: () => this.#endBlock(prefix) };
  }

  /** The document in a frame is read where its element stands. */
  #inside(element: DomElement, { style, prefix }: Frame): void {
    const framed = style.visibility === 'visible' ? (this.#frames?.inside(element) ?? null) : null;
    if (framed === null || placeOf(element, style, OPEN_SIGHT, this.#layout) === null) return;
    this.#endBlock(prefix);
    const text = toMarkdown(framed.document, framed.styles, framed.layout, this.#frames, FRAME_SIGHT).trimEnd();
    if (text === '') return;
    for (const line of text.split('\n')) this.#push(line === '' ? '' : `${prefix}${line}`);
    this.#push('');
  }

  #around(mark: string, frame: Frame): Omit<Level, 'children'> {
    const start = this.#line.length;
    return {
      frame,
      leave: () => {
        const text = this.#line.slice(start);
        if (text.trim() === '' || this.#line.length < start) return;
        const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
        this.#line = `${this.#line.slice(0, start)}${before}${mark}${words}${mark}${after}`;
      },
    };
  }

  #link(element: DomElement, frame: Frame): Omit<Level, 'children'> {
    const href = cleanText(attribute(element, 'href') ?? '');
    if (href === '' || /^javascript:/i.test(href)) return { frame, leave: () => undefined };
    const start = this.#line.length;
    return {
      frame,
      leave: () => {
        const text = this.#line.slice(start);
        // A link around blocks has no line of its own any more.
        if (text.trim() === '' || this.#line.length < start) return;
        const url = shorten(href, LIMITS.emittedHrefLength).replace(/[\s()<>]/g, encodeURIComponent);
        this.#line = `${this.#line.slice(0, start)}[${text.trim()}](${url})${/\s$/.test(text) ? ' ' : ''}`;
      },
    };
  }

  #code(frame: Frame): Omit<Level, 'children'> {
    const { prefix } = frame;
    this.#endBlock(prefix);
    return {
      frame: { ...frame, isPreformatted: true },
      leave: () => {
        const code = this.#line.replace(/\s+$/, '').replace(/^\n/, '');
        this.#line = '';
        if (code === '') return;
        // Longer than any run of marks in the code, so that it cannot end the block.
        const longest = Math.max(2, ...(code.match(/`+/g) ?? []).slice(0, 1_000).map(({ length }) => length));
        const fence = '`'.repeat(longest + 1);
        for (const line of [fence, ...code.split('\n').map(cleanCode), fence]) this.#push(`${prefix}${line}`);
        this.#push('');
      },
    };
  }

  #item(frame: Frame): Omit<Level, 'children'> {
    const { prefix, list } = frame;
    this.#endBlock(prefix);
    this.#mark = list === null || list.next === 0 ? '- ' : `${list.next++}. `;
    const inner = prefix + ' '.repeat(this.#mark.length);
    return { frame: { ...frame, prefix: inner, list: null }, leave: () => this.#endBlock(inner, true) };
  }

  #row(prefix: string): void {
    const cells = this.#line.trim().replace(/\s*\|$/, '');
    this.#line = cells === '' ? '' : `| ${cells} |`;
    this.#endBlock(prefix, true);
  }

  #endLine(prefix: string): void {
    const text = cleanText(this.#line);
    this.#line = '';
    if (text === '') return;
    // The first line of an item stands where its mark says; `prefix` has room for the mark already.
    const isItem = this.#mark !== '' && !this.#mark.startsWith('#') && prefix.endsWith(' '.repeat(this.#mark.length));
    const start = isItem ? prefix.slice(0, prefix.length - this.#mark.length) : prefix;
    this.#push(`${start}${this.#mark}${text}`);
    this.#mark = '';
  }

  /** Ends what is being written; blocks are set apart by an empty line, items and rows are not. */
  #endBlock(prefix: string, isTight = false): void {
    const had = cleanText(this.#line) !== '';
    this.#endLine(prefix);
    if (had && !isTight) this.#push('');
  }

  #push(line: string): void {
    if (line === '' && (this.#blocks.length === 0 || this.#blocks.at(-1) === '')) return;
    this.#length += line.length + 1;
    this.#blocks.push(line);
  }
}

function rootOf(document: DomNode): DomElement | null {
  for (let node = firstChild(document); node !== null; node = following(node, document))
    if (isElement(node)) return node;
  return null;
}

function hasMain(root: DomElement): boolean {
  for (let node = firstChild(root); node !== null; node = following(node, root)) {
    if (isElement(node) && (node[LOCAL_NAME] === 'main' || attribute(node, 'role') === 'main')) return true;
  }
  return false;
}

/** Letters that would be markup in the middle of text. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<>|]/g, (character) => `\\${character}`);
}

/** Code keeps its spaces. */
function cleanCode(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return indent + cleanText(line);
}
