/** After any changes, a layout that was brought up to date is the layout of a new document. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoreNode } from '../../src/html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, VALUE } from '../../src/html/node-keys.ts';
import { createEmptyDocument } from '../../src/html/node-store.ts';
import { type DomElement, firstChild, following, isElement, isText, parentElement } from '../../src/html/node-tree.ts';
import { DocumentParser } from '../../src/html/parse.ts';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { type BoxRow, boxRows } from '../../src/layout/page-layout.ts';
import { StyledDocument } from '../../src/page/engine/styled-document.ts';
import type { PagePort } from '../../src/page/ports.ts';
import { appendChild, appendText, createElement, remove, removeAttribute, setAttribute } from '../mutable-tree.ts';

const CONFIG = {
  url: 'http://site.test/',
  contentType: 'text/html',
  encoding: 'UTF-8',
  referrer: '',
  scripting: false,
  profile: DEFAULT_PROFILE,
  timeOrigin: 0,
};

/** A page whose changes are noted as the page realm notes them. */
class Page {
  readonly document = createEmptyDocument();
  readonly styled: StyledDocument;
  #version = 1;
  #changed: StoreNode[] = [];

  constructor(html: string) {
    new DocumentParser(this.document, { scripting: false }).write(html, true);
    this.styled = this.open();
  }

  open(): StyledDocument {
    const port = {
      document: this.document,
      key: NODE_TYPE,
      version: () => this.#version,
      takeChanges: () => this.#changed.splice(0),
      takeUserAction: () => false,
    } as unknown as PagePort;
    return new StyledDocument(port, CONFIG);
  }

  elements(): (DomElement & StoreNode)[] {
    const elements: (DomElement & StoreNode)[] = [];
    for (let at = following(this.document, this.document); at !== null; at = following(at, this.document)) {
      if (isElement(at)) elements.push(at as DomElement & StoreNode);
    }
    return elements;
  }

  changed(node: StoreNode): void {
    this.#version++;
    this.#changed.push(node);
  }

  rows(styled: StyledDocument): readonly BoxRow[] {
    return boxRows(this.document, styled.layout());
  }
}

const STYLE = `
  .a { padding: 3px; display: block } .b { display: none } .c { float: left; width: 40px } .d { display: flex; gap: 5px }
  .e { position: absolute; top: 5px } .f { display: inline-block; margin: 4px } .g { display: grid }
  .a .x { font-size: 20px } .b + p { margin-top: 30px } p:nth-child(2n) { padding-left: 9px } .n { counter-increment: k }
  .n::before { content: counter(k) '. ' } .h::first-letter { font-size: 30px } .m { columns: 2 } .r { position: relative }
  div:empty { height: 7px } div:has(> .x) { margin-left: 3px } p:has(+ .a) { padding-top: 2px } :has(.n ~ .c) p { top: 1px }
  body:has(.t) li { padding: 1px } .a:not(:has(b)) { border: 1px solid } .t { display: table } .i { display: contents } .w { display: inline }
`;
const HTML = `<!doctype html><style>${STYLE}</style><div class="a"><p>one <b class="x">two</b> three</p><p>more text here</p></div>
  <ul><li>first</li><li>second<div class="c">float</div></li></ul><div class="d"><span>flex</span><div>item <i>inner</i></div></div>
  <table><tr><td>cell<td class="a">another</table><section class="m"><p>col text</p><p>in columns</p></section>
  <div class="r"><div class="e">absolute</div>text <span class="f">box</span> text</div><ol><li>number</ol><div></div><p>last</p>`;

const CLASSES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'm', 'n', 'r', 't', 'w', 'x', 'a x', 'c n'];

type Change = (page: Page, element: DomElement & StoreNode) => void;

const setClass = (name: string): Change => {
  return (page, element) => {
    setAttribute(element, 'class', name);
    page.changed(element);
  };
};

const CHANGES: readonly Change[] = [
  ...CLASSES.map(setClass),
  (page, element) => {
    removeAttribute(element, 'class');
    page.changed(element);
  },
  (page, element) => {
    setAttribute(element, 'style', 'width: 120px; margin: 2px');
    page.changed(element);
  },
  (page, element) => {
    const text = firstChild(element);
    if (text === null || !isText(text)) return;
    (text as StoreNode)[VALUE] = 'other words that may need another line or two of the page';
    page.changed(text as StoreNode);
  },
  (page, element) => {
    const made = createElement(page.document, 'p');
    setAttribute(made, 'class', 'a');
    appendChild(element, made);
    page.changed(element);
  },
  (page, element) => {
    const parent = parentElement(element) as (DomElement & StoreNode) | null;
    if (parent === null) return;
    remove(element);
    page.changed(parent);
  },
];

test('boxes after changes are those of a new layout', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...CHANGES), fc.boolean()), { minLength: 1, maxLength: 8 }),
      (changes) => {
        const page = new Page(HTML);
        page.rows(page.styled);
        for (const [at, change, looks] of changes) {
          const elements = page
            .elements()
            .filter(({ [LOCAL_NAME]: localName }) => !/^(html|head|style|body)$/.test(localName));
          const element = elements[at % Math.max(1, elements.length)];
          if (element !== undefined) change(page, element);
          if (looks) page.rows(page.styled);
        }
        assert.deepEqual(page.rows(page.styled), page.rows(page.open()));
      },
    ),
    { numRuns: 600 },
  );
});

test('a change of text keeps the fragments of everything beside it', () => {
  const page = new Page(
    '<!doctype html><main><p>one</p><section><p>two</p><p>three</p></section></main><footer>end</footer>',
  );
  const byName = (name: string) => page.elements().filter((element) => element[LOCAL_NAME] === name);
  const before = page.styled.layout();
  const text = firstChild(byName('p')[0]!) as StoreNode;
  text[VALUE] = 'another text';
  page.changed(text);
  const after = page.styled.layout();
  for (const element of [...byName('section'), ...byName('footer')]) {
    assert.ok(after.fragmentOf(element) === before.fragmentOf(element), element[LOCAL_NAME]);
  }
  assert.ok(after.fragmentOf(byName('p')[0]!) !== before.fragmentOf(byName('p')[0]!));
});

test('what only moves down keeps its fragments', () => {
  const page = new Page('<!doctype html><main><p>one</p></main><section><p>two</p><ul><li>three</ul></section>');
  const [section] = page.elements().filter((element) => element[LOCAL_NAME] === 'section');
  const before = page.styled.layout();
  const main = page.elements().find((element) => element[LOCAL_NAME] === 'main')!;
  const added = createElement(page.document, 'p');
  appendText(added, 'more');
  appendChild(main, added);
  page.changed(main);
  const after = page.styled.layout();
  assert.ok(after.fragmentOf(section!) === before.fragmentOf(section!));
  assert.ok(after.borderBox(section!)!.y > before.borderBox(section!)!.y);
});
