/**
 * Counter values as text.
 *
 * In:  an integer and the name of a counter style, or a string in double quotes.
 * Out: the representation, and for list markers its suffix.
 *
 * CSS Counter Styles 3 §2, §6, §7 https://drafts.csswg.org/css-counter-styles-3/
 */

/** Values and symbols from the largest value down. */
type AdditiveTable = readonly (readonly [value: number, symbol: string])[];

type CounterStyle =
  | { readonly system: 'cyclic'; readonly symbol: string; readonly suffix: string }
  | { readonly system: 'numeric'; readonly digits: readonly string[]; readonly suffix: string }
  | { readonly system: 'alphabetic'; readonly letters: readonly string[]; readonly suffix: string }
  | { readonly system: 'fixed'; readonly letters: readonly string[]; readonly suffix: string }
  | { readonly system: 'additive'; readonly table: AdditiveTable; readonly most: number; readonly suffix: string };

const DOT = '. ';
/** The suffix of East Asian counter styles. */
const IDEOGRAPHIC_COMMA = '、';

/** The longest representation an additive style may have before it falls back to decimal. */
const MAX_SYMBOLS = 60;

const ROMAN: AdditiveTable = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Letters whose values are the units, tens, hundreds…: nine for each place, the lowest first. */
function placeTable(letters: string): AdditiveTable {
  const symbols = [...letters];
  return symbols.map((symbol, at) => [((at % 9) + 1) * 10 ** Math.floor(at / 9), symbol] as const).reverse();
}

const HEBREW: AdditiveTable = [
  [400, 'ת'],
  [300, 'ש'],
  [200, 'ר'],
  [100, 'ק'],
  [90, 'צ'],
  [80, 'פ'],
  [70, 'ע'],
  [60, 'ס'],
  [50, 'נ'],
  [40, 'מ'],
  [30, 'ל'],
  [20, 'כ'],
  // Not yod-he and yod-vav, which would write the divine name.
  [19, 'יט'],
  [18, 'יח'],
  [17, 'יז'],
  [16, 'טז'],
  [15, 'טו'],
  [10, 'י'],
  ...placeTable('אבגדהוזחט'),
];

const ARMENIAN = 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ';
const GEORGIAN: AdditiveTable = [[10000, 'ჵ'], ...placeTable('აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰ')];
const HIRAGANA = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん';
const KATAKANA = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン';
const HIRAGANA_IROHA = 'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす';
const KATAKANA_IROHA = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス';
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

const cyclic = (symbol: string): CounterStyle => ({ system: 'cyclic', symbol, suffix: ' ' });
const numeric = (digits: string, suffix = DOT): CounterStyle => ({ system: 'numeric', digits: [...digits], suffix });
const alphabetic = (letters: string, suffix = DOT): CounterStyle => ({
  system: 'alphabetic',
  letters: [...letters],
  suffix,
});
const additive = (table: AdditiveTable, most: number): CounterStyle => ({
  system: 'additive',
  table,
  most,
  suffix: DOT,
});
const upper = (table: AdditiveTable): AdditiveTable => table.map(([value, symbol]) => [value, symbol.toUpperCase()]);

const STYLES: ReadonlyMap<string, CounterStyle> = new Map([
  ['disc', cyclic('•')],
  ['circle', cyclic('◦')],
  ['square', cyclic('▪')],
  ['disclosure-open', cyclic('▾')],
  ['disclosure-closed', cyclic('▸')],
  ['decimal', numeric('0123456789')],
  ['arabic-indic', numeric('٠١٢٣٤٥٦٧٨٩')],
  ['persian', numeric('۰۱۲۳۴۵۶۷۸۹')],
  ['bengali', numeric('০১২৩৪৫৬৭৮৯')],
  ['devanagari', numeric('०१२३४५६७८९')],
  ['gujarati', numeric('૦૧૨૩૪૫૬૭૮૯')],
  ['gurmukhi', numeric('੦੧੨੩੪੫੬੭੮੯')],
  ['kannada', numeric('೦೧೨೩೪೫೬೭೮೯')],
  ['khmer', numeric('០១២៣៤៥៦៧៨៩')],
  ['cambodian', numeric('០១២៣៤៥៦៧៨៩')],
  ['lao', numeric('໐໑໒໓໔໕໖໗໘໙')],
  ['malayalam', numeric('൦൧൨൩൪൫൬൭൮൯')],
  ['mongolian', numeric('᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙')],
  ['myanmar', numeric('၀၁၂၃၄၅၆၇၈၉')],
  ['oriya', numeric('୦୧୨୩୪୫୬୭୮୯')],
  ['tamil', numeric('௦௧௨௩௪௫௬௭௮௯')],
  ['telugu', numeric('౦౧౨౩౪౫౬౭౮౯')],
  ['thai', numeric('๐๑๒๓๔๕๖๗๘๙')],
  ['tibetan', numeric('༠༡༢༣༤༥༦༧༨༩')],
  ['cjk-decimal', numeric('〇一二三四五六七八九', IDEOGRAPHIC_COMMA)],
  ['lower-alpha', alphabetic(LATIN)],
  ['lower-latin', alphabetic(LATIN)],
  ['upper-alpha', alphabetic(LATIN.toUpperCase())],
  ['upper-latin', alphabetic(LATIN.toUpperCase())],
  ['lower-greek', alphabetic(GREEK)],
  ['hiragana', alphabetic(HIRAGANA, IDEOGRAPHIC_COMMA)],
  ['katakana', alphabetic(KATAKANA, IDEOGRAPHIC_COMMA)],
  ['hiragana-iroha', alphabetic(HIRAGANA_IROHA, IDEOGRAPHIC_COMMA)],
  ['katakana-iroha', alphabetic(KATAKANA_IROHA, IDEOGRAPHIC_COMMA)],
  ['cjk-earthly-branch', { system: 'fixed', letters: [...'子丑寅卯辰巳午未申酉戌亥'], suffix: IDEOGRAPHIC_COMMA }],
  ['cjk-heavenly-stem', { system: 'fixed', letters: [...'甲乙丙丁戊己庚辛壬癸'], suffix: IDEOGRAPHIC_COMMA }],
  ['lower-roman', additive(ROMAN, 3999)],
  ['upper-roman', additive(upper(ROMAN), 3999)],
  ['armenian', additive(placeTable(ARMENIAN), 9999)],
  ['upper-armenian', additive(placeTable(ARMENIAN), 9999)],
  ['lower-armenian', additive(placeTable(ARMENIAN.toLowerCase()), 9999)],
  ['georgian', additive(GEORGIAN, 19999)],
  ['hebrew', additive(HEBREW, 10999)],
]);

/** East Asian longhand styles: digits with a sign for each place, informal writing. */
const IDEOGRAPHIC = new Set([
  'cjk-ideographic',
  'trad-chinese-informal',
  'simp-chinese-informal',
  'japanese-informal',
  'trad-chinese-formal',
  'simp-chinese-formal',
  'japanese-formal',
]);

/** Types that are drawn as a shape of their own and not written with the font. */
export function isSymbolType(type: string): boolean {
  return STYLES.get(type)?.system === 'cyclic';
}

/** What counter() gives for a value. An unknown style is decimal; 'none' is nothing. */
export function formatCounter(value: number, type: string): string {
  if (type === 'none') return '';
  if (type.startsWith('"')) return type.slice(1, -1);
  return representation(value, type) ?? String(value);
}

/** The text of a list marker: the counter with its suffix. */
export function markerText(value: number, type: string): string {
  const text = formatCounter(value, type);
  if (type === 'none' || type.startsWith('"')) return text;
  const suffix = IDEOGRAPHIC.has(type) ? IDEOGRAPHIC_COMMA : (STYLES.get(type)?.suffix ?? DOT);
  return text + suffix;
}

/** `null` when the style cannot write the value. */
function representation(value: number, type: string): string | null {
  if (type === 'decimal-leading-zero') {
    const digits = String(Math.abs(value)).padStart(2, '0');
    return value < 0 ? `-${digits}` : digits;
  }
  if (IDEOGRAPHIC.has(type)) return ideographic(value, type.startsWith('japanese'));
  const style = STYLES.get(type);
  if (style === undefined) return null;
  switch (style.system) {
    case 'cyclic':
      return style.symbol;
    case 'numeric': {
      const digits = [...String(Math.abs(value))].map((digit) => style.digits[Number(digit)] ?? digit).join('');
      return value < 0 ? `-${digits}` : digits;
    }
    case 'alphabetic':
      return value < 1 ? null : bijective(value, style.letters);
    case 'fixed':
      return style.letters[value - 1] ?? null;
    case 'additive':
      return value < 1 || value > style.most ? null : sumOfSymbols(value, style.table);
  }
}

/** a … z, aa, ab … */
function bijective(value: number, letters: readonly string[]): string {
  let text = '';
  let rest = value;
  while (rest > 0) {
    rest -= 1;
    text = letters[rest % letters.length]! + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

function sumOfSymbols(value: number, table: AdditiveTable): string | null {
  let text = '';
  let rest = value;
  for (const [each, symbol] of table) {
    const times = Math.floor(rest / each);
    if (times > MAX_SYMBOLS) return null;
    text += symbol.repeat(times);
    rest -= times * each;
  }
  return rest === 0 ? text : null;
}

const PLACES = ['', '十', '百', '千'];

/** Chinese and Japanese numbers up to 9999, CSS Counter Styles 3 §7.2. */
function ideographic(value: number, japanese: boolean): string | null {
  const digits = '〇一二三四五六七八九';
  const zero = japanese ? '〇' : '零';
  if (Math.abs(value) > 9999 || !Number.isInteger(value)) return null;
  if (value === 0) return zero;
  const text = String(Math.abs(value));
  let written = '';
  let pendingZero = false;
  for (let at = 0; at < text.length; at++) {
    const digit = Number(text[at]);
    const place = text.length - 1 - at;
    if (digit === 0) {
      pendingZero = true;
      continue;
    }
    // A gap between places is read out in Chinese; 10 to 19 begin with the sign for ten.
    if (pendingZero && !japanese) written += zero;
    pendingZero = false;
    const bare = digit === 1 && place > 0 && (japanese || (place === 1 && text.length === 2));
    written += (bare ? '' : digits[digit]!) + PLACES[place]!;
  }
  return (value < 0 ? (japanese ? 'マイナス' : '負') : '') + written;
}
