import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './flow/boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'a rotated box has the rectangle around it',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:100px;height:50px;transform:rotate(90deg)"></div>',
    ['a 25,-25 50x100'],
  ],
  [
    'transforms of ancestors add up',
    '<!DOCTYPE html><body style="margin:0"><div style="transform:scale(2);transform-origin:0 0"><div id=a style="width:10px;height:10px;transform:translate(5px, 50%)"></div></div>',
    ['a 10,10 20x20'],
  ],
  [
    'translate, rotate and scale come before transform',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:10px;height:10px;translate:20px;scale:3;transform:translateX(1px);transform-origin:0 0"></div>',
    ['a 23,0 30x30'],
  ],
  [
    'a button stands on its text, also when that could scroll',
    '<!DOCTYPE html><body style="margin:0;font:16px/20px Arial"><div id=a><button id=b style="overflow:auto;margin:0;border:0;padding:10px;font:inherit">x</button></div>',
    ['a 0,0 800x40', 'b 0,0 28x40'],
  ],
  [
    'an inline box around a block has its rectangle too',
    '<!DOCTYPE html><body style="margin:0"><span id=a><div id=b style="width:50px;height:20px"></div></span>',
    ['a 0,0 800x20', 'b 0,0 50x20'],
  ],
  [
    'padding of an inline child counts for a box that nothing shows',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px"><span id=a>x<b id=b style="padding:5px">y</b></span></div>',
    ['a 0,-4 26x27', 'b 8,-4 18x27'],
  ],
  [
    'it does not count where the box has a background',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px"><span id=a style="background:red">x<b id=b style="padding:5px">y</b></span></div>',
    ['a 0,1 26x17', 'b 8,-4 18x27'],
  ],
  [
    'a sticky box at the end keeps in view',
    '<!DOCTYPE html><body style="margin:0"><div style="height:1000px"></div><div id=a style="position:sticky;bottom:0;height:50px"></div>',
    ['a 0,550 800x50'],
  ],
  [
    'a sticky box does not leave its container',
    '<!DOCTYPE html><body style="margin:0"><div style="height:580px"></div><div><div style="height:30px"></div><div id=a style="position:sticky;bottom:0;height:50px"></div></div>',
    ['a 0,580 800x50'],
  ],
  [
    'justify-self aligns a block, which is then as wide as its content',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="justify-self:end"></div><div style="justify-items:center"><div id=b></div></div><div id=c style="justify-self:baseline"></div>',
    ['a 800,0 0x0', 'b 400,0 0x0', 'c 0,0 0x0'],
  ],
  [
    'an inline-block stands on the first baseline of a flex container in it',
    '<!DOCTYPE html><body id=a style="margin:0;font:16px/20px Arial"><span style="display:inline-block"><div style="display:flex"><div></div>words-with</div></span>',
    ['a 0,0 800x25'],
  ],
  [
    'text in a container without width is beside a float',
    '<!DOCTYPE html><body id=a style="margin:0;font:16px/20px Arial"><div style="max-width:0"><div style="float:right">(paren)</div>a</div>',
    ['a 0,0 800x20'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}

test('an element knows its place among its siblings, and how many there are', () => {
  const box = (id: string) =>
    `<p id=${id} style="margin:0;height:1px;width:calc(10px * sibling-index() + 1px * sibling-count())"></p>`;
  assert.deepEqual(boxesOf(`<!DOCTYPE html><body style="margin:0">${box('a')}${box('b')}<p></p>`), [
    'a 0,0 13x1',
    'b 0,1 23x1',
  ]);
});

test('if() takes the value of the first condition that holds', () => {
  const conditions = [
    ['if(style(--a: 1): 5px; else: 7px)', 5],
    ['if(style(--a: 2): 5px; else: 7px)', 7],
    ['if(style(--b): 5px; style(--a): 6px; else: 7px;)', 6],
    ['if(media(width > 10px): 5px; else: 7px)', 5],
    ['if(supports(display: grid) and (not style(--b)): calc(2px + var(--c, 3px)); else: 7px)', 5],
    ['if(style(--a: 2): 5px)', 800],
    ['if(no-colon)', 800],
  ] as const;
  for (const [value, width] of conditions) {
    const html = `<!DOCTYPE html><body style="margin:0"><p id=p style="--a: 1 ;margin:0;height:1px;width:${value}">`;
    assert.deepEqual(boxesOf(html), [`p 0,0 ${width}x1`], value);
  }
});
