/**
 * navigator and screen, from the session's profile.
 *
 * HTML §8.10 https://html.spec.whatwg.org/#the-navigator-object, CSSOM View 1 §4.3
 */
import { brandsOf, hintValues } from '../../identity/client-hints.ts';
import { colorDepthOf, type Profile } from '../../identity/profile.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { promised, rejectedWith } from '../network/promises.ts';
import { create } from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { admit, checkAdmitted, giveAdmitted } from './admitted.ts';
import { defineHandlersOf } from './navigator-object.ts';
import { installPlugins } from './plugins.ts';

let profile: Profile | null = null;

export function setProfile(next: Profile): void {
  profile = next;
  languages = Object.freeze([...next.languages]);
}

/** Who the session appears to be. */
export function currentProfile(): Profile {
  return profile!;
}

let languages: readonly string[] = Object.freeze([]);

function readOnly(
  interfaceName: string,
  members: Readonly<Record<string, (profile: Profile) => unknown>>,
  parent: string | null = null,
): object {
  defineInterface(interfaceName, parent);
  for (const [name, read] of Object.entries(members)) {
    defineNamedAccessor(prototypeOf(interfaceName), name, read, readFor, null);
  }
  return admit(create(prototypeOf(interfaceName)) as object);
}

function readFor(self: unknown, read: (profile: Profile) => unknown): unknown {
  checkAdmitted(self);
  return read(profile!);
}

export function makeNavigator(): object {
  const userAgentData = readOnly('NavigatorUAData', {
    brands: (own) => copies(brandsOf(own)),
    mobile: () => false,
    platform: (own) => own.platformName,
  });
  defineMembers<object>('NavigatorUAData', {
    getHighEntropyValues(hints: unknown): Promise<object> {
      return promised(() => {
        checkAdmitted(this);
        return highEntropyValues(profile!, [...(hints as Iterable<unknown>)]);
      });
    },
    toJSON(): object {
      checkAdmitted(this);
      return lowEntropyValues(profile!);
    },
  });
  const navigator = readOnly('Navigator', {
    appCodeName: () => 'Mozilla',
    appName: () => 'Netscape',
    appVersion: (own) => own.userAgent.replace(/^Mozilla\//, ''),
    cookieEnabled: () => true,
    deviceMemory: (own) => own.deviceMemory,
    doNotTrack: () => null,
    hardwareConcurrency: (own) => own.hardwareConcurrency,
    language: () => languages[0],
    languages: () => languages,
    maxTouchPoints: () => 0,
    onLine: () => true,
    pdfViewerEnabled: () => true,
    platform: (own) => own.platform,
    product: () => 'Gecko',
    productSub: () => '20030107',
    userAgent: (own) => own.userAgent,
    userAgentData: () => userAgentData,
    vendor: () => 'Google Inc.',
    vendorSub: () => '',
    webdriver: () => false,
  });
  defineMembers<object>('Navigator', {
    javaEnabled(): boolean {
      return false;
    },
  });
  installPlugins();
  defineRecordInterface('NetworkInformation', 'EventTarget', ['effectiveType', 'rtt', 'downlink', 'saveData']);
  defineHandlersOf('NetworkInformation', ['change']);
  // Network Information §4: rounded, and the same for everybody with a usual line.
  const connection = makeRecord('NetworkInformation', { effectiveType: '4g', rtt: 50, downlink: 10, saveData: false });
  defineNamedAccessor(prototypeOf('Navigator'), 'connection', connection, giveAdmitted, null);
  return navigator;
}

function copies(brands: ReturnType<typeof brandsOf>): object[] {
  return brands.map(({ brand, version }) => ({ brand, version }));
}

function lowEntropyValues(own: Profile): Record<string, unknown> {
  return { brands: copies(brandsOf(own)), mobile: false, platform: own.platformName };
}

/** UA Client Hints §4.1.4: what was asked for and what everybody gets, by name. */
function highEntropyValues(own: Profile, hints: readonly unknown[]): object {
  const all = hintValues(own);
  const wanted = hints.map((hint) => `${hint}`);
  const values: Record<string, unknown> = {};
  for (const name in all) {
    if (name === 'brands' || name === 'mobile' || name === 'platform' || wanted.includes(name))
      values[name] = all[name];
  }
  return values;
}

export function makeScreen(): object {
  const members: Parameters<typeof readOnly>[1] = {
    availHeight: ({ availableScreen }) => availableScreen[3],
    availLeft: ({ availableScreen }) => availableScreen[0],
    availTop: ({ availableScreen }) => availableScreen[1],
    availWidth: ({ availableScreen }) => availableScreen[2],
    colorDepth: colorDepthOf,
    height: ({ screen }) => screen[1],
    isExtended: () => false,
    pixelDepth: colorDepthOf,
    width: ({ screen }) => screen[0],
  };
  const screen = readOnly('Screen', members, 'EventTarget');
  defineRecordInterface('ScreenOrientation', 'EventTarget', ['angle', 'type']);
  defineHandlersOf('ScreenOrientation', ['change']);
  defineMembers<object>('ScreenOrientation', {
    lock(_orientation: unknown): Promise<never> {
      const why = 'screen.orientation.lock() is not available on this device.';
      return rejectedWith(domException('NotSupportedError', why));
    },
    unlock(): void {},
  });
  const orientation = makeRecord('ScreenOrientation', { angle: 0, type: 'landscape-primary' });
  defineNamedAccessor(prototypeOf('Screen'), 'orientation', orientation, giveAdmitted, null);
  return screen;
}
