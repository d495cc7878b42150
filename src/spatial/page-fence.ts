/**
 * Marks around what a page wrote.
 *
 *     page482:
 *     3 button "Sign In"
 *     482
 *
 * In:  text with words of a page. Out: the same between two lines with one number, four tokens in all.
 *
 * Secure: the page cannot write where its content ends, as a number that begins a line of the text is not taken.
 */

/** Three digits are one token. */
const SHORTEST_MARK = 3;
const MARKS_OF_A_LENGTH = 5;

/** Text between two marks; the last one has no line end behind it. */
export function marked(text: string, mark: string): string {
  return `page${mark}:\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}`;
}

/**
 * Text of a page between two marks. A page that has tried many is given a longer one.
 *
 * @param random a number from the first up to the second.
 */
export function fence(text: string, random: (from: number, to: number) => number): string {
  for (let tries = 0; ; tries++) {
    const digits = SHORTEST_MARK + Math.min(9, Math.floor(tries / MARKS_OF_A_LENGTH));
    const mark = String(random(10 ** (digits - 1), 10 ** digits));
    if (!isIn(mark, text)) return marked(text, mark);
  }
}

/** Whether a line begins with the number, or it stands behind the word of the first line. */
function isIn(mark: string, text: string): boolean {
  return new RegExp(`page\\W*${mark}|^\\W*${mark}(?!\\d)`, 'im').test(text);
}

/**
 * Lines of the compact text form between two marks, unless they have no word of the page in them, as in `4 textbox`, or a
 * few in quotes, as in `8 button "Submit"`: the quotes are the marks then, for no token more.
 *
 * Secure: what a page wrote stands in quotes in these lines, which it cannot write itself (text-line.ts), or is an address.
 * Every other word is ours. Models are told that both marks mean the page (mcp/server.ts, agent/prompt.ts).
 */
export function fenceLines(lines: string, random: (from: number, to: number) => number): string {
  const isShort = lines.length <= FEW_CHARACTERS && !ADDRESS.test(lines);
  return isShort || !(lines.includes('"') || ADDRESS.test(lines)) ? lines.replace(/\n$/, '') : fence(lines, random);
}

/** Shorter than anything that a page could talk a model into. */
const FEW_CHARACTERS = 32;
const ADDRESS = / -> |^url |^[a-z][\w+.-]*:/m;

/** Without the marks: to be cut and fenced anew, or compared with another answer. */
export function withoutFence(text: string): string {
  return text.replace(FENCED, '$2');
}

const FENCED = /^page(\d+):\n([\s\S]*?\n)\1$/gm;
