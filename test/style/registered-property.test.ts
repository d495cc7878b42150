import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationFault } from '../../src/style/registered-property.ts';

const fault = (syntax: string, initialValue: string | null, name = '--x') =>
  registrationFault({ name, syntax, inherits: false, initialValue });

test('a registered property has a name with two dashes before it', () => {
  assert.deepEqual([fault('*', null, '--a'), fault('*', null, 'a'), fault('*', null, '--')], [null, 'name', 'name']);
});

test('a syntax is a star, or types and words with their multipliers', () => {
  const valid: [string, string][] = [
    ['*', 'a'],
    [' * ', 'b'],
    [' <length>+ | <color>#', 'red, blue'],
    ['\t<color>\n|   foo', 'foo'],
    ['<time> | <resolution> | <transform-list> | <custom-ident>', 'red'],
    ['banan\\61', 'banana'],
    ['\\1F914 hmm', '🤔hmm'],
    ['foo+|bar', 'foo foo foo'],
    ['<transform-function>+', 'translateX(2px) rotate(42deg)'],
    ['<image>', 'linear-gradient(yellow, blue)'],
    ['<image>', 'url(a)'],
    ['<string>', '"a"'],
  ];
  for (const [syntax, value] of valid) assert.equal(fault(syntax, value), null, `${syntax}: ${value}`);
  const invalid =
    'banana,nya;<\\6c ength>;<banana>;<Number>;<length;< length>;<length >;<length> +;<transform-list>+;<length>++;' +
    '<length>+#;<length> | *;*|banana;|banana;*+;|;;foo bar;<length> <number>;initial;default;<length>|INHERIT';
  for (const syntax of invalid.split(';')) assert.equal(fault(syntax, '1px'), 'syntax', syntax);
});

test('an initial value fits its syntax and depends on nothing', () => {
  const valid: [string, string][] = [
    ['*', ':> hello'],
    ['*', 'unmatched opening bracket is valid :('],
    ['<length>', '10px /*:)*/'],
    ['<length>', '10vmin'],
    ['<integer>', 'calc(3.1415)'],
    ['<resolution>', '3dPpX'],
    ['<angle>', 'calc(50grad + 3.14159rad)'],
  ];
  for (const [syntax, value] of valid) assert.equal(fault(syntax, value), null, `${syntax}: ${value}`);
  assert.equal(fault('<length>', null), 'missing');
  const dependent: [string, string][] = [
    ['<length>', '10em'],
    ['<length>', 'calc(4px + calc(8 * 2em))'],
    ['<length>+', '10px calc(20px + 4rem)'],
    ['<length>', '10cqw'],
    ['<length>', 'var(--a)'],
    ['*', 'var(--foo)'],
  ];
  for (const [syntax, value] of dependent) assert.equal(fault(syntax, value), 'dependent', `${syntax}: ${value}`);
  const invalid: [string, string][] = [
    ['<length>', '10%'],
    ['<length>+', ''],
    ['<angle>', '0'],
    ['<integer>', '1.0'],
    ['banana', 'bAnAnA'],
    ['*', 'initial'],
    ['*', ')'],
    ['*', '([)]'],
    ['*', 'whee!'],
    ['*', 'semi;colon'],
    ['*', '"\n'],
    ['*', "url(moo '')"],
    ['<custom-ident>+', 'foo default bar'],
    ['<transform-function>', 'scale()'],
  ];
  for (const [syntax, value] of invalid) assert.equal(fault(syntax, value), 'initial', `${syntax}: ${value}`);
});
