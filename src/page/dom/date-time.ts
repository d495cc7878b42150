/**
 * Dates and times as form controls write them.
 *
 * In:  a text such as '2024-02-29', '2024-W09', '13:05:30.5' or '2024-02-29T13:05'. Out: numbers, and back to text.
 * Dates are days since 1970-01-01 in the proleptic Gregorian calendar, times are milliseconds since midnight.
 *
 * HTML §2.3.5 https://html.spec.whatwg.org/#dates-and-times
 */
import { charCodeAt, floor, indexOf, stringSlice } from '../primordials.ts';

export const DAY_MS = 86_400_000;

/** The number that digits from `start` to `end` make; -1 when something else stands there. */
function digits(text: string, start: number, end: number): number {
  if (end > text.length || start >= end) return -1;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = charCodeAt(text, at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01. */
export function dayNumber(year: number, month: number, day: number): number {
  // Years begin in March here, so that the leap day is the last.
  const shifted = month > 2 ? year : year - 1;
  const era = floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + floor(yearOfEra / 4) - floor(yearOfEra / 100) + dayOfYear - 719_468;
}

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function civilDate(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = floor(
    (dayOfEra - floor(dayOfEra / 1460) + floor(dayOfEra / 36_524) - floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + floor(yearOfEra / 4) - floor(yearOfEra / 100));
  const shiftedMonth = floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - floor((153 * shiftedMonth + 2) / 5) + 1 };
}

function padded(number: number, length: number): string {
  let text = `${number}`;
  while (text.length < length) text = `0${text}`;
  return text;
}

/** "parse a month component": how far the year reaches, year and month. */
function yearAndMonth(text: string): { readonly year: number; readonly month: number; readonly end: number } | null {
  const dash = indexOf(text, '-');
  if (dash < 4) return null;
  const year = digits(text, 0, dash);
  const month = digits(text, dash + 1, dash + 3);
  return year <= 0 || month < 1 || month > 12 ? null : { year, month, end: dash + 3 };
}

/** Months since January 1970; `null` when the text is no month. */
export function parseMonth(text: string): number | null {
  const parsed = yearAndMonth(text);
  return parsed === null || parsed.end !== text.length ? null : (parsed.year - 1970) * 12 + parsed.month - 1;
}

export function formatMonth(months: number): string {
  const year = 1970 + floor(months / 12);
  return `${padded(year, 4)}-${padded(months - (year - 1970) * 12 + 1, 2)}`;
}

export function parseDate(text: string): number | null {
  const parsed = yearAndMonth(text);
  if (parsed === null || text[parsed.end] !== '-' || text.length !== parsed.end + 3) return null;
  const day = digits(text, parsed.end + 1, parsed.end + 3);
  if (day < 1 || day > daysInMonth(parsed.year, parsed.month)) return null;
  return dayNumber(parsed.year, parsed.month, day);
}

export function formatDate(days: number): string {
  const { year, month, day } = civilDate(days);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** Monday is 0. 1970-01-01 was a Thursday. */
function weekday(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

/** The Monday of a year's first week: that with January 4th in it. */
function firstMonday(year: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - weekday(fourth);
}

/** The day on which a week begins; `null` when the text is no week. */
export function parseWeek(text: string): number | null {
  const mark = indexOf(text, '-W');
  if (mark < 4 || text.length !== mark + 4) return null;
  const year = digits(text, 0, mark);
  const week = digits(text, mark + 2, mark + 4);
  if (year <= 0 || week < 1) return null;
  const monday = firstMonday(year) + (week - 1) * 7;
  return monday >= firstMonday(year + 1) ? null : monday;
}

export function formatWeek(days: number): string {
  const monday = days - weekday(days);
  // The week belongs to the year that has its Thursday.
  const { year } = civilDate(monday + 3);
  return `${padded(year, 4)}-W${padded((monday - firstMonday(year)) / 7 + 1, 2)}`;
}

/** Milliseconds since midnight. */
export function parseTime(text: string): number | null {
  const hour = digits(text, 0, 2);
  const minute = digits(text, 3, 5);
  if (text[2] !== ':' || hour < 0 || hour > 23 || minute < 0 || minute > 59) return null;
  const minutes = (hour * 60 + minute) * 60_000;
  if (text.length === 5) return minutes;
  const second = digits(text, 6, 8);
  if (text[5] !== ':' || second < 0 || second > 59) return null;
  if (text.length === 8) return minutes + second * 1000;
  const fraction = digits(text, 9, text.length);
  if (text[8] !== '.' || fraction < 0 || text.length > 12) return null;
  return minutes + second * 1000 + fraction * 10 ** (12 - text.length);
}

/** The shortest text for a time. */
export function formatTime(milliseconds: number): string {
  const whole = floor(milliseconds);
  const seconds = floor(whole / 1000) % 60;
  const rest = whole % 1000;
  let text = `${padded(floor(whole / 3_600_000), 2)}:${padded(floor(whole / 60_000) % 60, 2)}`;
  if (seconds !== 0 || rest !== 0) text += `:${padded(seconds, 2)}`;
  if (rest !== 0) {
    let fraction = padded(rest, 3);
    while (fraction[fraction.length - 1] === '0') fraction = stringSlice(fraction, 0, -1);
    text += `.${fraction}`;
  }
  return text;
}

/** Milliseconds since 1970 of a local date and time. */
export function parseLocalDateTime(text: string): number | null {
  let mark = indexOf(text, 'T');
  if (mark < 0) mark = indexOf(text, ' ');
  if (mark < 0) return null;
  const days = parseDate(stringSlice(text, 0, mark));
  const time = parseTime(stringSlice(text, mark + 1));
  return days === null || time === null ? null : days * DAY_MS + time;
}

export function formatLocalDateTime(milliseconds: number): string {
  const days = floor(milliseconds / DAY_MS);
  return `${formatDate(days)}T${formatTime(milliseconds - days * DAY_MS)}`;
}
