/**
 * The profile of a session: a machine of the catalogue, by the session's seed, with what its user wants otherwise.
 *
 * In:  a seed, the viewport, and wishes. Out: a whole profile, in which nothing contradicts (consistency.ts).
 */
import { CATALOGUE, type Machine } from './catalogue.ts';
import { checkProfile } from './consistency.ts';
import {
  DEFAULT_PROFILE,
  fullVersionOf,
  type Gpu,
  MAJOR_VERSION,
  PLATFORMS,
  type PlatformName,
  type Profile,
  userAgentOf,
} from './profile.ts';

/** What a user can say about who a session appears to be. What is not said comes from the catalogue. */
export interface ProfileWish {
  readonly platform?: PlatformWish | undefined;
  readonly platformVersion?: string | undefined;
  readonly architecture?: Profile['architecture'] | undefined;
  readonly majorVersion?: number | undefined;
  readonly userAgent?: string | undefined;
  readonly screen?: readonly [width: number, height: number] | undefined;
  readonly availableScreen?: readonly [left: number, top: number, width: number, height: number] | undefined;
  readonly devicePixelRatio?: number | undefined;
  readonly hardwareConcurrency?: number | undefined;
  readonly deviceMemory?: number | undefined;
  readonly gpu?: Gpu | undefined;
  readonly fonts?: readonly string[] | undefined;
}

export type PlatformWish = 'linux' | 'windows' | 'macos';

const NAMES: Readonly<Record<PlatformWish, PlatformName>> = { linux: 'Linux', windows: 'Windows', macos: 'macOS' };

export interface ProfileRequest {
  /** Without one it is the usual profile, the same for everybody. */
  readonly seed?: number | undefined;
  readonly viewport: Profile['viewport'];
  readonly wish?: PlatformWish | ProfileWish | undefined;
  /** The version that the connection's handshake belongs to, where it has one. */
  readonly handshakeVersion?: number | undefined;
  readonly timeZone?: string | undefined;
  readonly languages?: readonly string[] | undefined;
}

/** Throws `inconsistent_profile` when wishes cannot be together. */
export function chooseProfile(request: ProfileRequest): Profile {
  const { seed, viewport, handshakeVersion, timeZone, languages } = request;
  const wish = typeof request.wish === 'string' ? { platform: request.wish } : (request.wish ?? {});
  const platformName = NAMES[wish.platform ?? 'linux'];
  const place = {
    timeZone: timeZone ?? DEFAULT_PROFILE.timeZone,
    languages: languages ?? DEFAULT_PROFILE.languages,
    viewport,
  };
  const isUsual = seed === undefined && request.wish === undefined;
  const machine = isUsual ? null : machineFor(platformName, seed ?? 0, viewport);
  const base = machine === null ? fitted(DEFAULT_PROFILE, viewport) : profileOf(machine, seed ?? 0, viewport);
  const majorVersion = wish.majorVersion ?? handshakeVersion ?? MAJOR_VERSION;
  const profile: Profile = {
    ...base,
    ...place,
    majorVersion,
    fullVersion: fullVersionOf(majorVersion),
    userAgent: userAgentOf(platformName, majorVersion),
    ...given(wish),
    ...(wish.screen === undefined ? {} : screenOf(wish, machine)),
  };
  checkProfile(profile, handshakeVersion);
  return profile;
}

/** What a wish says, without what it leaves open. */
function given({ platform: _1, screen: _2, ...rest }: ProfileWish): Partial<Profile> {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

function machineFor(platformName: PlatformName, seed: number, viewport: Profile['viewport']): Machine {
  const all = CATALOGUE.filter((machine) => machine.platformName === platformName);
  const roomy = all.filter((machine) => fits(machine, viewport));
  const machines = roomy.length > 0 ? roomy : all;
  return machines[scrambled(seed) % machines.length]!;
}

/** Seeds that are next to each other shall not give machines that are. */
function scrambled(seed: number): number {
  let bits = Math.imul(seed ^ (seed >>> 16), 0x45d9_f3b) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9_f3b) >>> 0;
  return (bits ^ (bits >>> 16)) >>> 0;
}

function outerSize(viewport: Profile['viewport'], platformName: PlatformName): readonly [number, number] {
  const [width, height] = PLATFORMS[platformName].windowFrame;
  return [viewport[0] + width, viewport[1] + height];
}

function fits({ platformName, screen, panels }: Machine, viewport: Profile['viewport']): boolean {
  const [width, height] = outerSize(viewport, platformName);
  return width <= screen[0] - panels[0] - panels[2] && height <= screen[1] - panels[1] - panels[3];
}

function profileOf(machine: Machine, seed: number, viewport: Profile['viewport']): Profile {
  const { panels, ...facts } = machine;
  const { platform, windowFrame, fonts } = PLATFORMS[machine.platformName];
  const base = { ...DEFAULT_PROFILE, ...facts, platform, windowFrame, fonts, seed };
  return fitted({ ...base, availableScreen: without(machine.screen, panels) }, viewport);
}

function without([width, height]: Profile['screen'], panels: Machine['panels']): Profile['availableScreen'] {
  const [left, top, right, bottom] = panels;
  return [left, top, width - left - right, height - top - bottom];
}

/** Screens that are sold, for viewports that no machine of the catalogue has room for. */
const LARGE_SCREENS = [
  [3440, 1440],
  [3840, 2160],
  [5120, 2880],
] as const;

/** The profile on a screen that has room for the viewport: a larger one that is sold, or one that is made for it. */
function fitted(profile: Profile, viewport: Profile['viewport']): Profile {
  const { screen, availableScreen } = profile;
  const [width, height] = outerSize(viewport, profile.platformName);
  if (width <= availableScreen[2] && height <= availableScreen[3]) return profile;
  const [across, down] = [screen[0] - availableScreen[2], screen[1] - availableScreen[3]];
  const large = LARGE_SCREENS.find(([x, y]) => width <= x - across && height <= y - down);
  const [x, y] = large ?? [Math.max(screen[0], width + across), Math.max(screen[1], height + down)];
  const [left, top] = availableScreen;
  return { ...profile, screen: [x, y], availableScreen: [left, top, x - across, y - down] };
}

/** A screen that the user names has the panels of the machine, unless the user says what is left. */
function screenOf({ screen, availableScreen }: ProfileWish, machine: Machine | null): Partial<Profile> {
  const panels = machine?.panels ?? ([0, 27, 0, 0] as const);
  return { screen: screen!, availableScreen: availableScreen ?? without(screen!, panels) };
}
