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
    'without one that fits the first position stays, in the containing block',
    'position-area:top;height:260px;position-try:flip-block',
    '95,0 30x260',
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

/** A box of 30 by 40 that needs a fallback, in a containing block of 400 by 400. */
const tried = (fallback: string, container = '') =>
  `<!DOCTYPE html><style>@position-try --p { left: 10px; top: 20px }</style><body style="margin:0">
  <main style="position:absolute;width:400px;height:400px;${container}">
  <p id=p style="position:absolute;margin:0;left:99999px;width:30px;height:40px;position-try-fallbacks:${fallback}"></p></main>`;

for (const [fallback, box, container] of [
  ['--p', '10,20 30x40'],
  ['--none, --p flip-block', '10,340 30x40'],
  ['--p flip-x flip-y', '360,340 30x40'],
  ['--p flip-start', '20,10 40x30'],
  ['--p flip-start flip-block', '20,360 40x30'],
  ['--p flip-block flip-start', '340,10 40x30'],
  ['--p flip-inline', '10,340 30x40', 'writing-mode:vertical-lr'],
  ['--p flip-start', '340,360 40x30', 'direction:rtl'],
] as const) {
  test(`a fallback position: ${fallback} ${container ?? ''}`, () => {
    assert.deepEqual(boxesOf(tried(fallback, container)), [`p ${box}`]);
  });
}

/** A box in a containing block of 300 by 100. */
for (const [fact, target, box, container] of [
  ['what does not fit its area stays in the containing block', 'inset:0 100px;width:250px;justify-self:start', '50,0'],
  ['or begins at its start', 'inset:0 150px 0 100px;width:400px;justify-self:end', '0,0'],
  ['unless that is unsafe', 'inset:0 150px 0 100px;width:200px;justify-self:unsafe end', '-50,0'],
  ['scrolling knows no limit', 'inset:0 50px 0 150px;width:200px;justify-self:start', '150,0', 'overflow:hidden'],
  ['a static position is aligned in the content box', 'width:20px;justify-self:center', '140,0'],
] as const) {
  test(`alignment of positioned boxes: ${fact}`, () => {
    const page = `<!DOCTYPE html><body style="margin:0"><main style="position:relative;width:300px;height:100px;${container ?? ''}">
      <p id=p style="position:absolute;margin:0;height:10px;${target}"></p></main>`;
    assert.equal(boxesOf(page)[0]?.split(' ')[1], box);
  });
}
