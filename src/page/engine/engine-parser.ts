/**
 * The parser of one document, in the engine realm: a page that replaces Array.prototype.push must still be parsed.
 *
 * In:  text in pieces. Out: nodes of the page realm, made by its factory.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { documentState } from '../../html/node-state.ts';
import { DocumentParser, parseFragment } from '../../html/parse.ts';
import { isXmlContentType, XmlParser } from '../../html/xml-parser.ts';
import type { DocumentConfig } from '../messages.ts';
import type { PagePort } from '../ports.ts';

export class EngineParser {
  readonly #port: PagePort;
  readonly #scripting: boolean;
  readonly #isXml: boolean;
  readonly #isSrcdoc: boolean;
  #parser: DocumentParser | XmlParser;
  /** The page has taken over at a script: it says when parsing goes on. */
  #held = false;

  constructor(
    port: PagePort,
    { scripting, contentType, url }: Pick<DocumentConfig, 'scripting' | 'contentType' | 'url'>,
  ) {
    this.#port = port;
    this.#isSrcdoc = url === 'about:srcdoc';
    this.#scripting = scripting;
    this.#isXml = isXmlContentType(contentType);
    this.#parser = this.#makeParser();
  }

  #makeParser(): DocumentParser | XmlParser {
    const port = this.#port;
    const options = {
      scripting: this.#scripting,
      factory: port.factory,
      onCreate: (element: StoreNode) => port.created(element),
      onInsert: (node: StoreNode) => port.inserted(node),
      onRemove: (node: StoreNode) => port.parserRemoving(node),
      onClose: (element: StoreNode) => {
        if (element[LOCAL_NAME] === 'style') port.styleEnded(element);
      },
      onScript: (script: StoreNode) => {
        this.#held = port.scriptEnded(script);
      },
    };
    return this.#isXml ? new XmlParser(port.document, options) : new DocumentParser(port.document, options);
  }

  /** HTML §13.2.6.4.1: the document of a srcdoc attribute is never in quirks mode. */
  #keepStandards(): void {
    const state = documentState(this.#port.document);
    if (!this.#isSrcdoc || (state.quirks !== true && state.limitedQuirks !== true)) return;
    state.quirks = false;
    state.limitedQuirks = false;
  }

  /** `true` when the parser has stopped at a script. */
  write(text: string, isLast: boolean): boolean {
    this.#parser.write(text, isLast);
    this.#keepStandards();
    return this.#skipScripts();
  }

  resume(): boolean {
    this.#held = false;
    if (this.#parser.paused) this.#parser.resume();
    return this.#skipScripts();
  }

  /** document.write: the text stands before what has not been parsed yet, and is parsed now. `true` at a script. */
  insert(text: string, writer: number, isBlocked: boolean): boolean {
    this.#held = isBlocked;
    // HTML §8.4.3: there is no document.write in XML.
    if (this.#parser instanceof DocumentParser) {
      this.#parser.insert(text, { writer, isBlocked, isHeld: () => this.#held });
    }
    return this.#held;
  }

  /** document.open: what is written from now on makes a new tree. */
  restart(): void {
    this.#held = false;
    this.#parser = this.#makeParser();
  }

  /** Goes on behind scripts that do not hold up the parser. */
  #skipScripts(): boolean {
    while (this.#parser.paused && !this.#held) this.#parser.resume();
    return this.#held;
  }

  parseXml(text: string, target: StoreNode, namespaces: string): string {
    const declared = new Map<string, string>();
    for (const line of namespaces.split('\n')) {
      const [prefix = '', namespace] = line.split('\t');
      if (namespace !== undefined && !declared.has(prefix)) declared.set(prefix, namespace);
    }
    const parser = new XmlParser(target, { factory: this.#port.factory, namespaces: declared });
    parser.write(text, true);
    return parser.error ?? '';
  }

  fragment(html: string, context: StoreNode, shadowRoots: boolean): StoreNode {
    const { document, factory } = this.#port;
    return parseFragment(html, context, document, factory, { scripting: this.#scripting, shadowRoots });
  }

  /** A document that script asked for: its scripts do not run. */
  parseInto(html: string, document: StoreNode): void {
    new DocumentParser(document, { scripting: false, shadowRoots: false, factory: this.#port.factory }).write(
      html,
      true,
    );
  }
}
