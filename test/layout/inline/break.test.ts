import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BreakOptions, breakOpportunities, MUST_BREAK } from '../../../src/layout/inline/break.ts';
import { anyText } from '../../any-text.ts';

const NORMAL: BreakOptions = { wordBreak: 'normal', lineBreak: 'auto' };

/** The text with a bar wherever a line may break. */
function broken(text: string, options: Partial<BreakOptions> = {}): string {
  const opportunities = breakOpportunities(text, { ...NORMAL, ...options });
  let out = '';
  for (let i = 0; i < text.length; i++) out += (opportunities[i] ? '|' : '') + text[i];
  return out;
}

test('recorded texts break where Chrome breaks them in a box without width', () => {
  type Recording = [string, BreakOptions['wordBreak'], string];
  const recordings = JSON.parse(readFileSync(new URL('recorded-breaks.json', import.meta.url), 'utf8')) as Recording[];
  assert.ok(recordings.length > 200);
  for (const [text, wordBreak, places] of recordings) {
    const ours = [...breakOpportunities(text, { ...NORMAL, wordBreak })].slice(0, text.length);
    assert.equal(ours.map((place) => (place ? '1' : '0')).join(''), places, `${wordBreak}: ${text}`);
  }
});

test('lines break after spaces, never before them', () => {
  assert.equal(broken('a  b )'), 'a  |b |)');
});

test('a slash between letters holds, a hyphen and a question mark do not', () => {
  assert.equal(broken('a/b c-d e?f'), 'a/b |c-|d |e?|f');
});

test('a hyphen before a digit is a minus sign unless something is joined by it', () => {
  assert.equal(broken('-5 a-5'), '-5 |a-|5');
});

test('no-break space and word joiner hold, zero width space and soft hyphen do not', () => {
  assert.equal(broken('a\u00a0b\u2060c\u200bd\u00ade'), 'a\u00a0b\u2060c\u200b|d\u00ad|e');
});

test("a soft hyphen is no opportunity with 'hyphens: none'", () => {
  assert.equal(broken('a\u00adb', { hyphens: 'none' }), 'a\u00adb');
});

test('ideographs break everywhere but around punctuation', () => {
  assert.equal(broken('日本、「語」'), '日|本、|「語」');
});

test('a line feed ends its line', () => {
  assert.equal(breakOpportunities('a\nb', NORMAL)[2], MUST_BREAK);
});

test("'break-spaces' lets lines break after each space", () => {
  assert.equal(broken('a  b', { breakSpaces: true }), 'a | |b');
});

test("'line-break: anywhere' breaks between grapheme clusters", () => {
  assert.equal(broken('(e\u0301)👍🏽', { lineBreak: 'anywhere' }), '(|e\u0301|)|👍🏽');
});

test("'line-break: strict' keeps small kana off the start of a line, in a known language", () => {
  assert.equal(broken('あぁ', { lineBreak: 'strict', locale: 'ja' }), 'あぁ');
  assert.equal(broken('あぁ', { lineBreak: 'strict' }), 'あ|ぁ');
});

test("'line-break: loose' lets lines begin with iteration marks", () => {
  assert.equal(broken('日々', { lineBreak: 'loose', locale: 'ja' }), '日|々');
  assert.equal(broken('日々', { locale: 'ja' }), '日々');
});

test('no line breaks inside a surrogate pair, nor at the ends of the text', () => {
  const words = fc.constantFrom<BreakOptions['wordBreak']>('normal', 'break-all', 'keep-all');
  const lines = fc.constantFrom<BreakOptions['lineBreak']>('auto', 'anywhere', 'strict');
  fc.assert(
    fc.property(anyText(), words, lines, (text, wordBreak, lineBreak) => {
      const out = breakOpportunities(text, { wordBreak, lineBreak });
      assert.equal(out.length, text.length + 1);
      assert.equal(out[0], 0);
      assert.equal(out[text.length], 0);
      for (let i = 1; i < text.length; i++) {
        if (text.codePointAt(i - 1)! > 0xffff) assert.equal(out[i], 0);
      }
    }),
  );
});

test('a long text without spaces is broken in one pass', { timeout: 120_000 }, () => {
  const text = '“日'.repeat(100_000);
  assert.equal(breakOpportunities(text, NORMAL).length, text.length + 1);
});
