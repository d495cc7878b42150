/**
 * The engine realm's side of one document: what its host can ask for, and what its page realm can.
 *
 * In:  the page realm's port and the document's settings. Out: two sets of functions. Those for the page never throw and
 * give primitives or the page's own nodes; those for the host give JSON.
 *
 * Every entry of the host finds an empty stack, also after a task was stopped half-way: nothing here is left locked.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { type DomElement, type DomNode, isElement } from '../../html/node-tree.ts';
import { serialise } from '../../html/serialise.ts';
import { imageSource } from '../../layout/boxes/image-element.ts';
import { boxRows } from '../../layout/page-layout.ts';
import type { FamilyData } from '../../layout/text/face.ts';
import { setFontTables } from '../../layout/text/web-fonts.ts';
import { documentTitle, emitSpatialDom } from '../../spatial/emit.ts';
import { ElementIds } from '../../spatial/ids.ts';
import type { EmitOptions } from '../../spatial/spatial-dom.ts';
import { toMarkdown } from '../../spatial/to-markdown.ts';
import { matchesMedia, parseMediaQueryList } from '../../style/media.ts';
import { canonicalSelector } from '../../style/selector/selector-text.ts';
import { collectImports } from '../../style/sheets.ts';
import { supportsText } from '../../style/supports.ts';
import type { ContentPolicy } from '../csp/content-policy.ts';
import type { DocumentConfig } from '../messages.ts';
import type { EnginePort, PagePort } from '../ports.ts';
import { collect, type Sealed, sealed } from '../sealed-entries.ts';
import { resolveUrl, urlParts, withUrlPart } from '../url/url-parts.ts';
import { audioPort } from './audio/audio-port.ts';
import { boxSizes, clipOf, dataImageSize, scrollEdges } from './box-sizes.ts';
import { canvasPort } from './canvas-port.ts';
import { computedNames, computedValue } from './computed-value.ts';
import { makeDeclarationQueries } from './declaration-queries.ts';
import { type FrameEntries, frameEntries, framePort, makeFrameRealm } from './engine-frames.ts';
import { EngineGeometry } from './engine-geometry.ts';
import { EngineParser } from './engine-parser.ts';
import { makePolicy, policyPort } from './engine-policy.ts';
import { EngineQueries } from './engine-queries.ts';
import { fineTime } from './fine-clock.ts';
import { frameViewport } from './frame-geometry.ts';
import type { FrameRealm } from './frame-realm.ts';
import { FrameTree } from './frame-tree.ts';
import { guarded, isOurs } from './guarded.ts';
import { elementsAt } from './hit-test.ts';
import type { HostContext, HostHandles, HostIsolate, HostModule, HostReference, HostScript } from './host-handles.ts';
import { innerText, isShown } from './inner-text.ts';
import { MemoryShare, memoryPort } from './memory-share.ts';
import { isRendered, motionChanges } from './motion-changes.ts';
import { answeringElsewhere } from './nodes-elsewhere.ts';
import { SpatialFrames, spatialLayout } from './spatial-frames.ts';
import { StyledDocument } from './styled-document.ts';
import { svgPort } from './svg-geometry.ts';
import { textPieces, textRangeRects } from './text-geometry.ts';

/** What the host calls in the engine realm. Text in, JSON out; answers are collected. */
export interface EngineEntries {
  /** Ids up to `taken` are of other documents. `lastId` in the answer is the highest that was given. */
  readonly view: Sealed<[url: string, options: string, taken: number]>;
  readonly boxes: Sealed<[]>;
  /** The readable content as Markdown. */
  readonly read: Sealed<[]>;
  /** The markup of what a ref (`@e3`) or a selector names, of the document without one: `{ html }` or `{ error }`. */
  readonly html: Sealed<[selector: string]>;
  /** The id of the first element that matches a selector, one that has a box if there is one: `{ id, lastId }` or `{ error }`. */
  readonly find: Sealed<[selector: string, taken: number]>;
  /** Evaluates a script of the page in its realm; what it throws is reported there. */
  readonly runScript: Sealed<[script: HostScript, pageContext: unknown]>;
  /** The same for tools: a JSON object with the value, or with the text of what was thrown. */
  readonly evaluate: Sealed<[script: HostScript, pageContext: unknown]>;
  /** Evaluates a loader of modules (isolate/document-modules.ts), which catches what they throw. */
  readonly runModule: Sealed<[loader: HostModule]>;
  readonly connectModules: Sealed<[hooks: HostModule]>;
  /** The script's value is a function that takes 'import()' for classic scripts. */
  readonly connectLoader: Sealed<[script: HostScript, pageContext: unknown]>;
  readonly rest: Sealed<[]>;
  /** Tells documents in frames whose viewport is another size now: 'changed' when there was one. */
  readonly fitFrames: Sealed<[]>;
  /** The document is over. What this realm holds of the host, and of the page's context, would keep both realms. */
  readonly disconnect: Sealed<[]>;
  /** Once, before anything else: the way to ask the host. */
  connectHost(host: HostReference, isolate: HostIsolate, pageContext: unknown): void;
  collect(): string;
  /** Of the page's own document only. None of these runs code of a page. */
  readonly frames?: FrameEntries;
}

/** isolated-vm's handle of the page's context: as long as it is held, the context stays. */
interface PageContext {
  release(): void;
}

export interface Engine {
  readonly forPage: EnginePort;
  readonly forHost: EngineEntries;
}

/** What the engine has of one document. */
export interface DocumentEngine extends Engine {
  readonly page: StyledDocument;
  readonly queries: EngineQueries;
  readonly policy: ContentPolicy;
}

/** The engine of a page, whose frames get theirs from it. */
export function createEngine(port: PagePort, config: DocumentConfig): Engine {
  const handles: HostHandles = { host: null, isolate: null, memory: new MemoryShare() };
  const tree: FrameTree = new FrameTree(
    new ElementIds(config.idsAfter),
    (navigable, origin, sandbox, frameConfig, context) =>
      makeFrameRealm(
        { navigable, origin, sandbox, config: frameConfig },
        (context as HostContext | null) ?? handles.isolate!.createContextSync(),
        handles,
        (framePort, realm) => documentEngine(framePort, frameConfig, tree, realm, handles),
      ),
  );
  const engine = documentEngine(port, config, tree, () => tree.root.realm!, handles);
  const { page, queries, policy, forPage, forHost } = engine;
  tree.openRoot({ port, forPage, page, queries, policy, config });
  return { forPage, forHost: { ...forHost, frames: frameEntries(tree) } };
}

function documentEngine(
  port: PagePort,
  config: DocumentConfig,
  tree: FrameTree,
  realm: () => FrameRealm,
  handles: HostHandles,
): DocumentEngine {
  const page = new StyledDocument(port, config, config.frame === undefined ? null : () => frameViewport(realm()));
  const policy = makePolicy(config, handles);
  const parser = new EngineParser(port, config);
  const queries = new EngineQueries(page);
  const geometry = new EngineGeometry(page);
  const { ids } = tree;
  const { document } = page;
  let pageContext: PageContext | null = null;

  const forPage: EnginePort = {
    parserWrite: (text, isLast) => parser.write(text, isLast),
    parserResume: () => parser.resume(),
    parserInsert: (text, writer, isBlocked) => parser.insert(text, writer, isBlocked),
    parserRestart: () => {
      parser.restart();
      return true;
    },
    fragment: (html, context, shadowRoots) => parser.fragment(html, context, shadowRoots),
    parseInto: (html, target) => {
      parser.parseInto(html, target);
      return true;
    },
    parseXml: (text, target, namespaces) => parser.parseXml(text, target, namespaces),
    serialise: (node, outer, shadowOf) =>
      serialise(node, outer, {
        scripting: config.scripting,
        templateContent: (template) => port.factory.templateContent(template as StoreNode),
        isValue: (element) => port.factory.isValue?.(element as StoreNode) ?? null,
        shadowRoot: (host) => shadowOf?.(host as StoreNode) ?? null,
      }),

    queryFirst: (root, selectors) => queries.first(root, selectors) as StoreNode | null | -1,
    queryAll: (root, selectors, out) => queries.all(root, selectors, out as { [index: number]: DomNode }),
    matches: (element, selectors) => queries.matches(element, selectors),
    closest: (element, selectors) => queries.closest(element, selectors) as StoreNode | null | -1,

    selectorText: (selectors) => canonicalSelector(selectors) ?? '',

    rects: (node, out) => geometry.rects(node, out),
    textRects: (text, start, end, out) => textRangeRects(page, text, start, end, out),
    textPieces: (text, out) => textPieces(page, text, out),
    metrics: (element, out, withScroll) => geometry.metrics(element, out, withScroll),
    scrollRange: (element, out) => geometry.scrollRange(element, out),
    scrollEdges: (element, edges, out) => scrollEdges(page, element, edges, out),
    boxSizes: (element, out) => boxSizes(page, element, out),
    settleAnchors: (isFrame) => page.settleAnchors(isFrame),
    ...svgPort(page),
    imageSource: (image) => (isElement(image) ? (imageSource(image)?.url ?? null) : null),
    contentImages: (text, baseUrl) => page.images.inSheet(text, baseUrl).join('\n'),
    setImage: (url, size) => page.images.set(url, size),
    dataImageSize: (url, out) => page.images.size(url, out) || dataImageSize(url, out),
    ...canvasPort(config.profile.seed),
    ...audioPort(config.profile),
    clipOf: (node, out) => clipOf(page, node, out),
    offsetParent: (element) => geometry.offsetParent(element) as StoreNode | null,
    hitTest: (x, y) => (elementsAt(page, x, y)[0] ?? null) as StoreNode | null,
    hitTestAll: (x, y, out) => {
      const hits = elementsAt(page, x, y);
      for (let at = 0; at < hits.length; at++) out[at] = hits[at] as unknown as StoreNode;
      return hits.length;
    },
    computedValue: (element, pseudo, property) =>
      isElement(element) ? computedValue(page, element, pseudo, property) : '',
    computedNames: (element, pseudo) => (isElement(element) ? computedNames(page, element, pseudo) : ''),
    ...makeDeclarationQueries(page),
    supportsCondition: (text) => supportsText(text, null),
    matchesMedia: (query) => matchesMedia(parseMediaQueryList(query), page.environment),
    setViewport: (width, height) => page.setViewport(width, height),
    setPreferences: (isDark, reducedMotion, isPrint) => page.setPreferences(isDark, reducedMotion, isPrint),
    watchMotion: () => page.watchMotion(),
    motionChanges: (out) => motionChanges(page, out),
    isRendered: (element) => isRendered(page, element),
    isShown: (element) => isElement(element) && isShown(element, page.styles(), page.styles().flatTree),
    renderedText: (element) => innerText(element as StoreNode as unknown as DomElement, page.styles()),

    setSheet: (owner, text, baseUrl) => {
      page.setSheet(owner, text, baseUrl);
      return true;
    },
    removeSheet: (owner) => {
      page.removeSheet(owner);
      return true;
    },
    setAdopted: (root, text) => {
      page.setAdopted(root, text);
      return true;
    },
    setImport: (url, text) => {
      page.setImport(url, text);
      return true;
    },
    importsOf: (text, baseUrl) => collectImports(text, baseUrl, resolveUrl).join('\n'),

    resolveUrl: (reference, base) => resolveUrl(reference, base),
    urlParts: (reference, base) => urlParts(reference, base),
    withUrlPart: (href, part, value) => withUrlPart(href, part, value),

    nodeOfId: (id) => ids.nodeOf(id, document) as StoreNode | null,
    knownIdOf: (node) => ids.nearestId(node),
    idOf: (element) => ids.idOf(element),

    runScript: (code, url) => {
      let script: HostScript;
      try {
        script = handles.isolate!.compileScriptSync(code, { filename: url });
      } catch (error) {
        return String(error);
      }
      try {
        script.runSync(pageContext);
      } catch (error) {
        port.reportException(isOurs(error) ? String(error) : error);
      } finally {
        script.release();
      }
      return '';
    },

    evaluate: (code) => {
      try {
        const script = handles.isolate!.compileScriptSync(code, { filename: config.url });
        const value = script.runSync(pageContext, { reference: true }) as { deref(): unknown; release(): void };
        script.release();
        const result = value.deref();
        value.release();
        return result;
      } catch (error) {
        port.reportException(isOurs(error) ? String(error) : error);
        return undefined;
      }
    },

    ...policyPort(policy),
    ...memoryPort(handles.memory),
    fineTime,
    ...framePort(tree, realm),

    hostCall: (what, payload) => {
      const answer = handles.host?.applySyncPromise(undefined, [what, payload, realm().number]);
      return typeof answer === 'string' ? answer : undefined;
    },
  };

  const forHost: EngineEntries = {
    view: sealed((url, options, taken) => {
      ids.passOver(taken);
      const layout = page.layout();
      const { width, height } = page.viewport;
      const seen = emitSpatialDom(
        {
          document,
          styles: page.styles(),
          layout: spatialLayout(layout),
          ids,
          url,
          title: documentTitle(document),
          viewport: [width, height],
          scroll: page.scroll,
          frames: tree.isEmpty ? null : new SpatialFrames(tree),
        },
        0,
        JSON.parse(options) as EmitOptions,
      );
      return JSON.stringify({ ...seen, lastId: ids.last });
    }),
    boxes: sealed(() => JSON.stringify(boxRows(document, page.layout()))),
    read: sealed(() =>
      toMarkdown(document, page.styles(), spatialLayout(page.layout()), tree.isEmpty ? null : new SpatialFrames(tree)),
    ),
    html: sealed((selector) => {
      const ref = /^@e([1-9]\d{0,8})$/.exec(selector)?.[1];
      const named = () => (ref === undefined ? queries.first(document, selector) : ids.nodeOf(Number(ref), document));
      const node = selector === '' ? document : named();
      if (node === -1) return JSON.stringify({ error: 'selector' });
      return JSON.stringify({ html: node === null ? null : forPage.serialise(node as StoreNode, node !== document) });
    }),
    find: sealed((selector, taken) => {
      ids.passOver(taken);
      let hidden: DomNode | null = null;
      for (const each of tree.realms()) {
        const { shown, first } = findIn(each, selector);
        if (first === undefined) return JSON.stringify({ error: 'selector' });
        if (shown !== null) return JSON.stringify({ id: ids.idOf(shown), lastId: ids.last });
        hidden ??= first;
      }
      return JSON.stringify({ id: hidden === null ? 0 : ids.idOf(hidden), lastId: ids.last });
    }),
    runScript: sealed((script, context) => {
      try {
        script.runSync(context);
      } catch (error) {
        port.reportException(isOurs(error) ? String(error) : error);
      }
    }),
    evaluate: sealed((script, context) => {
      try {
        const value = script.runSync(context);
        return JSON.stringify({ value: typeof value === 'object' ? null : value });
      } catch (error) {
        return JSON.stringify({ error: isOurs(error) ? String(error) : port.describe(error) });
      }
    }),
    runModule: sealed((loader) => void loader.evaluateSync()),
    connectModules: sealed((hooks) => {
      hooks.evaluateSync();
      hooks.namespace.deref().connect(port.moduleHooks);
    }),
    connectLoader: sealed((script, context) => {
      const connect = script.runSync(context, { reference: true }) as { deref(): (load: unknown) => void };
      connect.deref()(port.moduleHooks.load);
    }),
    rest: sealed(() => ''),
    fitFrames: sealed(() => (tree.fit((each) => each.page.fitToFrame()) ? 'changed' : '')),
    connectHost: (reference, ownIsolate, context) => {
      pageContext = context as PageContext;
      if (config.frame !== undefined) return;
      handles.host = reference;
      handles.isolate = ownIsolate;
      setFontTables((family) => {
        const table = reference.applySyncPromise(undefined, ['font_table', family]);
        return typeof table === 'string' && table !== '' ? (JSON.parse(table) as FamilyData) : null;
      });
    },
    disconnect: sealed(() => {
      pageContext?.release();
      pageContext = null;
      if (config.frame !== undefined) return '';
      tree.close();
      handles.isolate = null;
      handles.host = null;
      setFontTables(() => null);
      return '';
    }),
    collect,
  };

  return { forPage: guarded(answeringElsewhere(forPage, document, tree, realm)), forHost, page, queries, policy };
}

/** The first element that matches a selector and has a box, and the first of all; that is `undefined` for no selector. */
function findIn(
  { page, queries }: FrameRealm,
  selector: string,
): { readonly shown: DomNode | null; readonly first: DomNode | null | undefined } {
  const found: { [index: number]: DomNode } = {};
  const count = queries.all(page.document, selector, found);
  if (count < 0) return { shown: null, first: undefined };
  const layout = page.layout();
  for (let at = 0; at < count; at++) {
    const box = layout.borderBox(found[at]!);
    if (box !== null && box.w > 0 && box.h > 0) return { shown: found[at]!, first: found[0]! };
  }
  return { shown: null, first: count > 0 ? found[0]! : null };
}
