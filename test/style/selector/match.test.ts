import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCAL_NAME, STATE } from '../../../src/html/node-keys.ts';
import { attribute, type DomElement, type DomNode, following, isElement } from '../../../src/html/node-tree.ts';
import { parseDocument } from '../../../src/html/parse.ts';
import { documentRecord } from '../../../src/html/tree-adapter.ts';
import { FlatTree } from '../../../src/style/flat-tree.ts';
import { matchesSelector } from '../../../src/style/selector/match.ts';
import { MatchContext } from '../../../src/style/selector/match-context.ts';
import { parseSelectorList } from '../../../src/style/selector/parse-selector.ts';
import { closest, selectAll, selectFirst } from '../../../src/style/selector/query.ts';
import { attachShadow } from '../../mutable-tree.ts';

/** Ids of the elements in a page that a selector selects. */
function select(html: string, selector: string): string {
  const document = parseDocument(`<!doctype html><body>${html}`);
  return selectIn(document, selector);
}

function selectIn(document: DomNode, selector: string, context = new MatchContext(document, null)): string {
  const list = parseSelectorList(selector);
  assert.ok(list !== null, `${selector} is invalid`);
  const ids: string[] = [];
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at) && matchesSelector(list, at, context)) ids.push(attribute(at, 'id') ?? at[LOCAL_NAME]);
  }
  return ids.join(' ');
}

function byId(document: DomNode, id: string): DomElement {
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at) && attribute(at, 'id') === id) return at;
  }
  throw new Error(`no #${id}`);
}

const LIST = '<ul id=u><li id=a class=x><li id=b><!-- --><li id=c class=x>text<li id=d class=x></ul>';
const NESTED =
  '<div id=1 class=a><div id=2 class="b x"><p id=3 class=c><i id=4></i><i id=5></i><b id=6></b></p></div><p id=7></p></div>';
const FORM = `<form id=f><fieldset id=fs disabled><legend id=l><input id=i1></legend><input id=i2></fieldset>
  <input id=i3 type=checkbox checked><input id=i4 type=radio name=r><input id=i5 required placeholder=p>
  <input id=i6 type=email value=x><select id=s><option id=o1>1<option id=o2>2</select><textarea id=t readonly></textarea>
  <button id=bt></button><input id=i7 type=number min=1 max=5 value=9></form>`;

const CASES: readonly (readonly [selector: string, html: string, expected: string])[] = [
  // Names.
  ['DIV', NESTED, '1 2'],
  ['.x', NESTED, '2'],
  ['.b.x', NESTED, '2'],
  ['.B', NESTED, ''],
  ['#\\33', NESTED, '3'],
  // Combinators.
  ['.a i', NESTED, '4 5'],
  ['.a > i', NESTED, ''],
  ['.a > .b > .c > i', NESTED, '4 5'],
  ['i + i', NESTED, '5'],
  ['i ~ b', NESTED, '6'],
  ['div div > p i + b', NESTED, '6'],
  ['.b ~ p', NESTED, '7'],
  // Backtracking: the nearest candidate fails, a farther one does not.
  ['.a > div i', '<div class=a><div><div><i id=x>', 'x'],
  ['.a ~ .b + .c', '<p class=a><p class=b><p class=b><p class=c id=x>', 'x'],
  // Attributes.
  ['[title]', '<p id=a title=""><p id=b>', 'a'],
  ['[title="Ab"]', '<p id=a title=Ab><p id=b title=ab>', 'a'],
  ['[title="Ab" i]', '<p id=a title=Ab><p id=b title=ab>', 'a b'],
  ['[type=TEXT]', '<input id=a type=text>', 'a'],
  ['[type=TEXT s]', '<input id=a type=text><input id=b type=TEXT>', 'b'],
  ['[*|href]', '<svg><a id=a xlink:href=x></a></svg><a id=b href=x></a>', 'a b'],
  ['[href]', '<svg><a id=a xlink:href=x></a></svg><a id=b href=x></a>', 'b'],
  ['[title~=b]', '<p id=a title="a b"><p id=b title=ab>', 'a'],
  ['[title~="a b"]', '<p id=a title="a b">', ''],
  ['[lang|=en]', '<p id=a lang=en><p id=b lang=en-GB><p id=c lang=eng>', 'a b'],
  ['[title^=a]', '<p id=a title=ab><p id=b title=ba>', 'a'],
  ['[title$=a]', '<p id=a title=ab><p id=b title=ba>', 'b'],
  ['[title*=""]', '<p id=a title=ab>', ''],
  ['[TITLE]', '<p id=a title=x>', 'a'],
  ['svg [viewBox]', '<svg><svg id=a viewBox="0 0 1 1"></svg></svg>', 'a'],
  // Position.
  [':nth-child(2n+1)', LIST, 'html head u a c'],
  ['li:nth-child(-n+2)', LIST, 'a b'],
  ['li:nth-last-child(2)', LIST, 'c'],
  ['li:nth-child(2 of .x)', LIST, 'c'],
  ['li:nth-last-child(1 of .x)', LIST, 'd'],
  ['li:nth-child(odd of li:not(.x))', LIST, 'b'],
  ['li:first-child, li:last-child', LIST, 'a d'],
  ['i:first-of-type, i:last-of-type', NESTED, '4 5'],
  ['b:only-of-type', NESTED, '6'],
  ['p :nth-of-type(2)', NESTED, '5'],
  ['div > :only-child', '<div><i id=x></i>text</div>', 'x'],
  ['li:empty', LIST, 'a b d'],
  [':root', '', 'html'],
  // Logic.
  ['li:is(.x, #b):not(#d)', LIST, 'a b c'],
  ['li:not(.x, #z)', LIST, 'b'],
  [':where(li).x', LIST, 'a c d'],
  ['div:not(:has(p))', `${NESTED}<div id=x></div>`, 'x'],
  // Relations.
  ['div:has(b)', NESTED, '1 2'],
  ['div:has(> p)', NESTED, '1 2'],
  ['div:has(> p > b)', NESTED, '2'],
  ['div:has(.b i)', NESTED, '1'],
  ['i:has(+ b)', NESTED, '5'],
  ['i:has(~ b)', NESTED, '4 5'],
  ['div:has(+ p)', NESTED, '2'],
  ['div:has(+ p b)', NESTED, ''],
  [':has(#a):not(ul)', LIST, 'html body'],
  // Links, language, direction.
  ['a:link', '<a id=a href=x></a><a id=b></a>', 'a'],
  [':visited', '<a href=x>', ''],
  ['p:lang(de)', '<div lang=de-AT><p id=a><p id=b lang=""><p id=c lang=en>', 'a'],
  [
    'p:dir(rtl)',
    '<p id=a dir=auto>1 \u200fa</p><p id=b dir=auto>1 \u200e\u05d0</p><p id=c dir=auto>\u061ca</p>',
    'a c',
  ],
  ['p:dir(rtl)', '<div dir=rtl><p id=a><p id=b dir=ltr></div><p id=c dir=auto>\u05d0</p><p id=d>', 'a c'],
  [
    ':dir(rtl)',
    '<input id=a dir=auto value=\u05d0><input id=b dir=auto type=radio value=\u05d0><input id=c type=tel value=\u05d0>',
    'a',
  ],
  ['p:lang(de)', '<p id=a xml:lang=de><p id=b lang=de-x-toolongone>', ''],
  ['svg :lang(de)', '<svg><a id=a xml:lang=de lang=en></a></svg>', 'a'],
  // Headings.
  [':heading', '<h1 id=a></h1><h6 id=b></h6><p id=c role=heading></p><hgroup></hgroup><h7></h7>', 'a b'],
  [':heading(2, 9)', '<h2 id=a></h2><section headingoffset=1><h1 id=b></h1><h2 headingoffset=7 id=c></h2>', 'a b c'],
  [
    ':heading(1)',
    '<div headingoffset=3><h1 id=a headingreset></h1><h1 id=b headingreset headingoffset=1></h1></div>',
    'a',
  ],
  // Controls.
  ['input:disabled', FORM, 'i2'],
  [':checked', FORM, 'i3 o1'],
  [':required', FORM, 'i5'],
  [':invalid', FORM, 'f i5 i6 i7'],
  [':out-of-range', FORM, 'i7'],
  [':placeholder-shown', FORM, 'i5'],
  ['textarea:read-only', FORM, 't'],
  ['input:indeterminate', FORM, 'i4'],
  [':default', FORM, 'i3 bt'],
  ['fieldset:disabled', FORM, 'fs'],
  [':disabled', '<select id=s disabled><option id=o selected><optgroup id=g></select>', 's o g'],
  ['option:checked', '<select disabled><option id=a><option id=b></select>', 'a'],
  // State of the page.
  [':open', '<details id=a open></details><details id=b></details>', 'a'],
  [':defined', '<x-a id=x></x-a>', 'html head body'],
  // Namespaces.
  ['*|a', '<svg><a id=x></a></svg><a id=y></a>', 'x y'],
  // Text in pseudo-elements selects no element.
  ['li::before', LIST, ''],
];

for (const [selector, html, expected] of CASES) {
  test(`${selector} selects [${expected}]`, () => assert.equal(select(html, selector), expected));
}

test('in quirks mode classes and ids are compared without case', () => {
  assert.equal(selectIn(parseDocument('<body><p id=A class=B><p id=c class=b>'), '#a, .B'), 'A c');
});

test('telephone numbers are left to right, also where other text is not', () => {
  assert.equal(select('<p dir=rtl id=p><input id=a type=tel><input id=b></p>', 'p :dir(rtl)'), 'b');
});

test('hover, active and focus reach the ancestors', () => {
  const document = parseDocument('<!doctype html><body><div id=a><p id=b></p></div>');
  const state = documentRecord(document);
  state.hovered = byId(document, 'b');
  state.focused = byId(document, 'b');
  assert.equal(selectIn(document, 'div:hover, p:hover'), 'a b');
  assert.equal(selectIn(document, ':focus'), 'b');
  assert.equal(selectIn(document, 'div:focus-within'), 'a');
  assert.equal(selectIn(document, ':active'), '');
});

test('focus inside of a dialog does not reach what is behind it', () => {
  const document = parseDocument('<!doctype html><body><div id=a><dialog id=b open><p id=c></p></dialog></div>');
  documentRecord(document).focused = byId(document, 'c');
  (byId(document, 'b') as DomElement & { [STATE]?: object })[STATE] = { topLayer: 1 };
  assert.equal(selectIn(document, ':focus-within'), 'b c');
});

test('in XML, names have their case', () => {
  const document = parseDocument('<!doctype html><body><p id=a title=x>');
  documentRecord(document).xml = true;
  assert.equal(selectIn(document, 'P, [TITLE], [title=X]'), '');
  assert.equal(selectIn(document, 'p[title]'), 'a');
});

test('queries start at a node, and :scope is that node', () => {
  const document = parseDocument(`<!doctype html><body>${NESTED}`);
  const context = new MatchContext(document, null);
  const ids = (elements: readonly DomNode[]): string => elements.map((element) => attribute(element, 'id')).join(' ');
  const two = byId(document, '2');
  assert.equal(ids(selectAll(two, parseSelectorList(':scope > p > i')!, context)), '4 5');
  assert.equal(ids(selectAll(two, parseSelectorList('.a i')!, context)), '4 5');
  assert.equal(ids([selectFirst(document, parseSelectorList('#\\35 ')!, context)!]), '5');
  assert.equal(ids([closest(byId(document, '4'), parseSelectorList('div')!, context)!]), '2');
});

test('rules of a shadow tree see its host, its own elements, and what is slotted', () => {
  const document = parseDocument('<!doctype html><body class=out><x-a id=host class=h><p id=light slot=s></p></x-a>');
  const host = byId(document, 'host');
  const inner = parseDocument('<div id=root><div id=in part="one two"><slot name=s id=slot></slot></div></div>');
  const root = attachShadow(host, byId(inner, 'root'));
  const context = new MatchContext(document, new FlatTree(document));
  const matches = (selector: string, element: DomElement, tree: DomNode | null): boolean => {
    context.enterTree(tree);
    return matchesSelector(parseSelectorList(selector)!, element, context);
  };
  const inside = byId(root, 'in');
  assert.equal(matches(':host', host, root), true);
  assert.equal(matches(':host(.h)', host, root), true);
  assert.equal(matches(':host(.x)', host, root), false);
  assert.equal(matches(':host-context(.out)', host, root), true);
  assert.equal(matches(':host > div', inside, root), true);
  assert.equal(matches('.h > div', inside, root), false);
  assert.equal(matches('x-a', host, root), false);
  assert.equal(matches('div > slot::slotted(p)', byId(document, 'light'), root), true);
  assert.equal(matches('::slotted(i)', byId(document, 'light'), root), false);
  assert.equal(matches('x-a::part(two)', inside, null), true);
  assert.equal(matches('x-a::part(three)', inside, null), false);
});

test('long lists and deep trees are matched in linear time', () => {
  const document = parseDocument(`<!doctype html><body>${'<div>'.repeat(400)}${'<p>x</p>'.repeat(20_000)}`);
  const context = new MatchContext(document, null);
  const started = performance.now();
  const selected = selectIn(document, 'div:has(.none .never), p:has(~ .none), p:nth-last-child(3n):has(+ p)', context);
  assert.equal(selected.split(' ').length, 6666);
  assert.ok(performance.now() - started < 4000);
});

test('nested alternatives do not take exponential time', () => {
  const document = parseDocument(`<!doctype html><body>${'<div class=a>'.repeat(60)}`);
  const alternatives = ':is(.a .a .a, .a > .a .a)'.repeat(4);
  const started = performance.now();
  selectIn(document, `${alternatives} ${alternatives} ${alternatives} .none`);
  selectIn(document, `.none ${'.a '.repeat(30)}`);
  assert.ok(performance.now() - started < 4000);
});
