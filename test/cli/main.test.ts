import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { closedPort, site } from '../site.ts';
import { cli, gone, MAIN, type SessionFacts, statusOf } from './run-cli.ts';

const SHOP = `<title>Shop</title><a href="/tea">Tea</a><input aria-label="Name">
  <button onclick="this.after('Hello ' + document.querySelector('input').value)">Greet</button>`;

/** Each has folders and daemons of its own. */
describe('commands', { concurrency: 6 }, () => {
  test('open prints a page as text, and as JSON, and keeps it for the commands that follow', async (t) => {
    const { origin } = await site(t, { '/': SHOP, '/tea': '<title>Tea</title><p>Green or black.' });
    const shell = cli(t);
    assert.match(await shell.does('open', `${origin}/`, '--instant'), /"Shop" http.*\n\d+,\d+,\d+,\d+,\d+ link "Tea"/);
    const page = JSON.parse(await shell.does('open', `${origin}/`, '--json'));
    assert.deepEqual([page.title, page.els[0].text, page.vp], ['Shop', 'Tea', [1280, 800]]);
    const [link, field] = page.els.map(({ id }: { id: number }) => String(id));
    assert.match(await shell.does('type', field, 'Ann'), new RegExp(`~ ${field} val="Ann"`));
    assert.match(await shell.does('click', 'button'), /\+ \d+,.*Hello Ann"/);
    assert.match(await shell.does('click', link), /"Tea" http.*\/tea/);
    assert.match(await shell.does('read'), /Green or black\./);
    assert.match(await shell.does('back', '--no-boxes'), /\d+ link "Tea"\n/);
    const { tabs } = JSON.parse(await shell.does('tabs', '--json'));
    assert.deepEqual([tabs.length, tabs[0].url, tabs[0].current], [1, `${origin}/`, true]);
    assert.equal(await shell.does('html', 'a'), '<a href="/tea">Tea</a>\n');
    const { els } = JSON.parse(await shell.does('snapshot', '-i', '-c', '--json'));
    assert.deepEqual([els.length, els[0].b], [3, undefined]);
    assert.equal(await shell.does('html', `@e${els[0].id}`), '<a href="/tea">Tea</a>\n');
    assert.doesNotMatch(await shell.does('wait', 'networkidle'), /timeout/);

    const file = join(shell.env['AGENTBROWSER_HOME']!, 'page.jpg');
    mkdirSync(shell.env['AGENTBROWSER_HOME']!, { recursive: true });
    assert.match(await shell.does('screenshot', file, '--width', '320'), /page\.jpg: 320x200, \d+ bytes/);
    assert.equal(readFileSync(file).subarray(6, 10).toString(), 'JFIF');
    assert.match(await shell.does('screenshot', '-', '--format', 'svg'), /^<svg/);

    // Text that should not show is read from standard input.
    await shell.does('open', `${origin}/`, '--instant');
    const typing = spawn(process.execPath, [MAIN, 'type', 'input', '-'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: shell.env,
    });
    typing.stdin.end('from a pipe\n');
    assert.match(await text(typing.stdout), /val="from a pipe"/);
    assert.equal(await shell.does('close'), 'Closed default.\n');
    assert.equal(await shell.does('close'), 'Nothing was open.\n');
  });

  test('--once leaves nothing open', async (t) => {
    const { origin } = await site(t, { '/': SHOP });
    const shell = cli(t);
    assert.match(await shell.does('open', `${origin}/`, '--once'), /"Shop"/);
    assert.match(await shell.does('open', `${origin}/`, '--once', '--boxes'), /^html 0,0 1280x\d+/);
    assert.deepEqual(await statusOf(shell), []);
  });

  test('sessions have names, and know nothing of each other', async (t) => {
    const { origin } = await site(t, { '/a': '<title>A</title>', '/b': '<title>B</title>' });
    const shell = cli(t);
    await Promise.all([
      shell.does('open', `${origin}/a`, '--session', 'one'),
      shell.does('open', `${origin}/b`, '--session', 'two'),
    ]);
    assert.match(await shell.does('snapshot', '--session', 'one'), /"A"/);
    assert.match(await shell.does('snapshot', '--session', 'two'), /"B"/);
    const { sessions } = JSON.parse(await shell.does('status', '--json')) as { sessions: SessionFacts[] };
    assert.deepEqual(
      sessions.map(({ name, main }) => [name, main?.tabs[0]?.url]),
      [
        ['one', `${origin}/a`],
        ['two', `${origin}/b`],
      ],
    );
    const both = sessions.flatMap(({ pid, enginePid }) => [pid, enginePid!]);
    assert.equal(await shell.does('close', '--all'), 'Closed one, two.\n');
    await Promise.all(both.map(gone));
  });

  test('another viewport begins the session anew, with its cookies; text of a page is no command of the terminal', async (t) => {
    const { origin } = await site(t, {
      '/hostile': '<title>\x1b[2J</title><p>a\x1b]0;owned\x07b',
      '/': (request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes' })
          .end(`<p>${request.headers.cookie ?? 'new here'}`),
    });
    const shell = cli(t, { FORCE_COLOR: '1' });
    assert.match(await shell.does('open', `${origin}/`), /new here/);
    const page = JSON.parse(await shell.does('open', `${origin}/`, '--viewport', '390x844', '--json'));
    assert.deepEqual([page.vp, page.els[0].text], [[390, 844], 'seen=yes']);
    assert.deepEqual(JSON.parse(await shell.does('reload', '--json')).vp, [390, 844]);
    assert.ok(!(await shell.does('open', `${origin}/hostile`)).includes('\x1b]0;'));
    assert.ok(!(await shell.does('read')).includes('\x1b'));
  });

  test('exit codes tell scripts what happened, and --json says it on standard output', async (t) => {
    const { origin } = await site(t, { '/': '<p>here' });
    const shell = cli(t);
    const nothing = await shell.run('click', '1', '--json');
    assert.equal(nothing.code, 3);
    assert.equal(JSON.parse(nothing.out).error.code, 'session_closed');
    const refused = await shell.run('open', `http://127.0.0.1:${await closedPort()}/`);
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.err, /^connection_refused: /);
    await shell.does('open', `${origin}/`);
    assert.equal((await shell.run('click', '99')).code, 1);
    const late = await shell.run('wait', '#never', '--timeout', '50');
    assert.equal(late.code, 4);
    assert.match(late.err, /agentbrowser snapshot.*--timeout/);
    const unwritten = await shell.run('screenshot', '/no/such/folder/page.png');
    assert.match(unwritten.err, /^disk_failure: .*page\.png cannot be written \(ENOENT\)\. Name a file/);
    const wrong = await shell.run('open', 'x', '--nonsense');
    assert.deepEqual([wrong.code, wrong.out], [2, '']);
    assert.match(wrong.err, /--nonsense[\s\S]*--help/);

    // A command that is stopped leaves the daemon well.
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const waiting = shell.start('wait', '#never', '--timeout', '600000');
      while ((await statusOf(shell))[0]?.calls[0]?.method !== 'session.wait') await pause(20);
      waiting.kill(signal);
      // Ten minutes would be left of the wait.
      assert.match(await shell.does('snapshot'), /here/);
    }
  });

  test('--help and --version', async (t) => {
    const shell = cli(t);
    const help = await shell.does('--help');
    for (const word of ['Usage:', 'open <url-or-file>', 'snapshot', 'auth', 'mcp'])
      assert.ok(help.includes(word), word);
    assert.match(await shell.does('type', '--help'), /--submit[\s\S]*Examples/);
    assert.match(await shell.does('--version'), /^\d+\.\d+\.\d+\n$/);
  });

  test('the demo shows the page, acts, and shows what changed', async (t) => {
    const out = await cli(t).does('demo');
    assert.match(out, /> goto/);
    assert.match(out, /\+ \d+,.*Green tea, 100 g is in your basket \(1\)/);
    assert.match(out, /\d+ ms, \d+ tokens/);
  });
});

/** A command on a terminal of its own, by util-linux' script(1). */
const onTerminal = {
  skip: spawnSync('script', ['--version'], { stdio: 'ignore' }).status !== 0 && 'script(1) is missing',
};

for (const [name, key] of [
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
] as const) {
  test(`${name} at a question ends the command without a stack`, onTerminal, async (t) => {
    const shell = cli(t);
    const command = `'${process.execPath}' '${MAIN}' auth add postbox`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: shell.env,
    });
    let shown = '';
    child.stdout.on('data', (chunk) => {
      const isAsked = shown.includes('sign-in page: ');
      shown += chunk;
      if (!isAsked && shown.includes('sign-in page: ')) child.stdin.write(key);
    });
    const [left] = await once(child, 'close');
    assert.equal(left, 130);
    assert.match(shown, /cancelled.*Stopped\. Nothing was changed\./);
    assert.doesNotMatch(shown, /\bat \S+ \(/);
  });
}

test('an answer that cannot be written is told', { skip: !existsSync('/dev/full') && 'no /dev/full' }, async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const child = spawn(process.execPath, [MAIN, '--version'], { stdio: ['ignore', full, 'pipe'] });
  const told = text(child.stderr!);
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.match(await told, /^The answer could not be written: ENOSPC[^\n]*\n$/);
});
