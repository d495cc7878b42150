import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, type DomElement, type DomNode, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { RegisteredProperty } from '../../src/style/registered-property.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';
import { forgetBooks } from '../../src/style/rule-book.ts';
import type { StyleEnvironment } from '../../src/style/style-environment.ts';

const ENVIRONMENT: StyleEnvironment = {
  viewportWidth: 1000,
  viewportHeight: 800,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
};

const SHEET = `.a .b > p { width: 1px } #c p { width: 2px } .C p { width: 3px }
  @media (max-width: 500px) { p { height: 4px } } @scope (.s) { p { width: 5px } }`;

function widthsOf(
  html: string,
  environment = ENVIRONMENT,
  registered: ReadonlyMap<string, RegisteredProperty> = new Map(),
): string {
  const document = parseDocument(html, { scripting: true });
  const sources = {
    baseUrl: 'https://example.test/',
    linkedSheets: new Map(),
    imports: new Map(),
    adopted: new Map(),
    registered,
    resolveUrl: () => null,
  };
  const styles = createStyleResolver(document, sources, environment);
  return paragraphs(document)
    .map(
      (each) =>
        `${attribute(each, 'id')}: ${JSON.stringify([styles.styleOf(each).width, styles.styleOf(each).height])}`,
    )
    .join('; ');
}

function paragraphs(document: DomNode): DomElement[] {
  const found: DomElement[] = [];
  for (let at = following(document, document); at !== null; at = following(at, document))
    if (isElement(at) && attribute(at, 'id') !== null) found.push(at);
  return found;
}

const page = (body: string, sheet = SHEET, start = '<!doctype html>') => `${start}<style>${sheet}</style>${body}`;

test('a document whose sheets have been indexed for another looks as if it were the first', () => {
  const narrow = { ...ENVIRONMENT, viewportWidth: 400 };
  const withoutScope = SHEET.slice(0, SHEET.indexOf('@scope'));
  const pages: (readonly [string, StyleEnvironment])[] = [
    [page('<div class=a><div class=b><p id=x></div></div><p id=y>', withoutScope), ENVIRONMENT],
    [page('<div class=b><p id=x></div><div id=c><p id=y></div>', withoutScope), ENVIRONMENT],
    [page('<div class=c><p id=x></div>', withoutScope), ENVIRONMENT],
    [page('<div class=c><p id=x></div>', withoutScope, ''), ENVIRONMENT],
    [page('<div class=c><p id=x></div>', withoutScope), narrow],
    [page('<div class=s><p id=x></div><p id=y>'), ENVIRONMENT],
    [page('<p id=y><div class=s><p id=x></div>'), ENVIRONMENT],
  ];
  const alone = pages.map(([html, environment]) => {
    forgetBooks();
    return widthsOf(html, environment);
  });
  forgetBooks();
  const behind = [...pages, ...pages].map(([html, environment]) => widthsOf(html, environment));
  assert.deepEqual(behind, [...alone, ...alone]);
});

test('what the script of one document registers is not registered for the next', () => {
  const html = page('<p id=x>', 'p { --w: 1em; font-size: 20px; width: var(--w) } p { --w: red }');
  const byScript = new Map([['--w', { name: '--w', syntax: '<length>', inherits: false, initialValue: '7px' }]]);
  forgetBooks();
  assert.equal(widthsOf(html, ENVIRONMENT, byScript), 'x: [7,"auto"]');
  assert.equal(widthsOf(html), 'x: ["auto","auto"]');
  assert.equal(widthsOf(html, ENVIRONMENT, byScript), 'x: [7,"auto"]');
});
