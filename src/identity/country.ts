/**
 * Where somebody seems to be: a country's time zone and languages.
 *
 * In:  a country by its two letters. Out: what a browser there usually says.
 *
 * The database is Unicode's CLDR, which every JavaScript engine with Intl brings along: no list of ours, no request.
 */
import { AgentBrowserError } from '../errors.ts';
import type { Profile } from './profile.ts';

export type Place = Pick<Profile, 'timeZone' | 'languages'>;

/** Countries with several zones: the one that most people have. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Countries whose browsers are mostly set to another language than most people speak. */
const BROWSER_LANGUAGES: Readonly<Record<string, string>> = {
  IN: 'en',
  KE: 'en',
  PG: 'en',
  PH: 'en',
  TZ: 'en',
  UG: 'en',
};

/** What the type library does not know yet. */
interface LocaleInfo {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[] | undefined;
}

/** `null` for letters that are no country's. */
export function placeOfCountry(code: string): Place | null {
  if (!/^[a-z]{2}$/i.test(code)) return null;
  const locale = new Intl.Locale(`und-${code}`);
  const country = locale.region ?? '';
  const info = locale as LocaleInfo;
  const zones = info.getTimeZones?.() ?? info.timeZones ?? [];
  const timeZone = MAIN_ZONES[country] ?? zones[0];
  if (timeZone === undefined) return null;
  const language = BROWSER_LANGUAGES[country] ?? locale.maximize().language;
  return { timeZone, languages: languagesOf(language, country) };
}

/** The list that Chrome has where this is its language: with the country, without, and English behind it. */
function languagesOf(language: string, country: string): readonly string[] {
  const own = language === 'en' ? [`en-${country}`] : [`${language}-${country}`, language];
  return [...new Set([...own, 'en-US', 'en'])];
}

/** Throws unless it is a time zone. */
export function checkTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch (cause) {
    const message = `timeZone: '${timeZone.slice(0, 60)}' is no time zone. Write one such as 'Europe/Berlin'.`;
    throw new AgentBrowserError('invalid_argument', message, { cause });
  }
}

/** Throws unless they are languages, best first. */
export function checkLanguages(languages: readonly string[]): readonly string[] {
  try {
    const known = Intl.getCanonicalLocales([...languages]);
    if (known.length > 0) return known;
  } catch (cause) {
    const message = `languages: '${languages.join(', ').slice(0, 100)}' are no languages. Write tags such as 'de-DE', the best first.`;
    throw new AgentBrowserError('invalid_argument', message, { cause });
  }
  throw new AgentBrowserError('invalid_argument', "languages is empty. Write tags such as 'de-DE', the best first.");
}
