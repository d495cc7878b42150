import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoreDocument } from '../../src/html/dom-keys.ts';
import { type DomElement, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { StyleEnvironment, StyleResolver } from '../../src/style/computed-style.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';
import type { StyleSources } from '../../src/style/sheets.ts';

const ENVIRONMENT: StyleEnvironment = {
  viewportWidth: 1000,
  viewportHeight: 800,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
};

const SOURCES: StyleSources = {
  baseUrl: 'https://example.test/',
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: (relative) => relative,
};

const SELECTORS = [
  '.a',
  '.a .b',
  '.a > i',
  '.a + *',
  '.b ~ i',
  'i:nth-child(2)',
  ':last-child',
  'i:not(.a)',
  ':is(.a, .b) i',
  ':has(> .a)',
  '[title]',
  '[title] + .a',
  ':dir(rtl)',
  'form:invalid i',
  ':empty',
  '.a:not(:empty) ~ *',
  ':disabled',
];

interface Mutable extends DomElement {
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(text: string): void;
}

const CHANGES: readonly ((element: Mutable) => void)[] = [
  (element) => element.setAttribute('class', 'a'),
  (element) => element.setAttribute('class', 'b'),
  (element) => element.removeAttribute('class'),
  (element) => element.setAttribute('title', ''),
  (element) => element.setAttribute('dir', 'rtl'),
  (element) => element.setAttribute('dir', 'auto'),
  (element) => element.setAttribute('disabled', ''),
  (element) => element.setAttribute('required', ''),
  (element) => element.append('\u05d0'),
];

const PAGE = `<body><section dir=auto><i></i><p class=a><i></i><b class=b>x<i></i></b></p><i></i></section>
  <form><fieldset><input><i></i></fieldset><i class=b></i></form>`;

function elementsOf(document: StoreDocument): DomElement[] {
  const elements: DomElement[] = [];
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at)) elements.push(at);
  }
  return elements;
}

function show(resolver: StyleResolver, elements: readonly DomElement[]): string {
  return elements.map((element) => `${element.localName} ${resolver.styleOf(element).zIndex}`).join('\n');
}

test('after any change the styles are those of a new resolver', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...SELECTORS), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...CHANGES)), { maxLength: 6 }),
      (selectors, changes) => {
        const css = selectors.map((selector, at) => `${selector}{z-index:${at + 1}}`).join('');
        const document = parseDocument(`<!doctype html><style>${css}</style>${PAGE}`);
        const elements = elementsOf(document);
        const bodyAt = elements.findIndex((element) => element.localName === 'body');
        const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
        for (const [at, change] of changes) {
          show(resolver, elements);
          const element = elements[bodyAt + 1 + at];
          if (element === undefined) continue;
          change(element as Mutable);
          resolver.invalidate(element);
        }
        const fresh = createStyleResolver(document, SOURCES, ENVIRONMENT);
        assert.equal(show(resolver, elements), show(fresh, elements));
      },
    ),
    { numRuns: 400 },
  );
});

test('a control changes how its form matches', () => {
  const document = parseDocument('<!doctype html><style>form:invalid b{z-index:1}</style><form><b></b><input></form>');
  const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
  const [bold, input] = elementsOf(document).slice(-2);
  assert.equal(resolver.styleOf(bold!).zIndex, 'auto');
  (input as Mutable).setAttribute('required', '');
  resolver.invalidate(input!);
  assert.equal(resolver.styleOf(bold!).zIndex, 1);
});

test('styles outside of a change are kept as they are', () => {
  const document = parseDocument('<!doctype html><style>.a .b{z-index:1}</style><p id=x></p><p id=y></p>');
  const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
  const elements = elementsOf(document);
  const before = elements.map((element) => resolver.styleOf(element));
  const changed = elements.at(-2) as Mutable;
  changed.setAttribute('class', 'a');
  resolver.invalidate(changed);
  elements.forEach((element, at) => {
    assert.equal(resolver.styleOf(element), before[at]);
  });
});
