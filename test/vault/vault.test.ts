import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect, promisify } from 'node:util';
import { toWireError } from '../../src/protocol/errors.ts';
import { createWhole } from '../../src/vault/file.ts';
import { withLock } from '../../src/vault/lock.ts';
import { useSecret } from '../../src/vault/use.ts';
import { Vault } from '../../src/vault/vault.ts';
import { CHEAP, GITHUB, openVault, PASSPHRASE, scratchFolder } from './scratch.ts';

const code = (wanted: string) => (error: { code?: string }) => error.code === wanted;

test('what was added is there when the vault is opened again', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await (await openVault(path)).add('github', GITHUB);
  assert.deepEqual(await (await openVault(path)).list(), [{ name: 'github', origins: ['https://github.example'] }]);
});

test('a sign-in that was removed is gone', async (t) => {
  const vault = await openVault(join(scratchFolder(t), 'vault'));
  await vault.add('github', GITHUB);
  assert.equal(await vault.remove('github'), true);
  assert.deepEqual(await vault.list(), []);
});

test('a handle becomes text for its own origin', async (t) => {
  const vault = await openVault(join(scratchFolder(t), 'vault'));
  await vault.add('github', GITHUB);
  const { password } = await vault.login('github');
  assert.equal(await useSecret(password!, 'https://github.example', (text) => text), GITHUB.password);
});

test('a handle becomes nothing for another origin', async (t) => {
  const vault = await openVault(join(scratchFolder(t), 'vault'));
  await vault.add('github', GITHUB);
  const { password } = await vault.login('github');
  for (const origin of [
    'http://github.example',
    'https://github.example.evil',
    'https://github.example:8443',
    'null',
  ]) {
    await assert.rejects(
      useSecret(password!, origin, () => assert.fail('was given')),
      code('not_allowed'),
    );
  }
});

test('facts of a sign-in say nothing secret, however they are printed', async (t) => {
  const vault = await openVault(join(scratchFolder(t), 'vault'));
  await vault.add('github', { ...GITHUB, mail: { host: 'mail.example', user: 'alice', password: 'letters-only-9' } });
  const facts = await vault.login('github');
  const printed = [
    JSON.stringify(facts),
    inspect(facts, { depth: 9, showHidden: true }),
    String(facts.password),
  ].join();
  for (const secret of [GITHUB.password, GITHUB.totp, 'letters-only-9']) assert.ok(!printed.includes(secret));
});

test('a wrong passphrase is told from a damaged file', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await openVault(path);
  await assert.rejects(openVault(path, { key: { kind: 'passphrase', passphrase: 'wrong' } }), code('vault_locked'));
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
  await assert.rejects(openVault(path), code('vault_damaged'));
});

test('nothing of a sign-in can be read in the files, nor its name or address', async (t) => {
  const folder = scratchFolder(t);
  const vault = await openVault(join(folder, 'vault'));
  await vault.add('github', GITHUB);
  await vault.add('other', { ...GITHUB, url: 'https://other.example/' });
  const all = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  for (const word of ['github', 'alice', 'correct', 'JBSWY', 'https', 'sesame', 'password', 'login']) {
    assert.ok(!all.toLowerCase().includes(word.toLowerCase()), word);
  }
});

test('files are for their owner only', async (t) => {
  const path = join(scratchFolder(t), 'inner', 'vault');
  await (await openVault(path)).add('github', GITHUB);
  const modes = [path, `${path}.previous`].map((each) => statSync(each).mode & 0o777);
  assert.deepEqual([...modes, statSync(join(path, '..')).mode & 0o777], [0o600, 0o600, 0o700]);
});

test('files are for their owner also where the mask of the process takes more away, or nothing', async (t) => {
  const folder = scratchFolder(t);
  const usual = process.umask();
  t.after(() => process.umask(usual));
  for (const mask of [0o777, 0o277, 0]) {
    process.umask(mask);
    const inner = join(folder, String(mask));
    const key = { kind: 'file', path: join(inner, 'key'), create: true } as const;
    await (await openVault(join(inner, 'vault'), { key })).add('github', GITHUB);
    const modes = ['', 'key', 'vault', 'vault.previous'].map((name) => statSync(join(inner, name)).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o600]);
  }
});

test('a header that asks for gigabytes or hours is not obeyed', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await openVault(path);
  const whole = readFileSync(path);
  for (const [kind, ...costs] of [
    [1, 29, 8, 1],
    [1, 20, 8, 16],
    [1, 10, 2 ** 31, 1],
    [1, 14, 8, 2 ** 31],
    [2, 2 ** 30, 1, 1],
    [2, 2 ** 20, 32, 16],
    [2, 2 ** 20, 1, 1],
  ] as const) {
    const asking = Buffer.from(whole);
    asking[6] = kind;
    for (const [nth, cost] of costs.entries()) asking.writeUInt32BE(cost, 8 + 4 * nth);
    createHash('sha256').update(asking.subarray(0, 60)).digest().copy(asking, 60, 0, 8);
    writeFileSync(path, asking);
    await assert.rejects(openVault(path), code('vault_damaged'));
  }
});

test('the version before the last write is kept', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  const vault = await openVault(path);
  await vault.add('one', GITHUB);
  await vault.add('two', GITHUB);
  const before = await openVault(`${path}.previous`);
  assert.deepEqual(
    (await before.list()).map(({ name }) => name),
    ['one'],
  );
});

test('after re-keying the new passphrase opens it and the old one does not', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  const vault = await openVault(path);
  await vault.add('github', GITHUB);
  await vault.rekey({ kind: 'passphrase', passphrase: 'new words' }, CHEAP);
  assert.equal((await vault.list()).length, 1);
  assert.equal(
    (await (await openVault(path, { key: { kind: 'passphrase', passphrase: 'new words' } })).list()).length,
    1,
  );
  await assert.rejects(openVault(path), code('vault_locked'));
});

test('argon2id and a key file open vaults too', async (t) => {
  const folder = scratchFolder(t);
  const derivation = { kind: 'argon2id', memoryKb: 8, passes: 1, lanes: 1 } as const;
  await (await openVault(join(folder, 'a'), { derivation })).add('github', GITHUB);
  assert.equal((await (await openVault(join(folder, 'a'))).list()).length, 1);
  const key = { kind: 'file', path: join(folder, 'key'), create: true } as const;
  await (await openVault(join(folder, 'b'), { key })).add('github', GITHUB);
  assert.equal((await (await openVault(join(folder, 'b'), { key })).list()).length, 1);
  assert.equal(statSync(join(folder, 'key')).mode & 0o777, 0o600);
});

test('a key from the environment opens what the same passphrase sealed', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await openVault(path);
  process.env['AGENTBROWSER_TEST_PASSPHRASE'] = PASSPHRASE.passphrase;
  t.after(() => delete process.env['AGENTBROWSER_TEST_PASSPHRASE']);
  const key = { kind: 'environment', variable: 'AGENTBROWSER_TEST_PASSPHRASE' } as const;
  assert.deepEqual(await (await Vault.open({ path, key })).list(), []);
});

test('an export opens with its own passphrase and keeps what is there', async (t) => {
  const folder = scratchFolder(t);
  const from = await openVault(join(folder, 'from'));
  await from.add('github', GITHUB);
  await from.add('other', GITHUB);
  const key = { kind: 'passphrase', passphrase: 'for the journey' } as const;
  assert.equal(await from.exportTo(join(folder, 'export'), key, CHEAP), 2);
  const to = await openVault(join(folder, 'to'));
  await to.add('other', { ...GITHUB, url: 'https://kept.example/' });
  assert.equal(await to.importFrom(join(folder, 'export'), key), 1);
  assert.deepEqual((await to.login('other')).origins, ['https://kept.example']);
  await assert.rejects(to.importFrom(join(folder, 'export'), PASSPHRASE), code('vault_locked'));
});

test('writers at the same time lose nothing', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  const vaults = await Promise.all(Array.from({ length: 5 }, () => openVault(path)));
  await Promise.all(vaults.map((vault, nth) => vault.add(`site ${nth}`, GITHUB)));
  assert.equal((await vaults[0]!.list()).length, 5);
});

test('the lock of a process that is gone is taken over', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: await endedPid(), host: hostname(), started: '1', nonce: 'x' }));
  assert.equal(await withLock(path, async () => 'done', 0), 'done');
  assert.ok(!existsSync(`${path}.lock`));
});

test('what killed processes left of their locks goes with the next write, and what is new stays', async (t) => {
  const folder = scratchFolder(t);
  const vault = await openVault(join(folder, 'vault'));
  const ours = `vault.lock-${process.pid}-new`;
  for (const name of ['vault.lock-1-old', 'vault.lock-stale-old', ours, `vault.lock-${await endedPid()}-new`]) {
    writeFileSync(join(folder, name), '');
    if (name.endsWith('old')) utimesSync(join(folder, name), 0, 0);
  }
  writeFileSync(join(folder, 'vault.new-3-x'), '');
  await vault.add('github', GITHUB);
  assert.deepEqual(readdirSync(folder).sort(), ['vault', ours, 'vault.previous']);
});

test('what a process left that was killed while it wrote goes when the vault is read', async (t) => {
  const folder = scratchFolder(t);
  const vault = await openVault(join(folder, 'vault'));
  const pid = await endedPid();
  writeFileSync(join(folder, 'vault.lock'), JSON.stringify({ pid, host: hostname(), started: '1', nonce: 'x' }));
  writeFileSync(join(folder, `vault.new-${pid}-x`), 'half');
  await vault.list();
  assert.deepEqual(readdirSync(folder), ['vault']);
});

test('what cannot be removed keeps nobody from reading', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await (await openVault(path)).add('github', GITHUB);
  mkdirSync(`${path}.new-1-abc`);
  assert.deepEqual(await (await openVault(path)).list(), [{ name: 'github', origins: ['https://github.example'] }]);
});

test('what somebody writes now stays when the vault is read', async (t) => {
  const folder = scratchFolder(t);
  const path = join(folder, 'vault');
  const vault = await openVault(path);
  await withLock(path, async () => {
    writeFileSync(`${path}.new-${process.pid}-x`, 'half');
    await vault.list();
    assert.deepEqual(readdirSync(folder).sort(), ['vault', 'vault.lock', `vault.new-${process.pid}-x`]);
  });
});

test('the lock of a process that lives is waited for, then told', async (t) => {
  const path = join(scratchFolder(t), 'vault');
  await withLock(path, async () => {
    await assert.rejects(
      withLock(path, async () => undefined, 60),
      code('vault_busy'),
    );
  });
});

test('a key file is there whole or not at all, and stays as it is', async (t) => {
  const folder = scratchFolder(t);
  const path = join(folder, 'key');
  await createWhole(path, Buffer.from('first'));
  await createWhole(path, Buffer.from('second'));
  assert.equal(readFileSync(path, 'utf8'), 'first');
  assert.deepEqual(readdirSync(folder), ['key']);
});

test('what the disk does not do is no bug, and says what is to be done', async (t) => {
  const file = join(scratchFolder(t), 'file');
  writeFileSync(file, '');
  const key = { kind: 'file', path: join(file, 'key'), create: true } as const;
  const thrown = await Vault.open({ path: join(file, 'vault'), key }).catch((error: unknown) => error);
  const { data, message } = toWireError(thrown);
  assert.equal(data.code, 'disk_failure');
  assert.match(message, /^\S+file\S* cannot be used: .*\. .* \(\w+\)\.$/);
});

test('errors about a sign-in do not quote it', async (t) => {
  const vault = await openVault(join(scratchFolder(t), 'vault'));
  const wrong = [
    { ...GITHUB, totp: 'not base 32!' },
    { ...GITHUB, url: 'https://u:hush-hush@site.example/' },
  ];
  for (const given of wrong) {
    const error = await vault.add('x', given).catch((thrown: Error) => thrown);
    assert.match(String(error), /cannot be/);
    assert.doesNotMatch(String(error), /not base 32|hush/);
  }
});

/** The number of a process that was there. */
async function endedPid(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'process.pid']);
  return Number(stdout);
}
