import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { EXIT } from '../../src/cli/exit-code.ts';
import { RPC_METHODS } from '../../src/server/rpc-methods.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test('docs/cli.md has every command and every exit code', () => {
  const text = page('cli.md');
  const names = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.deepEqual(
    names.filter((name) => !new RegExp(`\`${name}[ \`]`).test(text)),
    [],
  );
  assert.deepEqual(
    Object.values(EXIT).filter((code) => !text.includes(`| ${code} |`)),
    [],
  );
});

test('docs/socket.md has every method of a page', () => {
  const text = page('socket.md');
  assert.deepEqual(
    Object.keys(RPC_METHODS).filter((name) => !text.includes(`\`${name}\``)),
    [],
  );
});
