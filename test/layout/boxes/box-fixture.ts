/**
 * Boxes of small pages, as text.
 */
import { type DomNode, firstElementChild, nextElementSibling } from '../../../src/html/node-tree.ts';
import { parseDocument } from '../../../src/html/parse.ts';
import type { Box } from '../../../src/layout/box.ts';
import { type BoxTreeOptions, buildBoxTree } from '../../../src/layout/box-tree.ts';
import { dumpBoxes } from '../../../src/layout/dump.ts';
import { createStyleResolver } from '../../../src/style/resolver.ts';
import type { StyleEnvironment } from '../../../src/style/style-environment.ts';
import { appendChild, createElement } from '../../mutable-tree.ts';

const ENVIRONMENT: StyleEnvironment = {
  viewportWidth: 800,
  viewportHeight: 600,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
};

/** The tree of a page; a doctype is added so that it is not in quirks mode. */
export function boxTree(html: string, options: BoxTreeOptions = {}): Box {
  return boxTreeOf(parseDocument(`<!doctype html>${html}`), options);
}

export function boxTreeOf(document: DomNode, options: BoxTreeOptions = {}): Box {
  const sources = {
    baseUrl: 'about:blank',
    linkedSheets: new Map(),
    imports: new Map(),
    adopted: new Map(),
    resolveUrl: (url: string) => url,
  };
  return buildBoxTree(document, createStyleResolver(document, sources, ENVIRONMENT), options);
}

/** A document with elements nested deeper than the parser allows: as a script can. */
export function nested(depth: number, name: string, inside: string): DomNode {
  const document = parseDocument(`<!doctype html><body><x-inner>${inside}</x-inner>`);
  const body = firstElementChild(firstElementChild(document)!)!;
  const host = nextElementSibling(body)!;
  let inner = firstElementChild(host)!;
  for (let level = 0; level < depth; level++) {
    const outer = createElement(document, name);
    appendChild(outer, inner);
    inner = outer;
  }
  appendChild(host, inner);
  return document;
}

/** What is inside the body's box, one line a box. */
export function bodyBoxes(html: string, options: BoxTreeOptions = {}): string {
  const body = boxTree(html, options).children[0]?.children[0];
  return body === undefined ? '' : body.children.map(dumpBoxes).join('\n');
}

/** A tree as it is written in a test: without the indentation of the code around it. */
export function tree(strings: TemplateStringsArray): string {
  const lines = strings
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** Every box of a tree in document order, markers before the content of their items. */
export function allBoxes(root: Box): Box[] {
  const boxes: Box[] = [];
  const stack = [root];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    boxes.push(box);
    for (let at = box.children.length - 1; at >= 0; at--) stack.push(box.children[at]!);
    if (box.marker !== null) stack.push(box.marker);
  }
  return boxes;
}
