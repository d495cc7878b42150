import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AgentBrowser } from '../../src/index.ts';
import { Vault } from '../../src/vault/vault.ts';
import { GITHUB, scratchFolder } from './scratch.ts';

const LINUX = { skip: process.platform !== 'linux' && 'other systems have other programs' };

/** A secret-tool that keeps entries in a file, and writes down how it is called. */
function fakeKeychain(t: TestContext, isBroken = false): string {
  const folder = scratchFolder(t);
  const script = `#!/bin/sh
echo "$@" >> ${folder}/calls
case $1 in
  store) ${isBroken ? 'echo "no keyring is unlocked" >&2; exit 1' : `cat > ${folder}/entry`} ;;
  lookup) test -f ${folder}/entry && cat ${folder}/entry ;;
esac
`;
  writeFileSync(join(folder, 'secret-tool'), script);
  chmodSync(join(folder, 'secret-tool'), 0o755);
  usePath(t, `${folder}${delimiter}${process.env['PATH']}`);
  return folder;
}

function usePath(t: TestContext, path: string): void {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  t.after(() => {
    process.env['PATH'] = before;
  });
}

test('a vault opens with a key of the keychain, which is never among arguments', LINUX, async (t) => {
  const keychain = fakeKeychain(t);
  const path = join(scratchFolder(t), 'vault');
  const made = await Vault.open({ path, key: { kind: 'keychain', account: path, create: true } });
  await made.add('github', GITHUB);
  const again = await Vault.open({ path, key: { kind: 'keychain', account: path } });
  assert.deepEqual(
    (await again.list()).map(({ name }) => name),
    ['github'],
  );
  const entry = readFileSync(join(keychain, 'entry'), 'utf8');
  assert.match(entry, /^[0-9a-f]{64}$/);
  assert.ok(!readFileSync(join(keychain, 'calls'), 'utf8').includes(entry));
  // Another key does not open it.
  writeFileSync(join(keychain, 'entry'), 'ab'.repeat(32));
  await assert.rejects(Vault.open({ path, key: { kind: 'keychain', account: path } }), { code: 'vault_locked' });
});

test('a keychain that is not there, keeps nothing or is empty is told, and no vault is made', LINUX, async (t) => {
  const path = join(scratchFolder(t), 'vault');
  const open = (create: boolean) => Vault.open({ path, key: { kind: 'keychain', account: path, create } });
  fakeKeychain(t, true);
  await assert.rejects(open(true), {
    code: 'vault_locked',
    message: /does not keep the key \(no keyring is unlocked\)/,
  });
  await assert.rejects(open(false), { code: 'vault_locked', message: /no entry/ });
  usePath(t, scratchFolder(t));
  await assert.rejects(open(true), { code: 'vault_locked', message: /secret-tool is not installed.*passphrase/ });
});

test('launch takes the keychain as the key of the vault', LINUX, async (t) => {
  fakeKeychain(t);
  const vault = { folder: scratchFolder(t), keychain: true };
  for (const names of [[], ['shop']]) {
    await using browser = await AgentBrowser.launch({ vault });
    assert.deepEqual(
      (await browser.auth.list()).map(({ name }) => name),
      names,
    );
    await browser.auth.add('shop', { url: 'https://shop.example/login', username: 'ann', password: 'correct horse' });
  }
});
