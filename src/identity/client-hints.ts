/**
 * UA client hints: the brands, and what is told to who asks for more.
 *
 * In:  who we appear to be. Out: values for `navigator.userAgentData` and for request headers.
 *
 * UA Client Hints https://wicg.github.io/ua-client-hints/
 */
import type { Profile } from './profile.ts';

export interface Brand {
  readonly brand: string;
  readonly version: string;
}

const GREASE_CHARACTERS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const GREASE_VERSIONS = ['8', '99', '24'];
/** Where the made-up brand, Chromium and Chrome stand in the list. */
const BRAND_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** The brand list of the client hints. Chrome derives its made-up brand and the order from the major version. */
export function brandsOf(profile: Profile): readonly Brand[] {
  return brandList(profile, (madeUp) => madeUp, String(profile.majorVersion));
}

/** The same with all numbers of the versions. */
export function fullBrandsOf(profile: Profile): readonly Brand[] {
  return brandList(profile, (madeUp) => `${madeUp}.0.0.0`, profile.fullVersion);
}

function brandList(profile: Profile, madeUp: (version: string) => string, version: string): readonly Brand[] {
  const seed = profile.majorVersion;
  const first = GREASE_CHARACTERS[seed % GREASE_CHARACTERS.length];
  const second = GREASE_CHARACTERS[(seed + 1) % GREASE_CHARACTERS.length];
  const [madeAt, chromiumAt, chromeAt] = BRAND_ORDERS[seed % BRAND_ORDERS.length]!;
  const brands: Brand[] = [];
  brands[madeAt] = {
    brand: `Not${first}A${second}Brand`,
    version: madeUp(GREASE_VERSIONS[seed % GREASE_VERSIONS.length]!),
  };
  brands[chromiumAt] = { brand: 'Chromium', version };
  brands[chromeAt] = { brand: 'Google Chrome', version };
  return brands;
}

/** §4.1.3: all that `getHighEntropyValues()` can be asked for, in the order of Chrome's answer. */
export function hintValues(profile: Profile): Readonly<Record<string, unknown>> {
  return {
    architecture: profile.architecture,
    bitness: '64',
    brands: brandsOf(profile),
    formFactors: ['Desktop'],
    fullVersionList: fullBrandsOf(profile),
    mobile: false,
    model: '',
    platform: profile.platformName,
    platformVersion: profile.platformVersion,
    uaFullVersion: profile.fullVersion,
    wow64: false,
  };
}

/** What a session's caller may have changed (session/emulation.ts). */
export interface HintEnvironment {
  readonly viewport: readonly [width: number, height: number];
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: boolean;
}

type HintValue = (profile: Profile, environment: HintEnvironment) => string;

const brandText = (brands: readonly Brand[]): string =>
  brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', ');

/** `sec-ch-ua`, which every request tells. */
export function brandsHint(profile: Profile): string {
  return brandText(brandsOf(profile));
}

const viewportWidth: HintValue = (_profile, { viewport }) => String(viewport[0]);
const memory: HintValue = ({ deviceMemory }) => String(deviceMemory);
const ratio: HintValue = ({ devicePixelRatio }) => String(devicePixelRatio);

/**
 * Hints that are told to who asks for them. What a connection is like is what `navigator.connection` says.
 *
 * Differs: the width that an image will have is not told, because layout comes after the request.
 */
const HINTS: Readonly<Record<string, HintValue>> = {
  'device-memory': memory,
  'sec-ch-device-memory': memory,
  dpr: ratio,
  'sec-ch-dpr': ratio,
  'viewport-width': viewportWidth,
  'sec-ch-viewport-width': viewportWidth,
  rtt: () => '50',
  downlink: () => '10',
  ect: () => '4g',
  'sec-ch-ua-full-version': ({ fullVersion }) => `"${fullVersion}"`,
  'sec-ch-ua-arch': ({ architecture }) => `"${architecture}"`,
  'sec-ch-ua-platform-version': ({ platformVersion }) => `"${platformVersion}"`,
  'sec-ch-ua-model': () => '""',
  'sec-ch-ua-bitness': () => '"64"',
  'sec-ch-ua-wow64': () => '?0',
  'sec-ch-ua-full-version-list': (profile) => brandText(fullBrandsOf(profile)),
  'sec-ch-ua-form-factors': () => '"Desktop"',
  'sec-ch-prefers-color-scheme': (_profile, { colorScheme }) => colorScheme,
  'sec-ch-prefers-reduced-motion': (_profile, { reducedMotion }) => (reducedMotion ? 'reduce' : 'no-preference'),
  'sec-ch-prefers-reduced-transparency': () => 'no-preference',
  'sec-ch-viewport-height': (_profile, { viewport }) => String(viewport[1]),
};

export function isHighEntropyHint(name: string): boolean {
  return Object.hasOwn(HINTS, name);
}

/** The headers of these hints, in Chrome's order. */
export function hintHeaders(
  profile: Profile,
  environment: HintEnvironment,
  wanted: readonly string[],
): (readonly [name: string, value: string])[] {
  return Object.entries(HINTS).flatMap(([name, value]) =>
    wanted.includes(name) ? [[name, value(profile, environment)] as const] : [],
  );
}
