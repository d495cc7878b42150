/**
 * Declarations that an element's attributes stand for, while they are collected.
 */
export class HintList {
  readonly entries: (readonly [name: string, text: string])[] = [];
  /** Whether lengths need no unit, as in SVG. */
  unitless = false;

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  clear(): void {
    this.entries.length = 0;
    this.unitless = false;
  }

  add(name: string, text: string): this {
    this.entries.push([name, text]);
    return this;
  }

  addIf(name: string, text: string | null): this {
    return text === null ? this : this.add(name, text);
  }

  /** The same for lists that say the same. */
  get key(): string {
    return this.entries.reduce((key, [name, text]) => `${key}${name}:${text};`, this.unitless ? '?' : '');
  }
}
