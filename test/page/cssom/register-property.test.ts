/**
 * CSS.registerProperty(): each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = '<!doctype html><title>Registered</title><body><p id=p><b>x</b></p>';

const FACTS: readonly Fact[] = [
  [
    'what is wrong with a registration is told',
    `(() => { const to = (definition) => { try { CSS.registerProperty(definition); return 'registered'; } catch (e) { return e.name + ': ' + e.message.replace(/.*'CSS': /, ''); } }; const length = { name: '--a', inherits: true, syntax: '<length>' }; return [to(1), to({ name: '--a' }), to({ name: 'a', inherits: true }), to({ ...length, syntax: '<foo>' }), to(length), to({ ...length, initialValue: 'red' }), to({ ...length, initialValue: '1em' }), to({ ...length, initialValue: '1px' }), to({ ...length, initialValue: '1px' }), to({ name: '--b', inherits: true, initialValue: 'var(--a)' })]; })()`,
    [
      "TypeError: The provided value is not of type 'PropertyDefinition'.",
      "TypeError: Failed to read the 'inherits' property from 'PropertyDefinition': Required member is undefined.",
      "SyntaxError: Custom property names must start with '--'.",
      'SyntaxError: The syntax provided is not a valid custom property syntax.',
      "SyntaxError: An initial value must be provided if the syntax is not '*'",
      'SyntaxError: The initial value provided does not parse for the given syntax.',
      'SyntaxError: The initial value provided is not computationally independent.',
      'registered',
      'InvalidModificationError: The name provided has already been registered.',
      'SyntaxError: The initial value provided is not computationally independent.',
    ],
  ],
  [
    'a length is made absolute by the element that sets it, and what does not fit is the initial value',
    `(() => { CSS.registerProperty({ name: '--len', syntax: '<length>', inherits: true, initialValue: '3px' }); const of = (e) => getComputedStyle(e).getPropertyValue('--len'); const seen = [of(p)]; p.style.fontSize = '20px'; p.firstChild.style.fontSize = '10px'; p.style.setProperty('--len', '2em'); seen.push(of(p), of(p.firstChild)); p.style.setProperty('--len', 'red'); seen.push(of(p)); p.style.width = 'var(--len)'; p.style.setProperty('--len', '50px'); seen.push(p.offsetWidth); p.removeAttribute('style'); return seen; })()`,
    ['3px', '40px', '40px', '3px', 50],
  ],
  [
    'a property that is not inherited has its initial value in children',
    `(() => { CSS.registerProperty({ name: '--ni', syntax: '<color>', inherits: false, initialValue: 'red' }); p.style.setProperty('--ni', 'rgb(0,128,0)'); return [p, p.firstChild].map((e) => getComputedStyle(e).getPropertyValue('--ni')); })()`,
    ['rgb(0, 128, 0)', 'rgb(255, 0, 0)'],
  ],
  [
    'a list is written in one spelling, and words count as they are written',
    `(() => { CSS.registerProperty({ name: '--list', syntax: '<length>+ | auto', inherits: false, initialValue: 'auto' }); p.style.setProperty('--list', '1in  2px'); const list = getComputedStyle(p).getPropertyValue('--list'); p.style.setProperty('--list', 'AUTO'); return [list, getComputedStyle(p).getPropertyValue('--list')]; })()`,
    ['96px 2px', 'auto'],
  ],
  [
    'what script registers wins over a rule of the same name',
    `(() => { document.body.insertAdjacentHTML('beforeend', '<style>@property --at { syntax: "<number>"; inherits: false; initial-value: 1 }</style>'); const before = getComputedStyle(p).getPropertyValue('--at'); CSS.registerProperty({ name: '--at', syntax: '<number>', inherits: false, initialValue: '2' }); return [before, getComputedStyle(p).getPropertyValue('--at')]; })()`,
    ['1', '2'],
  ],
  [
    'the members of a definition are read in the order of their names, and may throw',
    `(() => { const seen = []; const tell = (key, value) => ({ get() { seen.push(key); return value; } }); const definition = Object.defineProperties({}, { name: tell('name', '--order'), syntax: tell('syntax'), inherits: tell('inherits', false), initialValue: tell('initialValue', '1') }); CSS.registerProperty(definition); try { CSS.registerProperty({ inherits: true, get name() { throw new RangeError('mine'); } }); } catch (e) { seen.push(e.message); } return [...seen, CSS.registerProperty.length]; })()`,
    ['inherits', 'initialValue', 'name', 'syntax', 'mine', 1],
  ],
];

test('pages register custom properties as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
