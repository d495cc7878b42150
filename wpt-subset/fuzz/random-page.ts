/**
 * Random small pages out of a grammar of displays and properties.
 *
 * In:  a seed and a theme. Out: a tree of a few elements, and its HTML. The same seed gives the same page.
 */
import { type Grammar, grammarOf, type Theme } from './grammar.ts';
import { Random } from './random.ts';

/** An element of a page, or a text. */
export type PageNode = string | PageElement;

export interface PageElement {
  readonly tag: string;
  /** With a space before it, as it is written in the tag. */
  readonly attributes: string;
  readonly style: readonly string[];
  readonly children: readonly PageNode[];
}

const MOST_ELEMENTS = 11;
/** What has neither children nor an end tag. */
const VOID = new Set(['input', 'img', 'col', 'hr', 'embed']);
const DEEPEST = 4;

export function randomPage(seed: number, theme: Theme): PageElement {
  const random = new Random(seed);
  const maker = new PageMaker(random, theme);
  const children: PageNode[] = [];
  for (let count = random.upTo(2) + 1; count > 0; count--) children.push(maker.element('block', 'body', 0));
  return { tag: 'body', attributes: '', style: ['margin: 0', 'font: 16px/20px Arial'], children };
}

export function pageHtml(body: PageElement): string {
  const rules: string[] = [];
  const html = elementHtml(body, rules);
  return `<!DOCTYPE html>\n${rules.length === 0 ? '' : `<style>${rules.join(' ')}</style>\n`}${html}\n`;
}

/** Pseudo-elements and conditional rules (see element-grammar.ts) become rules for a class that only this element has. */
function elementHtml(node: PageNode, rules: string[]): string {
  if (typeof node === 'string') return node;
  const { tag, attributes, style, children } = node;
  const inline: string[] = [];
  let more = '';
  let name = '';
  for (const declaration of style) {
    if (!/^[:@]/.test(declaration)) {
      inline.push(declaration);
      continue;
    }
    const [, from, value] = /^(@container .*?\)|@|::[a-z-]+): (.*)$/s.exec(declaration)!;
    if (from === '@') {
      more += value;
      continue;
    }
    name ||= `e${rules.length}`;
    rules.push(from!.startsWith('@') ? `${from} { .${name} { ${value} !important } }` : `.${name}${from} { ${value} }`);
  }
  if (name !== '') more += ` class="${name}"`;
  const open = `<${tag}${attributes}${more}${inline.length === 0 ? '' : ` style="${inline.join('; ').replaceAll('"', "'")}"`}>`;
  return VOID.has(tag) ? open : `${open}${children.map((child) => elementHtml(child, rules)).join('')}</${tag}>`;
}

/** Elements between a table and its cells: texts would leave them. */
const STRUCTURE = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'colgroup']);

const WORDS = ['a', 'of', 'text', 'longer', 'breaking', 'words-with', 'x', 'sentence.', '(paren)', 'unbreakableness'];

const LEAVES: readonly (readonly [tag: string, attributes: string])[] = [
  ['canvas', ' width="60" height="30"'],
  ['canvas', ' width="20" height="80"'],
  ['svg', ' viewBox="0 0 2 1"'],
  ['svg', ' width="40" height="40"'],
  ['svg', ' height="50" viewBox="0 0 1 2"'],
  ['input', ' size="4"'],
  ['input', ' type="checkbox"'],
  ['textarea', ' cols="6" rows="2"'],
  ['iframe', ' width="50" height="25"'],
];

/** Makes the elements of one page, until their number is used up. */
class PageMaker {
  readonly #random: Random;
  readonly #theme: Theme;
  #left: number;

  constructor(random: Random, theme: Theme) {
    this.#random = random;
    this.#theme = theme;
    this.#left = random.upTo((grammarOf(theme, random).elements ?? MOST_ELEMENTS) - 1) + 2;
  }

  element(parentDisplay: string, parentTag: string, depth: number): PageElement {
    const random = this.#random;
    this.#left--;
    const grammar = grammarOf(this.#theme, random);
    if (depth > 0 && random.chance(grammar.leaves)) return this.#leaf(grammar, parentDisplay);
    const chosen = new Map<string, string>();
    if (grammar.tags !== undefined) return this.#tagged(grammar, grammar.tags, parentTag, depth);
    const display = random.chance(0.85) ? random.pick(grammar.displays) : 'block';
    if (display !== 'block') chosen.set('display', display);
    if (grammar.container[display] !== undefined) this.#choose(chosen, grammar.container[display], 4);
    this.#chooseAsChild(chosen, grammar, parentDisplay);
    const style = [...chosen].map(([name, value]) => `${name}: ${value}`);
    const tag = random.chance(0.03) ? 'button' : random.chance(0.85) ? 'div' : 'span';
    return { tag, attributes: '', style, children: this.#children(grammar, display, tag, depth) };
  }

  #tagged(grammar: Grammar, tags: NonNullable<Grammar['tags']>, parentTag: string, depth: number): PageElement {
    const tag = this.#random.pick(tags[parentTag] ?? tags['*']!);
    const chosen = new Map<string, string>();
    this.#choose(chosen, grammar.any, 4);
    const style = [...chosen].map(([name, value]) => `${name}: ${value}`);
    return { tag, attributes: '', style, children: VOID.has(tag) ? [] : this.#children(grammar, tag, tag, depth) };
  }

  #children(grammar: Grammar, display: string, tag: string, depth: number): PageNode[] {
    const random = this.#random;
    const children: PageNode[] = [];
    if (depth < (grammar.tags === undefined ? DEEPEST : DEEPEST + 2)) {
      for (let count = random.upTo(5); count > 0; count--) {
        if (random.chance(grammar.texts) && !STRUCTURE.has(tag)) children.push(this.#text(grammar, grammar.words));
        else if (this.#left > 0) children.push(this.element(display, tag, depth + 1));
      }
    }
    if (children.length === 0 && !STRUCTURE.has(tag) && random.chance(0.75))
      children.push(this.#text(grammar, grammar.words >> 1));
    return children;
  }

  #leaf(grammar: Grammar, parentDisplay: string): PageElement {
    const [tag, attributes] = this.#random.pick(grammar.leafTags ?? LEAVES);
    const chosen = new Map<string, string>();
    this.#chooseAsChild(chosen, grammar, parentDisplay);
    return { tag, attributes, style: [...chosen].map(([name, value]) => `${name}: ${value}`), children: [] };
  }

  #chooseAsChild(chosen: Map<string, string>, grammar: Grammar, parentDisplay: string): void {
    const item = grammar.item[parentDisplay];
    if (item !== undefined) this.#choose(chosen, item, 3);
    this.#choose(chosen, grammar.any, 4);
  }

  #choose(chosen: Map<string, string>, from: Readonly<Record<string, readonly string[]>>, most: number): void {
    const names = Object.keys(from);
    for (let count = this.#random.upTo(most); count > 0; count--) {
      const name = this.#random.pick(names);
      chosen.set(name, this.#random.pick(from[name]!));
    }
  }

  #text({ vocabulary }: Grammar, most: number): string {
    const words: string[] = [];
    const from = vocabulary ?? WORDS;
    for (let count = this.#random.upTo(most) + 1; count > 0; count--) words.push(this.#random.pick(from));
    return words.join(vocabulary === undefined ? ' ' : '');
  }
}
