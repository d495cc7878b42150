/**
 * Intl, and all that is written for people, in the session's language and time zone where these are not the process's own.
 *
 * V8 takes both from the process. A page that names neither gets the session's; one that names them gets what it named, and
 * the session's language where nothing else is known.
 *
 * ECMA-402 §6.2.3 DefaultLocale https://tc39.es/ecma402/#sec-defaultlocale, §11.1 https://tc39.es/ecma402/
 */
import { apply, construct, create, uncurryThis, weakHas, weakSet } from '../primordials.ts';
import { replaceConstructor, replaceMethod } from './replace-built-in.ts';

const { getCanonicalLocales } = Intl;
const SERVICES = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'DurationFormat',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
];
const TEMPORAL = [
  'Duration',
  'Instant',
  'PlainDate',
  'PlainDateTime',
  'PlainMonthDay',
  'PlainTime',
  'PlainYearMonth',
  'ZonedDateTime',
];

type AnyConstructor = (new (...args: never[]) => object) & { readonly prototype: object };
type AnyMethod = (...args: unknown[]) => unknown;

export function installDefaultLocale(locale: string, timeZone: string): void {
  /** The page's choice, with the session's language behind it. */
  const locales = (wanted: unknown): unknown => {
    if (wanted === undefined) return locale;
    // Throws as the built-in does for what is no language.
    const list = getCanonicalLocales(wanted as string[]);
    list[list.length] = locale;
    return list;
  };
  const inZone = (options: unknown): unknown => {
    if (options === undefined) return { timeZone };
    if (typeof options !== 'object' || options === null) return options;
    const { timeZone: own } = options as { readonly timeZone?: unknown };
    return own === undefined ? create(options, { timeZone: { value: timeZone, enumerable: true } }) : options;
  };
  const unnamed = new WeakMap<object, true>();
  const same = (options: unknown): unknown => options;

  for (const name of SERVICES) {
    const original = (Intl as unknown as Record<string, AnyConstructor | undefined>)[name];
    if (original === undefined) continue;
    const optionsOf = name === 'DateTimeFormat' ? inZone : same;
    replaceConstructor(Intl, name, ([wanted, options, ...rest], newTarget) => {
      const args = [locales(wanted), optionsOf(options), ...rest];
      const made = (
        newTarget === undefined
          ? apply(original as never, undefined, args)
          : construct(original, args as never[], newTarget as never)
      ) as object;
      if (wanted === undefined) weakSet(unnamed, made, true);
      return made;
    });
    // A language that was not asked for is told whole, also by services that do not tell countries apart.
    const resolved = uncurryThis((original.prototype as { resolvedOptions(): { locale: string } }).resolvedOptions);
    replaceMethod(original.prototype, 'resolvedOptions', (self) => {
      const options = resolved(self as never);
      if (weakHas(unnamed, self as object)) options.locale = locale;
      return options;
    });
  }

  replaceText(Number.prototype, 'toLocaleString', locales, same);
  replaceText(BigInt.prototype, 'toLocaleString', locales, same);
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    replaceText(Date.prototype, name, locales, inZone);
  }
  const string = String.prototype as unknown as Record<string, AnyMethod>;
  const compare = string['localeCompare']!;
  replaceMethod(String.prototype, 'localeCompare', (self, [that, wanted, options]) =>
    apply(compare, self, [that, locales(wanted), options]),
  );
  for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase']) {
    const original = string[name]!;
    replaceMethod(String.prototype, name, (self, [wanted]) => apply(original, self, [locales(wanted)]));
  }
  installTemporal(timeZone, locales, inZone);
}

/** A method whose arguments are a language and options. */
function replaceText(
  target: object,
  name: string,
  locales: (wanted: unknown) => unknown,
  optionsOf: (options: unknown) => unknown,
): void {
  const original = (target as Record<string, AnyMethod | undefined>)[name];
  if (original === undefined) return;
  replaceMethod(target, name, (self, [wanted, options]) =>
    apply(original, self, [locales(wanted), optionsOf(options)]),
  );
}

/** Temporal, where the engine has it: its clock is in the session's zone. */
function installTemporal(
  timeZone: string,
  locales: (wanted: unknown) => unknown,
  inZone: (options: unknown) => unknown,
): void {
  const temporal = (globalThis as { readonly Temporal?: Record<string, AnyConstructor> }).Temporal;
  if (temporal === undefined) return;
  const now = temporal['Now'] as unknown as Record<string, AnyMethod>;
  replaceMethod(now, 'timeZoneId', () => timeZone);
  for (const name of ['zonedDateTimeISO', 'plainDateTimeISO', 'plainDateISO', 'plainTimeISO']) {
    const original = now[name];
    if (original === undefined) continue;
    const call = uncurryThis(original);
    replaceMethod(now, name, (self, [zone]) => call(self, zone === undefined ? timeZone : zone));
  }
  for (const name of TEMPORAL) {
    const prototype = temporal[name]?.prototype;
    if (prototype === undefined) continue;
    replaceText(prototype, 'toLocaleString', locales, name === 'Instant' ? inZone : (options) => options);
  }
}
