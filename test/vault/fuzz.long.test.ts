import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAgentBrowserError } from '../../src/errors.ts';
import { GITHUB, openVault, scratchFolder } from './scratch.ts';

const RUNS = 5_000;

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function damage(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length);
  switch (random(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes, Buffer.alloc(1 + random(40), random(256))]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))]);
    case 3: {
      // The header is where the decisions are.
      const copy = Buffer.from(bytes);
      const place = random(80);
      copy[place] = copy[place]! ^ (1 << random(8));
      return copy;
    }
    case 4: {
      const copy = Buffer.from(bytes);
      for (let times = 1 + random(30); times > 0; times--) copy[random(copy.length)] = random(256);
      return copy;
    }
    default: {
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ (1 << random(8));
      return copy;
    }
  }
}

test(`${RUNS} damaged files: each is refused with a reason, tells nothing and is left as it is`, async (t) => {
  const path = join(scratchFolder(t), 'vault');
  const vault = await openVault(path);
  await vault.add('github', GITHUB);
  const whole = readFileSync(path);
  const random = numbers(9);
  let refused = 0;
  for (let run = 0; run < RUNS; run++) {
    const broken = damage(whole, random);
    if (broken.equals(whole)) continue;
    writeFileSync(path, broken);
    const error = await openVault(path).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    assert.ok(isAgentBrowserError(error), `run ${run}: ${String(error)}`);
    assert.ok(error.code === 'vault_damaged' || error.code === 'vault_locked', `run ${run}: ${error.code}`);
    assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /github|alice|correct|JBSWY/);
    assert.ok(readFileSync(path).equals(broken), `run ${run}: the file was changed`);
    refused++;
  }
  assert.ok(refused > RUNS * 0.95);
  writeFileSync(path, whole);
  assert.equal((await (await openVault(path)).list()).length, 1);
});
