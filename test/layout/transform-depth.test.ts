import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../src/layout-document.ts';

/** The box of an element of 100 by 60 pixels at 100, 100, rounded. */
function boxOf(transform: string): string {
  const html = `<!DOCTYPE html><div style="position: absolute; left: 100px; top: 100px; width: 100px; height: 60px; transform: ${transform}">`;
  const { x, y, w, h } = layoutDocument(html, { viewport: [800, 600] }).boxes.find(({ tag }) => tag === 'div')!;
  return `${Math.round(x)},${Math.round(y)} ${Math.round(w)}x${Math.round(h)}`;
}

test('what comes half the way to the viewer is twice as large', () => {
  assert.equal(boxOf('perspective(200px) translateZ(100px)'), '50,70 200x120');
});

test('without a perspective, depth changes nothing', () => {
  assert.equal(boxOf('translateZ(100px)'), '100,100 100x60');
});

test('a perspective does nothing to what comes before it', () => {
  assert.equal(boxOf('translateZ(100px) perspective(200px)'), '100,100 100x60');
});

test('a box that is turned about its middle is seen narrower', () => {
  assert.equal(boxOf('rotateX(60deg)'), '100,115 100x30');
  assert.equal(boxOf('rotate3d(0, 1, 0, 60deg)'), '125,100 50x60');
});

test('of a box that is turned in perspective, the nearer edge is the longer one', () => {
  // An edge is 30 px nearer, of 60 px to the viewer: it is twice as wide.
  assert.equal(boxOf('perspective(60px) rotateX(-90deg)').split(' ')[1]!.split('x')[0], '200');
});

test('what is as far away as the viewer is as large as on the page', () => {
  assert.equal(boxOf('perspective(100px) translateZ(100px)'), '100,100 100x60');
});

test('a viewer comes no nearer than a pixel, and "none" is no viewer at all', () => {
  assert.equal(boxOf('perspective(0) translateZ(-1px)'), '125,115 50x30');
  assert.equal(boxOf('perspective(none) translateZ(-1px)'), '100,100 100x60');
});

test('what is scaled beyond all numbers has no size', () => {
  assert.equal(boxOf('scale(1e200) scale(1e200)').split(' ')[1], '0x0');
});
