import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'a formatting context takes the room beside a float',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:left;width:40px;height:40px"></i><div id=c style="overflow:hidden;height:10px"></div></div>',
    ['f 0,0 40x40', 'c 40,0 60x10'],
  ],
  [
    'it moves below where it does not fit',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:left;width:40px;height:40px"></i><div id=c style="overflow:hidden;width:80px;height:10px"></div></div>',
    ['f 0,0 40x40', 'c 0,40 80x10'],
  ],
  [
    'its margin overlaps with the float',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:left;width:40px;height:40px"></i><div id=c style="overflow:hidden;height:10px;margin-left:50px"></div></div>',
    ['f 0,0 40x40', 'c 50,0 50x10'],
  ],
  [
    'a margin that leaves no room moves it below',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:right;width:50px;height:40px"></i><div id=c style="display:flow-root;height:60px;margin-left:51px"></div></div>',
    ['f 50,0 50x40', 'c 51,40 49x60'],
  ],
  [
    'auto margins share what the float leaves',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:left;width:40px;height:40px"></i><div id=c style="overflow:hidden;width:20px;height:10px;margin:0 auto"></div></div>',
    ['f 0,0 40x40', 'c 60,0 20x10'],
  ],
  [
    'a higher one than the room above the next float is narrowed by it',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=f style="float:left;width:60px;height:20px"></i><i id=g style="float:left;width:50px;height:40px"></i><div id=c style="overflow:hidden;height:30px"></div></div>',
    ['f 0,0 60x20', 'g 0,20 50x40', 'c 60,0 40x30'],
  ],
  [
    'when it moves below floats its margin no longer moves them',
    '<!DOCTYPE html><body style="margin:0"><div id=p><i id=f style="float:left;width:700px;height:40px"></i><div id=c style="overflow:hidden;width:200px;height:10px;margin-top:30px"></div></div>',
    ['p 0,0 800x50', 'f 0,0 700x40', 'c 0,40 200x10'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
