import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './flow/boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'auto margins centre a block',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:100px;height:10px;margin:0 auto"></div>',
    ['a 350,0 100x10'],
  ],
  [
    'a block that is too wide overflows at the end',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:900px;height:10px;margin:0 auto"></div>',
    ['a 0,0 900x10'],
  ],
  [
    'in right-to-left text it overflows at the left',
    '<!DOCTYPE html><body style="margin:0"><div dir=rtl><div id=a style="width:900px;height:10px"></div></div>',
    ['a -100,0 900x10'],
  ],
  [
    '<center> centres blocks',
    '<!DOCTYPE html><body style="margin:0"><center><div id=a style="width:100px;height:10px"></div></center>',
    ['a 350,0 100x10'],
  ],
  [
    'border-box sizes include padding and border',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="box-sizing:border-box;width:100px;height:50px;padding:10px;border:5px solid"></div>',
    ['a 0,0 100x50'],
  ],
  [
    'min-width wins over max-width',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:50px;max-width:20px;min-width:30px;height:10px"></div>',
    ['a 0,0 30x10'],
  ],
  [
    'percentages of an automatic height are automatic',
    '<!DOCTYPE html><body style="margin:0"><div><div id=a style="height:50%"><b style="display:block;height:7px"></b></div></div>',
    ['a 0,0 800x7'],
  ],
  [
    'percentages of a given height count',
    '<!DOCTYPE html><body style="margin:0"><div style="height:80px"><div id=a style="height:50%"></div></div>',
    ['a 0,0 800x40'],
  ],
  [
    'a percentage in a calculated minimum height counts as zero',
    '<!DOCTYPE html><body style="margin:0"><div><div id=a style="min-height:calc(20px + 50%)"></div></div>',
    ['a 0,0 800x20'],
  ],
  [
    'vertical padding percentages are of the width',
    '<!DOCTYPE html><body style="margin:0"><div style="width:200px"><div id=a style="padding-top:10%"></div></div>',
    ['a 0,0 200x20'],
  ],
  [
    'fit-content shrinks to fit',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:fit-content;height:5px"><b style="display:block;width:30px"></b></div>',
    ['a 0,0 30x5'],
  ],
  [
    'min-content of floats is the widest of them, max-content their sum',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:min-content;display:flow-root"><i style="float:left;width:30px;height:5px"></i><i style="float:left;width:20px;height:5px"></i></div><div id=b style="width:max-content;display:flow-root"><i style="float:left;width:30px;height:5px"></i><i style="float:left;width:20px;height:5px"></i></div>',
    ['a 0,0 30x10', 'b 0,10 50x5'],
  ],
  [
    'a percentage width does not count for the container that shrinks',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="float:left;height:5px"><div id=b style="width:50%"><b style="display:block;width:30px;height:3px"></b></div></div>',
    ['a 0,0 30x5', 'b 0,0 15x3'],
  ],
  [
    'an aspect ratio gives the height',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:100px;aspect-ratio:2"></div>',
    ['a 0,0 100x50'],
  ],
  [
    'an aspect ratio gives the width',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:100px;aspect-ratio:2"></div>',
    ['a 0,0 200x100'],
  ],
  [
    'content is a minimum for a height by ratio',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:100px;aspect-ratio:2"><div style="height:70px"></div></div>',
    ['a 0,0 100x70'],
  ],
  [
    'content that can scroll is not',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="width:100px;aspect-ratio:2;overflow:hidden"><div style="height:70px"></div></div>',
    ['a 0,0 100x50'],
  ],
  [
    'a maximum height acts through the ratio',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="max-height:20px;aspect-ratio:2"></div>',
    ['a 0,0 40x20'],
  ],
  [
    'contain-intrinsic-size stands in for contained content',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="contain:size;float:left;contain-intrinsic-size:30px 40px">text</div>',
    ['a 0,0 30x40'],
  ],
  [
    'stretch fills the height without margins that may collapse',
    '<!DOCTYPE html><body style="margin:0"><div style="height:100px"><div id=a style="height:stretch;margin:10px"></div></div><div style="height:100px;border:1px solid"><div id=b style="height:stretch;margin:10px"></div></div>',
    ['a 10,10 780x100', 'b 11,121 778x80'],
  ],
  [
    'quirks mode stretches body to the viewport',
    '<body><div id=a style="margin:20px;height:5px"></div>',
    ['a 28,20 744x5'],
  ],
  [
    'quirks mode hands heights on through automatic ones',
    '<body style="margin:0"><div><div id=a style="height:50%"></div></div>',
    ['a 0,0 800x300'],
  ],
  [
    'align-content moves the content of a block',
    '<!DOCTYPE html><body style="margin:0"><div id=a style="height:100px;align-content:center"><div id=b style="height:20px"></div></div>',
    ['a 0,0 800x100', 'b 0,40 800x20'],
  ],
  [
    'a legend stands in the border',
    '<!DOCTYPE html><body style="margin:0"><fieldset id=f style="margin:0;border:10px solid;padding:5px;width:200px"><legend id=l style="padding:0;width:50px;height:30px"></legend><div id=d style="height:20px"></div></fieldset>',
    ['f 0,0 230x70', 'l 15,0 50x30', 'd 15,35 200x20'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
