/**
 * The Python client's own tests, with an engine and sites for them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { daemonPaths } from '../../src/server/socket-path.ts';
import { cli, MAIN } from '../cli/run-cli.ts';
import { passwordProxy } from '../client/password-proxy.ts';
import { site } from '../site.ts';
import { PYTHON, python } from './run-python.ts';

const ACCOUNT = SITES['code of an app'];
const PAGES = {
  '/login': `<title>Sign in</title><form action="/hello"><input aria-label="Username or email" name="user">
    <input type="password" aria-label="Password" name="pass"><button>Sign in</button></form>`,
  '/form': `<title>Form</title><input id="name" aria-label="Name"><select><option>A<option>B</select>
    <label><input id="ok" type="checkbox"> Agree</label>
    <button onclick="this.after('Sent by ' + document.querySelector('#name').value)">Send</button>
    <div style="height: 3000px">`,
};

test('the Python client and the commands look for the same sockets', PYTHON, async (t) => {
  const environments: NodeJS.ProcessEnv[] = [
    { AGENTBROWSER_RUNTIME_DIR: '/run/mine' },
    { XDG_RUNTIME_DIR: '/run/user/7' },
    { XDG_RUNTIME_DIR: `/${'long/'.repeat(20)}`, TMPDIR: '/var/t' },
    { TMPDIR: '/var/t' },
    {},
  ];
  const code = `import json, sys; from agentbrowser._engine import socket_path
for env in json.loads(sys.argv[1]): print(socket_path("a", env))`;
  const { out, err } = await python(t, { PATH: process.env['PATH'] }, '-c', code, JSON.stringify(environments));
  // Node asks its own environment for the temporary folder.
  const before = process.env['TMPDIR'];
  const sockets = environments.map((env) => {
    if (env['TMPDIR'] === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = env['TMPDIR'];
    return daemonPaths('a', env).socket;
  });
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  assert.deepEqual(out.trim().split('\n'), sockets, err);
});

test('tests that need an engine are skipped where there is none', PYTHON, async (t) => {
  const { PATH } = process.env;
  const { code, err } = await python(t, { PATH }, '-m', 'unittest', 'tests.test_engine');
  assert.equal(code, 0, err);
  assert.match(err, /skipped=\d+/);
});

test("the Python client's tests", PYTHON, async (t) => {
  const { origin } = await site(t, {
    ...PAGES,
    '/hello': (request, response) => {
      const user = new URL(request.url!, 'http://localhost').searchParams.get('user');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Hello ${user}</title><a href="/login">Out</a><a href="/form">Form</a>`);
    },
  });
  const signIn = new SignInSite(ACCOUNT.kind);
  const signInOrigin = await signIn.start();
  t.after(() => signIn.stop());
  const { url, asked } = await passwordProxy(t);
  const { env } = cli(t);
  const whole = {
    ...env,
    AGENTBROWSER_COMMAND: `'${process.execPath}' '${MAIN}'`,
    SITE: origin,
    SIGN_IN: `${signInOrigin}/inbox`,
    SIGN_IN_USER: USER,
    SIGN_IN_PASSWORD: PASSWORD,
    SIGN_IN_TOTP: CODE_SECRET,
    PROXY: url,
  };
  // Beside each other, with one engine: most of what they do is waiting for pages that are used at a person's pace.
  const examples = ['test_the_example_of_one_page', 'test_the_example_of_a_sign_in_behind_a_proxy'];
  const parts = [
    ['tests.test_offline', 'tests.test_engine.Engine', 'tests.test_engine.Secrets'],
    ...examples.map((name) => [`tests.test_engine.Examples.${name}`]),
  ];
  const runs = await Promise.all(parts.map((names) => python(t, whole, '-m', 'unittest', ...names)));
  for (const { code, err } of runs) assert.equal(code, 0, err);
  assert.ok(asked.length > 0);
});
