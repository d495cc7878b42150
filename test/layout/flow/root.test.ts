import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'the direction of body is that of the root',
    '<!DOCTYPE html><html id=h><body id=b style="direction:rtl;width:100px;margin:0"><div id=d style="height:10px"></div>',
    ['h 0,0 800x10', 'b 700,0 100x10', 'd 700,0 100x10'],
  ],
  [
    'the writing mode of body is that of the root',
    '<!DOCTYPE html><html id=h><body id=b style="writing-mode:vertical-rl;margin:0"><div id=d style="width:10px;height:20px"></div>',
    ['h 790,0 10x600', 'b 790,0 10x600', 'd 790,0 10x20'],
  ],
  [
    'body shows its overflow to the viewport and shares its floats',
    '<!DOCTYPE html><html id=h><body id=b style="overflow:hidden;margin:0"><i id=f style="float:left;width:10px;height:40px"></i>',
    ['h 0,0 800x40', 'b 0,0 800x0', 'f 0,0 10x40'],
  ],
  [
    'the root element contains its floats',
    '<!DOCTYPE html><html id=h><body id=b style="margin:0"><i id=f style="float:left;width:10px;height:40px"></i>',
    ['h 0,0 800x40', 'b 0,0 800x0', 'f 0,0 10x40'],
  ],
  [
    'margins of the root do not collapse',
    '<!DOCTYPE html><html id=h style="margin:10px"><body id=b style="margin:20px"><div id=d style="height:5px"></div>',
    ['h 10,10 780x45', 'b 30,30 740x5', 'd 30,30 740x5'],
  ],
  [
    'an absolutely positioned root shrinks to fit',
    '<!DOCTYPE html><html id=h style="position:absolute"><body id=b style="margin:5px"><div id=d style="width:30px;height:5px"></div>',
    ['h 0,0 40x15', 'b 5,5 30x5', 'd 5,5 30x5'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
