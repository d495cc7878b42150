/**
 * Counters and their scopes while the box tree is built in document order.
 *
 * In:  the counter properties of each element as it is reached; where elements begin and end.
 * Out: the values that counter() and counters() see there.
 *
 * A counter lives in the scope of the parent of the element that made it: later siblings and their descendants see it,
 * unless an ancestor made one of that name, which they inherit instead: then it ends with the element that made it. Counters
 * from outside of style containment are seen inside and not changed.
 *
 * CSS Lists 3 §4 https://drafts.csswg.org/css-lists-3/#auto-numbering, §4.5 for what is inherited
 */
import type { ComputedStyle } from '../../style/computed-style.ts';

interface Counter {
  value: number;
  readonly scope: number;
  /** The element that made it. */
  readonly maker: number;
}

interface Scope {
  /** The element whose children are in it. */
  readonly element: number;
  /** The names of the counters that end with it; `null` for the many scopes that have none. */
  names: string[] | null;
  /** Counters of scopes further out than this are outside of style containment. */
  readonly outermost: number;
}

/** Values stay in the range of a 32-bit integer, as in Chrome; a change that would leave it is ignored. */
const MAX_VALUE = 2 ** 31 - 1;

export class Counters {
  /** Each name's counters, outermost first. */
  readonly #counters = new Map<string, Counter[]>();
  readonly #scopes: Scope[] = [{ element: -1, names: null, outermost: 0 }];
  /** The number of the element whose properties were applied last. */
  #element = 0;
  /** The names of the counters that end with that element. */
  #own: string[] | null = null;
  /** Whether a value has been shown: that box depends on all before it. */
  isShown = false;
  /** Whether a value has been changed: boxes behind it may depend on it. */
  isChanged = false;

  /** An element's children begin. */
  openScope(containsStyle = false): void {
    const outermost = containsStyle ? this.#scopes.length : this.#scopes.at(-1)!.outermost;
    this.#scopes.push({ element: this.#element++, names: this.#own, outermost });
    this.#own = null;
  }

  /** The element ends, and with it the counters that its children made, and those of its own that hid another one. */
  closeScope(): void {
    this.#end(this.#scopes.pop()!.names);
  }

  /** An element or a pseudo-element ends without having had children. */
  endWithoutScope(): void {
    this.#element++;
    this.#end(this.#own);
    this.#own = null;
  }

  /** The properties of one pseudo-element, in the order of the standard. */
  apply(style: ComputedStyle): void {
    this.applyResets(style);
    this.applyIncrements(style);
    this.applySets(style);
  }

  /** Missing: 'reversed()' without a number does not count its items; it starts at 0. */
  applyResets(style: ComputedStyle): void {
    for (const change of style.counterReset) {
      this.reset(change.name, Number.isNaN(change.value) ? 0 : change.value);
    }
  }

  applyIncrements(style: ComputedStyle): void {
    for (const change of style.counterIncrement) this.increment(change.name, change.value);
  }

  applySets(style: ComputedStyle): void {
    for (const change of style.counterSet) this.set(change.name, change.value);
  }

  reset(name: string, value: number): void {
    this.isChanged = true;
    const scope = this.#scopes.length - 1;
    const within = this.#scopes[scope]!;
    const stack = this.#stack(name);
    const last = stack.at(-1);
    // A sibling's counter of that name ends here; one from further out is hidden by the new one.
    if (last !== undefined && last.scope === scope) stack.pop();
    stack.push({ value, scope, maker: this.#element });
    if (last?.scope === scope) return;
    const isAncestors = last !== undefined && this.#scopes[last.scope + 1]?.element === last.maker;
    if (isAncestors && last.scope >= within.outermost) (this.#own ??= []).push(name);
    else (within.names ??= []).push(name);
  }

  increment(name: string, by: number): void {
    this.isChanged = true;
    const counter = this.#innermost(name);
    const value = counter.value + by;
    if (Math.abs(value) <= MAX_VALUE) counter.value = value;
  }

  set(name: string, value: number): void {
    this.isChanged = true;
    this.#innermost(name).value = value;
  }

  /** The innermost counter's value; one that nobody made is 0. */
  value(name: string): number {
    this.isShown = true;
    return this.#counters.get(name)?.at(-1)?.value ?? 0;
  }

  /** All counters of that name, outermost first. */
  values(name: string): readonly number[] {
    this.isShown = true;
    const stack = this.#counters.get(name);
    return stack === undefined || stack.length === 0 ? [0] : stack.map((counter) => counter.value);
  }

  #end(names: readonly string[] | null): void {
    for (const name of names ?? []) this.#counters.get(name)!.pop();
  }

  #stack(name: string): Counter[] {
    let stack = this.#counters.get(name);
    if (stack === undefined) {
      stack = [];
      this.#counters.set(name, stack);
    }
    return stack;
  }

  #innermost(name: string): Counter {
    const stack = this.#stack(name);
    const last = stack.at(-1);
    if (last === undefined || last.scope < this.#scopes.at(-1)!.outermost) this.reset(name, 0);
    return stack.at(-1)!;
  }
}
