import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './boxes-of.ts';

/** Each page shows one fact; its boxes are those that Chrome gives. */
const PAGES: readonly (readonly [fact: string, html: string, boxes: readonly string[]])[] = [
  [
    'clear moves a block below floats',
    '<!DOCTYPE html><body style="margin:0"><div style="border:1px solid"><i id=f style="float:left;width:10px;height:40px"></i><div id=c style="clear:left;height:10px;margin-top:20px"></div></div>',
    ['f 1,1 10x40', 'c 1,41 798x10'],
  ],
  [
    'a margin that reaches below the float is not affected',
    '<!DOCTYPE html><body style="margin:0"><div style="border:1px solid"><i id=f style="float:left;width:10px;height:40px"></i><div id=c style="clear:left;height:10px;margin-top:60px"></div></div>',
    ['f 1,1 10x40', 'c 1,61 798x10'],
  ],
  [
    'clear looks at its own side only',
    '<!DOCTYPE html><body style="margin:0"><div style="border:1px solid"><i id=f style="float:left;width:10px;height:40px"></i><div id=c style="clear:right;height:10px"></div></div>',
    ['f 1,1 10x40', 'c 1,1 798x10'],
  ],
  [
    'clearance separates a first child from its parent',
    '<!DOCTYPE html><body style="margin:0"><div style="border:1px solid"><i id=f style="float:left;width:10px;height:100px"></i><div id=p style="margin-top:10px"><div id=c style="clear:left;height:20px;margin-top:30px"></div></div></div>',
    ['f 1,1 10x100', 'p 1,11 798x110', 'c 1,101 798x20'],
  ],
  [
    'clearance past floats that move along keeps them where the parent begins',
    '<!DOCTYPE html><body style="margin:0"><i id=f style="float:left;width:10px;height:100px"></i><div id=p style="margin-top:10px"><div id=c style="clear:left;height:20px;margin-top:30px"></div></div>',
    ['f 0,10 10x100', 'p 0,10 800x120', 'c 0,110 800x20'],
  ],
  [
    'a cleared block that collapses through holds its parent open',
    '<!DOCTYPE html><body style="margin:0"><div id=p style="border-top:1px solid"><i id=f style="float:left;width:10px;height:100px"></i><div id=c style="clear:left;margin:40px 0 140px"></div></div><div id=n style="height:10px"></div>',
    ['p 0,0 800x201', 'f 0,1 10x100', 'c 0,101 800x0', 'n 0,201 800x10'],
  ],
  [
    'clearance can be negative',
    '<!DOCTYPE html><body style="margin:0"><div id=p><div style="height:60px;margin-bottom:40px"></div><i id=f style="float:left;width:10px;height:100px"></i><div id=c style="clear:left;margin-top:120px"></div></div><div id=n style="height:10px"></div>',
    ['p 0,0 800x200', 'f 0,100 10x100', 'c 0,200 800x0', 'n 0,200 800x10'],
  ],
  [
    'a float can clear',
    '<!DOCTYPE html><body style="margin:0"><i id=a style="float:left;width:10px;height:40px"></i><i id=b style="float:left;clear:left;width:10px;height:10px"></i>',
    ['a 0,0 10x40', 'b 0,40 10x10'],
  ],
];

for (const [fact, html, boxes] of PAGES) {
  test(fact, () => {
    assert.deepEqual(boxesOf(html), boxes);
  });
}
