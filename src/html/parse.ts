/**
 * HTML text into a document of node-store.ts.
 *
 * In:  text that is already decoded, whole or in pieces.
 * Out: the document, with parse5's tree (HTML §13.2).
 *
 * `parseDocument` is for documents without script. `DocumentParser` stops at each script's end tag, so that the page
 * realm can run it before the parser goes on, and takes what document.write inserts.
 */
import { Parser, type ParserOptions } from 'parse5';
import type { NodeFactory, StoreNode } from './dom-keys.ts';
import { createEmptyDocument } from './node-store.ts';
import { createTreeAdapter, type TreeObserver } from './tree-adapter.ts';

/** Parses a whole page. Scripts do not run, so `noscript` is parsed as markup when `scripting` is off. */
export function parseDocument(html: string, options: { readonly scripting?: boolean } = {}): StoreNode {
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
  options: { readonly scripting: boolean; readonly shadowRoots?: boolean },
): StoreNode {
  const observer: TreeObserver = {
    shadowRoots: options.shadowRoots ?? false,
    openElements: () => parser?.openElements.stackTop ?? 0,
  };
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
  /** Whether templates may declare shadow roots; a document that is loaded may, one that script parses not. */
  readonly shadowRoots?: boolean;
  readonly scripting: boolean;
  /** Called at `</script>`. The parser is paused until `resume` is called. Without it, scripts are passed over. */
  readonly onScript?: (script: StoreNode) => void;
  /** Called with each new HTML element that is not in a template; what it gives is put into the tree. */
  readonly onCreate?: (element: StoreNode) => StoreNode;
  readonly onInsert?: (node: StoreNode) => void;
  /** Called when an element is complete. */
  readonly onClose?: (element: StoreNode) => void;
  /** Makes the nodes; by default they are plain ones, which no script sees. */
  readonly factory?: NodeFactory;
}

/** An incremental parser of one document. */
export class DocumentParser {
  readonly document: StoreNode;
  readonly #parser: Parser<never>;
  #finished = false;
  #paused = false;

  constructor(document: StoreNode, options: DocumentParserOptions) {
    this.document = document;
    const observer: TreeObserver = {
      shadowRoots: options.shadowRoots ?? true,
      openElements: () => (this.#parser === undefined ? 0 : this.#parser.openElements.stackTop),
    };
    if (options.onInsert !== undefined) observer.inserted = options.onInsert;
    const { onCreate } = options;
    if (onCreate !== undefined) {
      observer.created = (element) => (this.#parser.openElements.tmplCount > 0 ? element : onCreate(element));
    }
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

  /**
   * document.write at a script where the parser is paused: parses the text at once, where the parser stands, and no
   * further; what has not been parsed yet comes behind it. `isHeld` says whether a script in the text holds up the parser.
   *
   * Differs: what a script inside such text writes is parsed when that script is at its end.
   */
  insert(text: string, isHeld: () => boolean): void {
    const tokenizer = this.#parser.tokenizer as unknown as RunningTokenizer;
    if (tokenizer.inLoop) {
      tokenizer.insertHtmlAtCurrentPos(text);
      return;
    }
    const { preprocessor } = tokenizer;
    const rest = preprocessor.html.slice(preprocessor.pos + 1);
    const isLast = preprocessor.lastChunkWritten;
    const wasPaused = this.#paused;
    preprocessor.html = preprocessor.html.slice(0, preprocessor.pos + 1);
    this.#paused = false;
    tokenizer.paused = false;
    tokenizer.write(text, false);
    while (this.#paused && !isHeld()) this.resume();
    preprocessor.html += rest;
    preprocessor.lastChunkWritten = isLast;
    preprocessor.endOfChunkHit = false;
    // Back to the script that wrote; the parser goes on when it is done.
    tokenizer.active = true;
    if (wasPaused) {
      this.#paused = true;
      tokenizer.paused = true;
    }
  }
}

/** What parse5's tokenizer has and does not declare for others. */
interface RunningTokenizer {
  inLoop: boolean;
  active: boolean;
  paused: boolean;
  readonly preprocessor: { html: string; pos: number; lastChunkWritten: boolean; endOfChunkHit: boolean };
  write(text: string, isLast: boolean): void;
  insertHtmlAtCurrentPos(text: string): void;
}
