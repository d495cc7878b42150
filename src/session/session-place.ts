/**
 * Who a session seems to be, and where: its time zone and languages, from what its user chose, else from the country of its
 * proxy.
 *
 * In:  settings. Out: the profile. A country is two letters, or an address of the user's own that says them:
 * it is asked once, through the proxy, when the session begins. With 'auto' it is the one that the proxy's own address is
 * registered in, by files on this machine. Nobody else is asked anything.
 */
import { AgentBrowserError } from '../errors.ts';
import { chooseProfile } from '../identity/choose-profile.ts';
import { checkLanguages, checkTimeZone, type Place, placeOfCountry } from '../identity/country.ts';
import { DEFAULT_PROFILE, type Profile } from '../identity/profile.ts';
import { LIMITS } from '../limits.ts';
import { countryOfProxies } from '../net/address-country.ts';
import { readBody } from '../net/body.ts';
import { Fetcher } from '../net/fetch.ts';
import { CALLER, parseUrl, shorten } from '../net/policy.ts';
import { type ProxyOptions, parseProxy } from '../net/proxy.ts';
import { handshakeVersion, networkParts } from './net-settings.ts';
import type { SessionSettings } from './session-settings.ts';

export async function placeOf(settings: SessionSettings, signal: AbortSignal): Promise<Partial<Place>> {
  const { timeZone, languages } = settings;
  const ofProxy = await placeOfProxy(settings, signal);
  return {
    ...ofProxy,
    ...(timeZone === undefined ? {} : { timeZone: checkTimeZone(timeZone) }),
    ...(languages === undefined ? {} : { languages: checkLanguages(languages) }),
  };
}

/** The profile of a session at a place. */
export function profileAt(place: Partial<Place>, settings: SessionSettings): Profile {
  const { seed, viewport, profile: wish } = settings;
  return chooseProfile({ seed, viewport, wish, handshakeVersion: handshakeVersion(settings), ...place });
}

async function placeOfProxy(settings: SessionSettings, signal: AbortSignal): Promise<Partial<Place>> {
  const { proxy, replay } = settings;
  if (typeof proxy !== 'object' || !('servers' in proxy) || proxy.country === undefined) return {};
  // A recording has no network to ask, and none of its proxies.
  if (proxy.country.length > 2 && replay !== undefined) return {};
  const country = await countryOf(proxy.country, proxy, settings, signal);
  const place = placeOfCountry(country);
  if (place !== null) return place;
  throw new AgentBrowserError(
    'invalid_argument',
    `proxy.country: '${country.slice(0, 40)}' is no country. Write its two letters, such as 'DE', 'auto', or the address of a page of yours that answers with them.`,
  );
}

function countryOf(
  country: string,
  { servers, countryFiles }: ProxyOptions,
  settings: SessionSettings,
  signal: AbortSignal,
): Promise<string> {
  if (country === 'auto') return countryOfProxies(servers.map(parseProxy), countryFiles);
  if (/^https?:/i.test(country)) return askForCountry(country, settings, signal);
  return Promise.resolve(country);
}

async function askForCountry(address: string, settings: SessionSettings, signal: AbortSignal): Promise<string> {
  const { proxy, identity } = settings;
  const fetcher: Fetcher = new Fetcher(
    DEFAULT_PROFILE,
    networkParts({ proxy, identity, block: false, cache: false }, () => fetcher),
  );
  const url = parseUrl(address);
  try {
    const response = await fetcher.fetch({ url, destination: 'fetch', initiator: CALLER, signal });
    const bytes = await readBody(response.body, url, LIMITS.countryBytes);
    const answer = countryIn(Buffer.from(bytes).toString('utf8'));
    if (response.status === 200 && answer !== null) return answer;
  } finally {
    await fetcher.close();
  }
  throw new AgentBrowserError(
    'invalid_argument',
    `${shorten(url.href)} did not answer with a country. It has to give two letters, or JSON with a field 'country'.`,
  );
}

/** Two letters, alone or in a field of JSON; `null` for anything else. */
export function countryIn(text: string): string | null {
  const plain = text.trim();
  if (/^[a-z]{2}$/i.test(plain)) return plain;
  try {
    const answer = JSON.parse(plain) as Record<string, unknown> | null;
    for (const name of ['country', 'countryCode', 'country_code']) {
      const value = answer?.[name];
      if (typeof value === 'string' && /^[a-z]{2}$/i.test(value)) return value;
    }
    return null;
  } catch {
    // Neither two letters nor JSON: the caller says what was wanted.
    return null;
  }
}
