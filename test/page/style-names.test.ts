/** What `el.style` lists besides properties: a page may look for any of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('old names are listed, and stand for their properties', async () => {
  using page = await openPage('<p id=p style="word-wrap: anywhere">');
  const script = `(() => {
    const listed = [];
    for (const name in p.style) listed.push(name);
    p.style.webkitTransform = 'rotate(9deg)';
    return ['webkitTransform', 'wordWrap', 'gridGap', 'webkitTransformOriginX'].map((name) => listed.includes(name)) +
      ' ' + p.style.transform + ' ' + p.style.wordWrap;
  })()`;
  assert.equal(await page.evaluate(script), 'true,true,true,true rotate(9deg) anywhere');
});

test('descriptors of at-rules are listed, are empty, and cannot be set', async () => {
  using page = await openPage('<p id=p>');
  const script = `(() => {
    p.style.src = 'url(x)';
    p.style.fontDisplay = 'swap';
    return 'src' in p.style && 'fontDisplay' in p.style && p.style.src + p.style.fontDisplay + p.style.cssText;
  })()`;
  assert.equal(await page.evaluate(script), '');
});
