import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'the baseline of a scroll container stays inside it',
    '<!DOCTYPE html><body style="margin:0"><div style="display:flex;align-items:baseline;line-height:20px"><div id=a>x</div><div id=b style="overflow:hidden;height:10px"><div style="margin-top:50px">x</div></div></div>',
    ['a 0,0 8x20', 'b 8,5 8x10'],
  ],
  [
    'a button without text stands on the end of its content box',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px"><button id=a style="padding:0;border:5px solid"></button>x</div>',
    ['a 0,10 10x10'],
  ],
  [
    'an inline-block stands on its last line',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px">x<span id=a style="display:inline-block">x<br>x</span></div>',
    ['a 8,0 8x40'],
  ],
  [
    'tables inside do not count for an inline-block',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px">x<span id=a style="display:inline-block"><div style="display:table">x</div></span></div>',
    ['a 8,0 8x20'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
