import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'floats stand side by side as long as they fit',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=a style="float:left;width:40px;height:10px"></i><i id=b style="float:left;width:40px;height:20px"></i><i id=c style="float:left;width:40px;height:10px"></i></div>',
    ['a 0,0 40x10', 'b 40,0 40x20', 'c 0,20 40x10'],
  ],
  [
    'a float is not above an earlier float',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=a style="float:left;width:60px;height:10px"></i><i id=b style="float:left;width:60px;height:10px"></i><i id=c style="float:right;width:20px;height:10px"></i></div>',
    ['a 0,0 60x10', 'b 0,10 60x10', 'c 80,10 20x10'],
  ],
  [
    'left and right floats do not overlap',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=a style="float:left;width:60px;height:10px"></i><i id=b style="float:right;width:60px;height:10px"></i></div>',
    ['a 0,0 60x10', 'b 40,10 60x10'],
  ],
  [
    'a float that is too wide overflows',
    '<!DOCTYPE html><body style="margin:0"><div id=d style="width:100px"><i id=a style="float:right;width:150px;height:10px"></i></div>',
    ['d 0,0 100x0', 'a -50,0 150x10'],
  ],
  [
    'a negative margin lets a float fit',
    '<!DOCTYPE html><body style="margin:0"><div style="width:100px"><i id=a style="float:left;width:60px;height:10px"></i><i id=b style="float:left;width:60px;height:10px;margin-left:-30px"></i></div>',
    ['a 0,0 60x10', 'b 30,0 60x10'],
  ],
  [
    'an automatic width shrinks to the content',
    '<!DOCTYPE html><body style="margin:0"><i id=a style="float:left"><b id=b style="display:block;width:30px;height:10px"></b></i>',
    ['a 0,0 30x10', 'b 0,0 30x10'],
  ],
  [
    'a formatting context contains its floats',
    '<!DOCTYPE html><body style="margin:0"><div id=d style="overflow:hidden"><i id=a style="float:left;width:10px;height:30px"></i></div>',
    ['d 0,0 800x30', 'a 0,0 10x30'],
  ],
  [
    'other blocks do not contain their floats',
    '<!DOCTYPE html><body style="margin:0"><div id=d><i id=a style="float:left;width:10px;height:30px"></i></div>',
    ['d 0,0 800x0', 'a 0,0 10x30'],
  ],
  [
    'floats move with the margin that collapses through their parent',
    '<!DOCTYPE html><body style="margin:0"><div id=p><i id=a style="float:left;width:10px;height:10px"></i><div id=c style="margin-top:30px;height:5px"></div></div>',
    ['p 0,30 800x5', 'a 0,30 10x10', 'c 0,30 800x5'],
  ],
  [
    'a float in a block that collapses through stands after the margins before it',
    '<!DOCTYPE html><body style="margin:0"><div style="border:1px solid"><div id=e style="margin:20px 0 30px"><i id=a style="float:left;width:10px;height:10px"></i></div><div id=n style="height:5px;margin-top:50px"></div></div>',
    ['e 1,21 798x0', 'a 1,21 10x10', 'n 1,51 798x5'],
  ],
  [
    'inline-start is the right in right-to-left text',
    '<!DOCTYPE html><body style="margin:0"><div dir=rtl style="width:100px"><i id=a style="float:inline-start;width:10px;height:10px"></i></div>',
    ['a 90,0 10x10'],
  ],
  [
    'the root element can float',
    '<!DOCTYPE html><html style="float:right"><body style="margin:0"><div id=a style="width:50px;height:10px"></div>',
    ['a 750,0 50x10'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
