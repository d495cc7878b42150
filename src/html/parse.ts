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
import { LOCAL_NAME, OWNER_DOCUMENT, PARSER_FORM } from './node-keys.ts';
import { createEmptyDocument } from './node-store.ts';
import { attribute, isHtml } from './node-tree.ts';
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
  /** Called with each new HTML element for this document, not for a template's; what it gives is put into the tree. */
  readonly onCreate?: (element: StoreNode) => StoreNode;
  readonly onInsert?: (node: StoreNode) => void;
  /** Called with a node that is to be taken out of the tree, in place of taking it out. */
  readonly onRemove?: (node: StoreNode) => void;
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
  /** The insertion point: how many characters of what is not parsed yet are behind it. `null`: where the parser stands. */
  #behind: number | null = null;
  /** Whose insertion point it is. */
  #writer = 0;

  constructor(document: StoreNode, options: DocumentParserOptions) {
    this.document = document;
    const observer: TreeObserver = {
      shadowRoots: options.shadowRoots ?? true,
      openElements: () => (this.#parser === undefined ? 0 : this.#parser.openElements.stackTop),
    };
    if (options.onInsert !== undefined) observer.inserted = options.onInsert;
    if (options.onRemove !== undefined) observer.removing = options.onRemove;
    const { onCreate = (element) => element } = options;
    observer.created = (element) => {
      const made = this.#isForDocument(options.factory) ? onCreate(element) : element;
      if (this.#parser.openElements.tmplCount === 0) this.#associate(made);
      return made;
    };
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
      // A script in written text has an insertion point of its own; the script that wrote it goes on at its own.
      const behind = this.#behind;
      this.#behind = null;
      onScript(script as StoreNode);
      this.#behind = behind;
    });
  }

  /**
   * HTML §13.2.6.1, create an element for a token: the document of what it is intended for. It is another one in a template,
   * but not in one that declares a shadow root, and where a script has taken an element away into another document.
   */
  #isForDocument(factory: NodeFactory | undefined): boolean {
    const { items, stackTop } = this.#parser.openElements as unknown as FormPointer['openElements'];
    if (stackTop < 0 || factory === undefined) return true;
    const current = items[stackTop]!;
    const parent = current[LOCAL_NAME] === 'template' && isHtml(current) ? factory.templateContent(current) : current;
    return parent[OWNER_DOCUMENT] === this.document;
  }

  /**
   * HTML §13.2.6.1, create an element for a token: a control belongs to the form whose end tag has not come, also where that
   * form is not around it because tables and misnested tags have closed it.
   */
  #associate(element: StoreNode): void {
    const { formElement, openElements } = this.#parser as unknown as FormPointer;
    if (formElement === null || !FORM_ASSOCIATED.has(element[LOCAL_NAME])) return;
    if (attribute(element, 'form') !== null) return;
    for (let at = openElements.stackTop; at >= 0; at--) if (openElements.items[at] === formElement) return;
    element[PARSER_FORM] = formElement;
    formElement[PARSER_FORM] = formElement;
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
   * document.write at a script where the parser is paused: the text goes to the insertion point and is parsed at once, and
   * no further; what has not been parsed yet comes behind it.
   *
   * HTML §8.4.3 https://html.spec.whatwg.org/#document-write-steps
   *
   * Differs: what a script inside such text writes is parsed when that script is at its end.
   */
  insert(text: string, { writer, isBlocked, isHeld }: WrittenBy): void {
    const tokenizer = this.#parser.tokenizer as unknown as RunningTokenizer;
    const { preprocessor } = tokenizer;
    if (writer !== this.#writer) this.#behind = null;
    this.#writer = writer;
    this.#behind ??= preprocessor.html.length - preprocessor.pos - 1;
    const at = preprocessor.html.length - this.#behind;
    const rest = preprocessor.html.slice(at);
    preprocessor.html = preprocessor.html.slice(0, at);
    if (tokenizer.inLoop || isBlocked) {
      preprocessor.html += text + rest;
      preprocessor.endOfChunkHit = false;
      return;
    }
    const isLast = preprocessor.lastChunkWritten;
    const wasPaused = this.#paused;
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

/** The script that writes into its document's parser. */
export interface WrittenBy {
  /** A number that no other script of the document has. */
  readonly writer: number;
  /** A script that it has written holds up the parser: nothing is parsed before that one has run. */
  readonly isBlocked: boolean;
  /** Whether a script in the text holds up the parser. */
  isHeld(): boolean;
}

const FORM_ASSOCIATED = new Set(['button', 'fieldset', 'img', 'input', 'object', 'output', 'select', 'textarea']);

/** What parse5's parser has and does not declare for others. */
interface FormPointer {
  readonly formElement: StoreNode | null;
  readonly openElements: { readonly items: readonly StoreNode[]; readonly stackTop: number };
}

/** What parse5's tokenizer has and does not declare for others. */
interface RunningTokenizer {
  inLoop: boolean;
  active: boolean;
  paused: boolean;
  readonly preprocessor: { html: string; pos: number; lastChunkWritten: boolean; endOfChunkHit: boolean };
  write(text: string, isLast: boolean): void;
}
