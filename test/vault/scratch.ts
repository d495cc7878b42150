/**
 * A folder for one test, gone when it is over, and keys that cost nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Vault, type VaultOptions } from '../../src/vault/vault.ts';

export function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentbrowser-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Parameters are stored in the file: this one is for tests. */
export const CHEAP = { kind: 'scrypt', logN: 1, r: 1, p: 1 } as const;

export const PASSPHRASE = { kind: 'passphrase', passphrase: 'open sesame' } as const;

export const GITHUB = {
  url: 'https://github.example/login',
  username: 'alice@example.org',
  password: 'correct-horse-battery',
  totp: 'JBSWY3DPEHPK3PXP',
} as const;

export function openVault(path: string, options: Partial<VaultOptions> = {}): Promise<Vault> {
  return Vault.open({ path, key: PASSPHRASE, derivation: CHEAP, ...options });
}
