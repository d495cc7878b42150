/**
 * The descriptors of a '@font-face' rule: they have names of their own, and values as they are written.
 *
 * CSS Fonts 4 §4 https://drafts.csswg.org/css-fonts-4/#font-face-rule
 */
import { descriptorDeclaration, isKnown, type Source } from '../dom/style-declaration.ts';
import { append, asciiLower, type BareArray, bareArray, hasWord, trim } from '../primordials.ts';
import { isPlainName, unquoted } from './keyframe-keys.ts';
import { partsOf } from './rule-record.ts';

const DESCRIPTORS =
  ' font-family src font-style font-weight font-stretch font-width unicode-range font-variant font-feature-settings ' +
  'font-variation-settings font-named-instance font-language-override font-display ascent-override descent-override ' +
  'line-gap-override size-adjust ';

/** A name that needs no quotes has none. */
function familyText(value: string): string {
  const name = unquoted(value);
  return name !== value && isPlainName(name) ? name : value;
}

/** Name and value, in turn. */
function pairsOf(text: string): BareArray<string> {
  const pairs = bareArray<string>();
  const found = partsOf<ArrayLike<ArrayLike<string>>>('font-face', '', text);
  for (let at = 0; at < (found?.length ?? 0); at++) {
    if (!hasWord(DESCRIPTORS, found![at]![0]!)) continue;
    append(pairs, found![at]![0]!);
    const value = found![at]![1]!;
    append(pairs, found![at]![0] === 'font-family' ? familyText(value) : value);
  }
  return pairs;
}

function textOf(pairs: BareArray<string>): string {
  let text = '';
  for (let at = 0; at < pairs.length; at += 2) {
    if (pairs[at + 1] !== '') text += `${text === '' ? '' : ' '}${pairs[at]}: ${pairs[at + 1]};`;
  }
  return text;
}

export function fontFaceStyle(read: () => string, write: (text: string) => void, rule: () => object): object {
  const source: Source = {
    rule,
    // Properties are members too, and always empty.
    accepts: (name) => hasWord(DESCRIPTORS, name) || isKnown(name),
    names() {
      const pairs = pairsOf(read());
      const names = bareArray<string>();
      for (let at = 0; at < pairs.length; at += 2) append(names, pairs[at]!);
      return names;
    },
    get(name) {
      const pairs = pairsOf(read());
      for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return pairs[at + 1]!;
      return '';
    },
    priority: () => '',
    set(name, value, important) {
      const given = pairsOf(`${asciiLower(name)}: ${value}`);
      // A value that is more than one is none.
      if (important || !hasWord(DESCRIPTORS, name) || (trim(value) !== '' && given.length !== 2)) return;
      const pairs = pairsOf(read());
      let at = 0;
      while (at < pairs.length && pairs[at] !== name) at += 2;
      pairs[at] = name;
      pairs[at + 1] = given[1] ?? '';
      write(textOf(pairs));
    },
    text: () => textOf(pairsOf(read())),
    setText: (text) => write(textOf(pairsOf(text))),
  };
  return descriptorDeclaration(source);
}
