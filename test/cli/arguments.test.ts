import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, UsageError } from '../../src/cli/arguments.ts';
import type { Given } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readOpen, urlOf } from '../../src/cli/open-command.ts';
import { SCREENSHOT_COMMAND } from '../../src/cli/screenshot-command.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { readCondition } from '../../src/cli/wait-command.ts';

const given = (operands: string[], values: Given['values'] = {}): Given => ({ operands, values });

test('open has defaults', () => {
  assert.deepEqual(readOpen(given(['https://a.test/'])), {
    name: 'default',
    target: 'https://a.test/',
    json: false,
    boxes: true,
    links: false,
    wantsBoxes: false,
    once: false,
    auth: undefined,
    idleMs: 1_800_000,
    settings: {},
    timeoutMs: 30_000,
  });
});

test('options may stand anywhere', () => {
  const wish = readArguments(['--json', 'open', '--viewport=390x844', 'a', '--no-script', '--timeout', '5ms']);
  assert.deepEqual([wish.kind, wish.kind === 'run' && wish.command.name], ['run', 'open']);
});

test('a picture is not written to a terminal', async () => {
  const out = { write: (text: string) => assert.fail(text), isTTY: true };
  const terminal = createTerminal({ out, err: { write: () => undefined }, env: {} });
  await assert.rejects(async () => SCREENSHOT_COMMAND.read(given(['-']))(terminal), { name: 'UsageError' });
});

test('help and version win', () => {
  const help = readArguments(['open', '--help']);
  assert.equal(help.kind === 'help' && help.command?.name, 'open');
  assert.deepEqual(readArguments(['--help']), { kind: 'help', command: null });
  assert.deepEqual(readArguments(['-V']), { kind: 'version' });
  assert.deepEqual(readArguments(['click', '-V']), { kind: 'version' });
  const about = readArguments(['help', 'click']);
  assert.equal(about.kind === 'help' && about.command?.name, 'click');
});

test('every command is found under its names, and no two have the same', () => {
  const names = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.equal(readArguments([name, '--help']).kind, 'help');
});

test('the examples of every command are understood', () => {
  for (const { examples } of COMMANDS) {
    for (const example of examples) {
      const [words] = example.split(/ [|>]/);
      const args = [...words!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        ([, single, double, plain]) => single ?? double ?? plain!,
      );
      assert.equal(readArguments(args).kind, 'run', example);
    }
  }
});

for (const args of [
  [],
  ['fly'],
  ['open'],
  ['open', 'a', 'b'],
  ['demo', 'x'],
  ['open', 'a', '--wrong'],
  ['open', 'a', '--viewport', 'big'],
  ['open', 'a', '--viewport', '0x100'],
  ['open', 'a', '--viewport', '99999x100'],
  ['open', 'a', '--viewport'],
  ['open', 'a', '--timeout', 'soon'],
  ['open', 'a', '--timeout', '0'],
  ['open', 'a', '--idle', '5'],
  ['open', 'a', '--idle', '99999999h'],
  ['open', 'a', '--session', '../x'],
  ['open', 'a', '--session', ''],
  ['open', 'a', '--once', '--idle', '5m'],
  ['click'],
  ['click', '0'],
  ['click', ' '],
  ['click', '1', '2'],
  ['click', '1', '--button', 'fourth'],
  ['click', '1', '--modifiers', 'Hyper'],
  ['type', '1'],
  ['select', '1'],
  ['press'],
  ['press', 'Enter', '1', '2'],
  ['scroll', 'away'],
  ['scroll', 'down', '-5'],
  ['scroll', 'down', 'far'],
  ['wait', '5', '--text', 'x'],
  ['wait', '99999999'],
  ['wait', '--text', ''],
  ['tabs', 'shuffle'],
  ['tabs', 'select'],
  ['tabs', 'select', '0'],
  ['snapshot', '--max-tokens', '5'],
  ['close', 'x'],
  ['close', '--all', '--session', 'x'],
  ['status', 'x'],
  ['daemon'],
  ['daemon', 'walk'],
  ['daemon', 'start', '--socket', 'x'],
  ['completion', 'tcsh'],
  ['login'],
  ['screenshot'],
  ['screenshot', 'page.gif'],
  ['screenshot', 'page.png', '--theme', 'blue'],
  ['screenshot', 'page.jpg', '--quality', '101'],
  ['screenshot', '-', '--json'],
]) {
  test(`'${args.join(' ')}' is called wrongly`, () => assert.throws(() => readArguments(args), UsageError));
}

test('a command with a slip of the finger is guessed at', () => {
  assert.throws(() => readArguments(['snapshoot']), /Do you mean 'snapshot'/);
  assert.throws(
    () => readArguments(['q']),
    (error: Error) => !error.message.includes('Do you mean'),
  );
});

test('who looks for a way to stop a daemon is told of it', () => {
  assert.throws(() => readArguments(['daemon', 'stop']), /'agentbrowser close' ends one/);
});

test('a wait is for a time, an element, text, an address or something that goes', () => {
  assert.deepEqual(readCondition(given([])), { settled: true });
  assert.deepEqual(readCondition(given(['500'])), { ms: 500 });
  assert.deepEqual(readCondition(given(['#a'])), { selector: '#a' });
  assert.deepEqual(readCondition(given([], { text: 'x' })), { text: 'x' });
  assert.deepEqual(readCondition(given([], { gone: '@e7' })), { gone: 7 });
  assert.deepEqual(readCondition(given([], { gone: '.busy' })), { gone: '.busy' });
});

test('a file is opened as a file, a URL as it is, and the rest is not guessed', () => {
  assert.equal(urlOf('https://a.test/'), 'https://a.test/');
  assert.equal(urlOf('data:text/html,x'), 'data:text/html,x');
  assert.match(urlOf('package.json'), /^file:\/\/.*\/package\.json$/);
  assert.throws(() => urlOf('./gone.html'), { code: 'invalid_url', message: /the path of a file\.$/ });
  assert.throws(() => urlOf('a.test'), { code: 'invalid_url', message: /https:\/\/a\.test/ });
  assert.throws(() => urlOf('localhost:3000/x'), { code: 'invalid_url', message: /http:\/\/localhost:3000\/x/ });
});
