/**
 * The quotation marks of languages, for 'quotes: auto'.
 *
 * In:  a language tag. Out: opening and closing marks, the outer pair first.
 *
 * CSS Content 3 §3.1 https://drafts.csswg.org/css-content-3/#quotes; the marks are those of the locales that Chrome knows.
 */

export type QuotePairs = readonly (readonly [open: string, close: string])[];

const ENGLISH: QuotePairs = pairs('“”‘’');

/** Four marks: of the outer quotation, then of the inner one. */
const LANGUAGES_BY_MARKS: readonly (readonly [marks: string, languages: string])[] = [
  ['«»‹›', 'am az-cyrl fa fr-ch'],
  ['”“’‘', 'ar ur'],
  ['„“„“', 'bg lt'],
  ['«»“”', 'ca el es-us it pt-pt'],
  ['„“‚‘', 'bs-cyrl cs de et hr sk sl'],
  ['””’’', 'fi he sv'],
  ['«»«»', 'fr'],
  ['„”»«', 'hu'],
  ['「」『』', 'ja zh-hant'],
  ['«»‘’', 'nb nn no'],
  ['‘’‘’', 'nl ti-er'],
  ['„”«»', 'pl ro'],
  ['«»„“', 'ru uk'],
  ['„”’’', 'sr'],
  ['«»”“', 'fr-ca'],
];

const BY_LANGUAGE: ReadonlyMap<string, QuotePairs> = new Map(
  LANGUAGES_BY_MARKS.flatMap(([marks, languages]) =>
    languages.split(' ').map((language) => [language, pairs(marks)] as const),
  ),
);

function pairs([open = '', close = '', innerOpen = '', innerClose = '']: string): QuotePairs {
  return [
    [open, close],
    [innerOpen, innerClose],
  ];
}

/** A tag that is not known as it stands goes by the language that it begins with. */
export function quotesOf(tag: string): QuotePairs {
  const lower = tag.toLowerCase();
  return (
    BY_LANGUAGE.get(lower) ??
    BY_LANGUAGE.get(lower.split('-', 2).join('-')) ??
    BY_LANGUAGE.get(lower.split('-')[0]!) ??
    ENGLISH
  );
}
