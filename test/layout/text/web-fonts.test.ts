import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fontFor, measureText } from '../../../src/layout/text/measure.ts';
import { layoutDocument } from '../../../src/layout-document.ts';
import { textStyle } from './text-style.ts';

const roboto = { fontFamily: ['Roboto', 'sans-serif'], fontSize: 32 };

test('a web font is used when the document declares it', () => {
  const font = fontFor(textStyle({ ...roboto, pageFonts: new Set(['roboto']) }));
  assert.equal(font.primary.face.family, 'Roboto');
  assert.equal(font.lineSpacing, 38);
});

test('a web font that the document does not declare is passed over', () => {
  assert.equal(fontFor(textStyle(roboto)).primary.face.family, 'Liberation Sans');
  const other = textStyle({ ...roboto, pageFonts: new Set(['inter']) });
  assert.equal(fontFor(other).primary.face.family, 'Liberation Sans');
});

test('characters outside a Latin web font come from the next family', () => {
  const cyrillic = measureText(fontFor(textStyle({ ...roboto, pageFonts: new Set(['roboto']) })), 'Ж', 0, 1);
  assert.equal(cyrillic, measureText(fontFor(textStyle({ fontFamily: ['sans-serif'], fontSize: 32 })), 'Ж', 0, 1));
});

test('an @font-face rule of the page makes its text as wide as the font', () => {
  const widthOf = (css: string): number => {
    const html = `<!doctype html><style>${css} b { font: 32px Roboto, sans-serif }</style><b>Some words</b>`;
    return layoutDocument(html, { viewport: [800, 600] }).boxes.at(-1)!.w;
  };
  const face = '@font-face { font-family: "Roboto"; src: url(roboto.woff2) }';
  assert.notEqual(widthOf(face), widthOf(''));
});

test('a family with the name of a font file is measured as that font, in the weight of the name', () => {
  const widthOf = (family: string, weight: number): number => {
    const face = `@font-face { font-family: "${family}"; src: url(it.woff2) }`;
    const html = `<!doctype html><style>${face} b { font: ${weight} 32px "${family}" }</style><b>Some words</b>`;
    return layoutDocument(html, { viewport: [800, 600] }).boxes.at(-1)!.w;
  };
  const [regular, bold] = [widthOf('Open Sans', 400), widthOf('Open Sans', 700)];
  assert.ok(bold > regular);
  assert.deepEqual(
    [400, 700].map((weight) => widthOf('open-sans-bold', weight)),
    [bold, bold],
  );
  assert.deepEqual(
    [400, 700].map((weight) => widthOf('OpenSans-Regular', weight)),
    [regular, regular],
  );
});
