import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './flow/boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'columns share the width',
    '<!DOCTYPE html><body style="margin:0"><div style="width:320px;columns:3;column-gap:10px"><i id=a style="display:block;height:20px"></i><i id=b style="display:block;height:20px"></i><i id=c style="display:block;height:20px"></i></div>',
    ['a 0,0 100x20', 'b 110,0 100x20', 'c 220,0 100x20'],
  ],
  [
    'column-width gives as many columns as fit',
    '<!DOCTYPE html><body style="margin:0"><div style="width:320px;columns:90px;column-gap:10px"><i id=a style="display:block;height:20px"></i><i id=b style="display:block;height:20px"></i><i id=c style="display:block;height:20px"></i></div>',
    ['a 0,0 100x20', 'b 110,0 100x20', 'c 220,0 100x20'],
  ],
  [
    'columns are balanced',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;columns:2;column-gap:0"><i id=a style="display:block;height:30px"></i><i id=b style="display:block;height:20px;break-inside:avoid"></i><i id=c style="display:block;height:20px;break-inside:avoid"></i></div>',
    ['m 0,0 200x40', 'a 0,0 100x30', 'b 100,0 100x20', 'c 100,20 100x20'],
  ],
  [
    'a box is cut where the column ends',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;height:50px;columns:2;column-gap:0;column-fill:auto"><i id=a style="display:block;height:80px"></i><i id=b style="display:block;height:10px"></i></div>',
    ['m 0,0 200x50', 'a 0,0 200x50', 'b 100,30 100x10'],
  ],
  [
    'margins at a break are dropped',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;height:50px;columns:2;column-gap:0;column-fill:auto"><i id=a style="display:block;height:40px"></i><i id=b style="display:block;height:10px;margin-top:30px"></i></div>',
    ['m 0,0 200x50', 'a 0,0 100x40', 'b 100,0 100x10'],
  ],
  [
    'too much content makes more columns',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;height:20px;columns:2;column-gap:0;column-fill:auto"><i id=a style="display:block;height:20px"></i><i id=b style="display:block;height:20px"></i><i id=c style="display:block;height:20px"></i></div>',
    ['m 0,0 200x20', 'a 0,0 100x20', 'b 100,0 100x20', 'c 200,0 100x20'],
  ],
  [
    'break-before begins a new column',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;columns:2;column-gap:0"><i id=a style="display:block;height:20px"></i><i id=b style="display:block;height:10px;break-before:column"></i></div>',
    ['m 0,0 200x20', 'a 0,0 100x20', 'b 100,0 100x10'],
  ],
  [
    'a spanning box parts two rows of columns',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:200px;columns:2;column-gap:0"><i id=a style="display:block;height:20px"></i><i id=s style="display:block;height:5px;column-span:all"></i><i id=b style="display:block;height:20px"></i></div>',
    ['m 0,0 200x25', 'a 0,0 200x10', 's 0,10 200x5', 'b 0,15 200x10'],
  ],
  [
    'floats are cut too',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="width:300px;height:100px;columns:3;column-gap:0;column-fill:auto"><div id=e><i id=f style="float:left;width:10px;height:250px"></i></div><i id=c style="display:block;clear:left;height:3px"></i></div>',
    ['m 0,0 300x100', 'e 200,0 100x0', 'f 0,0 210x100', 'c 200,50 100x3'],
  ],
  [
    'the container shrinks to its columns',
    '<!DOCTYPE html><body style="margin:0"><div id=m style="float:left;columns:2;column-gap:10px"><i id=a style="display:block;width:40px;height:20px"></i></div>',
    ['m 0,0 90x10', 'a 0,0 90x10'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
