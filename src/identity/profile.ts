/**
 * Who we appear to be: one consistent answer for request headers, `navigator` and `screen`.
 *
 * Plain data, so that it can cross into the page's realm as it is.
 */

export interface Profile {
  /** Major version of the browser that is named in the user agent and in the client hints. */
  readonly majorVersion: number;
  readonly userAgent: string;
  /** `navigator.platform`. */
  readonly platform: string;
  /** The platform's name in client hints. */
  readonly platformName: string;
  /** Preferred languages, best first. Never empty. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly viewport: readonly [width: number, height: number];
  readonly screen: readonly [width: number, height: number];
  readonly devicePixelRatio: number;
  readonly hardwareConcurrency: number;
  readonly deviceMemory: number;
}

const MAJOR_VERSION = 156;

/** Chrome on Linux: the platform whose layout is our oracle, so that what a site serves is what we lay out. */
export const DEFAULT_PROFILE: Profile = {
  majorVersion: MAJOR_VERSION,
  userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${MAJOR_VERSION}.0.0.0 Safari/537.36`,
  platform: 'Linux x86_64',
  platformName: 'Linux',
  languages: ['en-US', 'en'],
  timeZone: 'UTC',
  viewport: [1280, 800],
  screen: [1920, 1080],
  devicePixelRatio: 1,
  hardwareConcurrency: 8,
  deviceMemory: 8,
};

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
  const seed = profile.majorVersion;
  const version = String(seed);
  const first = GREASE_CHARACTERS[seed % GREASE_CHARACTERS.length];
  const second = GREASE_CHARACTERS[(seed + 1) % GREASE_CHARACTERS.length];
  const made: Brand = {
    brand: `Not${first}A${second}Brand`,
    version: GREASE_VERSIONS[seed % GREASE_VERSIONS.length]!,
  };
  const [madeAt, chromiumAt, chromeAt] = BRAND_ORDERS[seed % BRAND_ORDERS.length]!;
  const brands: Brand[] = [];
  brands[madeAt] = made;
  brands[chromiumAt] = { brand: 'Chromium', version };
  brands[chromeAt] = { brand: 'Google Chrome', version };
  return brands;
}
