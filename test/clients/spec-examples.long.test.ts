/**
 * The examples of the first documents, run as they are written: only addresses are replaced, by those of a site and a proxy
 * of our own. What each leaves in its variables is printed below it and compared.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SignInSite } from '../../fixtures/sign-in/server.ts';
import { cli, MAIN } from '../cli/run-cli.ts';
import { passwordProxy } from '../client/password-proxy.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { accountSite } from './account-site.ts';
import { PYTHON, python } from './run-python.ts';
import { PYTHON_BY_REFS, PYTHON_SIGNED_IN, TYPESCRIPT_SIGNED_IN } from './spec-examples.ts';

const PAGE = 'https://github.com';
const PROXY = 'residential://user:pass@provider:8080';

/** What a signed-in example says of itself. */
interface Left {
  readonly page: { readonly title: string; readonly vp: readonly number[]; readonly url: string };
  readonly delta: { readonly ok: boolean; readonly delta: { readonly added: readonly { readonly text: string }[] } };
}

async function accounts(t: TestContext): Promise<SignInSite> {
  const site = new SignInSite(accountSite);
  await site.start();
  t.after(() => site.stop());
  return site;
}

/** The example with addresses of this machine. Each stands in it. */
function local(example: string, addresses: Readonly<Record<string, string>>): string {
  return Object.entries(addresses).reduce((text, [written, here]) => {
    assert.ok(text.includes(written), written);
    return text.replaceAll(written, here);
  }, example);
}

function assertSignedIn({ page, delta }: Left, site: SignInSite, asked: readonly string[]): void {
  assert.deepEqual([page.title, page.url, page.vp], ['Home', `${site.origin}/`, [1920, 1080]]);
  assert.ok(delta.ok && delta.delta.added.some(({ text }) => text.includes('Opened')));
  // Signing in took the password and one code, all of it through the proxy.
  assert.deepEqual(
    site.requests.filter((each) => each.startsWith('POST')),
    ['POST /session', 'POST /two-factor'],
  );
  assert.ok(asked.includes('/two-factor'));
}

test('the Python example by refs: fields and button of the sign-in page are @e1, @e2 and @e3', PYTHON, async (t) => {
  const site = await accounts(t);
  const { env } = cli(t);
  const report = `
import json
print(json.dumps({"page": page, "tree": tree, "start": jpeg_bytes[:3].hex(), "result": result}))`;
  const text = local(PYTHON_BY_REFS, { [PAGE]: site.origin }) + report;
  const command = `'${process.execPath}' '${MAIN}'`;
  const { code, out, err } = await python(t, { ...env, AGENTBROWSER_COMMAND: command }, '-c', text);
  assert.equal(code, 0, err);

  const { page, tree, start, result } = JSON.parse(out);
  assert.deepEqual(page, { url: `${site.origin}/login`, title: 'Sign in', status: 200 });
  assert.deepEqual(tree.map(({ ref, role, name }: Record<string, string>) => [ref, role, name]).sort(), [
    ['@e1', 'textbox', 'Username or email address'],
    ['@e2', 'textbox', 'Password'],
    ['@e3', 'button', 'Sign in'],
    ['@e4', 'link', 'Create an account'],
    ['@e5', 'link', 'Terms'],
    ['@e6', 'main', ''],
    ['@e7', 'heading', 'Sign in'],
  ]);
  assert.equal(start, 'ffd8ff');
  // The click led to the page behind the sign-in, with two links.
  assert.equal(result, 2);
  assert.ok(site.requests.includes('GET /'));
});

test('the Python example with a sign-in, behind a proxy', PYTHON, async (t) => {
  const site = await accounts(t);
  const { url, asked } = await passwordProxy(t);
  const { env } = cli(t);
  const report = `
import json
print(json.dumps({"page": page, "delta": delta}))`;
  const text = local(PYTHON_SIGNED_IN, { [PAGE]: site.origin, [PROXY]: url }) + report;
  const command = `'${process.execPath}' '${MAIN}'`;
  const { code, out, err } = await python(t, { ...env, AGENTBROWSER_COMMAND: command }, '-c', text);
  assert.equal(code, 0, err);
  assertSignedIn(JSON.parse(out), site, asked);
});

/** Says where the package of that name is: here, as sources. */
const HERE = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  name === 'agentbrowser' ? next(${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}, context) : next(name, context) });`;

test('the TypeScript example', async (t) => {
  const site = await accounts(t);
  const { url, asked } = await passwordProxy(t);
  const { env } = cli(t);
  const report = `\nconsole.log(JSON.stringify({ page, delta }));`;
  const file = join(scratchFolder(t), 'example.mts');
  writeFileSync(file, local(TYPESCRIPT_SIGNED_IN, { [PAGE]: site.origin, [PROXY]: url }) + report);
  const hook = `data:text/javascript,${encodeURIComponent(HERE)}`;
  const child = spawn(process.execPath, ['--import', hook, file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, err);
  assertSignedIn(JSON.parse(out), site, asked);
});
