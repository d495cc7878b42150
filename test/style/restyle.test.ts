import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LOCAL_NAME } from '../../src/html/node-keys.ts';
import { type DomElement, type DomNode, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { StyleResolver } from '../../src/style/computed-style.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';
import type { StyleSources } from '../../src/style/sheets.ts';
import type { StyleEnvironment } from '../../src/style/style-environment.ts';
import { appendText, removeAttribute, setAttribute } from '../mutable-tree.ts';

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
  ':has(+ .a)',
  'p:has(~ .b) i',
  'section:not(:has(.b)) *',
  ':has(.a .b)',
  ':has(:empty) + i',
  'form:has(:disabled) i',
  ':is(section, form):has([title]) .b',
  '[title]',
  '[title] + .a',
  ':dir(rtl)',
  'form:invalid i',
  ':empty',
  '.a:not(:empty) ~ *',
  ':disabled',
];

const CHANGES: readonly ((element: DomElement) => void)[] = [
  (element) => setAttribute(element, 'class', 'a'),
  (element) => setAttribute(element, 'class', 'b'),
  (element) => removeAttribute(element, 'class'),
  (element) => setAttribute(element, 'title', ''),
  (element) => setAttribute(element, 'dir', 'rtl'),
  (element) => setAttribute(element, 'dir', 'auto'),
  (element) => setAttribute(element, 'disabled', ''),
  (element) => setAttribute(element, 'required', ''),
  (element) => appendText(element, '\u05d0'),
];

const PAGE = `<body><section dir=auto><i></i><p class=a><i></i><b class=b>x<i></i></b></p><i></i></section>
  <form><fieldset><input><i></i></fieldset><i class=b></i></form>`;

function elementsOf(document: DomNode): DomElement[] {
  const elements: DomElement[] = [];
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at)) elements.push(at);
  }
  return elements;
}

function show(resolver: StyleResolver, elements: readonly DomElement[]): string {
  return elements.map((element) => `${element[LOCAL_NAME]} ${resolver.styleOf(element).zIndex}`).join('\n');
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
        const bodyAt = elements.findIndex((element) => element[LOCAL_NAME] === 'body');
        const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
        for (const [at, change] of changes) {
          show(resolver, elements);
          const element = elements[bodyAt + 1 + at];
          if (element === undefined) continue;
          change(element);
          resolver.invalidate(element);
        }
        const fresh = createStyleResolver(document, SOURCES, ENVIRONMENT);
        assert.equal(show(resolver, elements), show(fresh, elements));
      },
    ),
    { numRuns: 800 },
  );
});

test('a control changes how its form matches', () => {
  const document = parseDocument('<!doctype html><style>form:invalid b{z-index:1}</style><form><b></b><input></form>');
  const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
  const [bold, input] = elementsOf(document).slice(-2);
  assert.equal(resolver.styleOf(bold!).zIndex, 'auto');
  setAttribute(input!, 'required', '');
  resolver.invalidate(input!);
  assert.equal(resolver.styleOf(bold!).zIndex, 1);
});

test('styles outside of a change are kept as they are', () => {
  const document = parseDocument('<!doctype html><style>.a .b{z-index:1}</style><p id=x></p><p id=y></p>');
  const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
  const elements = elementsOf(document);
  const before = elements.map((element) => resolver.styleOf(element));
  const changed = elements.at(-2)!;
  setAttribute(changed, 'class', 'a');
  resolver.invalidate(changed);
  elements.forEach((element, at) => {
    assert.equal(resolver.styleOf(element), before[at]);
  });
});
