import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATALOGUE } from '../../src/identity/catalogue.ts';
import { chooseProfile, type ProfileRequest, type ProfileWish } from '../../src/identity/choose-profile.ts';
import { findContradiction } from '../../src/identity/consistency.ts';
import { DEFAULT_PROFILE, PLATFORMS, type Profile, userAgentOf } from '../../src/identity/profile.ts';

const VIEWPORT = [1280, 800] as const;
const choose = (request: Partial<ProfileRequest> = {}): Profile => chooseProfile({ viewport: VIEWPORT, ...request });
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test('the usual profile and every machine of the catalogue are without contradiction', () => {
  assert.equal(findContradiction(DEFAULT_PROFILE), null);
  for (const wish of ['linux', 'windows', 'macos'] as const) {
    for (const seed of seeds) assert.equal(findContradiction(choose({ seed, wish })), null);
  }
});

test('without a seed and a wish it is the usual profile', () => {
  assert.deepEqual(choose(), DEFAULT_PROFILE);
});

test('the same seed gives the same profile, and seeds reach all machines of a platform', () => {
  assert.deepEqual(choose({ seed: 7 }), choose({ seed: 7 }));
  for (const [wish, platformName] of [
    ['linux', 'Linux'],
    ['windows', 'Windows'],
    ['macos', 'macOS'],
  ] as const) {
    const found = new Set(seeds.map((seed) => JSON.stringify(machineOf(choose({ seed, wish, viewport: [800, 600] })))));
    const all = CATALOGUE.filter((machine) => machine.platformName === platformName);
    assert.equal(found.size, all.length, platformName);
  }
});

function machineOf({ screen, gpu, hardwareConcurrency, deviceMemory, platformVersion }: Profile): object {
  return { screen, gpu, hardwareConcurrency, deviceMemory, platformVersion };
}

test('any viewport that can be asked for gets a screen that has room for it', () => {
  const size = fc.integer({ min: 1, max: 16_384 });
  fc.assert(
    fc.property(size, size, fc.nat(), fc.constantFrom('linux', 'windows', 'macos'), (width, height, seed, wish) => {
      assert.equal(findContradiction(choose({ viewport: [width, height], seed, wish })), null);
    }),
    { numRuns: 300 },
  );
});

test('the version is that of the handshake, everywhere', () => {
  const { majorVersion, userAgent, fullVersion } = choose({ handshakeVersion: 149, seed: 1 });
  assert.equal(majorVersion, 149);
  assert.match(userAgent, /Chrome\/149\.0\.0\.0 /);
  assert.match(fullVersion, /^149\.0\./);
});

test('what a user says goes with what the catalogue has', () => {
  const profile = choose({ seed: 3, wish: { platform: 'windows', screen: [2560, 1440], hardwareConcurrency: 20 } });
  assert.equal(profile.platform, 'Win32');
  assert.deepEqual(profile.screen, [2560, 1440]);
  assert.equal(profile.availableScreen[2], 2560);
  assert.equal(profile.hardwareConcurrency, 20);
  assert.match(profile.gpu.renderer, /Direct3D11/);
});

const CONTRADICTIONS: readonly (readonly [ProfileWish, RegExp])[] = [
  [{ majorVersion: 140 }, /majorVersion and identity/],
  [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/100.0.0.0' }, /userAgent and majorVersion/],
  [{ platform: 'windows', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/149.0.0.0' }, /userAgent and platform/],
  ...[
    'HeadlessChrome/149.0.0.0 Safari/537.36',
    'Chrome/149.0.7827.115 Safari/537.36',
    'Chrome/149.0.0.0 Mobile Safari/537.36',
    'Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0',
  ].map((browser): [ProfileWish, RegExp] => [
    { userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}` },
    /userAgent and majorVersion/,
  ]),
  [{ platformVersion: '15.0.0' }, /platformVersion and platform/],
  [{ platform: 'windows', platformVersion: '11.0.0' }, /platformVersion and platform/],
  [{ platform: 'macos', platformVersion: '10.15.7' }, /platformVersion and platform/],
  [{ platform: 'windows', architecture: 'arm' }, /gpu and architecture/],
  [{ hardwareConcurrency: 0 }, /hardwareConcurrency and platform/],
  [{ hardwareConcurrency: 7.5 }, /hardwareConcurrency and platform/],
  [
    {
      platform: 'macos',
      gpu: {
        vendor: 'Google Inc. (Apple)',
        renderer: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)',
      },
      hardwareConcurrency: 24,
    },
    /hardwareConcurrency and gpu/,
  ],
  [{ devicePixelRatio: 20 }, /screen and devicePixelRatio/],
  [{ platform: 'windows', fonts: [] }, /fonts and platform/],
  [{ architecture: 'arm' }, /architecture and platform/],
  [{ gpu: { vendor: 'Google Inc. (X)', renderer: 'ANGLE (X, Y Direct3D11, D3D11)' } }, /gpu and platform/],
  [{ platform: 'macos', architecture: 'x86' }, /gpu and architecture/],
  [{ gpu: { vendor: 'Google Inc. (X)', renderer: 'ANGLE (Y, OpenGL 4.6)' } }, /gpu\.vendor and gpu\.renderer/],
  [{ availableScreen: [0, 0, 9000, 9000] }, /availableScreen and screen/],
  [{ screen: [1280, 720] }, /viewport and screen/],
  [{ platform: 'macos', devicePixelRatio: 1.5 }, /devicePixelRatio and platform/],
  [{ deviceMemory: 12 }, /deviceMemory and majorVersion/],
  [{ platform: 'windows', fonts: ['DejaVu Sans'] }, /fonts and platform/],
];

for (const [wish, fields] of CONTRADICTIONS) {
  test(`a contradiction names its two fields: ${fields.source}`, () => {
    assert.throws(() => choose({ seed: 1, wish, handshakeVersion: 149 }), {
      code: 'inconsistent_profile',
      message: fields,
    });
  });
}

test('words of a user may stand behind the user agent', () => {
  const userAgent = `${userAgentOf('Linux', 156)} MyAgent/1.0`;
  assert.equal(choose({ seed: 1, wish: { userAgent } }).userAgent, userAgent);
});

test('no platform claims another name for itself', () => {
  const other = { ...DEFAULT_PROFILE, platform: PLATFORMS.Windows.platform };
  assert.deepEqual(findContradiction(other)?.fields, ['platform', 'platformName']);
});
