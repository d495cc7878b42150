/**
 * Says quickly that a selector cannot match, because no ancestor has a name that it needs.
 *
 * In:  the path from the root to the parent of the element being styled, kept as a stack.
 * Out: for the names that rules ask of ancestors, how many elements on the path have each.
 *
 * Names are numbered when rules are indexed, so that the count is exact: no hashing, no false positives from collisions.
 */
import { attribute, type DomElement } from '../html/node-tree.ts';
import { asciiLower, isWhitespace } from './code-points.ts';
import type { ComplexSelector } from './selector/selector.ts';

/** An element's classes, with what the filter and the rule index keep for that list. */
export interface ClassList {
  readonly classes: readonly string[];
  /** Numbers of those classes that rules ask of ancestors. */
  readonly filterNumbers: readonly number[];
}

const NO_CLASSES: ClassList = { classes: [], filterNumbers: [] };
/** More would not make the answer better. */
const MAX_NAMES_PER_RULE = 4;
const MAX_CLASS_LISTS = 10_000;

export class AncestorFilter {
  private readonly quirks: boolean;
  private readonly types = new Map<string, number>();
  private readonly classes = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  private count = 0;
  private counts = new Uint16Array(0);
  /** Key: the text of the class attribute. Cleared when names are added, and when it is full. */
  private readonly classLists = new Map<string, ClassList>();
  private readonly path: DomElement[] = [];
  private readonly places = new Map<DomElement, number>();

  constructor(quirks: boolean) {
    this.quirks = quirks;
  }

  /** The numbers of names that some ancestor must have for the selector to match. Only while rules are indexed. */
  numbersFor(selector: ComplexSelector): number[] {
    const numbers: number[] = [];
    const { compounds, combinators } = selector;
    for (let at = 1; at < compounds.length; at++) {
      const combinator = combinators[at - 1];
      // From a slot or a host on, ancestors are those of another tree.
      if (combinator === 'slotted' || combinator === 'part') break;
      if (combinator !== 'descendant' && combinator !== 'child') continue;
      const compound = compounds[at]!;
      if (compound.canMatchHost) break;
      for (const simple of compound.simples) {
        if (numbers.length >= MAX_NAMES_PER_RULE) return numbers;
        const name = this.quirks ? simple.lowerName : simple.name;
        if (simple.kind === 'class') numbers.push(this.numberOf(this.classes, name));
        else if (simple.kind === 'id') numbers.push(this.numberOf(this.ids, name));
      }
      if (compound.type !== '' && compound.type === compound.lowerType && numbers.length < MAX_NAMES_PER_RULE) {
        numbers.push(this.numberOf(this.types, compound.type));
      }
    }
    return numbers;
  }

  private numberOf(names: Map<string, number>, name: string): number {
    let number = names.get(name);
    if (number === undefined) {
      number = this.count++;
      names.set(name, number);
      this.classLists.clear();
    }
    return number;
  }

  /** Whether some element on the path has each of these names. */
  mayMatch(numbers: readonly number[]): boolean {
    for (let at = 0; at < numbers.length; at++) {
      if (this.counts[numbers[at]!] === 0) return false;
    }
    return true;
  }

  /**
   * Makes the path end with `parent`. `parentOf` goes through shadow roots to hosts. Elements are asked for in tree
   * order most of the time, so that few steps are needed.
   */
  enter(parent: DomElement | null, parentOf: (element: DomElement) => DomElement | null): void {
    if (this.counts.length < this.count) this.grow();
    const missing: DomElement[] = [];
    let at = parent;
    let place: number | undefined;
    while (at !== null && (place = this.places.get(at)) === undefined) {
      missing.push(at);
      at = parentOf(at);
    }
    this.shrinkTo(at === null ? 0 : place! + 1);
    for (let next = missing.length - 1; next >= 0; next--) this.push(missing[next]!);
  }

  /** Forgets the path; needed when the tree has changed. */
  reset(): void {
    this.path.length = 0;
    this.places.clear();
    this.counts.fill(0);
  }

  private grow(): void {
    this.reset();
    this.counts = new Uint16Array(this.count);
  }

  private push(element: DomElement): void {
    this.places.set(element, this.path.length);
    this.path.push(element);
    this.change(element, 1);
  }

  private shrinkTo(length: number): void {
    while (this.path.length > length) {
      const element = this.path.pop()!;
      this.places.delete(element);
      this.change(element, -1);
    }
  }

  private change(element: DomElement, by: 1 | -1): void {
    const { counts } = this;
    const type = this.types.get(element.localName);
    if (type !== undefined) counts[type] = counts[type]! + by;
    const id = this.idOf(element);
    const idNumber = id === null ? undefined : this.ids.get(id);
    if (idNumber !== undefined) counts[idNumber] = counts[idNumber]! + by;
    for (const number of this.classListOf(element).filterNumbers) counts[number] = counts[number]! + by;
  }

  idOf(element: DomElement): string | null {
    const id = attribute(element, 'id');
    return id !== null && this.quirks ? asciiLower(id) : id;
  }

  /** The element's classes; the same text gives the same list. */
  classListOf(element: DomElement): ClassList {
    const text = attribute(element, 'class');
    if (text === null || text === '') return NO_CLASSES;
    const known = this.classLists.get(text);
    if (known !== undefined) return known;
    const classes = splitWords(this.quirks ? asciiLower(text) : text);
    const filterNumbers: number[] = [];
    for (const name of classes) {
      const number = this.classes.get(name);
      if (number !== undefined) filterNumbers.push(number);
    }
    const list: ClassList = { classes, filterNumbers };
    if (this.classLists.size >= MAX_CLASS_LISTS) this.classLists.clear();
    this.classLists.set(text, list);
    return list;
  }
}

/** The different words of a list separated by white space. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    while (isWhitespace(text.charCodeAt(at))) at++;
    const start = at;
    while (at < text.length && !isWhitespace(text.charCodeAt(at))) at++;
    const word = text.slice(start, at);
    if (word !== '' && !words.includes(word)) words.push(word);
  }
  return words;
}
