import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const IMAGE = `<!doctype html><body style="margin: 0"><svg id=s width=200 height=100 viewBox="0 0 100 50">
  <g id=g transform="translate(10,5) scale(2)"><rect id=r x=1 y=2 width=3 height=4 /></g></svg>`;

test("getBBox() is in the element's own coordinates", async () => {
  using page = await openPage(IMAGE);
  assert.equal(
    await page.evaluate('{ const { x, y, width, height } = r.getBBox(); [x, y, width, height].join() }'),
    '1,2,3,4',
  );
});

test('getScreenCTM() leads to the viewport, with the view box and all transforms', async () => {
  using page = await openPage(IMAGE);
  assert.equal(
    await page.evaluate("[r.getScreenCTM(), s.getScreenCTM()].join(' ')"),
    'matrix(4, 0, 0, 4, 20, 10) matrix(2, 0, 0, 2, 0, 0)',
  );
});

test('a point of the screen is found in an image', async () => {
  using page = await openPage(IMAGE);
  assert.equal(
    await page.evaluate(`{
      const point = s.createSVGPoint();
      point.x = 28; point.y = 18;
      const { x, y } = point.matrixTransform(r.getScreenCTM().inverse());
      x + ',' + y
    }`),
    '2,2',
  );
});

test('transforms can be read one by one, put together, and added', async () => {
  using page = await openPage(IMAGE);
  assert.equal(
    await page.evaluate(`{
      const list = g.transform.baseVal;
      const seen = [list.numberOfItems, list.getItem(1).type, list.consolidate().matrix.e];
      const more = s.createSVGTransform();
      more.setTranslate(3, 4);
      list.appendItem(more);
      seen.push(g.getAttribute('transform'));
      seen.join()
    }`),
    '2,3,10,matrix(2 0 0 2 10 5) translate(3 4)',
  );
});

test('a matrix is made from text, multiplied and inverted', async () => {
  using page = await openPage('<p>x');
  assert.equal(
    await page.evaluate(`[
      new DOMMatrix('translate(10px, 5px) scale(2)'),
      new DOMMatrix([1, 2, 3, 4, 5, 6]).inverse(),
      new DOMMatrix().rotate(90).transformPoint({ x: 1 }).y,
    ].join(' ')`),
    'matrix(2, 0, 0, 2, 10, 5) matrix(-2, 1, 1.5, -0.5, 1, -2) 1',
  );
});

test('a document that script made resolves against its own base element', async () => {
  using page = await openPage('<p>x');
  assert.equal(
    await page.evaluate(`{
      const other = document.implementation.createHTMLDocument('');
      other.head.innerHTML = '<base href="http://other.test/folder/">';
      other.body.innerHTML = '<a href="x">x</a><img src="y">';
      [other.body.firstChild.href, other.body.lastChild.src, other.baseURI].join(' ')
    }`),
    'http://other.test/folder/x http://other.test/folder/y http://other.test/folder/',
  );
});
