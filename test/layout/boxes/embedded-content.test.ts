import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBoxes, tree } from './box-fixture.ts';

const GIF = 'data:image/gif;base64,R0lGODlhBQAHAAAAACw=';

/** What Chrome makes of elements that show something from elsewhere. */
const EMBEDDED: readonly (readonly [string, string])[] = [
  ['<iframe></iframe>', 'inline-replaced <iframe> autoxauto'],
  ['<video></video>', 'inline-replaced <video> autoxauto'],
  [`<video poster="${GIF}"></video>`, 'inline-replaced <video> 5x7'],
  ['<audio controls></audio>', 'inline-replaced <audio> 300x54'],
  ['<audio style="display: block"></audio>', ''],
  ['<canvas></canvas>', 'inline-replaced <canvas> 300x150'],
  ['<canvas width=50% height=0></canvas>', 'inline-replaced <canvas> 50x0'],
  ['<embed>', ''],
  ['<embed src=missing.png>', 'inline-replaced <embed> 0x0'],
  ['<embed src=film.swf>', 'inline-replaced <embed> autoxauto'],
  ['<embed src=missing.png type=application/x-foo>', 'inline-replaced <embed> autoxauto'],
  ['<embed src=later>', 'inline-replaced <embed> autoxauto'],
  ['<object></object>', 'inline-replaced <object> autoxauto'],
  ['<object> <param></object>', 'inline-replaced <object> autoxauto'],
  ['<object>x</object>', 'inline <object>\n  text "x"'],
  [`<object data="${GIF}">x</object>`, 'inline-replaced <object> 5x7'],
  ['<object data="data:text/html,x">y</object>', 'inline-replaced <object> autoxauto'],
  ['<object data=missing.png>x</object>', 'inline <object>\n  text "x"'],
  ['<object data=missing.png></object>', 'inline <object>'],
  ['<object data=film.swf><param name=a></object>', 'inline-replaced <object> autoxauto'],
  ['<object data=film.swf>x</object>', 'inline <object>\n  text "x"'],
  ['<object data=missing.png type=application/x-foo></object>', 'inline-replaced <object> autoxauto'],
  ['<object type=video/mp4>x</object>', 'inline-replaced <object> autoxauto'],
  ['<svg></svg>', 'inline-replaced <svg> autoxauto'],
  ['<svg width=20 height=2em viewBox="0 0 1 1"></svg>', 'inline-replaced <svg> 20x32'],
  ['<img>', 'inline-replaced <img> 0x0'],
  [`<img src="${GIF}">`, 'inline-replaced <img> 5x7'],
  [`<img src="${GIF}" style="zoom: 2">`, 'inline-replaced <img> 10x14'],
  [
    `<picture><source srcset="${GIF}"><img src=missing.png></picture>`,
    'inline <picture>\n  inline <source>\n  inline-replaced <img> 5x7',
  ],
  ['<img src=missing.png width=50 height=40>', 'inline-replaced <img> 20x20'],
  ['<img src=missing.png alt="">', 'inline-flow <img>'],
  ['<img src=missing.png>', 'inline-flow <img>\n  replaced float 16x16'],
];

for (const [html, boxes] of EMBEDDED) {
  test(`${html.replace(GIF, 'data:…')} makes ${boxes === '' ? 'no box' : JSON.stringify(boxes)}`, () => {
    assert.equal(bodyBoxes(html), boxes);
  });
}

test('a broken image shows an icon and its text', () => {
  assert.equal(
    bodyBoxes('<img src=missing.png alt="A cat" width=50 height=40>'),
    tree`
      inline-flow <img> inline-content
        replaced float 16x16
        text "A cat"
    `,
  );
});

test('an image that is not loaded yet keeps its place without text', () => {
  assert.equal(bodyBoxes('<img src=later.png alt="A cat">', { images: () => 'pending' }), 'inline-replaced <img> 0x0');
});

test('the embedder tells the size of images that it has loaded', () => {
  const images = (source: string) => (source === 'cat.png' ? { width: 40, height: 20, ratio: 2 } : ('broken' as const));
  assert.equal(bodyBoxes('<img src=cat.png>', { images }), 'inline-replaced <img> 40x20');
});

test('a candidate of srcset with more pixels is smaller on the page', () => {
  const images = () => ({ width: 40, height: 20, ratio: 2 });
  assert.equal(bodyBoxes('<img srcset="a.png 2x, b.png 4x">', { images }), 'inline-replaced <img> 20x10');
});

test('the inside of a drawing has no boxes', () => {
  assert.equal(bodyBoxes('<svg><g><text>x</text></g></svg>'), 'inline-replaced <svg> autoxauto');
});

test('an address in srcset may contain commas, and no list of them is slow', () => {
  const images = (source: string) => ({ width: source.length, height: 1, ratio: null });
  assert.equal(bodyBoxes('<img srcset="a,b.png, c.png 2x">', { images }), 'inline-replaced <img> 7x1');
  assert.equal(bodyBoxes(`<img srcset="${','.repeat(300_000)}">`, { images }), 'inline-replaced <img> 0x0');
});

test('a canvas that no script can draw on is its fallback content', () => {
  assert.equal(bodyBoxes('<canvas>x</canvas>', { scripting: false }), 'inline <canvas>\n  text "x"');
});
