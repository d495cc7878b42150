/**
 * Reads the pieces that XML is made of: names, attributes, text with its references, comments, instructions.
 *
 * XML 1.0 §2, §3.1, §4.1 https://www.w3.org/TR/xml/
 */

/** Text that is not well-formed. Its message says where. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

const NAME_START =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  '\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME = new RegExp(`[${NAME_START}][${NAME_START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`, 'uy');
const NOT_A_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** How long the text of all entities may get, and how deep they may refer to each other. */
const MAX_ENTITY_CHARS = 1_000_000;
const MAX_ENTITY_DEPTH = 16;

export class XmlReader {
  readonly #text: string;
  /** Where the first character stands that XML does not allow. */
  readonly #badAt: number;
  #at = 0;
  #entityChars = 0;
  /** What the document declares, by name. */
  readonly entities = new Map<string, string>();
  /** Names that the document's DTD is known to have. */
  externalEntity: (name: string) => string | null = () => null;

  constructor(text: string) {
    this.#text = text;
    this.#badAt = NOT_A_CHARACTER.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  }

  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  error(what: string): XmlError {
    const before = this.#text.slice(0, this.#at);
    const line = before.split('\n').length;
    return new XmlError(`error on line ${line} at column ${this.#at - before.lastIndexOf('\n')}: ${what}`);
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.error(`'${text}' is missing.`);
  }

  skipSpace(): boolean {
    const start = this.#at;
    while (/[\t\n\r ]/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#at > start;
  }

  skipCharacter(): void {
    if (this.isAtEnd) throw this.error('The text ends too early.');
    this.#at++;
  }

  name(): string {
    NAME.lastIndex = this.#at;
    const match = NAME.exec(this.#text);
    if (match === null) throw this.error('A name is missing.');
    this.#at = NAME.lastIndex;
    return match[0];
  }

  until(end: string, problem: string): string {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) throw this.error(problem);
    const text = this.#text.slice(this.#at, found);
    this.#at = found + end.length;
    return this.#checked(text);
  }

  quoted(): string {
    const quote = this.#text[this.#at] ?? '';
    if (quote !== '"' && quote !== "'") throw this.error('A quoted text is missing.');
    this.#at++;
    return this.until(quote, 'A quoted text is not closed.');
  }

  /** After '<!--'. */
  comment(): string {
    const data = this.until('--', 'A comment is not closed.');
    this.expect('>');
    return data;
  }

  /** After '<?'. */
  instruction(): { readonly target: string; readonly data: string } {
    const target = this.name();
    if (!this.skipSpace() && !this.startsWith('?>')) throw this.error('An instruction is wrong.');
    return { target, data: this.until('?>', 'An instruction is not closed.') };
  }

  /** Text up to the next '<', with its references replaced. */
  text(): string {
    const found = this.#text.indexOf('<', this.#at);
    const raw = this.#text.slice(this.#at, found < 0 ? this.#text.length : found);
    if (raw.includes(']]>')) throw this.error("']]>' stands in text.");
    this.#at += raw.length;
    this.#checked(raw);
    return this.#expand(raw, 0);
  }

  attributes(): { readonly name: string; readonly value: string }[] {
    const attributes: { readonly name: string; readonly value: string }[] = [];
    const seen = new Set<string>();
    for (;;) {
      const hadSpace = this.skipSpace();
      if (this.startsWith('>') || this.startsWith('/>')) return attributes;
      if (!hadSpace) throw this.error('White space is missing before an attribute.');
      const name = this.name();
      if (seen.has(name)) throw this.error(`The attribute '${name}' stands there twice.`);
      seen.add(name);
      this.skipSpace();
      this.expect('=');
      this.skipSpace();
      const raw = this.quoted();
      if (raw.includes('<')) throw this.error("'<' stands in an attribute.");
      attributes.push({ name, value: this.#expand(raw.replace(/[\t\n]/g, ' '), 0) });
    }
  }

  #checked(text: string): string {
    if (this.#at > this.#badAt) {
      this.#at = this.#badAt;
      throw this.error('This character is not allowed.');
    }
    return text;
  }

  #expand(raw: string, depth: number): string {
    if (!raw.includes('&')) return raw;
    return raw.replace(/&([^;&\s]*)(;?)/g, (_, name: string, end: string) => {
      if (name === '' || end === '') throw this.error("'&' is not a reference.");
      return name.startsWith('#') ? this.#character(name.slice(1)) : this.#entity(name, depth);
    });
  }

  #character(digits: string): string {
    const isHex = digits.startsWith('x');
    const number = isHex ? digits.slice(1) : digits;
    const isNumber = isHex ? /^[0-9A-Fa-f]+$/.test(number) : /^[0-9]+$/.test(number);
    const code = Number.parseInt(number, isHex ? 16 : 10);
    const text = isNumber && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    if (text === '' || NOT_A_CHARACTER.test(text)) throw this.error(`'&#${digits};' is not a character.`);
    return text;
  }

  #entity(name: string, depth: number): string {
    const known = Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name]! : null;
    if (known !== null) return known;
    const declared = this.entities.get(name);
    if (declared === undefined) {
      const external = this.externalEntity(name);
      if (external === null) throw this.error(`The entity '${name}' is not declared.`);
      return external;
    }
    this.#entityChars += declared.length;
    if (depth >= MAX_ENTITY_DEPTH || this.#entityChars > MAX_ENTITY_CHARS) throw this.error('Entities are too large.');
    // Differs: markup in an entity is taken as text.
    return this.#expand(declared, depth + 1);
  }
}
