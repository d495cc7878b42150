/**
 * The order of members on prototypes that pages look at to tell browsers apart, as Chrome has it.
 *
 * Done once, when everything is installed; a name that we do not have is passed over, one that is not listed comes last.
 */
import { prototypeOf } from '../dom/interfaces.ts';
import { defineProperty, getOwnPropertyDescriptor, hasWord, ownKeys, reflect } from '../primordials.ts';

const ORDERS: Readonly<Record<string, string>> = {
  Navigator:
    'vendorSub productSub vendor maxTouchPoints scheduling userActivation geolocation doNotTrack hardwareConcurrency ' +
    'cookieEnabled appCodeName appName appVersion platform product userAgent language languages onLine webdriver plugins ' +
    'mimeTypes pdfViewerEnabled connection javaEnabled sendBeacon vibrate constructor clipboard credentials mediaDevices ' +
    'serviceWorker wakeLock deviceMemory userAgentData locks storage permissions',
  Screen:
    'availWidth availHeight width height colorDepth pixelDepth availLeft availTop orientation constructor onchange isExtended',
  NavigatorUAData: 'brands mobile platform getHighEntropyValues toJSON constructor',
  NetworkInformation: 'onchange effectiveType rtt downlink saveData constructor',
  PluginArray: 'length item namedItem refresh constructor',
  Plugin: 'name filename description length item namedItem constructor',
  MimeTypeArray: 'length item namedItem constructor',
  MimeType: 'type suffixes description enabledPlugin constructor',
  History: 'length scrollRestoration state back forward go pushState replaceState constructor',
  Permissions: 'query constructor',
  PermissionStatus: 'name state onchange constructor',
  Storage: 'length clear getItem key removeItem setItem constructor',
};

export function orderMembers(): void {
  for (const [name, order] of Object.entries(ORDERS)) {
    const prototype = prototypeOf(name);
    const others = ownKeys(prototype).filter((key) => typeof key === 'string' && !hasWord(` ${order} `, key));
    for (const key of [...order.split(' '), ...others]) {
      const descriptor = getOwnPropertyDescriptor(prototype, key);
      // What was taken away and put back is the last one.
      if (descriptor === undefined || !reflect.deleteProperty(prototype, key)) continue;
      defineProperty(prototype, key, descriptor);
    }
  }
}
