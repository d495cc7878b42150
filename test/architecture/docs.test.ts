import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiText } from '../../docs/generate-api.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { EXIT } from '../../src/cli/exit-code.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { RPC_METHODS } from '../../src/server/rpc-methods.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const page = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');
const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'));

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

test('docs/troubleshooting.md has every error code', () => {
  const text = page('troubleshooting.md');
  assert.deepEqual(
    ERROR_CODES.filter((code) => !text.includes(`| \`${code}\` |`)),
    [],
  );
});

test('docs/api.md is what the code says', () => {
  const text = page('api.md');
  // What only the type checker knows takes seconds to ask: 'npm run docs -- --check' does.
  const written = (name: string) => new RegExp(`^type ${name} = ([^]*?);\n\`\`\`$`, 'm').exec(text)?.[1] ?? '';
  assert.equal(text, apiText(written), "run 'npm run docs'");
});

test('the index names every page', () => {
  const index = page('README.md');
  assert.deepEqual(
    pages.filter((name) => name !== 'README.md' && !index.includes(`(${name})`)),
    [],
  );
});

test('links between pages lead somewhere', () => {
  const files = [...pages.map((name) => new URL(name, DOCS)), new URL('../README.md', DOCS)];
  const broken = files.flatMap((file) => {
    const links = readFileSync(file, 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[\w-]*)?\)/g);
    return [...links].filter(([, to]) => !existsSync(new URL(to!, file))).map(([, to]) => `${file.pathname}: ${to}`);
  });
  assert.deepEqual(broken, []);
});
