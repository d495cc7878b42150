import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInProcess, checkNodeVersion } from '../../src/client/runtime.ts';
import { AgentBrowser } from '../../src/index.ts';

test('an old Node is told which one is needed', () => {
  assert.throws(() => checkNodeVersion('20.20.2'), { code: 'unsupported_runtime', message: /Node 24.*Node 20\.20\.2/ });
  checkNodeVersion('24.0.0');
  checkNodeVersion('100.1.0');
});

test('an engine in this process needs --no-node-snapshot where snapshots may differ in what isolates share', () => {
  const shared = { v8_enable_extensible_ro_snapshot: 1 };
  assert.throws(() => checkInProcess([], '', shared), { code: 'unsupported_runtime', message: /--no-node-snapshot/ });
  assert.throws(() => checkInProcess([], '', {}), { code: 'unsupported_runtime' });
  checkInProcess(['--no-node-snapshot'], '', shared);
  checkInProcess([], '--max-old-space-size=100 --no-node-snapshot', shared);
  checkInProcess([], '', { v8_enable_extensible_ro_snapshot: 0 });
});

test('the engine in this process answers as the one in a child does', async () => {
  await using browser = await AgentBrowser.launch({ inProcess: true });
  const session = await browser.session();
  const page = await session.goto('data:text/html,<title>Here</title>');
  assert.equal(page.title, 'Here');
  await session.close();
  await assert.rejects(session.state(), { code: 'session_closed' });
});
