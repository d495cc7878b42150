/** Nothing is styled or laid out when nothing changed. In plain Node: the engine's side needs no isolate. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCAL_NAME, NODE_TYPE } from '../../src/html/node-keys.ts';
import { createEmptyDocument } from '../../src/html/node-store.ts';
import { firstChild, nextSibling } from '../../src/html/node-tree.ts';
import { DocumentParser } from '../../src/html/parse.ts';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { StyledDocument } from '../../src/page/engine/styled-document.ts';
import type { DocumentConfig } from '../../src/page/messages.ts';
import type { PagePort } from '../../src/page/ports.ts';

const CONFIG: DocumentConfig = {
  url: 'http://site.test/a/',
  contentType: 'text/html',
  encoding: 'UTF-8',
  referrer: '',
  scripting: false,
  profile: DEFAULT_PROFILE,
  timeOrigin: 0,
};

function styled(html: string): { readonly page: StyledDocument; change(): void } {
  const document = createEmptyDocument();
  new DocumentParser(document, { scripting: false }).write(html, true);
  let version = 1;
  const port = {
    document,
    key: NODE_TYPE,
    version: () => version,
    takeChanges: () => null,
    takeUserAction: () => false,
  } as unknown as PagePort;
  return {
    page: new StyledDocument(port, CONFIG),
    change() {
      version++;
    },
  };
}

test('a layout is kept until the document or a sheet changes', () => {
  const { page, change } = styled('<p>x');
  const first = page.layout();
  assert.equal(page.layout(), first);
  change();
  const second = page.layout();
  assert.notEqual(second, first);
  assert.equal(page.layout(), second);
  page.setImport('http://site.test/b.css', 'p { color: red }');
  assert.notEqual(page.layout(), second);
});

test('a sheet that was fetched for a link styles the page until it is taken away', () => {
  const { page } = styled('<link rel=stylesheet href=a.css><p>x');
  const link = findFirst(page, 'link');
  const paragraph = findFirst(page, 'p');
  const width = () => page.layout().borderBox(paragraph)?.w;
  const before = width();
  page.setSheet(link, 'p { width: 70px }', 'http://site.test/a/a.css');
  assert.equal(width(), 70);
  page.removeSheet(link);
  assert.equal(width(), before);
});

test('the base of a document is its first base element with an address', () => {
  assert.equal(styled('<p>x').page.baseUrl, 'http://site.test/a/');
  assert.equal(styled('<base target=t><base href="../b/"><base href=c>').page.baseUrl, 'http://site.test/b/');
});

function findFirst(page: StyledDocument, localName: string) {
  let found = page.document;
  const visit = (node: typeof found): void => {
    for (let child = firstChild(node); child !== null; child = nextSibling(child)) {
      if (child[LOCAL_NAME] === localName && found === page.document) found = child;
      visit(child);
    }
  };
  visit(page.document);
  return found;
}
