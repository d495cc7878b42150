import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Token, tokenize } from '../../src/style/tokenizer.ts';
import { anyText } from '../any-text.ts';

/** One token as a short text: type, then what it holds. */
function show(token: Token): string {
  switch (token.type) {
    case 'number':
      return `number ${token.num}`;
    case 'percentage':
      return `percentage ${token.num}`;
    case 'dimension':
      return `dimension ${token.num} ${token.unit}`;
    case 'whitespace':
      return '_';
    default:
      return token.value === '' ? token.type : `${token.type} ${token.value}`;
  }
}

function tokens(text: string): string[] {
  return tokenize(text).map(show);
}

const CASES: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ['a comment separates tokens and leaves nothing', 'a/* x */b', ['ident a', 'ident b']],
  ['a comment without an end takes the rest', 'a/* b', ['ident a']],
  ['a name may begin with one or two hyphens', '-a --b --', ['ident -a', '_', 'ident --b', '_', 'ident --']],
  ['a hyphen alone is a delimiter', '- 1', ['delim -', '_', 'number 1']],
  ['an escape of hexadecimal digits takes one white space with it', '\\31 23', ['ident 123']],
  ['CRLF behind an escape is one white space', '\\61\r\nb', ['ident ab']],
  ['an escape of at most six digits', '\\0000611', ['ident a1']],
  ['NUL, surrogates and what is beyond Unicode are replaced', '\\0 \\d800 \\110000 ', ['ident \ufffd\ufffd\ufffd']],
  ['NUL in a name is replaced', 'a\0b', ['ident a\ufffdb']],
  [
    'a lone surrogate is replaced, a pair is kept',
    '\ud800a \ud83d\ude00',
    ['ident \ufffda', '_', 'ident \ud83d\ude00'],
  ],
  ['a backslash at the end escapes nothing and is U+FFFD', 'a\\', ['ident a\ufffd']],
  ['a backslash before a newline is a delimiter', '\\\n', ['delim \\', '_']],
  [
    'numbers have signs, fractions and exponents',
    '+1 -.5 1.25e-2 1e3',
    ['number 1', '_', 'number -0.5', '_', 'number 0.0125', '_', 'number 1000'],
  ],
  ['a point without digits does not belong to a number', '1. .x', ['number 1', 'delim .', '_', 'delim .', 'ident x']],
  [
    'a unit that looks like an exponent is a unit',
    '1ex 1e 1e-x',
    ['dimension 1 ex', '_', 'dimension 1 e', '_', 'dimension 1 e-x'],
  ],
  ['long numbers are read exactly', '0.1 12345678901234567890', ['number 0.1', '_', 'number 12345678901234567000']],
  ['percentages', '50% -1.5%', ['percentage 50', '_', 'percentage -1.5']],
  ['strings with both quotes and escapes', `"a'b" 'c"\\'d'`, [`string a'b`, '_', `string c"'d`]],
  ['an escaped newline in a string vanishes', '"a\\\nb"', ['string ab']],
  ['a string without an end is a string', '"ab', ['string ab']],
  ['a newline ends a string badly, and is kept', '"ab\nc', ['bad-string', '_', 'ident c']],
  ['an unquoted address', 'url( a.png )', ['url a.png']],
  ['a quoted address is a function', 'url( "a" )', ['function url', '_', 'string a', '_', ')']],
  ['an address with a space inside is bad up to its parenthesis', 'url(a b\\) c) d', ['bad-url', '_', 'ident d']],
  ['an address with a quote inside is bad', 'url(a"b)', ['bad-url']],
  ['a name that is escaped to url is url', 'u\\72l(a)', ['url a']],
  ['an address without an end is an address', 'url(a', ['url a']],
  ['a hash', '#a #1 #', ['hash a', '_', 'hash 1', '_', 'delim #']],
  ['an at-keyword', '@media @-x @1', ['at-keyword media', '_', 'at-keyword -x', '_', 'delim @', 'number 1']],
  ['the brackets of HTML comments', '<!-- --> <!-', ['cdo', '_', 'cdc', '_', 'delim <', 'delim !', 'delim -']],
  ['punctuation', ':;,[](){}', ['colon', 'semicolon', 'comma', '[', ']', '(', ')', '{', '}']],
  ['CR, LF, FF and tab are one white space', 'a\r\n\f\t b', ['ident a', '_', 'ident b']],
];

for (const [name, text, expected] of CASES) {
  test(name, () => assert.deepEqual(tokens(text), expected));
}

test('a hash is an id only when it is an identifier', () => {
  assert.deepEqual(
    tokenize('#a#1#-#--#-a').map((token) => token.hashIsId),
    [true, false, false, true, true],
  );
});

test('a number knows whether it is an integer and whether it has a sign', () => {
  const [plain, signed, fraction, exponent] = tokenize('1,+1,1.0,1e0').filter((token) => token.type === 'number');
  assert.deepEqual([plain?.integer, plain?.signed], [true, false]);
  assert.deepEqual([signed?.integer, signed?.signed], [true, true]);
  assert.equal(fraction?.integer, false);
  assert.equal(exponent?.integer, false);
});

/** Text made of the characters that the tokenizer distinguishes. */
const cssText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'abeEnu-_\\"\'()[]{}<>!/*#@.,:;+%0159 \n\r\f\t\0=~|^$&',
        'url(',
        '/*',
        '*/',
        '<!--',
        '-->',
        '\ud800',
      ),
      anyText({ maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('tokens follow each other, and only comments lie between them', () => {
  fc.assert(
    fc.property(cssText, (text) => {
      let end = 0;
      for (const token of tokenize(text)) {
        assert.match(text.slice(end, token.start), /^(\/\*[\s\S]*?\*\/)*$/);
        assert.ok(token.end > token.start);
        end = token.end;
      }
      assert.match(text.slice(end), /^(\/\*[\s\S]*?\*\/)*(\/\*[\s\S]*)?$/);
    }),
    { numRuns: 2000 },
  );
});

test('the text of a number token is what JavaScript reads as that number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const [token] = tokenize(String(number));
      assert.equal(token?.num, Number(String(number)));
    }),
  );
});
