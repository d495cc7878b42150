import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from './flow/boxes-of.ts';

/** An anchor of 100 by 40 at 60,50 in a containing block of 800 by 300. */
const page = (target: string, more = '') =>
  `<!DOCTYPE html><body style="margin:0"><main style="position:relative;height:300px"><div style="height:50px"></div>
  <div style="anchor-name:--a;width:100px;height:40px;margin-left:60px"></div>${more}
  <p id=p style="position:absolute;position-anchor:--a;margin:0;width:30px;height:20px;${target}"></p></main>`;

const FACTS: readonly (readonly [fact: string, target: string, box: string])[] = [
  [
    'anchor() is a distance from the edge that the inset is of',
    'top:anchor(bottom);left:anchor(right)',
    '160,90 30x20',
  ],
  ['on the other side it is counted from there', 'bottom:anchor(top);right:anchor(left)', '30,30 30x20'],
  ['it can be part of a calculation', 'left:calc(anchor(center) + 5px);top:anchor(25%)', '115,60 30x20'],
  ['without the anchor its fallback counts', 'left:anchor(--x left, 7px);top:anchor(--x top, 3px)', '7,3 30x20'],
  [
    'anchor-size() is the size of the anchor',
    'left:0;top:0;width:anchor-size(width);height:anchor-size(width)',
    '0,0 100x100',
  ],
  ['a box above its anchor stands in the middle of it', 'position-area:top', '95,30 30x20'],
  ['in a corner it touches the anchor', 'position-area:bottom right', '160,90 30x20'],
  ['over two parts it keeps to the anchor', 'position-area:bottom span-right', '60,90 30x20'],
  ['anchor-center stays in the containing block', 'justify-self:anchor-center;top:0;width:250px', '0,0 250x20'],
  [
    'a fallback that fits is taken',
    'position-area:top;height:60px;position-try-fallbacks:flip-inline, flip-block',
    '95,90 30x60',
  ],
  [
    'without one that fits the first position stays',
    'position-area:top;height:260px;position-try:flip-block',
    '95,-210 30x260',
  ],
];

for (const [fact, target, box] of FACTS) {
  test(fact, () => {
    assert.deepEqual(boxesOf(page(target)), [`p ${box}`]);
  });
}

test('of several anchors of one name the last in the tree counts', () => {
  const second = '<div style="position:absolute;anchor-name:--a;left:300px;top:10px;width:10px;height:10px"></div>';
  assert.deepEqual(boxesOf(page('top:anchor(bottom);left:anchor(left)', second)), ['p 300,20 30x20']);
});
