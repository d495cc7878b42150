/**
 * XML text into nodes of node-store.ts.
 *
 * In:  text that is already decoded. Out: nodes below a document or a fragment, or the first error: what is not
 * well-formed is parsed up to there. Stops at each script's end tag, as the parser of HTML does.
 *
 * XML 1.0 https://www.w3.org/TR/xml/, Namespaces in XML 1.0 §3 to §6, HTML §14.2 https://html.spec.whatwg.org/#parsing-xhtml-documents
 *
 * Missing: no external subset is loaded and nothing is validated; of a document's own declarations, only entities count.
 */

import type { NodeFactory, StoreNode } from './dom-keys.ts';
import { END, LOCAL_NAME, NAMESPACE, NEXT, NODE_TYPE, OWNER_ELEMENT, PREV, VALUE } from './node-keys.ts';
import { type AttributeNode, HTML_NAMESPACE } from './node-store.ts';
import { link } from './tree-adapter.ts';
import { readDoctype } from './xml-doctype.ts';
import { XmlError, XmlReader } from './xml-reader.ts';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
/** Elements inside each other; deeper documents end there with an error. */
const MAX_DEPTH = 512;

export interface XmlParserOptions {
  readonly factory: NodeFactory;
  /** Prefixes that are declared around a fragment; '' is the default namespace. */
  readonly namespaces?: ReadonlyMap<string, string>;
  readonly onCreate?: (element: StoreNode) => StoreNode;
  readonly onInsert?: (node: StoreNode) => void;
  readonly onClose?: (element: StoreNode) => void;
  readonly onScript?: (script: StoreNode) => void;
}

interface OpenElement {
  readonly node: StoreNode;
  readonly name: string;
  /** Where children go: a template has a fragment for them. */
  readonly container: StoreNode;
  readonly namespaces: ReadonlyMap<string, string>;
}

interface RawAttribute {
  readonly name: string;
  readonly value: string;
}

export class XmlParser {
  readonly #target: StoreNode;
  readonly #options: XmlParserOptions;
  readonly #isFragment: boolean;
  readonly #open: OpenElement[] = [];
  #text = '';
  #reader: XmlReader | null = null;
  #hasRoot = false;
  #hasDoctype = false;
  #paused = false;
  #finished = false;
  /** What is wrong with the text; `null` while nothing is. */
  error: string | null = null;

  /** `target` is a document, or a fragment, which takes text and several elements. */
  constructor(target: StoreNode, options: XmlParserOptions) {
    this.#target = target;
    this.#options = options;
    this.#isFragment = target[NODE_TYPE] !== 9;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get finished(): boolean {
    return this.#finished && !this.#paused;
  }

  /** The text is parsed when its last piece has come. */
  write(text: string, isLast: boolean): void {
    this.#text += text;
    if (!isLast) return;
    this.#finished = true;
    this.#reader = new XmlReader(this.#text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
    this.#run();
  }

  resume(): void {
    this.#paused = false;
    this.#run();
  }

  #run(): void {
    const reader = this.#reader;
    if (reader === null || this.error !== null) return;
    try {
      while (!this.#paused && !reader.isAtEnd) this.#step(reader);
      if (!this.#paused) this.#checkEnd(reader);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      this.error = error.message;
    }
  }

  #checkEnd(reader: XmlReader): void {
    const open = this.#open.at(-1);
    if (open !== undefined) throw reader.error(`The element '${open.name}' is not closed.`);
    if (!this.#hasRoot && !this.#isFragment) throw reader.error('The document has no element.');
  }

  #step(reader: XmlReader): void {
    if (!reader.startsWith('<')) this.#readText(reader);
    else if (reader.take('<!--')) this.#insert(this.#options.factory.createComment(reader.comment()));
    else if (reader.take('<![CDATA[')) this.#readSection(reader);
    else if (reader.take('<?')) this.#readInstruction(reader);
    else if (reader.take('<!DOCTYPE')) this.#readDoctype(reader);
    else if (reader.take('</')) this.#endTag(reader);
    else this.#startTag(reader);
  }

  get #isInside(): boolean {
    return this.#open.length > 0 || this.#isFragment;
  }

  #readText(reader: XmlReader): void {
    const text = reader.text();
    if (this.#isInside) this.#insert(this.#options.factory.createTextNode(text));
    else if (/[^\t\n\r ]/.test(text)) throw reader.error('Text stands outside of the root element.');
  }

  #readSection(reader: XmlReader): void {
    if (!this.#isInside) throw reader.error('A CDATA section stands outside of the root element.');
    const data = reader.until(']]>', 'A CDATA section is not closed.');
    const { factory } = this.#options;
    this.#insert(factory.createCdataSection?.(data) ?? factory.createTextNode(data));
  }

  #readInstruction(reader: XmlReader): void {
    const isFirst = reader.position === 2;
    const { target, data } = reader.instruction();
    if (target.toLowerCase() === 'xml') {
      // A declaration, which stands at the very beginning.
      if (!isFirst || target !== 'xml' || !/^version\s*=/.test(data))
        throw reader.error('The XML declaration is wrong.');
      return;
    }
    const node = this.#options.factory.createInstruction?.(target, data);
    if (node !== undefined) this.#insert(node);
  }

  #readDoctype(reader: XmlReader): void {
    if (this.#hasDoctype || this.#hasRoot || this.#isFragment) throw reader.error('A doctype is out of place.');
    this.#hasDoctype = true;
    const { name, publicId, systemId } = readDoctype(reader);
    this.#insert(this.#options.factory.createDocumentType(name, publicId, systemId));
  }

  #endTag(reader: XmlReader): void {
    const name = reader.name();
    reader.skipSpace();
    reader.expect('>');
    const open = this.#open.pop();
    if (open === undefined || open.name !== name) throw reader.error(`The end tag '${name}' has no start tag.`);
    this.#close(open.node);
  }

  #close(element: StoreNode): void {
    this.#options.onClose?.(element);
    const { onScript } = this.#options;
    const isScript = element[LOCAL_NAME] === 'script' && (isHtml(element) || element[NAMESPACE] === 'svg');
    if (!isScript || onScript === undefined) return;
    this.#paused = true;
    onScript(element);
  }

  #startTag(reader: XmlReader): void {
    reader.expect('<');
    const name = reader.name();
    if (!this.#isInside && this.#hasRoot) throw reader.error('There is more than one root element.');
    this.#hasRoot = true;
    if (this.#open.length >= MAX_DEPTH) throw reader.error('Elements are nested too deep.');
    const attributes = reader.attributes();
    const isEmpty = reader.take('/>');
    if (!isEmpty) reader.expect('>');

    const namespaces = this.#declare(reader, attributes);
    const [prefix, localName] = splitName(reader, name);
    const namespace = namespaceFor(reader, prefix ?? '', namespaces);
    const made = this.#createElement(namespace, localName, prefix);
    this.#addAttributes(reader, made, attributes, namespaces);
    const { onCreate, factory } = this.#options;
    const node = isHtml(made) && onCreate !== undefined ? onCreate(made) : made;
    this.#insert(node);
    const isTemplate = localName === 'template' && isHtml(node);
    const container = isTemplate ? factory.templateContent(node) : node;
    if (isEmpty) this.#close(node);
    else this.#open.push({ node, name, container, namespaces });
  }

  #createElement(namespace: string, localName: string, prefix: string | null): StoreNode {
    const { factory } = this.#options;
    const isPlain = namespace === HTML_NAMESPACE && prefix === null;
    return isPlain ? factory.createElement(localName) : factory.createElementNS(namespace, localName, prefix);
  }

  #declare(reader: XmlReader, attributes: readonly RawAttribute[]): ReadonlyMap<string, string> {
    const around = this.#open.at(-1)?.namespaces ?? this.#options.namespaces ?? NO_NAMESPACES;
    let own: Map<string, string> | null = null;
    for (const { name, value } of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice(6);
      const isReserved =
        prefix === 'xmlns' || (prefix === 'xml') !== (value === XML_NAMESPACE) || value === XMLNS_NAMESPACE;
      if (isReserved || (prefix !== '' && value === '')) throw reader.error(`'${name}' declares what it must not.`);
      own ??= new Map(around);
      own.set(prefix, value);
    }
    return own ?? around;
  }

  #addAttributes(
    reader: XmlReader,
    element: StoreNode,
    attributes: readonly RawAttribute[],
    namespaces: ReadonlyMap<string, string>,
  ): void {
    const seen = new Set<string>();
    for (const { name, value } of attributes) {
      const [prefix, localName] = splitName(reader, name);
      const namespace =
        name === 'xmlns' || prefix === 'xmlns'
          ? XMLNS_NAMESPACE
          : prefix === null
            ? null
            : namespaceFor(reader, prefix, namespaces);
      const key = `${namespace ?? ''} ${localName}`;
      if (seen.has(key)) throw reader.error(`The attribute '${name}' stands there twice.`);
      seen.add(key);
      const attr = this.#options.factory.createAttribute(name, namespace, localName) as AttributeNode;
      attr[VALUE] = value;
      attr[OWNER_ELEMENT] = element;
      const last = element[END] as StoreNode;
      const previous = last[PREV] as StoreNode;
      previous[NEXT] = attr;
      attr[PREV] = previous;
      attr[NEXT] = last;
      last[PREV] = attr;
    }
  }

  #insert(node: StoreNode): void {
    const parent = this.#open.at(-1)?.container ?? this.#target;
    link(node, parent, parent[END] as StoreNode);
    this.#options.onInsert?.(node);
  }
}

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

function isHtml(element: StoreNode): boolean {
  return element[NAMESPACE] === undefined;
}

function splitName(reader: XmlReader, name: string): readonly [prefix: string | null, localName: string] {
  const colon = name.indexOf(':');
  if (colon < 0) return [null, name];
  const localName = name.slice(colon + 1);
  if (colon === 0 || localName === '' || localName.includes(':')) throw reader.error(`'${name}' is not a name.`);
  return [name.slice(0, colon), localName];
}

function namespaceFor(reader: XmlReader, prefix: string, namespaces: ReadonlyMap<string, string>): string {
  if (prefix === 'xml') return XML_NAMESPACE;
  const namespace = namespaces.get(prefix);
  if (namespace === undefined && prefix !== '') throw reader.error(`The prefix '${prefix}' is not declared.`);
  return namespace ?? '';
}

/** Whether a page of this type is XML: what is neither HTML nor text. */
export function isXmlContentType(contentType: string): boolean {
  return contentType === 'application/xml' || contentType === 'text/xml' || contentType.endsWith('+xml');
}
