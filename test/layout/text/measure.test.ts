import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { advances, fallbackFonts, fontFor, measureText } from '../../../src/layout/text/measure.ts';
import { anyText } from '../../any-text.ts';
import { textStyle } from './text-style.ts';

/** Family, size, weight, italic, caps, text, and the width of an inline-block around it in Chrome. */
type Recording = [string, number, number, boolean, 'normal' | 'small-caps', string, number];

const recordings = JSON.parse(readFileSync(new URL('recorded-widths.json', import.meta.url), 'utf8')) as Recording[];

test('every recorded text is as wide as in Chrome, to a 64th of a pixel', () => {
  assert.ok(recordings.length > 100);
  for (const [family, size, weight, italic, caps, text, width] of recordings) {
    const style = textStyle({
      fontFamily: [family],
      fontSize: size,
      fontWeight: weight,
      fontStyle: italic ? 'italic' : 'normal',
      fontVariantCaps: caps,
    });
    const ours = measureText(fontFor(style), text, 0, text.length);
    // Chrome rounds the width of a box up to whole 64ths.
    assert.equal(Math.ceil(ours * 64 - 1e-4) / 64, width, `${family} ${size}px ${weight} ${caps}: ${text}`);
  }
});

test('16 px serif has an inline box of 17 px and a line of 18 px', () => {
  const font = fontFor(textStyle());
  assert.deepEqual([font.ascent, font.descent, font.lineSpacing], [14, 3, 18]);
});

test('16 px sans-serif has an inline box of 17 px and a line of 18 px', () => {
  const font = fontFor(textStyle({ fontFamily: ['sans-serif'] }));
  assert.deepEqual([font.ascent, font.descent, font.lineSpacing], [14, 3, 18]);
});

test('13 px monospace has a line of 15 px', () => {
  const font = fontFor(textStyle({ fontFamily: ['monospace'], fontSize: 13 }));
  assert.deepEqual([font.ascent, font.descent, font.lineSpacing], [12, 3, 15]);
});

test('Ahem is a square with a descent of a fifth', () => {
  const font = fontFor(textStyle({ fontFamily: ['Ahem'], fontSize: 125 }));
  assert.deepEqual(
    [font.ascent, font.descent, font.lineSpacing, font.zeroWidth, font.xHeight],
    [100, 25, 125, 125, 100],
  );
  assert.equal(measureText(font, 'XX X', 0, 4), 500);
});

test('a font that states its x-height is taken at its word, another is measured in whole pixels', () => {
  assert.equal(fontFor(textStyle()).xHeight, (940 * 16) / 2048);
  assert.equal(fontFor(textStyle({ fontFamily: ['DejaVu Sans'] })).xHeight, 9);
});

test('font sizes are truncated to hundredths, then to 64ths, of a pixel', () => {
  // 17.3 is a little less than that in single precision: 17.29, which has 1106 whole 64ths.
  const font = fontFor(textStyle({ fontSize: 17.3 }));
  assert.equal(measureText(font, '.', 0, 1), 1106 / 64 / 4);
});

test('a font whose em is no power of two has advances off by the rounding of its scale', () => {
  const font = fontFor(textStyle({ fontFamily: ['Ahem'], fontSize: 25 }));
  assert.equal(font.zeroWidth, Math.round((Math.round((25 * 64 * 65536) / 1000) * 1000) / 64) / 65536);
});

test('what a listed family lacks comes from the standard font first', () => {
  const ahem = fontFor(textStyle({ fontFamily: ['Ahem'] }));
  assert.equal(measureText(ahem, 'Ж', 0, 1), measureText(fontFor(textStyle()), 'Ж', 0, 1));
});

test('kerning can be switched off', () => {
  const kerned = fontFor(textStyle());
  const plain = fontFor(textStyle({ fontKerning: 'none' }));
  const sum = measureText(kerned, 'A', 0, 1) + measureText(kerned, 'V', 0, 1);
  assert.equal(measureText(plain, 'AV', 0, 2), sum);
  assert.equal(measureText(kerned, 'AV', 0, 2), sum - (264 * 16) / 2048);
});

test('a range is measured as if it stood alone', () => {
  const font = fontFor(textStyle());
  assert.equal(measureText(font, 'xAVx', 1, 3), measureText(font, 'AV', 0, 2));
});

test('letter-spacing takes ligatures apart', () => {
  const fontFamily = ['DejaVu Serif'];
  const joined = fontFor(textStyle({ fontFamily, fontSize: 32 }));
  const apart = fontFor(textStyle({ fontFamily, fontSize: 32, letterSpacing: 1 }));
  assert.equal(joined.ligatures, true);
  assert.equal(apart.ligatures, false);
});

test('a character that no font has is as wide as the missing glyph of the first font', () => {
  const font = fontFor(textStyle({ fontSize: 32 }));
  assert.equal(measureText(font, '日本', 0, 2), 2 * font.primary.notdefWidth);
});

test('a character of a fallback font brings the metrics of that font', () => {
  const font = fontFor(textStyle());
  assert.deepEqual(fallbackFonts(font, 'plain', 0, 5), []);
  const others = fallbackFonts(font, 'a ☃', 0, 3);
  assert.deepEqual(
    others.map((other) => other.lineSpacing),
    [19],
  );
});

test('the advances of code units add up to the width', () => {
  const characters = fc.constantFrom(...'AVToffi ,.éЖα→日\u0301\u200b\u{1f600}ß');
  const families = fc.constantFrom('serif', 'sans-serif', 'DejaVu Sans', 'DejaVu Serif', 'monospace', 'Ahem');
  const caps = fc.constantFrom('normal', 'small-caps', 'all-small-caps', 'unicase' as const);
  fc.assert(
    fc.property(fc.array(characters), families, caps, (list, family, fontVariantCaps) => {
      const text = list.join('');
      const font = fontFor(textStyle({ fontFamily: [family], fontVariantCaps }));
      const out = new Float64Array(text.length).fill(1e9);
      const total = advances(font, text, 0, text.length, out);
      const sum = out.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - total) < 1e-6);
      if (!text.includes('ß')) assert.ok(Math.abs(total - measureText(font, text, 0, text.length)) < 1e-6);
    }),
  );
});

test('any string can be measured', () => {
  const font = fontFor(textStyle());
  fc.assert(
    fc.property(anyText(), (text) => {
      const width = measureText(font, text, 0, text.length);
      assert.ok(Number.isFinite(width) && width >= -text.length);
    }),
  );
});

test('the same style object and equal styles share a font', () => {
  assert.equal(fontFor(textStyle()), fontFor(textStyle()));
  assert.notEqual(fontFor(textStyle()), fontFor(textStyle({ fontSize: 17 })));
});
