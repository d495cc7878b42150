/** Expected values are Chrome's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function read(style: string, ...names: readonly string[]): Promise<string> {
  using page = await openPage(`<!doctype html><div id=a style="width: 100px; height: 20px; ${style}">x</div>`);
  return String(await page.evaluate(`${JSON.stringify(names)}.map((name) => getComputedStyle(a)[name]).join(' | ')`));
}

test('a transform is one matrix, without the origin', async () => {
  assert.equal(
    await read('transform: translate(10%, 5px) scale(2)', 'transform', 'transformOrigin'),
    'matrix(2, 0, 0, 2, 10, 5) | 50px 10px',
  );
  assert.equal(await read('', 'transform', 'rotate', 'scale'), 'none | none | none');
});

for (const [transform, matrix] of [
  ['rotate(90deg)', 'matrix(0, 1, -1, 0, 0, 0)'],
  ['rotate(-450deg)', 'matrix(0, -1, 1, 0, 0, 0)'],
  ['translate3d(10px, 20px, 0)', 'matrix(1, 0, 0, 1, 10, 20)'],
  ['translate3d(10%, 20px, 30px)', 'matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1)'],
  ['rotateY(60deg)', 'matrix3d(0.5, 0, -0.866025, 0, 0, 1, 0, 0, 0.866025, 0, 0.5, 0, 0, 0, 0, 1)'],
  [
    'perspective(500px) rotateX(30deg)',
    'matrix3d(1, 0, 0, 0, 0, 0.866025, 0.5, -0.001, 0, -0.5, 0.866025, -0.00173205, 0, 0, 0, 1)',
  ],
  ['rotateX(180deg)', 'matrix3d(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1)'],
  ['scale3d(2, 3, 1)', 'matrix(2, 0, 0, 3, 0, 0)'],
  ['rotate3d(0, 0, 1, 90deg)', 'matrix(0, 1, -1, 0, 0, 0)'],
  ['translateZ(0)', 'matrix(1, 0, 0, 1, 0, 0)'],
  [
    'matrix3d(1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1)',
    'matrix3d(1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1)',
  ],
] as const) {
  test(`${transform} is one matrix, as flat as it is`, async () => {
    assert.equal(await read(`transform: ${transform}`, 'transform'), matrix);
  });
}

test('a line height without unit is resolved', async () => {
  assert.equal(await read('font-size: 20px; line-height: 1.5', 'lineHeight'), '30px');
});

test('offsets of a relative box mirror each other', async () => {
  assert.equal(await read('position: relative; top: 5px', 'top', 'bottom', 'left'), '5px | -5px | 0px');
});

test('shorthands are put together', async () => {
  assert.equal(
    await read('flex: 1; gap: 3px 4px; border: 1px solid', 'flex', 'gap', 'border', 'font'),
    '1 1 0% | 3px 4px | 1px solid rgb(0, 0, 0) | 16px "Times New Roman"',
  );
});

test('logical names stand for physical sides', async () => {
  assert.equal(
    await read('padding: 1px 2px 3px 4px', 'inlineSize', 'paddingBlockStart', 'paddingInlineStart'),
    '100px | 1px | 4px',
  );
});

test('what is not kept has its initial value', async () => {
  assert.equal(
    await read('', 'transitionDuration', 'animationName', 'boxShadow', 'minWidth', 'borderTopColor'),
    '0s | none | none | 0px | rgb(0, 0, 0)',
  );
});

test("what has the focus has Chrome's ring", async () => {
  using page = await openPage('<!doctype html><div id=a tabindex=0>x</div><script>a.focus()</script>');
  assert.equal(await page.evaluate('getComputedStyle(a).outline'), 'rgb(16, 16, 16) auto 1px');
});

test('times of transitions and animations are those that are declared', async () => {
  assert.equal(
    await read(
      'transition: opacity 150ms 1s; animation: spin 2s',
      'transitionDuration',
      'transitionDelay',
      'animation',
    ),
    '0.15s | 1s | 2s spin',
  );
});
