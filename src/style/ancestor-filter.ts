/**
 * Says quickly that a selector cannot match, because no ancestor has a name that it needs.
 *
 * In:  the path from the root to the parent of the element being styled, kept as a stack.
 * Out: for the names that rules ask of ancestors, how many elements on the path have each.
 *
 * Names are numbered when rules are indexed, so that the count is exact: no hashing, no false positives from collisions.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
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

/** Names that rules ask of ancestors, with their numbers. They are complete when all rules are indexed, and hold nothing of a document. */
export class AncestorNames {
  readonly quirks: boolean;
  readonly types = new Map<string, number>();
  readonly classes = new Map<string, number>();
  readonly ids = new Map<string, number>();
  count = 0;

  constructor(quirks: boolean) {
    this.quirks = quirks;
  }

  /** The numbers of names that some ancestor must have for the selector to match. */
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
    }
    return number;
  }
}

export class AncestorFilter {
  private readonly names: AncestorNames;
  private readonly counts: Uint16Array;
  /** Key: the text of the class attribute. Cleared when it is full. */
  private readonly classLists = new Map<string, ClassList>();
  private readonly path: DomElement[] = [];
  private readonly pathLists: ClassList[] = [];
  private readonly pathNumbers: (readonly number[])[] = [];
  private readonly places = new Map<DomElement, number>();
  // Faster: the element that was asked about last is asked about several times in a row.
  private lastElement: DomElement | null = null;
  private lastList: ClassList = NO_CLASSES;
  private lastId: string | null = null;

  constructor(names: AncestorNames) {
    this.names = names;
    this.counts = new Uint16Array(names.count);
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
    this.lastElement = null;
    this.path.length = 0;
    this.pathLists.length = 0;
    this.pathNumbers.length = 0;
    this.places.clear();
    this.counts.fill(0);
  }

  private push(element: DomElement): void {
    this.places.set(element, this.path.length);
    this.path.push(element);
    this.pathLists.push(this.classListOf(element));
    const { counts } = this;
    const numbers = this.numbersOf(element);
    this.pathNumbers.push(numbers);
    for (let at = 0; at < numbers.length; at++) counts[numbers[at]!] = counts[numbers[at]!]! + 1;
  }

  private shrinkTo(length: number): void {
    const { counts } = this;
    while (this.path.length > length) {
      this.places.delete(this.path.pop()!);
      this.pathLists.pop();
      // What was added is taken away, whatever the element's attributes are by now.
      const numbers = this.pathNumbers.pop()!;
      for (let at = 0; at < numbers.length; at++) counts[numbers[at]!] = counts[numbers[at]!]! - 1;
    }
  }

  private numbersOf(element: DomElement): readonly number[] {
    const { filterNumbers } = this.classListOf(element);
    const type = this.names.types.get(element[LOCAL_NAME]);
    const id = this.idOf(element);
    const idNumber = id === null ? undefined : this.names.ids.get(id);
    if (type === undefined && idNumber === undefined) return filterNumbers;
    const numbers = [...filterNumbers];
    if (type !== undefined) numbers.push(type);
    if (idNumber !== undefined) numbers.push(idNumber);
    return numbers;
  }

  idOf(element: DomElement): string | null {
    if (element !== this.lastElement) this.look(element);
    return this.lastId;
  }

  /** The element's classes; the same text gives the same list. */
  classListOf(element: DomElement): ClassList {
    if (element !== this.lastElement) this.look(element);
    return this.lastList;
  }

  private look(element: DomElement): void {
    const id = attribute(element, 'id');
    const text = attribute(element, 'class');
    this.lastElement = element;
    this.lastId = id !== null && this.names.quirks ? asciiLower(id) : id;
    this.lastList = text === null || text === '' ? NO_CLASSES : (this.classLists.get(text) ?? this.makeList(text));
  }

  private makeList(text: string): ClassList {
    const classes = splitWords(this.names.quirks ? asciiLower(text) : text);
    const filterNumbers: number[] = [];
    for (const name of classes) {
      const number = this.names.classes.get(name);
      if (number !== undefined) filterNumbers.push(number);
    }
    const list: ClassList = { classes, filterNumbers };
    if (this.classLists.size >= MAX_CLASS_LISTS) this.classLists.clear();
    this.classLists.set(text, list);
    return list;
  }

  /** The classes of the element that the path ends with: the parent of the element being styled. */
  get parentClasses(): readonly string[] {
    return this.pathLists[this.pathLists.length - 1]?.classes ?? NO_CLASSES.classes;
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
