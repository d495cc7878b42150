/**
 * The engine realm's side of one document: what its host can ask for, and what its page realm can.
 *
 * In:  the page realm's port and the document's settings. Out: two sets of functions. Those for the page never throw and
 * give primitives or the page's own nodes; those for the host give JSON.
 *
 * Every entry of the host finds an empty stack, also after a task was stopped half-way: nothing here is left locked.
 */
import { type Rect, unionRect } from '../../geometry.ts';
import type { StoreNode } from '../../html/dom-keys.ts';
import { type DomElement, type DomNode, firstElementChild, isElement } from '../../html/node-tree.ts';
import { serialise } from '../../html/serialise.ts';
import { boxRows, type PageLayout } from '../../layout/page-layout.ts';
import { documentTitle, emitSpatialDom } from '../../spatial/emit.ts';
import { ElementIds } from '../../spatial/ids.ts';
import type { EmitOptions } from '../../spatial/spatial-dom.ts';
import { matchesMedia, parseMediaQueryList } from '../../style/media.ts';
import { isKnownProperty, supportsDeclaration } from '../../style/properties/compile.ts';
import { collectImports } from '../../style/sheets.ts';
import { supportsText } from '../../style/supports.ts';
import type { DocumentConfig } from '../messages.ts';
import type { EnginePort, PagePort } from '../ports.ts';
import { collect, type Sealed, sealed } from '../sealed-entries.ts';
import { resolveUrl, urlParts, withUrlPart } from '../url/url-parts.ts';
import { computedNames, computedValue } from './computed-value.ts';
import { declarationLines } from './declaration-lines.ts';
import { EngineGeometry, visiblePart } from './engine-geometry.ts';
import { EngineParser } from './engine-parser.ts';
import { EngineQueries } from './engine-queries.ts';
import { innerText } from './inner-text.ts';
import { StyledDocument } from './styled-document.ts';

/** A compiled script of the host, as isolated-vm hands it in. */
interface HostScript {
  runSync(context: unknown): unknown;
}

/** What the host calls in the engine realm. Text in, JSON out; answers are collected. */
export interface EngineEntries {
  readonly view: Sealed<[url: string, options: string]>;
  readonly boxes: Sealed<[]>;
  /** Evaluates a script of the page in its realm; what it throws is reported there. */
  readonly runScript: Sealed<[script: HostScript, pageContext: unknown]>;
  /** The same for tools: a JSON object with the value, or with the text of what was thrown. */
  readonly evaluate: Sealed<[script: HostScript, pageContext: unknown]>;
  readonly rest: Sealed<[]>;
  collect(): string;
}

export interface Engine {
  readonly forPage: EnginePort;
  readonly forHost: EngineEntries;
}

export function createEngine(port: PagePort, config: DocumentConfig): Engine {
  const page = new StyledDocument(port, config);
  const parser = new EngineParser(port, config.scripting);
  const queries = new EngineQueries(page);
  const geometry = new EngineGeometry(page);
  const ids = new ElementIds();
  const { document } = page;

  const forPage: EnginePort = {
    parserWrite: (text, isLast) => parser.write(text, isLast),
    parserResume: () => parser.resume(),
    parserInsert: (text) => {
      parser.insert(text);
      return true;
    },
    fragment: (html, context) => parser.fragment(html, context),
    parseInto: (html, target) => {
      parser.parseInto(html, target);
      return true;
    },
    serialise: (node, outer) =>
      serialise(node, outer, {
        scripting: config.scripting,
        templateContent: (template) => port.factory.templateContent!(template as StoreNode),
      }),

    queryFirst: (root, selectors) => queries.first(root, selectors) as StoreNode | null | -1,
    queryAll: (root, selectors, out) => queries.all(root, selectors, out as { [index: number]: DomNode }),
    matches: (element, selectors) => queries.matches(element, selectors),
    closest: (element, selectors) => queries.closest(element, selectors) as StoreNode | null | -1,

    rects: (node, out) => geometry.rects(node, out),
    metrics: (element, out, withScroll) => geometry.metrics(element, out, withScroll),
    offsetParent: (element) => geometry.offsetParent(element) as StoreNode | null,
    hitTest: (x, y) => geometry.hitTest(x, y) as StoreNode | null,
    computedValue: (element, pseudo, property) =>
      isElement(element) ? computedValue(page, element, pseudo, property) : '',
    computedNames: () => {
      const root = firstElementChild(document);
      return root === null ? '' : computedNames(page.styles().styleOf(root));
    },
    declarations: (text) => declarationLines(text),
    knowsProperty: (name) => isKnownProperty(name),
    supportsDeclaration: (name, value) => supportsDeclaration(name, value),
    supportsCondition: (text) => supportsText(text, null),
    matchesMedia: (query) => matchesMedia(parseMediaQueryList(query), page.environment),
    renderedText: (element) => innerText(element as StoreNode as unknown as DomElement, page.styles()),

    setSheet: (owner, text, baseUrl) => {
      page.setSheet(owner, text, baseUrl);
      return true;
    },
    removeSheet: (owner) => {
      page.removeSheet(owner);
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
  };

  const forHost: EngineEntries = {
    view: sealed((url, options) => {
      const layout = page.layout();
      const { width, height } = page.viewport;
      const seen = emitSpatialDom(
        {
          document,
          styles: page.styles(),
          layout: {
            borderBox: (node) => layout.borderBox(node),
            clip: (node, rect) => visiblePart(layout, node, rect),
            textBox: (text) => textBox(layout, text),
          },
          ids,
          url,
          title: documentTitle(document),
          viewport: [width, height],
          scroll: page.scroll,
        },
        0,
        JSON.parse(options) as EmitOptions,
      );
      return JSON.stringify(seen);
    }),
    boxes: sealed(() => JSON.stringify(boxRows(document, page.layout()))),
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
    rest: sealed(() => ''),
    collect,
  };

  return { forPage: guarded(forPage), forHost };
}

/** Secure: an exception of this realm (its stack ran out) would bring its constructor with it; the page gets its text. */
function isOurs(error: unknown): boolean {
  return error instanceof Error || error instanceof Object;
}

function textBox(layout: PageLayout, text: DomNode): Rect | null {
  let bounds: Rect | null = null;
  for (const { rect } of layout.textRects(text)) bounds = bounds === null ? rect : unionRect(bounds, rect);
  return bounds;
}

/** Secure: no exception of this realm leaves it. `undefined` tells the platform that there is no answer. */
function guarded(port: EnginePort): EnginePort {
  const safe: Record<string, unknown> = { __proto__: null };
  for (const [name, method] of Object.entries(port)) {
    safe[name] = (...args: unknown[]): unknown => {
      try {
        return (method as (...args: unknown[]) => unknown)(...args);
      } catch {
        return undefined;
      }
    };
  }
  return safe as unknown as EnginePort;
}
