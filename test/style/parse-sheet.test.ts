import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DeclarationBlock } from '../../src/style/declaration.ts';
import { parseSheet } from '../../src/style/parse-sheet.ts';
import type { ComplexSelector } from '../../src/style/selector/selector.ts';
import { parseStyleAttribute } from '../../src/style/style-attribute.ts';
import type { Rule } from '../../src/style/stylesheet.ts';

/** A selector's compounds from left to right, each by the names in it. */
function showSelector(selector: ComplexSelector): string {
  const compounds = selector.compounds.map((compound) => {
    const simples = compound.simples.map((simple) => {
      if (simple.kind === 'is') return `is(${simple.selectors!.map(showSelector).join()})`;
      return simple.kind === 'class' ? `.${simple.name}` : `:${simple.name}`;
    });
    return compound.type + simples.join('') || '*';
  });
  const pseudo = selector.pseudoElement === '' ? '' : `::${selector.pseudoElement}`;
  return compounds.reverse().join(' ') + pseudo;
}

function showBlock(block: DeclarationBlock): string {
  const names = (declarations: DeclarationBlock['normal'], mark: string): string[] =>
    declarations.map(({ property, declared }) => {
      const value = declared.kind === 'value' && typeof declared.value === 'string' ? declared.value : '…';
      return `${property}:${value}${mark}`;
    });
  return [...names(block.normal, ''), ...names(block.important, '!')].join(' ');
}

function showRule(rule: Rule): string {
  switch (rule.kind) {
    case 'style': {
      const inner = [showBlock(rule.block), ...rule.rules.map(showRule)].filter((text) => text !== '');
      return `${rule.selectors.map(showSelector).join()}{${inner.join(' ')}}`;
    }
    case 'layer':
      return `@layer ${rule.name?.join('.') ?? ''}{${rule.rules.map(showRule).join(' ')}}`;
    case 'layer-order':
      return `@layer ${rule.names.map((name) => name.join('.')).join()}`;
    case 'scope':
      return `@scope ${rule.start?.map(showSelector).join() ?? '-'} to ${rule.end?.map(showSelector).join() ?? '-'}{${rule.rules.map(showRule).join(' ')}}`;
    case 'media':
    case 'container':
      return `@${rule.kind}{${rule.rules.map(showRule).join(' ')}}`;
    case 'import':
      return `@import ${rule.href}${rule.layer === undefined ? '' : ` layer(${rule.layer?.join('.') ?? ''})`}${rule.media.length > 0 ? ' media' : ''}`;
    case 'property':
      return `@property ${rule.property.name} ${rule.property.syntax} ${rule.property.inherits} ${rule.property.initialValue}`;
    case 'font-face':
      return `@font-face ${rule.family}`;
    case 'position-try':
      return `@position-try ${rule.name} ${showBlock(rule.block)}`;
    case 'keyframes':
      return `@keyframes ${rule.name} ${showBlock(rule.from)} ${showBlock(rule.to)}`;
  }
}

function show(text: string): string {
  return parseSheet(text).rules.map(showRule).join('\n');
}

const CASES: readonly (readonly [name: string, text: string, expected: string])[] = [
  ['a rule', 'a, .b { display: none; float: left }', 'a,.b{display:none float:left}'],
  ['the end of the text closes everything', 'a { display: none', 'a{display:none}'],
  ['HTML comment marks around rules are ignored', '<!-- a{float:left} -->', 'a{float:left}'],
  [
    'a fallback position has what positions a box, and nothing important',
    '@position-try --a { position-area: top left; color: red; align-self: end !important; justify-self: end }',
    '@position-try --a position-area:left top justify-self:…',
  ],
  ['the name of a fallback position is dashed', '@position-try a { top: 0 } @position-try --a --b { top: 0 }', ''],
  ['an invalid selector drops its rule only', 'a:nonsense{float:left} b{float:left}', 'b{float:left}'],
  ['a bad rule on the top level ends with its block', 'color: red; a{float:left} b{float:left}', 'b{float:left}'],
  ['a stray closing brace spoils the next rule', '} a{float:left} b{float:left}', 'b{float:left}'],
  ['an invalid declaration is passed over', 'a{ float: nonsense; unknown: 1; display: none }', 'a{display:none}'],
  ['star hacks are passed over', 'a{ *display: inline; _float: left; display: none }', 'a{display:none}'],
  ['a missing colon loses one declaration', 'a{ float left; display: none }', 'a{display:none}'],
  ['brackets hide semicolons and braces', 'a{ x: f(;}) ; display: none }', 'a{display:none}'],
  ['a bad string ends with its line', 'a{ content: "x\n; display: none }', 'a{display:none}'],
  ['!important, with space and case', 'a{ float: left ! IMPORTANT ; display: none!x }', 'a{float:left!}'],
  ['a custom property may hold braces', 'a{ --x: { a:b; c }; float: left }', 'a{--x:{ a:b; c } float:left}'],
  ['a custom property may be empty, and important', 'a{ --x:; --y: 1 !important }', 'a{--x: --y:1!}'],
  ['names of custom properties keep their case', 'a{ --Xy: 1 }', 'a{--Xy:1}'],
  ['escapes in property names', 'a{ fl\\6f at: left }', 'a{float:left}'],
  ['unknown at-rules are passed over with their block', '@x y { a{float:left} } b{float:left}', 'b{float:left}'],
  ['unknown at-rules are passed over to their semicolon', '@x y; b{float:left}', 'b{float:left}'],
  [
    'of keyframes the first and the last are kept',
    '@keyframes x { from, 100% { float:left } 50% { float:right } } b{float:left}',
    '@keyframes x float:left float:left\nb{float:left}',
  ],
  [
    'groups',
    '@media screen { a{float:left} } @container (width>1px) { b{float:left} }',
    '@media{a{float:left}}\n@container{b{float:left}}',
  ],
  [
    'a declaration in a group outside of rules spoils the rule behind it',
    '@media screen { float: left; a{float:left} b{float:left} }',
    '@media{b{float:left}}',
  ],
  [
    '@supports is decided at once',
    '@supports (display: grid) { a{float:left} } @supports (display: nonsense) { b{float:left} }',
    'a{float:left}',
  ],
  ['layers', '@layer a, b.c; @layer b { @layer { x{float:left} } }', '@layer a,b.c\n@layer b{@layer {x{float:left}}}'],
  ['an invalid layer name', '@layer 1 { a{float:left} } @layer a.b c;', ''],
  [
    'imports',
    '@charset "x"; @layer z; @import "a"; @import url(b) layer; @import url("c") layer(x.y) screen;',
    '@layer z\n@import a\n@import b layer()\n@import c layer(x.y) media',
  ],
  [
    'imports that depend on support',
    '@import "a" supports(display: grid); @import "b" supports(display: no);',
    '@import a',
  ],
  ['an import after a rule is ignored', 'a{float:left} @import "a";', 'a{float:left}'],
  [
    'registered properties',
    '@property --x { syntax: "<length>"; inherits: false; initial-value: 1px }',
    '@property --x <length> false 1px',
  ],
  [
    'a registered property without an initial value is invalid',
    '@property --x { syntax: "<length>"; inherits: false }',
    '',
  ],
  [
    'a registered property whose syntax is none, or whose initial value does not fit it, is invalid',
    '@property --x { syntax: "<lenth>"; inherits: false; initial-value: 1px }' +
      '@property --y { syntax: "<length>"; inherits: false; initial-value: 1em }',
    '',
  ],
  ['font faces', `@font-face { font-family: 'My Font'; src: url(x) }`, '@font-face My Font'],
  [
    'scopes',
    '@scope (.a) to (> .b) { float: left; img{float:left} }',
    '@scope .a to :scope .b{:scope{float:left} :scope img{float:left}}',
  ],

  // Nesting.
  ['a nested rule without & is relative', '.a { b {float:left} }', '.a{.a b{float:left}}'],
  ['a nested rule with & is not', '.a { .x & {float:left} }', '.a{.x .a{float:left}}'],
  [
    'a nested rule may begin with a combinator',
    '.a { > b {float:left} + & {float:left} }',
    '.a{.a b{float:left} .a .a{float:left}}',
  ],
  ['a list of parents becomes :is()', '.a, .b { &:hover {float:left} }', '.a,.b{:hoveris(.a,.b){float:left}}'],
  ['what looks like a declaration may be a rule', '.a { b:hover {float:left} }', '.a{.a b:hover{float:left}}'],
  [
    'declarations after a rule come after it',
    '.a { float:left; b{float:left} display:none }',
    '.a{float:left .a b{float:left} .a{display:none}}',
  ],
  [
    'groups inside a rule hold its declarations',
    '.a { @media screen { float:left; &.b{float:left} } }',
    '.a{@media{.a{float:left} .b.a{float:left}}}',
  ],
  [
    'a parent with a pseudo-element matches nothing as &',
    '.a::before { & b {float:left} @media screen{float:left} }',
    '.a::before{is() b{float:left} @media{.a::before{float:left}}}',
  ],
  ['an invalid nested rule loses only itself', '.a { b:nonsense{float:left} display:none }', '.a{display:none}'],
];

for (const [name, text, expected] of CASES) {
  test(name, () => assert.equal(show(text), expected));
}

test('blocks nested too deep are passed over', () => {
  const text = `${'a{'.repeat(500)}float:left${'}'.repeat(500)} b{float:left}`;
  assert.match(show(text), /\nb\{float:left\}$/);
});

test('deep brackets do not overflow the stack', () => {
  assert.equal(show(`a{ x: ${'('.repeat(100_000)}`), 'a{}');
});

test('a style attribute is a list of declarations', () => {
  assert.equal(showBlock(parseStyleAttribute('float:left; display:none!important;;')), 'float:left display:none!');
});

test('a closing brace in a style attribute spoils its declaration', () => {
  assert.equal(showBlock(parseStyleAttribute('float:left } ; display:none')), 'display:none');
});

test('a rule in a style attribute is part of a bad declaration', () => {
  assert.equal(showBlock(parseStyleAttribute('@media{} a{float:left} float:left; display:none')), 'display:none');
});

test('the same style attribute gives the same block', () => {
  assert.equal(parseStyleAttribute('float: left'), parseStyleAttribute('float: left'));
});

const piece = fc.constantFrom(
  ...'a.#:;{}()[]"\'\\!&>+~,@-_* \n',
  '--x:',
  'float:left',
  '!important',
  '@media screen',
  '@layer a.b',
  '@scope (.a) to (.b)',
  '@container x (width>1px)',
  '@supports (display:grid)',
  '@import "x" layer(',
  '@property --x',
  '@font-face',
  '@namespace s "',
  ':is(',
  'url(',
  '/*',
  '*/',
  '<!--',
);

test('no text throws, and what follows on a new top level is still read', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      parseSheet(pieces.join(''));
      parseStyleAttribute(pieces.join(''));
    }),
    { numRuns: 3000 },
  );
});
