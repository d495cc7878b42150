/**
 * Where and in which language a page finds itself: Date, Intl and Temporal as the session's profile says.
 *
 * Nothing is replaced where the process has the same time zone and language.
 */
import type { Profile } from '../../identity/profile.ts';
import { installDefaultLocale } from './default-locale.ts';
import { zoneClock } from './zone-offset.ts';
import { installZonedDate } from './zoned-date.ts';

const { DateTimeFormat } = Intl;

export function installPlace({ timeZone, languages }: Profile): void {
  const locale = languages[0]!;
  const own = new DateTimeFormat().resolvedOptions();
  const isOtherZone = own.timeZone !== timeZone;
  if (isOtherZone) installZonedDate(zoneClock(timeZone), timeZone, locale);
  if (isOtherZone || own.locale !== locale) installDefaultLocale(locale, timeZone);
}
