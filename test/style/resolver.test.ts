import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LOCAL_NAME, NODE_TYPE } from '../../src/html/node-keys.ts';
import { attribute, type DomElement, type DomNode, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { PseudoName } from '../../src/style/computed-style.ts';
import { createStyleResolver, type DocumentStyleResolver } from '../../src/style/resolver.ts';
import { collectImports, type StyleSources } from '../../src/style/sheets.ts';
import type { StyleEnvironment } from '../../src/style/style-environment.ts';
import { appendChild, appendText, attachShadow, createElement, setAttribute } from '../mutable-tree.ts';

const ENVIRONMENT: StyleEnvironment = {
  viewportWidth: 1000,
  viewportHeight: 800,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
};

const resolveUrl = (relative: string, base: string): string | null => {
  try {
    return new URL(relative, base).href;
  } catch {
    return null;
  }
};

const SOURCES: StyleSources = {
  baseUrl: 'https://example.test/',
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl,
};

function byId(document: DomNode, id: string): DomElement {
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at) && attribute(at, 'id') === id) return at;
  }
  throw new Error(`no #${id}`);
}

function resolverOf(html: string, sources: Partial<StyleSources> = {}): [DocumentStyleResolver, DomNode] {
  const document = parseDocument(`<!doctype html>${html}`);
  return [createStyleResolver(document, { ...SOURCES, ...sources }, ENVIRONMENT), document];
}

/** The z-index of #x: a property that nothing else sets, so that it tells which rule won. */
function winner(css: string, html: string, sources: Partial<StyleSources> = {}): number | string {
  const [resolver, document] = resolverOf(`<style>${css}</style><body>${html}`, sources);
  return resolver.styleOf(byId(document, 'x')).zIndex;
}

const X = '<div class="a b" id=x></div>';

const CASES: readonly (readonly [name: string, css: string, html: string, expected: number | string])[] = [
  ['the more specific rule wins', '#x{z-index:1} .a.b{z-index:2} div{z-index:3}', X, 1],
  ['with equal specificity the later rule wins', '.a{z-index:1} .b{z-index:2}', X, 2],
  ['a rule with several matching selectors has the highest specificity', 'div,#x{z-index:1} .a{z-index:2}', X, 1],
  ['the style attribute beats every selector', '#x{z-index:1}', '<p id=x style="z-index:2">', 2],
  ['an important rule beats the style attribute', 'p{z-index:1!important}', '<p id=x style="z-index:2">', 1],
  [
    'an important style attribute beats important rules',
    'p{z-index:1!important}',
    '<p id=x style="z-index:2!important">',
    2,
  ],
  ['an alternative is all that it says', '.b{z-index:1} :is(.c .b){z-index:2} :is(p > .a){z-index:3}', X, 1],
  [
    'a type is compared with its case where names have one',
    'svg{z-index:1} lineargradient{z-index:2}',
    '<svg><linearGradient id=x>',
    'auto',
  ],
  [
    'namespaces are compared by their addresses',
    '@namespace n "urn:n"; @namespace "http://www.w3.org/1999/xhtml"; n|*{z-index:1} div{z-index:2}',
    X,
    2,
  ],
  ['rules without a layer beat layers', '.b{z-index:1} @layer l{#x{z-index:2}}', X, 1],
  ['the later layer wins, whatever the specificity', '@layer l{#x{z-index:1}} @layer m{.a{z-index:2}}', X, 2],
  [
    'layers are ordered where they are first named',
    '@layer m,l; @layer l{.a{z-index:1}} @layer m{#x{z-index:2}}',
    X,
    1,
  ],
  ['a layer beats the layers inside it', '@layer l{.a{z-index:1} @layer i{#x{z-index:2}}}', X, 1],
  ['layers of the same name are one', '@layer l{.a{z-index:1}} @layer m{.a{z-index:2}} @layer l{.a{z-index:3}}', X, 2],
  [
    'nested names reach the same layer',
    '@layer l.i{.a{z-index:1}} @layer l{@layer i{.a{z-index:2}} @layer j{.a{z-index:3}}}',
    X,
    3,
  ],
  ['anonymous layers are all different', '@layer{.a{z-index:1}} @layer{.a{z-index:2}}', X, 2],
  ['important layers are reversed', '@layer l{.a{z-index:1!important}} @layer m{.a{z-index:2!important}}', X, 1],
  [
    'an important layer beats important rules without one',
    '#x{z-index:1!important} @layer l{.a{z-index:2!important}}',
    X,
    2,
  ],
  ['revert-layer goes back to the layer before', '@layer l{.a{z-index:1}} @layer m{.a{z-index:revert-layer}}', X, 1],
  [
    'a media query that does not match names no layer',
    '@media print{@layer m{}} @layer l{.a{z-index:1}} @layer m{.a{z-index:2}}',
    X,
    2,
  ],
  [
    'media queries choose rules',
    '.a{z-index:1} @media (width>=1000px){.a{z-index:2}} @media print{.a{z-index:3}}',
    X,
    2,
  ],
  [
    'the nearer scoping root wins over order',
    '@scope (.in){i{z-index:1}} @scope (.out){i{z-index:2}}',
    '<p class=out><b class=in><i id=x>',
    1,
  ],
  [
    'specificity wins over the scoping root',
    '@scope (.in){i{z-index:1}} @scope (.out){#x{z-index:2}}',
    '<p class=out><b class=in><i id=x>',
    2,
  ],
  ['a scope ends at its limit', '@scope (.out) to (.in){i{z-index:1}}', '<p class=out><b class=in><i id=x>', 'auto'],
  [':scope is the scoping root', '@scope (p){:scope > i{z-index:1}}', '<p><i id=x>', 1],
  ['declarations in a scope are for its root', '@scope (p){z-index:1}', '<p id=x>', 1],
  ['& in a nested rule counts like :is()', '#n,.a{&{z-index:1}} .a.b{z-index:2}', X, 1],
  ['nested rules come where they stand', '.a{z-index:1; &{z-index:2} z-index:3}', X, 3],
  [
    'ancestors are looked at through every combinator',
    'body > .p i + div.a{z-index:1}',
    `<p class=p><b><i></i></b></p><section class=p><i></i>${X}`,
    1,
  ],
  [':is() is found by any of its alternatives', ':is(.zz, .b){z-index:1}', X, 1],
  ['an element with several classes of an :is() is matched once', ':is(.a, .b){z-index:1} .a{z-index:2}', X, 2],
  ['a parent with alternatives is found by each', ':is(.p, #q) > :first-child{z-index:1}', `<div id=q>${X}`, 1],
  ['an element that is the scoping root is not below it', '@scope (.a){.a{z-index:1}}', X, 'auto'],
  ['roots of a scope in a rule are below the rule', '.o{@scope (.a){:scope{z-index:1}}}', X, 'auto'],
  ['rules for pseudo-elements leave the element alone', '#x::before{z-index:1}', X, 'auto'],
  [
    'a container query without a size does not match',
    'body{container-type:size} @container (width>1px){.a{z-index:1}}',
    X,
    'auto',
  ],
  ['a style query looks at the nearest element', 'body{--c: on} @container style(--c: on){.a{z-index:1}}', X, 1],
];

for (const [name, css, html, expected] of CASES) {
  test(name, () => assert.equal(winner(css, html), expected));
}

test('a container query matches the size that layout gives', () => {
  const css =
    '.c{container:n/inline-size} @container n (width > 20em){.a{z-index:1}} @container (height>1px){.a{z-index:2}}';
  const containerSize = (): { width: number; height: number } => ({ width: 400, height: 50 });
  assert.equal(winner(css, `<div class=c>${X}`, { containerSize }), 1);
});

test('a style element for another medium or type is not read', () => {
  const html = '<style media=print>p{z-index:1}</style><style type=text/less>p{z-index:2}</style><p id=x>';
  assert.equal(winner('', html), 'auto');
});

test('linked sheets take part where their element stands', () => {
  const [, document] = resolverOf('');
  assert.equal(document[NODE_TYPE], 9);
  const html = '<link id=l rel="StyleSheet" href=x><style>p{z-index:1}</style><p id=x>';
  const page = parseDocument(`<!doctype html>${html}`);
  const link = byId(page, 'l');
  const sources: StyleSources = {
    ...SOURCES,
    linkedSheets: new Map([[link, { text: 'p{z-index:2; top:3px}', baseUrl: 'https://example.test/' }]]),
  };
  const style = createStyleResolver(page, sources, ENVIRONMENT).styleOf(byId(page, 'x'));
  assert.deepEqual([style.zIndex, style.top], [1, 3]);
});

test('imported sheets come first, and circles end', () => {
  const imports = new Map([
    ['https://example.test/a.css', '@import "b.css"; p{z-index:1; top:1px}'],
    ['https://example.test/b.css', '@import "a.css"; p{z-index:2; top:2px; left:2px}'],
  ]);
  const [resolver, document] = resolverOf('<style>@import "a.css"; p{z-index:3}</style><p id=x>', { imports });
  const style = resolver.styleOf(byId(document, 'x'));
  assert.deepEqual([style.zIndex, style.top, style.left], [3, 1, 2]);
});

test('the imports of a text are reported as absolute addresses', () => {
  const text = '@import "b.css"; @import url(/c.css) print; a{} @import "no.css";';
  assert.deepEqual(collectImports(text, 'https://example.test/x/a.css', resolveUrl), [
    'https://example.test/x/b.css',
    'https://example.test/c.css',
  ]);
});

test('before and after exist only with content', () => {
  const [resolver, document] = resolverOf(
    '<style>#x::before{content:"a"; z-index:1} #x:after{z-index:2} #x::marker{color:red}</style><p id=x>',
  );
  const element = byId(document, 'x');
  const zIndex = (pseudo: PseudoName): unknown => resolver.pseudoStyleOf(element, pseudo)?.zIndex;
  assert.deepEqual([zIndex('before'), zIndex('after'), zIndex('first-line')], [1, undefined, undefined]);
  assert.notEqual(resolver.pseudoStyleOf(element, 'marker'), null);
});

test('equal elements share one style', () => {
  const [resolver, document] = resolverOf('<ul><li id=a class=x><li id=b class=x><li id=c class=y></ul>');
  assert.equal(resolver.styleOf(byId(document, 'a')), resolver.styleOf(byId(document, 'b')));
});

test('styles of what attributes decide are not shared', () => {
  const [resolver, document] = resolverOf(
    '<style>p{z-index:attr(n type(<integer>), 7)}</style><p id=a n=1><p id=b n=2>',
  );
  const [first, second] = [byId(document, 'a'), byId(document, 'b')].map((element) => resolver.styleOf(element).zIndex);
  assert.notEqual(first, second);
});

test('a tree 5,000 levels deep is styled from its innermost element', () => {
  const document = parseDocument('<!doctype html><style>div div{z-index:1}</style><body>');
  let parent = byTag(document, 'body');
  for (let depth = 0; depth < 5000; depth++) parent = appendChild(parent, createElement(document, 'div'));
  const resolver = createStyleResolver(document, SOURCES, ENVIRONMENT);
  assert.equal(resolver.styleOf(parent).zIndex, 1);
});

function byTag(document: DomNode, name: string): DomElement {
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at) && at[LOCAL_NAME] === name) return at;
  }
  throw new Error(`no ${name}`);
}

test('after a change styles are matched again, and unchanged ones are the same objects', () => {
  const [resolver, document] = resolverOf(
    '<style>.on{z-index:1} .on + p{z-index:2}</style><div id=x></div><p id=y><b id=z>',
  );
  const x = byId(document, 'x');
  const y = byId(document, 'y');
  const before = [resolver.styleOf(x), resolver.styleOf(y), resolver.styleOf(byTag(document, 'body'))];
  setAttribute(x, 'class', 'on');
  resolver.invalidate(x);
  assert.deepEqual([resolver.styleOf(x).zIndex, resolver.styleOf(y).zIndex], [1, 2]);
  assert.equal(resolver.styleOf(byTag(document, 'body')), before[2]);
});

test('a change is seen as far as selectors look', () => {
  const cases: readonly (readonly [css: string, expected: readonly (number | string)[]])[] = [
    ['.on{z-index:1} .on i{z-index:2}', [1, 2, 'auto', 'auto']],
    ['.on{z-index:1} .on + p{z-index:3}', [1, 'auto', 3, 'auto']],
    ['body:has(.on){z-index:4}', ['auto', 'auto', 'auto', 4]],
    ['p:nth-child(2){z-index:3} :not(.on) + p{z-index:2}', ['auto', 'auto', 3, 'auto']],
  ];
  for (const [css, expected] of cases) {
    const [resolver, document] = resolverOf(`<style>${css}</style><body><div id=x><i id=i></i></div><p id=y>`);
    const x = byId(document, 'x');
    const elements = [x, byId(document, 'i'), byId(document, 'y'), byTag(document, 'body')];
    for (const element of elements) resolver.styleOf(element);
    setAttribute(x, 'class', 'on');
    resolver.invalidate(x);
    assert.deepEqual(
      elements.map((element) => resolver.styleOf(element).zIndex),
      expected,
      css,
    );
  }
});

test('a new style element is seen after a change', () => {
  const [resolver, document] = resolverOf('<p id=x>');
  assert.equal(resolver.styleOf(byId(document, 'x')).zIndex, 'auto');
  appendText(appendChild(byTag(document, 'body'), createElement(document, 'style')), 'p{z-index:4}');
  resolver.invalidate(null);
  assert.equal(resolver.styleOf(byId(document, 'x')).zIndex, 4);
});

/** A page with a host whose shadow root holds a style element and some markup. */
function shadowPage(
  outerCss: string,
  hostHtml: string,
  innerCss: string,
  innerHtml: string,
): [DocumentStyleResolver, DomNode, DomNode] {
  const document = parseDocument(`<!doctype html><style>${outerCss}</style><body>${hostHtml}`);
  const inner = parseDocument(`<!doctype html><body><style>${innerCss}</style>${innerHtml}`);
  const root = attachShadow(byId(document, 'host'), byTag(inner, 'body'));
  return [createStyleResolver(document, SOURCES, ENVIRONMENT), document, root];
}

test('rules stay in their tree', () => {
  const [resolver, document, root] = shadowPage(
    'p{z-index:1}',
    '<p id=out></p><x-a id=host></x-a>',
    'p{z-index:2}',
    '<p id=in>',
  );
  assert.deepEqual([resolver.styleOf(byId(document, 'out')).zIndex, resolver.styleOf(byId(root, 'in')).zIndex], [1, 2]);
});

test('the document wins over :host, unless :host is important', () => {
  const [resolver, document] = shadowPage(
    'x-a{z-index:1; top:1px}',
    '<x-a id=host></x-a>',
    ':host{z-index:2; top:2px!important; left:2px}',
    '',
  );
  const style = resolver.styleOf(byId(document, 'host'));
  assert.deepEqual([style.zIndex, style.top, style.left], [1, 2, 2]);
});

test('slotted elements take ::slotted() rules and inherit from their slot', () => {
  const [resolver, document] = shadowPage(
    '',
    '<x-a id=host><i id=light></i></x-a>',
    'div{letter-spacing:5px} ::slotted(i){z-index:3}',
    '<div><slot></slot></div>',
  );
  const style = resolver.styleOf(byId(document, 'light'));
  assert.deepEqual([style.zIndex, style.letterSpacing], [3, 5]);
});

test('parts take the rules of the tree around', () => {
  const [resolver, , root] = shadowPage(
    'x-a::part(p){z-index:1; top:1px}',
    '<x-a id=host></x-a>',
    '#in{z-index:2}',
    '<b id=in part=p>',
  );
  const style = resolver.styleOf(byId(root, 'in'));
  assert.deepEqual([style.zIndex, style.top], [1, 1]);
});

test('any sheet on any page is styled without an error', () => {
  const css = fc.constantFrom(
    ...'ab.#:;{}()[]"&>+~,* ',
    'z-index:1;',
    '!important',
    '@media screen{',
    '@layer a{',
    '@scope (a) to (b){',
    '@container (width>1px){',
    ':has(',
    ':nth-child(2n of ',
    ':not(',
    '::before{content:"x"}',
    ':host(',
  );
  const html = fc.constantFrom(
    '<a>',
    '<b class=a>',
    '</a>',
    '<p id=a>',
    'text',
    '<table>',
    '<svg>',
    '<a style="z-index:2">',
  );
  fc.assert(
    fc.property(fc.array(css, { maxLength: 30 }), fc.array(html, { maxLength: 12 }), (rules, markup) => {
      const [resolver, document] = resolverOf(`<style>${rules.join('')}</style><body>${markup.join('')}`);
      for (let at = following(document, document); at !== null; at = following(at, document)) {
        if (!isElement(at)) continue;
        resolver.styleOf(at);
        resolver.pseudoStyleOf(at, 'before');
      }
    }),
    { numRuns: 300 },
  );
});
