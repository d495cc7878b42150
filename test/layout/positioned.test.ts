import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './flow/boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'insets are measured from the padding box',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px;border:5px solid;padding:10px"><i id=a style="position:absolute;left:0;top:0;width:10px;height:10px"></i><i id=b style="position:absolute;right:0;bottom:0;width:10px;height:10px"></i></div>',
    ['a 5,5 10x10', 'b 115,65 10x10'],
  ],
  [
    'two insets stretch an automatic size',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px"><i id=a style="position:absolute;inset:10px"></i></div>',
    ['a 10,10 80x30'],
  ],
  [
    'auto margins centre between insets',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px"><i id=a style="position:absolute;inset:0;width:40px;height:10px;margin:auto"></i></div>',
    ['a 30,20 40x10'],
  ],
  [
    'over-constrained boxes ignore the end inset',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px"><i id=a style="position:absolute;left:10px;right:10px;width:40px;height:10px;top:0"></i></div><div dir=rtl style="position:relative;width:100px;height:50px"><i id=b style="position:absolute;left:10px;right:10px;width:40px;height:10px;top:0"></i></div>',
    ['a 10,0 40x10', 'b 50,50 40x10'],
  ],
  [
    'without insets a box stays at its static position',
    '<!DOCTYPE html><body style="margin:0"><div style="height:20px"></div><i id=a style="position:absolute;width:10px;height:10px;display:block"></i><div id=n style="height:5px"></div>',
    ['a 0,20 10x10', 'n 0,20 800x5'],
  ],
  [
    'the static position in right-to-left text is on the right',
    '<!DOCTYPE html><body style="margin:0"><div dir=rtl style="width:100px"><i id=a style="position:absolute;width:10px;height:10px;display:block"></i></div>',
    ['a 90,0 10x10'],
  ],
  [
    'percentages are of the padding box, even of an automatic height',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;padding:10px"><i id=a style="position:absolute;width:50%;height:50%;left:0;top:0"></i><div style="height:40px"></div></div>',
    ['a 0,0 60x30'],
  ],
  [
    'a transform contains fixed boxes',
    '<!DOCTYPE html><body style="margin:0"><div style="height:20px"></div><div style="transform:translateX(0);height:30px"><i id=a style="position:fixed;top:0;left:0;width:10px;height:10px"></i></div>',
    ['a 0,20 10x10'],
  ],
  [
    'fixed boxes are contained by the viewport',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;height:30px;margin-top:10px"><i id=a style="position:fixed;bottom:0;right:0;width:10px;height:10px"></i></div>',
    ['a 790,590 10x10'],
  ],
  [
    'an inline box can contain',
    '<!DOCTYPE html><body style="margin:0"><div style="line-height:20px">xx<span style="position:relative">yyy<i id=a style="position:absolute;left:0;top:0;width:100%;height:5px"></i></span></div>',
    ['a 16,1 24x5'],
  ],
  [
    'a split inline box contains from its first piece to its last',
    '<!DOCTYPE html><body style="margin:0"><span style="position:relative"><div style="height:100px"></div><i id=a style="position:absolute;left:0;top:0;width:10px;height:10px"></i></span>',
    ['a 0,0 10x10'],
  ],
  [
    'relative insets move without a trace',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="position:relative;left:10px;top:20px;height:10px"></div><div id=b style="height:10px"></div>',
    ['a 10,20 800x10', 'b 0,10 800x10'],
  ],
  [
    'relative percentages of an automatic height do nothing',
    '<!DOCTYPE html><body style="margin:0"><div><div id=a style="position:relative;top:50%;left:50%;height:10px"></div></div>',
    ['a 400,0 800x10'],
  ],
  [
    'justify-self aligns between insets',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px"><i id=a style="position:absolute;inset:0;width:40px;height:10px;justify-self:end;align-self:center"></i></div>',
    ['a 60,20 40x10'],
  ],
  [
    'shrink to fit stops at the far edge',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:50px"><div id=a style="position:absolute;left:60px"><i style="float:left;width:30px;height:5px"></i><i style="float:left;width:30px;height:5px"></i></div></div>',
    ['a 60,0 40x10'],
  ],
  [
    'an aspect ratio follows the stretched width',
    '<!DOCTYPE html><body style="margin:0"><div style="position:relative;width:100px;height:500px"><div id=a style="position:absolute;inset:0;aspect-ratio:2"></div></div>',
    ['a 0,0 100x50'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
