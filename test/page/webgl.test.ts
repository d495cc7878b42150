import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('a WebGL context tells its viewport and its scissor box, which begin as the canvas', async () => {
  using page = await openPage('<canvas id=c width=40 height=30>');
  const found = await page.evaluate(`(() => {
    const gl = c.getContext('webgl');
    const before = gl.getParameter(gl.VIEWPORT);
    before[0] = 9;
    gl.viewport(1, 2, 3, 4);
    return [gl.getParameter(gl.SCISSOR_BOX), gl.getParameter(gl.VIEWPORT), gl.getParameter(gl.COLOR_WRITEMASK)].join(' ');
  })()`);
  assert.equal(found, '0,0,40,30 1,2,3,4 true,true,true,true');
});

test('lists that a WebGL context gives are new each time', async () => {
  using page = await openPage('<canvas id=c>');
  const found = await page.evaluate(`(() => {
    const gl = c.getContext('webgl2');
    gl.getParameter(gl.BLEND_COLOR)[0] = 1;
    return gl.getParameter(gl.BLEND_COLOR).join();
  })()`);
  assert.equal(found, '0,0,0,0');
});
