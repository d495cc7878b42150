/**
 * HTML text into a linkedom document.
 *
 * In:  text that is already decoded, whole or in pieces.
 * Out: the document, with parse5's tree (HTML §13.2).
 *
 * `parseDocument` is for documents without script. `DocumentParser` stops at each script's end tag, so that the page
 * realm can run it before the parser goes on, and takes what document.write inserts.
 */
import { Parser, type ParserOptions } from 'parse5';
import { createEmptyDocument, NODE_KEYS, type NodeFactory, type StoreDocument, type StoreNode } from './dom-keys.ts';
import { bindNodeKeys } from './node-tree.ts';
import { createTreeAdapter, type TreeObserver } from './tree-adapter.ts';

/** Parses a whole page. Scripts do not run, so `noscript` is parsed as markup when `scripting` is off. */
export function parseDocument(html: string, options: { readonly scripting?: boolean } = {}): StoreDocument {
  const document = createEmptyDocument();
  new DocumentParser(document, { scripting: options.scripting ?? false }).write(html, true);
  return document;
}

/** Parses markup as if it stood in `context` in `document` (HTML §13.4). Gives a fragment that the factory made. */
export function parseFragment(
  html: string,
  context: StoreNode,
  document: StoreNode,
  factory: NodeFactory,
  options: { readonly scripting: boolean },
): StoreNode {
  bindNodeKeys(NODE_KEYS);
  const observer: TreeObserver = { openElements: () => parser?.openElements.stackTop ?? 0 };
  const parserOptions = {
    scriptingEnabled: options.scripting,
    treeAdapter: createTreeAdapter(document, observer, factory),
  } as unknown as ParserOptions<never>;
  let parser: Parser<never> | null = null;
  parser = Parser.getFragmentParser<never>(context as never, parserOptions);
  parser.tokenizer.write(html, true);
  return parser.getFragment();
}

export interface DocumentParserOptions {
  readonly scripting: boolean;
  /** Called at `</script>`. The parser is paused until `resume` is called. Without it, scripts are passed over. */
  readonly onScript?: (script: StoreNode) => void;
  readonly onInsert?: (node: StoreNode) => void;
  /** Called when an element is complete. */
  readonly onClose?: (element: StoreNode) => void;
  /** Makes the nodes; the document does by default. */
  readonly factory?: NodeFactory;
}

/** An incremental parser of one document. */
export class DocumentParser {
  readonly document: StoreNode;
  readonly #parser: Parser<never>;
  #finished = false;
  #paused = false;

  constructor(document: StoreNode, options: DocumentParserOptions) {
    bindNodeKeys(NODE_KEYS);
    this.document = document;
    const observer: TreeObserver = {
      openElements: () => (this.#parser === undefined ? 0 : this.#parser.openElements.stackTop),
    };
    if (options.onInsert !== undefined) observer.inserted = options.onInsert;
    if (options.onClose !== undefined) observer.closed = options.onClose;
    const { onScript } = options;
    const parserOptions = {
      scriptingEnabled: options.scripting,
      treeAdapter: createTreeAdapter(document, observer, options.factory),
    } as unknown as ParserOptions<never>;
    this.#parser = new Parser<never>(parserOptions, document as never, null, (script: unknown) => {
      if (onScript === undefined) return;
      this.#paused = true;
      this.#parser.tokenizer.pause();
      onScript(script as StoreNode);
    });
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** True once the last piece has been parsed to its end. */
  get finished(): boolean {
    return this.#finished && !this.paused;
  }

  write(text: string, isLast: boolean): void {
    if (isLast) this.#finished = true;
    this.#parser.tokenizer.write(text, isLast);
  }

  resume(): void {
    this.#paused = false;
    this.#parser.tokenizer.resume();
  }

  /** document.write: text goes in right here, before what has not been parsed yet. */
  insert(text: string): void {
    this.#parser.tokenizer.insertHtmlAtCurrentPos(text);
  }
}
