/**
 * navigator and screen, from the session's profile.
 *
 * HTML §8.10 https://html.spec.whatwg.org/#the-navigator-object, CSSOM View 1 §4.3
 */
import { brandsOf, type Profile } from '../../identity/profile.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { create, defineProperty } from '../primordials.ts';

let profile: Profile | null = null;

export function setProfile(next: Profile): void {
  profile = next;
  languages = Object.freeze([...next.languages]);
}

let languages: readonly string[] = Object.freeze([]);

function readOnly(interfaceName: string, members: Readonly<Record<string, (profile: Profile) => unknown>>): object {
  defineInterface(interfaceName, null);
  for (const [name, read] of Object.entries(members)) {
    defineProperty(prototypeOf(interfaceName), name, {
      get: () => read(profile!),
      enumerable: true,
      configurable: true,
    });
  }
  return create(prototypeOf(interfaceName));
}

export function makeNavigator(): object {
  const userAgentData = readOnly('NavigatorUAData', {
    brands: (own) => brandsOf(own).map(({ brand, version }) => ({ brand, version })),
    mobile: () => false,
    platform: (own) => own.platformName,
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
    pdfViewerEnabled: () => false,
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
  return navigator;
}

export function makeScreen(): object {
  return readOnly('Screen', {
    availHeight: ({ screen }) => screen[1],
    availLeft: () => 0,
    availTop: () => 0,
    availWidth: ({ screen }) => screen[0],
    colorDepth: () => 24,
    height: ({ screen }) => screen[1],
    isExtended: () => false,
    pixelDepth: () => 24,
    width: ({ screen }) => screen[0],
  });
}
