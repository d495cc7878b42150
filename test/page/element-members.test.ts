import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('attributes are read as what they mean', async () => {
  using page = await openPage('<p id=p></p>');
  const read = (tag: string, name: string, attribute: string, value: string) =>
    page.evaluate(
      `{ const el = document.createElement('${tag}'); el.setAttribute('${attribute}', ${JSON.stringify(value)}); String(el.${name}) }`,
    );
  assert.equal(await read('input', 'maxLength', 'maxlength', ' 7px'), '7');
  assert.equal(await read('input', 'maxLength', 'maxlength', '-1'), '-1');
  assert.equal(await read('td', 'colSpan', 'colspan', '5000'), '1000');
  assert.equal(await read('td', 'rowSpan', 'rowspan', '0'), '0');
  assert.equal(await read('img', 'crossOrigin', 'crossorigin', 'x'), 'anonymous');
  assert.equal(await read('form', 'method', 'method', 'POST'), 'post');
  assert.equal(await read('button', 'type', 'type', 'x'), 'submit');
  assert.equal(await read('th', 'scope', 'scope', 'x'), '');
  assert.equal(await read('img', 'src', 'src', 'a.png'), 'http://site.test/a.png');
  assert.equal(await page.evaluate('String(document.createElement("img").crossOrigin)'), 'null');
  assert.equal(
    await page.evaluate('try { document.createElement("input").size = 0 } catch (error) { error.name }'),
    'IndexSizeError',
  );
});

test('hidden, contentEditable and their like are states', async () => {
  using page = await openPage('<div id=d translate=no><p id=p contenteditable></p></div>');
  assert.equal(
    await page.evaluate(
      'd.hidden = "until-found"; [d.hidden, d.contentEditable, p.isContentEditable, p.translate].join()',
    ),
    'until-found,inherit,true,false',
  );
  assert.equal(await page.evaluate('try { p.contentEditable = "x" } catch (error) { error.name }'), 'SyntaxError');
});

test('tables give and take rows and cells', async () => {
  using page = await openPage('<table id=t><tfoot><tr id=f><tbody><tr id=b><td>1<td id=c>2</table>');
  assert.equal(
    await page.evaluate('[t.rows.length, t.rows[0].id, b.cells.length, c.cellIndex, f.rowIndex].join()'),
    '2,b,2,1,1',
  );
  assert.equal(
    await page.evaluate(
      't.createTHead().insertRow().insertCell().textContent = "h"; t.createCaption(); t.deleteRow(-1); t.innerHTML',
    ),
    '<caption></caption><thead><tr><td>h</td></tr></thead><tfoot></tfoot><tbody><tr id="b"><td>1</td><td id="c">2</td></tr></tbody>',
  );
  assert.equal(await page.evaluate('try { t.insertRow(9) } catch (error) { error.name }'), 'IndexSizeError');
});

test('gauges keep their numbers between their limits', async () => {
  using page = await openPage('<progress id=p value=3 max=4></progress><meter id=m min=1 max=3 value=9></meter>');
  assert.equal(await page.evaluate('[p.position, p.max, m.value, m.low, m.high, m.optimum].join()'), '0.75,4,3,1,3,2');
});

test('SVG elements have their interfaces, and className is an object', async () => {
  using page = await openPage(
    '<svg id=s viewBox="0 0 10 10" width=100 height=50 class="a b"><rect id=r x=1 y=2 width=3 height=4 /><use id=u xlink:href="#r" /></svg>',
  );
  assert.equal(
    await page.evaluate(
      '[s.className.baseVal, r instanceof SVGRectElement, r.width.baseVal.value, u.href.baseVal, r.ownerSVGElement === s].join()',
    ),
    'a b,true,3,#r,true',
  );
  assert.equal(
    await page.evaluate('const { x, y, width, height } = r.getBBox(); [x, y, width, height].join()'),
    '1,2,3,4',
  );
});

test('elements are made by their old constructors', async () => {
  using page = await openPage('<p>');
  assert.equal(
    await page.evaluate(
      'new Image(3, 4).outerHTML + new Option("t", "v").outerHTML + (new Audio() instanceof HTMLAudioElement)',
    ),
    '<img width="3" height="4"><option value="v">t</option>true',
  );
});

test('outerText puts text in the place of an element', async () => {
  using page = await openPage('<div id=d>a<b id=b>c</b>d</div>');
  assert.equal(await page.evaluate('b.outerText = "x\\ny"; d.innerHTML + d.childNodes.length'), 'ax<br>yd3');
});

test('a document answers what old pages ask', async () => {
  using page = await openPage('<body bgcolor=red><p id=p>Hello</p>');
  assert.equal(
    await page.evaluate(
      '[document.bgColor, document.domain, document.execCommand("copy"), document.fullscreenEnabled].join()',
    ),
    'red,site.test,false,true',
  );
  assert.equal(await page.evaluate('p.lookupNamespaceURI(null)'), 'http://www.w3.org/1999/xhtml');
  assert.equal(
    await page.evaluate(`const { x, y, height } = p.getBoundingClientRect();
      const caret = document.caretRangeFromPoint(x + 1, y + height / 2); caret.startContainer.data + caret.startOffset`),
    'Hello0',
  );
});
