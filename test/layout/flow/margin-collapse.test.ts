import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'margins of siblings collapse to the larger one',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:10px;margin-bottom:20px"></div><div id=b style="height:10px;margin-top:30px"></div>',
    ['a 0,0 800x10', 'b 0,40 800x10'],
  ],
  [
    'a negative margin is taken off the largest positive one',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:10px;margin-bottom:20px"></div><div id=b style="height:10px;margin-top:-5px"></div>',
    ['a 0,0 800x10', 'b 0,25 800x10'],
  ],
  [
    'of two negative margins the more negative one counts',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:40px;margin-bottom:-20px"></div><div id=b style="height:10px;margin-top:-5px"></div>',
    ['a 0,0 800x40', 'b 0,20 800x10'],
  ],
  [
    'the margin of a first child moves its parent',
    '<!DOCTYPE html><body style="margin:0"><div id=p><div id=c style="height:10px;margin-top:30px"></div></div>',
    ['p 0,30 800x10', 'c 0,30 800x10'],
  ],
  [
    'padding keeps the margin of a first child inside',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="padding-top:1px"><div id=c style="height:10px;margin-top:30px"></div></div>',
    ['p 0,0 800x41', 'c 0,31 800x10'],
  ],
  [
    'a formatting context keeps the margins of its children inside',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="display:flow-root"><div id=c style="height:10px;margin:30px 0"></div></div>',
    ['p 0,0 800x70', 'c 0,30 800x10'],
  ],
  [
    'the margin of a last child goes on below its parent',
    '<!DOCTYPE html><body style="margin:0"><div id=p><div id=c style="height:10px;margin-bottom:30px"></div></div><div id=n style="height:5px"></div>',
    ['p 0,0 800x10', 'c 0,0 800x10', 'n 0,40 800x5'],
  ],
  [
    'a height of its own stops the margin of a last child',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="height:20px"><div id=c style="height:10px;margin-bottom:30px"></div></div><div id=n style="height:5px"></div>',
    ['p 0,0 800x20', 'c 0,0 800x10', 'n 0,20 800x5'],
  ],
  [
    'a minimum height that counts stops the margin of a last child',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="min-height:20px"><div id=c style="height:10px;margin-bottom:30px"></div></div><div id=n style="height:5px"></div>',
    ['p 0,0 800x20', 'c 0,0 800x10', 'n 0,20 800x5'],
  ],
  [
    'margins collapse through an empty block',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:10px;margin-bottom:10px"></div><div id=e style="margin:40px 0 20px"></div><div id=b style="height:10px;margin-top:30px"></div>',
    ['a 0,0 800x10', 'e 0,50 800x0', 'b 0,50 800x10'],
  ],
  [
    'a height of zero does not stop margins',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:10px"></div><div id=e style="height:0;margin:40px 0 20px"></div><div id=b style="height:10px"></div>',
    ['a 0,0 800x10', 'e 0,50 800x0', 'b 0,50 800x10'],
  ],
  [
    'a bottom border stops margins at an otherwise empty block',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:10px"></div><div id=e style="border-bottom:1px solid;margin:40px 0 20px"></div><div id=b style="height:10px"></div>',
    ['a 0,0 800x10', 'e 0,50 800x1', 'b 0,71 800x10'],
  ],
  [
    'text stops margins',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="margin-top:10px;line-height:10px">x<div id=c style="margin-top:20px;height:5px"></div></div>',
    ['p 0,10 800x35', 'c 0,40 800x5'],
  ],
  [
    'quirks mode drops the margins of the user agent at the edges of body',
    '<body style="margin:0"><p id=p style="height:10px"></p><div id=d style="height:10px"></div>',
    ['p 0,0 800x10', 'd 0,26 800x10'],
  ],
  [
    'a list item without content is as high as its marker',
    '<!DOCTYPE html><body style="margin:0"><ul id=u style="margin:10px 0"><li id=l></li></ul><div id=n style="height:5px"></div>',
    ['u 0,10 800x18', 'l 40,10 760x18', 'n 0,38 800x5'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
