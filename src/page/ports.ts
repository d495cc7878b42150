/**
 * The two sides of the wall between the engine realm and the page realm of one document.
 *
 * Secure: an object that crosses brings its realm's Function constructor with it. So the engine gives the page realm
 * numbers, strings, booleans and the page's own nodes, nothing else, and what the engine is given stays out of page
 * code's reach. `undefined` means that the engine failed; the platform then answers as for an element without a box.
 */
import type { NodeFactory, StoreNode } from '../html/dom-keys.ts';
import type { AnimationTiming } from '../style/motion.ts';
import type { InlineType, RequestType } from './csp/content-policy.ts';
import type { UrlPart } from './url/url-parts.ts';

/** Mutation observers of other realms, by the objects that their pages have of them. */
export interface ObserverPort {
  /** `options` as mutation-records.ts reads them; `tell` is given the records. */
  observe(object: object, target: StoreNode, options: object, tell: (records: unknown[]) => void): void;
  disconnect(object: object): void;
  takeRecords(object: object): ArrayLike<object>;
}

/** What the engine realm gets of a document. */
export interface PagePort {
  readonly document: StoreNode;
  readonly key: symbol;
  readonly factory: NodeFactory;
  /** Grows with every change of the document. */
  version(): number;
  /** The nodes that changed since the last call; `null` when anything may have. */
  takeChanges(): ArrayLike<StoreNode> | null;
  /** Whether the pointer or the focus went elsewhere since the last call. */
  takeUserAction(): boolean;
  /** The parser has made an HTML element with its attributes, outside of any template. Gives the one to put in. */
  created(element: StoreNode): StoreNode;
  /** The parser has put a node into the tree. */
  inserted(node: StoreNode): void;
  /** The parser takes a node out of its tree, to put it elsewhere. */
  parserRemoving(node: StoreNode): void;
  /** The parser stands at `</script>`. `true` keeps it there until `parserResume`. */
  scriptEnded(script: StoreNode): boolean;
  /** The parser has closed a style element. */
  styleEnded(style: StoreNode): void;
  /** A script of the page threw this. */
  reportException(error: unknown): void;
  /** A text for any value of the page. */
  describe(value: unknown): string;
  /** What modules of the page get from the platform (script/module-evaluation.ts). */
  readonly moduleHooks: { readonly load: unknown };
  /** The window, for documents of the same origin. */
  readonly gate: WindowGate;
  /** Parses an empty document to its end, at once. */
  finishBlank(): void;
  /** The load event of the element that shows this document begins or ends. */
  noteLoadEvent(isRunning: boolean): void;
  /** The document in a frame of this document has loaded. */
  frameLoaded(element: StoreNode): void;
  /** The frame that this document is in has another size. */
  viewportChanged(): void;
  /** The focus is in a frame of this document now. */
  frameFocused(element: StoreNode): void;
  /** Brings a point of a frame into view: in the coordinates of this document's viewport. */
  showPoint(element: StoreNode, x: number, y: number): void;
  /** "remove", for code of another document's realm. */
  removeNode(node: StoreNode, silent: boolean): void;
  /** Mutation observers of other documents' realms. */
  readonly observers: ObserverPort;
  /** "insert", for code of another document's realm. */
  insertNode(parent: StoreNode, node: StoreNode, child: StoreNode | null, silent: boolean): void;
}

/**
 * A window as the platform code of another document of its origin uses it (frames/window-proxy.ts).
 *
 * V8 lets no realm touch another one's global object. These functions belong to the window's own realm.
 */
export interface WindowGate {
  get(key: PropertyKey): unknown;
  set(key: PropertyKey, value: unknown): boolean;
  has(key: PropertyKey): boolean;
  remove(key: PropertyKey): boolean;
  define(key: PropertyKey, descriptor: PropertyDescriptor): boolean;
  describe(key: PropertyKey): PropertyDescriptor | undefined;
  keys(): ArrayLike<string | symbol>;
  prototype(): object;
  /** The window of a navigable as this realm sees it. */
  windowFor(navigable: number): object;
  /** The number of the navigable whose window, as this realm sees it, a value is; -1 for other values. */
  windowNumber(value: unknown): number;
  /** Evaluates code in the window's global scope: for javascript: addresses. */
  run(code: string): void;
  /** The name of a function of this realm's platform; `null` for other functions. Runs no code of a page. */
  readonly nativeName: (value: object) => string | null;
}

/** What the platform code of the page realm gets of the engine. */
/** Lists of samples. */
export interface AudioArrays {
  readonly [index: number]: Float32Array;
}

export interface EnginePort {
  /** Parses more of the page. `true` when the parser has stopped at a script. */
  parserWrite(text: string, isLast: boolean): boolean | undefined;
  parserResume(): boolean | undefined;
  /** Parses what a script writes, unless one that it has written holds up the parser. `true` when one in it does. */
  parserInsert(text: string, writer: number, isBlocked: boolean): boolean | undefined;
  parserRestart(): boolean | undefined;
  /** Markup as it would stand in `context`; a fragment of the page realm. Templates in it may declare shadow roots. */
  fragment(html: string, context: StoreNode, shadowRoots: boolean): StoreNode | undefined;
  /** Parses a whole page into a document of the page realm, without running scripts. */
  parseInto(html: string, document: StoreNode): boolean | undefined;
  /**
   * Parses XML below a document or fragment of the page realm. Gives what is wrong with it, '' for nothing. `namespaces`
   * has a line for each prefix that is declared around it, with a tab before the namespace.
   */
  parseXml(text: string, target: StoreNode, namespaces: string): string | undefined;
  /** `shadowOf` gives the shadow roots that are to be written as templates. */
  serialise(node: StoreNode, outer: boolean, shadowOf?: (host: StoreNode) => StoreNode | null): string | undefined;

  /** `-1` is a selector that cannot be parsed. */
  queryFirst(root: StoreNode, selectors: string): StoreNode | null | -1 | undefined;
  /** Writes what it found to `out` and gives the number. */
  queryAll(root: StoreNode, selectors: string, out: { [index: number]: StoreNode }): number | undefined;
  matches(element: StoreNode, selectors: string): 0 | 1 | -1 | undefined;
  closest(element: StoreNode, selectors: string): StoreNode | null | -1 | undefined;
  /** A selector list in its canonical spelling; '' where it is not valid. */
  selectorText(selectors: string): string | undefined;

  /** Writes x, y, width, height in viewport coordinates for each box; gives the number of boxes. */
  rects(node: StoreNode, out: Float64Array): number | undefined;
  /** Rectangles of data[start, end) of a text node, one for each line; gives their number. */
  textRects(text: StoreNode, start: number, end: number, out: Float64Array): number | undefined;
  /** The pieces of a text node, line by line: x, y, width, height, start, end. */
  textPieces(text: StoreNode, out: Float64Array): number | undefined;
  /** Writes the numbers of METRICS; the last two, which cost a walk through all that is inside, only `withScroll`. */
  metrics(element: StoreNode, out: Float64Array, withScroll: boolean): boolean | undefined;
  /** Writes how far an element can be scrolled: least and most along x, then along y. The root is the viewport. */
  scrollRange(element: StoreNode, out: Float64Array): boolean | undefined;
  /** Writes 'scroll-margin', or 'scroll-padding' against the element's own client sizes: top, right, bottom, left. */
  scrollEdges(element: StoreNode, edges: 'margin' | 'padding', out: Float64Array): boolean | undefined;
  /** For observers: see engine/box-sizes.ts. */
  boxSizes(element: StoreNode, out: Float64Array): boolean | undefined;
  /** Whether boxes have fallback positions; in a frame, what they take is what they keep while it fits. */
  settleAnchors(isFrame: boolean): boolean;
  /** Writes an SVG element's box in its own coordinates and the matrix from those to the viewport: ten numbers. */
  drawnElement(element: StoreNode, out: Float64Array): boolean | undefined;
  /** Writes how long the outline of an SVG shape is, and the point at a distance from its start: three numbers. */
  outlineOf(element: StoreNode, distance: number, out: Float64Array): boolean | undefined;
  /**
   * Whether a point is in the stroke of an SVG shape: `style` has its cap, join and miter limit. Without a stroke width,
   * whether it is in the fill, by the rule that `style` names.
   */
  outlineHit(element: StoreNode, x: number, y: number, stroke: number | null, style: string): boolean | undefined;
  /** Writes seven numbers for each character of SVG text (engine/svg-geometry.ts), as many as there is room for. */
  svgCharacters(element: StoreNode, out: Float64Array): number | undefined;
  /** The address that an image element shows, as it stands in the page; `null` for none. */
  imageSource(image: StoreNode): string | null | undefined;
  /** Absolute addresses of the images in 'content' declarations of a sheet, in lines. */
  contentImages(text: string, baseUrl: string): string | undefined;
  /** What the host says of an image's size; 'pending' before, and empty for one that is broken. */
  setImage(url: string, size: string): boolean | undefined;
  /** Writes width and height of the image in a data: URL, or one that is known: 1; -1 for one that is broken, 0 for other addresses. */
  dataImageSize(url: string, out: Float64Array): 1 | 0 | -1 | undefined;
  /** Writes width, ascent and descent of text in a font as a canvas has it. */
  measureCanvasText(font: string, text: string, out: Float64Array): boolean | undefined;
  /** Draws commands of a canvas (engine/canvas-paint.ts) on its pixels, which are the page's. */
  paintCanvas(commands: string, pixels: Uint8ClampedArray, width: number, height: number): boolean | undefined;
  /** The pixels as a PNG file in base64. */
  canvasPng(pixels: Uint8ClampedArray, width: number, height: number): string | undefined;
  /** The numbers of a colour, with commas; '' for text that is none. */
  canvasColour(text: string): string | undefined;
  /** Works out a graph of sounds (engine/audio/render.ts); the arrays are the page's. Reductions of its nodes, as JSON. */
  renderAudio(graph: string, arrays: AudioArrays, outputs: AudioArrays, taps: AudioArrays): string | undefined;
  /** Magnitudes of frequencies in samples, smoothed with those that `magnitudes` has, into it. */
  audioSpectrum(samples: Float32Array, magnitudes: Float32Array, sizes: string): boolean | undefined;
  /** Magnitudes and phases of a filter at frequencies. */
  filterResponse(filter: string, frequencies: ArrayLike<number>, out: Float32Array, count: number): boolean | undefined;
  clipOf(node: StoreNode, out: Float64Array): boolean | undefined;
  offsetParent(element: StoreNode): StoreNode | null | undefined;
  hitTest(x: number, y: number): StoreNode | null | undefined;
  /** Writes all elements at a point to `out`, the topmost first, and gives their number. */
  hitTestAll(x: number, y: number, out: { [index: number]: StoreNode }): number | undefined;
  computedValue(element: StoreNode, pseudo: string, property: string): string | undefined;
  /** Names of the properties that a computed style has, in lines. */
  computedNames(element: StoreNode, pseudo: string): string | undefined;
  /** Names of the longhands in a declaration block's text, in lines. */
  declaredNames(text: string): string | undefined;
  declaredValue(text: string, name: string): string | undefined;
  declaredPriority(text: string, name: string): string | undefined;
  /** The block in its one spelling. */
  declaredText(text: string): string | undefined;
  /** The same, where the text is going to stand for the block. */
  normalisedDeclarations(text: string): string | undefined;
  /** The block's text with a property set, or removed by an empty value; `null` when nothing changes. */
  changedDeclarations(text: string, name: string, value: string, important: boolean): string | null | undefined;
  knowsProperty(name: string): boolean | undefined;
  /** The names of all properties as script writes them, in lines. */
  propertyNames(): string | undefined;
  supportsDeclaration(name: string, value: string): boolean | undefined;
  supportsCondition(text: string): boolean | undefined;
  /** What script reads of an at-rule (style/cssom/rule-parts.ts), as JSON: 'null' for one that is not valid. */
  ruleParts(name: string, prelude: string, body: string): string | undefined;
  /** '' when it is registered, else 'known' or what is wrong (style/registered-property.ts). */
  registerProperty(name: string, syntax: string, inherits: boolean, initialValue: string | null): string | undefined;
  matchesMedia(query: string): boolean | undefined;
  /** The viewport is another one now; and the preferences of the session. */
  setViewport(width: number, height: number): boolean | undefined;
  setPreferences(isDark: boolean, reducedMotion: boolean, isPrint: boolean): boolean | undefined;
  renderedText(element: StoreNode): string | undefined;
  /** From here on, changes of animations and transitions are noted. */
  watchMotion(): boolean | undefined;
  /** Gives a list of ChangedMotion as JSON, and writes their elements to `out`. */
  motionChanges(out: { [index: number]: StoreNode }): string | undefined;
  isRendered(element: StoreNode): boolean | undefined;
  /** Whether an element is rendered and visible, by style alone. */
  isShown(element: StoreNode): boolean | undefined;

  /** The text of a sheet that was fetched for a link, or of rules that script has changed. */
  setSheet(owner: StoreNode, text: string, baseUrl: string): boolean | undefined;
  removeSheet(owner: StoreNode): boolean | undefined;
  /** The text of all sheets that a document or shadow root has adopted. */
  setAdopted(root: StoreNode, text: string): boolean | undefined;
  setImport(url: string, text: string): boolean | undefined;
  /** Absolute addresses that a sheet imports, one to a line. */
  importsOf(text: string, baseUrl: string): string | undefined;

  resolveUrl(reference: string, base: string): string | null | undefined;
  urlParts(reference: string, base: string): string | null | undefined;
  withUrlPart(href: string, part: UrlPart, value: string): string | null | undefined;

  nodeOfId(id: number): StoreNode | null | undefined;
  /** The id that the agent knows a node or the nearest element around it by; 0 for none. */
  knownIdOf(node: StoreNode): number | undefined;
  /** The id of an element; one is given to it where it has none. */
  idOf(element: StoreNode): number | undefined;

  /** Evaluates a classic script in the page's global scope, at once. Gives the text of an error if it cannot be compiled. */
  runScript(code: string, url: string): string | undefined;

  /** A policy that a meta element declares. */
  policyMeta(text: string): boolean | undefined;
  /** What follows gives violations as JSON (csp/content-policy.ts), and an empty text for what is allowed. */
  policyInline(type: InlineType, source: string, nonce: string): string | undefined;
  policyRequest(
    url: string,
    type: RequestType,
    nonce: string,
    integrity: string,
    isParserInserted: boolean,
    redirectedTo: string,
  ): string | undefined;
  policyEval(): string | undefined;
  policyWasm(): string | undefined;
  policyAddress(directive: 'form-action' | 'base-uri', url: string): string | undefined;
  /** Whether insecure addresses are to be asked for securely. */
  policyUpgrades(): boolean | undefined;

  /** The wall clock in milliseconds, with a fraction. */
  fineTime(): number | undefined;
  /** Pages of memory outside of the heap: how many are left, and whether so many in so many memories may be had. */
  memoryLeft(): number | undefined;
  takeMemory(pages: number, memories: number): boolean | undefined;

  /** The value of a script in the page's global scope; what it throws is reported. */
  evaluate(code: string): unknown;

  /** A frame element has come: the number of its navigable, 0 when there are too many. */
  frameBegin(element: StoreNode): number | undefined;
  frameEnd(element: StoreNode): boolean | undefined;
  /** The number of an element's navigable; -1 for none. */
  frameOf(element: StoreNode): number | undefined;
  /** The element that shows this document, for those who may see it. */
  frameElement(): StoreNode | null | undefined;
  /** The document in a navigable; `null` for strangers. */
  frameDocument(navigable: number): StoreNode | null | undefined;
  frameGate(navigable: number): WindowGate | null | undefined;
  /** The name of a function that belongs to the platform of another document of this origin; `null` for other functions. */
  frameNativeName(value: object): string | null | undefined;
  /** The number of a navigable's parent, of its child by place, or of its child by name; -1 for none. */
  frameParent(navigable: number): number | undefined;
  frameChild(navigable: number, at: number): number | undefined;
  frameNamed(navigable: number, name: string): number | undefined;
  frameCount(navigable: number): number | undefined;
  /** Whether there is such a navigable. */
  frameIsThere(navigable: number): boolean | undefined;
  frameRename(navigable: number, name: string): boolean | undefined;
  /** The navigable that a target means for this document; -1 for another window. */
  frameChoose(name: string): number | undefined;
  /** JSON of a FrameNavigation. `false` when this document may not send it there. */
  frameNavigate(navigable: number, navigation: string): boolean | undefined;
  /** Takes a node out of a document of another realm; `silent` as for tree.ts. */
  frameRelease(node: StoreNode, silent: boolean): boolean | undefined;
  /** Puts a node into a document of another realm. */
  frameInsert(parent: StoreNode, node: StoreNode, child: StoreNode | null, silent: boolean): boolean | undefined;
  /** The parser has put a node into a document of another realm. */
  frameParsed(node: StoreNode): boolean | undefined;
  /** A mutation observer of this document watches a node of another realm's. */
  frameObserve(
    target: StoreNode,
    observer: object,
    options: object,
    tell: (records: unknown[]) => void,
  ): boolean | undefined;
  frameUnobserve(observer: object): boolean | undefined;
  /** Calls back with each record that waits for it elsewhere. */
  frameRecords(observer: object, take: (record: object) => void): boolean | undefined;
  /** This document has loaded. */
  frameLoaded(): boolean | undefined;
  /** The load event of the element that shows a navigable begins or ends. */
  frameLoadEvent(navigable: number, isRunning: boolean): boolean | undefined;
  /** This document has the focus. */
  frameFocused(): boolean | undefined;
  /** The viewport of this document as it is now: width and height. `false` for the page's own. */
  frameViewport(out: Float64Array): boolean | undefined;
  /** Brings a point of this document's viewport into the page's. */
  frameShow(x: number, y: number): boolean | undefined;
  /** What lies above this document at a point of its viewport, in a document around it: its id, 0 for nothing, -1 outside. */
  frameCover(x: number, y: number): number | undefined;
  /** Writes a point of this document's viewport in that of the page. */
  framePoint(x: number, y: number, out: Float64Array): boolean | undefined;
  /** Whether the document's sandbox lets it do this. */
  frameAllows(what: 'forms' | 'popups'): boolean | undefined;

  /** Asks the host and waits for its answer. */
  hostCall(what: string, payload: string): string | undefined;
}

/** What is declared for an element or pseudo-element whose style changed. */
export interface ChangedMotion {
  /** '' for the element itself. */
  readonly pseudo: string;
  /** All animations that it has now, with -1 for iterations without end. */
  readonly animations: readonly AnimationTiming[];
  /** Properties that have another value now. */
  readonly properties: readonly ChangedProperty[];
  /** It was so already when watching began. */
  readonly isKnown: boolean;
}

export interface ChangedProperty {
  readonly name: string;
  /** Values, to be compared only. */
  readonly from: string;
  readonly to: string;
  /** Of the transition; both 0 where there is none. */
  readonly durationMs: number;
  readonly delayMs: number;
  readonly easing: string;
}

/** What `metrics` writes, in order; the scroll sizes are last. */
export const METRICS = [
  'offsetLeft',
  'offsetTop',
  'offsetWidth',
  'offsetHeight',
  'clientLeft',
  'clientTop',
  'clientWidth',
  'clientHeight',
  'scrollWidth',
  'scrollHeight',
] as const;
