/**
 * One machine tells one story: user agent, client hints, headers, languages and time zone, for every machine of the catalogue,
 * with any seed and behind a proxy of any country.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseProfile } from '../../src/identity/choose-profile.ts';
import { brandsOf, hintValues } from '../../src/identity/client-hints.ts';
import { findContradiction } from '../../src/identity/consistency.ts';
import { placeOfCountry } from '../../src/identity/country.ts';
import type { Profile } from '../../src/identity/profile.ts';
import {
  browserHeaders,
  type Destination,
  type RequestContext,
  socketHeaders,
} from '../../src/identity/request-headers.ts';

const DESTINATIONS: readonly Destination[] = ['document', 'iframe', 'style', 'script', 'worker', 'image', 'fetch'];
const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'BR', 'JP', 'IN', 'AU', 'CH', 'PL'];
/** How the platform is called in the user agent, in `navigator.platform` and in the hints. */
const NAMES: Readonly<Record<string, readonly [agent: string, platform: string]>> = {
  Linux: ['X11; Linux x86_64', 'Linux x86_64'],
  Windows: ['Windows NT 10.0; Win64; x64', 'Win32'],
  macOS: ['Macintosh; Intel Mac OS X 10_15_7', 'MacIntel'],
};
/** As Chrome sends them; what a request does not have is left out. */
const ORDER = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'Upgrade-Insecure-Requests',
  'User-Agent',
  'Accept',
  'Sec-Fetch-Site',
  'Sec-Fetch-Mode',
  'Sec-Fetch-User',
  'Sec-Fetch-Dest',
  'Referer',
  'Accept-Encoding',
  'Accept-Language',
];

const anyProfile = fc
  .tuple(
    fc.constantFrom('linux' as const, 'windows' as const, 'macos' as const),
    fc.nat(),
    fc.constantFrom(...COUNTRIES),
  )
  .map(([wish, seed, country]): readonly [Profile, string] => [
    chooseProfile({ wish, seed, viewport: [1280, 720], ...placeOfCountry(country)! }),
    country,
  ]);

const anyContext = fc.record<RequestContext>({
  destination: fc.constantFrom(...DESTINATIONS),
  site: fc.constantFrom('none' as const, 'same-origin' as const, 'cross-site' as const),
  userActivated: fc.boolean(),
  trustworthy: fc.boolean(),
  referrer: fc.constantFrom(null, 'https://a.test/'),
});

test('headers, hints and the page are told the same, in one order, for every machine, seed, country and kind of request', () => {
  fc.assert(
    fc.property(anyProfile, anyContext, ([profile], context) => {
      const headers = browserHeaders(profile, context);
      const value = (name: string) => headers.find(([each]) => each === name)?.[1];
      assert.deepEqual(
        headers.map(([name]) => name),
        ORDER.filter((name) => value(name) !== undefined),
      );
      assert.equal(value('User-Agent'), profile.userAgent);
      assert.equal(value('Accept-Language')!.replace(/;q=0\.\d/g, ''), profile.languages.join());
      const brands = brandsOf(profile).map(({ brand, version }) => `"${brand}";v="${version}"`);
      assert.equal(value('sec-ch-ua'), context.trustworthy ? brands.join(', ') : undefined);
      assert.equal(value('sec-ch-ua-platform'), context.trustworthy ? `"${profile.platformName}"` : undefined);
      assert.equal(value('Sec-Fetch-Dest') === undefined, !context.trustworthy);
      assert.equal(new Map(socketHeaders(profile)).get('User-Agent'), profile.userAgent);
    }),
    { numRuns: 400 },
  );
});

test('platform and version are one in the user agent, the platform and the hints', () => {
  fc.assert(
    fc.property(anyProfile, ([profile]) => {
      const { userAgent, platform, platformName, majorVersion, fullVersion } = profile;
      const [agent, navigatorPlatform] = NAMES[platformName]!;
      assert.ok(userAgent.includes(`(${agent})`), userAgent);
      assert.equal(platform, navigatorPlatform);
      assert.ok(userAgent.includes(` Chrome/${majorVersion}.0.0.0 `));
      assert.ok(fullVersion.startsWith(`${majorVersion}.0.`));
      const hints = hintValues(profile);
      assert.equal(hints['platform'], platformName);
      assert.equal(hints['uaFullVersion'], fullVersion);
      assert.equal(hints['architecture'], platformName === 'macOS' ? 'arm' : 'x86');
      assert.equal(findContradiction(profile), null);
    }),
    { numRuns: 400 },
  );
});

test('a machine behind a proxy is at home in its country', () => {
  fc.assert(
    fc.property(anyProfile, ([{ timeZone, languages }, country]) => {
      assert.deepEqual({ timeZone, languages }, placeOfCountry(country));
      // What the page formats by is what the headers ask for.
      assert.equal(new Intl.DateTimeFormat(languages[0]!, { timeZone }).resolvedOptions().timeZone, timeZone);
      assert.ok(new Intl.Locale(languages[0]!).maximize().region !== undefined);
    }),
    { numRuns: 200 },
  );
});
