import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, codeSettings, waitForFreshMs } from '../../src/vault/one-time-code.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): string {
  let bits = '';
  for (const byte of Buffer.from(text)) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g)!;
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** RFC 6238 appendix B: time in seconds, and the codes by SHA-1, SHA-256 and SHA-512. */
const VECTORS = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
] as const;

test('codes are those of RFC 6238, for all three algorithms', () => {
  const seed = '1234567890'.repeat(7);
  const kinds = [
    ['SHA1', 20],
    ['SHA256', 32],
    ['SHA512', 64],
  ] as const;
  for (const [time, ...codes] of VECTORS) {
    for (const [nth, [algorithm, length]] of kinds.entries()) {
      const secret = base32(seed.slice(0, length));
      const settings = codeSettings(`otpauth://totp/x?secret=${secret}&algorithm=${algorithm}&digits=8`);
      assert.equal(codeAt(settings, time * 1000), codes[nth], `${algorithm} at ${time}`);
    }
  }
});

test('a URI says everything that differs from the usual', () => {
  const uri = 'otpauth://totp/ACME:alice?secret=JBSWY3DPEHPK3PXP&issuer=ACME&algorithm=SHA512&digits=8&period=60';
  assert.deepEqual(codeSettings(uri), {
    secret: 'JBSWY3DPEHPK3PXP',
    algorithm: 'sha512',
    digits: 8,
    periodSeconds: 60,
    skewSeconds: 0,
  });
});

test('a secret may be written in groups and small letters', () => {
  assert.equal(codeSettings('jbsw y3dp-ehpk 3pxp').secret, 'JBSWY3DPEHPK3PXP');
  assert.equal(codeSettings('JBSW.Y3DP.EHPK.3PXP').secret, 'JBSWY3DPEHPK3PXP');
  assert.equal(codeSettings('JBSWY3DP...').secret, 'JBSWY3DP');
});

test('groups do not make a secret of what is none', () => {
  for (const text of ['....', 'JBSW.Y3D', 'JBSWY3DP,EHPK3PXP', 'JBSWY3D1']) {
    assert.throws(() => codeSettings(text), /neither an otpauth/, text);
  }
});

test('codes of counters are refused', () => {
  assert.throws(() => codeSettings('otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1'), /another kind/);
});

test("near the end of a period the next one's code is waited for", () => {
  const settings = codeSettings('JBSWY3DPEHPK3PXP');
  assert.deepEqual(
    [0, 20_000, 27_000, 29_999].map((now) => waitForFreshMs(settings, now)),
    [0, 0, 3_000, 1],
  );
});

test('a clock that is ahead gets the code of its own time', () => {
  const ahead = codeSettings('JBSWY3DPEHPK3PXP', 30);
  assert.equal(codeAt(ahead, 0), codeAt(codeSettings('JBSWY3DPEHPK3PXP'), 30_000));
});
