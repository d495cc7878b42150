/**
 * What WPT's cookie tests ask of WebDriver: to see and to delete cookies from outside of the page; and a stand-in for the
 * window with which they set SameSite cookies of other origins, because windows of a session do not talk to each other.
 *
 * In:  requests of the page to `DRIVER_PATH`. Out: JSON.
 *
 * https://w3c.github.io/webdriver/#cookies
 */
import type { Cookie } from '../../src/net/cookie.ts';
import { type CookieJar, OWN_NAVIGATION } from '../../src/net/cookie-jar.ts';

export const DRIVER_PATH = '/__wpt_driver';

/** testdriver-vendor.js: the page's side. */
export const DRIVER_SCRIPT = `(() => {
  const ask = async (what) => (await fetch('${DRIVER_PATH}?' + new URLSearchParams({ ...what, page: location.href }))).json();
  Object.assign(window.test_driver_internal, {
    in_automation: true,
    delete_all_cookies: () => ask({ ask: 'delete' }),
    get_all_cookies: () => ask({ ask: 'all' }),
    get_named_cookie: async (name) => (await ask({ ask: 'all' })).find((cookie) => cookie.name === name),
  });
})();
`;

/** Behind cookie-helper.sub.js: cookies of an origin are set as a window of that origin would set them. */
export const HELPER_SCRIPT = `
window.resetSameSiteCookies = async (origin, value) => {
  await fetch('${DRIVER_PATH}?' + new URLSearchParams({ ask: 'samesite', page: origin + '/', value }));
};
`;

export function drive(query: URLSearchParams, jar: CookieJar): unknown {
  const page = new URL(query.get('page') ?? '');
  switch (query.get('ask')) {
    case 'delete': {
      const gone = new Set(jar.forAddress(page));
      const kept = jar.all().filter((cookie) => !gone.has(cookie));
      jar.clear();
      jar.load(kept);
      return null;
    }
    case 'all':
      return jar.forAddress(page).map(asDriver);
    case 'samesite': {
      const value = query.get('value') ?? '';
      for (const attributes of [
        'strict; SameSite=Strict',
        'lax; SameSite=Lax',
        'none; SameSite=None; Secure',
        'unspecified',
      ]) {
        const [name, ...rest] = attributes.split('; ');
        jar.set([`samesite_${name}=${value}`, 'Path=/', ...rest].join('; '), page, 'http', OWN_NAVIGATION);
      }
      return null;
    }
    default:
      throw new Error(`The driver does not know '${query.get('ask')}'.`);
  }
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None', default: 'Lax' } as const;

function asDriver({ name, value, path, domain, hostOnly, secure, httpOnly, expires, sameSite }: Cookie): object {
  return {
    name,
    value,
    path,
    domain: hostOnly ? domain : `.${domain}`,
    secure,
    httpOnly,
    sameSite: SAME_SITE[sameSite],
    ...(expires === null ? {} : { expiry: Math.round(expires / 1000) }),
  };
}
