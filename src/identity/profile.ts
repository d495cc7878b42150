/**
 * Who we appear to be: one consistent answer for request headers, `navigator`, `screen`, WebGL, fonts and the clock.
 *
 * Plain data, so that it can cross into the page's realm as it is. catalogue.ts has the ones that come with agentbrowser,
 * choose-profile.ts takes one of them, consistency.ts says what cannot be together.
 */

export interface Profile {
  /** Major version of the browser that is named in the user agent and in the client hints. */
  readonly majorVersion: number;
  /** All four numbers of it, for the client hints. */
  readonly fullVersion: string;
  readonly userAgent: string;
  /** `navigator.platform`. */
  readonly platform: string;
  /** The platform's name in client hints. */
  readonly platformName: PlatformName;
  /** The platform's version in client hints; Linux has none. */
  readonly platformVersion: string;
  readonly architecture: 'x86' | 'arm';
  /** Preferred languages, best first. Never empty. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly viewport: readonly [width: number, height: number];
  readonly screen: readonly [width: number, height: number];
  /** The part of the screen that panels, docks and menu bars leave to windows. */
  readonly availableScreen: readonly [left: number, top: number, width: number, height: number];
  /** What a window of the browser adds to its viewport: borders, tabs, the address bar. */
  readonly windowFrame: readonly [width: number, height: number];
  readonly devicePixelRatio: number;
  readonly hardwareConcurrency: number;
  /** In GB, as coarse as Chrome tells it. */
  readonly deviceMemory: number;
  readonly gpu: Gpu;
  /** Families that are installed: a page that measures text finds these and no others. */
  readonly fonts: readonly string[];
  /** What canvas and audio differ by from machine to machine: the same number, the same pixels and samples. */
  readonly seed: number;
}

export type PlatformName = 'Linux' | 'Windows' | 'macOS';

/** As WEBGL_debug_renderer_info tells it. */
export interface Gpu {
  readonly vendor: string;
  readonly renderer: string;
}

/** What a platform says of itself wherever it is named. */
export interface PlatformFacts {
  /** `navigator.platform`. */
  readonly platform: string;
  /** What stands in the parentheses of the user agent. */
  readonly userAgent: string;
  readonly architectures: readonly Profile['architecture'][];
  /** Versions as client hints have them. */
  readonly version: RegExp;
  /** What ANGLE draws with there. */
  readonly renderer: RegExp;
  readonly windowFrame: Profile['windowFrame'];
  /** Families that the platform has and that our layout has widths of. */
  readonly fonts: readonly string[];
  /** What generic names stand for, where it is not what they stand for on Linux. */
  readonly generics: Readonly<Record<string, string>>;
}

/** Of Microsoft's families, those that macOS has too. */
const WITH_OFFICE = ['Arial Black', 'Comic Sans MS', 'Georgia', 'Impact', 'Tahoma', 'Trebuchet MS', 'Verdana'];
const OF_WINDOWS = [
  'Calibri',
  'Cambria',
  'Candara',
  'Consolas',
  'Constantia',
  'Corbel',
  'Franklin Gothic Medium',
  'Lucida Console',
  'Lucida Sans Unicode',
  'Microsoft Sans Serif',
  'Palatino Linotype',
  'Segoe UI',
];
const OF_MACOS = [
  'American Typewriter',
  '-apple-system',
  'Avenir',
  'Avenir Next',
  'Baskerville',
  'BlinkMacSystemFont',
  'Didot',
  'Futura',
  'Geneva',
  'Gill Sans',
  'Helvetica Neue',
  'Hoefler Text',
  'Lucida Grande',
  'Menlo',
  'Monaco',
  'Optima',
  'Palatino',
];
const EVERYWHERE = ['Arial', 'Courier', 'Courier New', 'Helvetica', 'Times', 'Times New Roman'];

export const PLATFORMS: Readonly<Record<PlatformName, PlatformFacts>> = {
  Linux: {
    platform: 'Linux x86_64',
    userAgent: 'X11; Linux x86_64',
    architectures: ['x86'],
    version: /^$/,
    renderer: /OpenGL|Vulkan/,
    windowFrame: [0, 87],
    fonts: [
      ...EVERYWHERE,
      'Arimo',
      'Cousine',
      'DejaVu Sans',
      'DejaVu Sans Mono',
      'DejaVu Serif',
      'Liberation Mono',
      'Liberation Sans',
      'Liberation Sans Narrow',
      'Liberation Serif',
      'Sans',
      'Tinos',
    ],
    generics: {},
  },
  Windows: {
    platform: 'Win32',
    userAgent: 'Windows NT 10.0; Win64; x64',
    architectures: ['x86', 'arm'],
    // The version of Windows' contracts of APIs: 1 to 10 are Windows 10, from 13 on it is Windows 11.
    version: /^(?:[1-9]|10|1[3-9]|2\d)\.0\.0$/,
    renderer: /Direct3D/,
    windowFrame: [16, 93],
    fonts: [...EVERYWHERE, ...WITH_OFFICE, ...OF_WINDOWS],
    generics: { monospace: 'Consolas', 'system-ui': 'Segoe UI', cursive: 'Comic Sans MS', fantasy: 'Impact' },
  },
  macOS: {
    platform: 'MacIntel',
    userAgent: 'Macintosh; Intel Mac OS X 10_15_7',
    architectures: ['arm', 'x86'],
    // The oldest that Chrome still runs on, and Apple's step from 15 to 26.
    version: /^(?:1[2-5]|2[6-9])\.\d+\.\d+$/,
    renderer: /Metal|OpenGL/,
    windowFrame: [0, 87],
    fonts: [...EVERYWHERE, ...WITH_OFFICE, ...OF_MACOS],
    generics: { monospace: 'Menlo', 'system-ui': '-apple-system' },
  },
};

/** The version that we are like where no handshake asks for another one. */
export const MAJOR_VERSION = 156;

const FULL_VERSIONS: Readonly<Record<number, string>> = { 149: '149.0.7827.115', 156: '156.0.8078.79' };

export function fullVersionOf(majorVersion: number): string {
  return FULL_VERSIONS[majorVersion] ?? `${majorVersion}.0.0.0`;
}

/** Reduced, as Chrome's is: the version's other numbers are zero, and so is what the platform's could tell. */
export function userAgentOf(platformName: PlatformName, majorVersion: number): string {
  const { userAgent } = PLATFORMS[platformName];
  return `Mozilla/5.0 (${userAgent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorVersion}.0.0.0 Safari/537.36`;
}

/** Bits of a pixel: Apple's fine screens have more than others. */
export function colorDepthOf({ platformName, devicePixelRatio }: Profile): number {
  return platformName === 'macOS' && devicePixelRatio === 2 ? 30 : 24;
}

/** The same browser and machine, of another version. */
export function withVersion(profile: Profile, majorVersion: number): Profile {
  return {
    ...profile,
    majorVersion,
    fullVersion: fullVersionOf(majorVersion),
    userAgent: userAgentOf(profile.platformName, majorVersion),
  };
}

/** Chrome on Linux: the platform whose layout is our oracle, so that what a site serves is what we lay out. */
export const DEFAULT_PROFILE: Profile = {
  majorVersion: MAJOR_VERSION,
  fullVersion: fullVersionOf(MAJOR_VERSION),
  userAgent: userAgentOf('Linux', MAJOR_VERSION),
  platform: PLATFORMS.Linux.platform,
  platformName: 'Linux',
  platformVersion: '',
  architecture: 'x86',
  languages: ['en-US', 'en'],
  timeZone: 'UTC',
  viewport: [1280, 800],
  screen: [1920, 1080],
  availableScreen: [0, 27, 1920, 1053],
  windowFrame: PLATFORMS.Linux.windowFrame,
  devicePixelRatio: 1,
  hardwareConcurrency: 8,
  deviceMemory: 8,
  gpu: {
    vendor: 'Google Inc. (Intel)',
    renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)',
  },
  fonts: PLATFORMS.Linux.fonts,
  seed: 1,
};
