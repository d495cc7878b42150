/**
 * Values that have one spelling although they can be written in several.
 *
 * In:  the name of a production or property, and its text with parts in order. Out: the shortest text of the same value.
 *
 * CSSOM 1 §6.7.2 https://drafts.csswg.org/cssom-1/#serializing-css-values, and what Chrome makes of it.
 */

const REPEATS: ReadonlyMap<string, string> = new Map([
  ['repeat no-repeat', 'repeat-x'],
  ['no-repeat repeat', 'repeat-y'],
]);

/** CSS Display 3 §2.6: the short forms. */
const DISPLAYS: ReadonlyMap<string, string> = new Map([
  ['block flow', 'block'],
  ['flow', 'block'],
  ['inline flow', 'inline'],
  ['block flow-root', 'flow-root'],
  ['inline flow-root', 'inline-block'],
  ['block flex', 'flex'],
  ['inline flex', 'inline-flex'],
  ['block grid', 'grid'],
  ['inline grid', 'inline-grid'],
  ['block table', 'table'],
  ['inline table', 'inline-table'],
  ['inline ruby', 'ruby'],
  ['inline math', 'math'],
  ['block flow list-item', 'list-item'],
  ['block list-item', 'list-item'],
  ['flow list-item', 'list-item'],
  ['inline flow list-item', 'inline list-item'],
  ['block flow-root list-item', 'flow-root list-item'],
]);

export function shortestText(name: string, text: string): string {
  switch (name) {
    case 'repeat-style':
      return REPEATS.get(text) ?? withoutTwin(text);
    case 'radius':
    case 'scroll-snap-align':
      return withoutTwin(text);
    case 'bg-size':
      return text.endsWith(' auto') ? text.slice(0, -' auto'.length) : text;
    case 'display':
      return DISPLAYS.get(text) ?? text;
    case 'easing':
      return text.replace(/^steps\((.*), (?:end|jump-end)\)$/, 'steps($1)');
    case 'counter-reset':
    case 'counter-set':
      return withNumbers(text, '0');
    case 'counter-increment':
      return withNumbers(text, '1');
    case 'grid-auto-flow':
      return text === 'row dense' ? 'dense' : text;
    case 'contain':
      return text === 'size layout style paint' ? 'strict' : text === 'layout style paint' ? 'content' : text;
    case 'text-emphasis-style':
      return text.replace(/^filled (?=\w)/, '');
    case 'd':
      return pathText(text);
    case 'aspect-ratio':
      return /\d$/.test(text) && !text.includes('/') ? `${text} / 1` : text;
    default:
      return text;
  }
}

/** Path data with one space between its parts. */
function pathText(text: string): string {
  const data = /^path\("(.*)"\)$/.exec(text);
  const parts = data?.[1]?.match(/[a-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi);
  if (!parts) return text;
  return `path("${parts.map((part) => (/^z$/i.test(part) ? 'Z' : /^[a-z]$/i.test(part) ? part : `${Number(part)}`)).join(' ')}")`;
}

/** 'a a' → 'a'. */
function withoutTwin(text: string): string {
  const half = (text.length - 1) / 2;
  return text[half] === ' ' && text.slice(0, half) === text.slice(half + 1) ? text.slice(0, half) : text;
}

/** A counter without a number has the default one. */
function withNumbers(text: string, number: string): string {
  if (text === 'none') return text;
  const words = text.match(/[\w-]+\([^)]*\)|\S+/g) ?? [];
  const result: string[] = [];
  words.forEach((word, at) => {
    result.push(word);
    const isName = !/^[+-]?\d/.test(word);
    const next = words[at + 1];
    if (isName && (next === undefined || !/^[+-]?\d/.test(next)) && !word.startsWith('reversed(')) result.push(number);
  });
  return result.join(' ');
}
