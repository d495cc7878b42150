import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const BOX =
  '<!DOCTYPE html><style>body { margin: 0 } #a { margin: 10px 20px; width: 100px; height: 50px; padding: 5px; border: 2px solid }</style><div id=a>x</div>';

test('a script gets the box that the agent is told', async () => {
  using page = await openPage(BOX);
  const [element] = await page.elements();
  assert.equal(
    await page.evaluate('{ const { x, y, width, height } = a.getBoundingClientRect(); [x, y, width, height].join() }'),
    '20,10,114,64',
  );
  assert.deepEqual(element?.['b'], [20, 10, 114, 64]);
});

test('an answer follows a change in the same turn', async () => {
  using page = await openPage(BOX);
  assert.equal(
    await page.evaluate(`
      const seen = [a.offsetWidth];
      a.style.width = '50px'; seen.push(a.offsetWidth);
      a.className = 'hidden'; document.head.append(Object.assign(document.createElement('style'), { textContent: '.hidden { display: none }' })); seen.push(a.offsetWidth, a.getClientRects().length);
      a.className = ''; a.before(Object.assign(document.createElement('p'), { textContent: 'p', style: 'margin: 0; height: 7px' })); seen.push(a.offsetTop);
      seen.join()`),
    '114,64,0,0,17',
  );
});

test('offset, client and scroll sizes are of the right boxes', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>body { margin: 0 } #o { position: relative; top: 5px; border: 3px solid; overflow: auto; width: 100px; height: 80px }
    #i { height: 300px; margin-left: 4px }</style><div id=o><div id=i></div></div>`);
  assert.equal(
    await page.evaluate(
      '[i.offsetParent.id, i.offsetLeft, i.offsetTop, o.clientLeft, o.clientWidth > 80, o.scrollHeight].join()',
    ),
    'o,4,0,3,true,300',
  );
  assert.equal(
    await page.evaluate(
      'o.scrollTop = 1000; [o.scrollTop === o.scrollHeight - o.clientHeight, i.getBoundingClientRect().top < 0].join()',
    ),
    'true,true',
  );
});

test('the viewport has the size of the profile, and elementFromPoint looks into it', async () => {
  using page = await openPage(BOX);
  assert.equal(
    await page.evaluate('[innerWidth, innerHeight, document.documentElement.clientWidth].join()'),
    '1280,800,1280',
  );
  assert.equal(
    await page.evaluate(
      '[document.elementFromPoint(30, 20).id, document.elementFromPoint(1, 1).localName, document.elementFromPoint(-1, 1)].join()',
    ),
    'a,html,',
  );
});

test('computed values are resolved: lengths in pixels, used sizes, colours', async () => {
  using page = await openPage(
    `<!DOCTYPE html><style>#a { width: 50%; font-size: 2em; color: #f00; margin: 1em; --own: 5 }</style><div style="width: 400px"><p id=a>x</p></div>`,
  );
  assert.equal(
    await page.evaluate(
      `{ const style = getComputedStyle(a); [style.width, style.fontSize, style.color, style.marginTop, style.display, style.getPropertyValue('--own'), style.opacity].join('|') }`,
    ),
    '200px|32px|rgb(255, 0, 0)|32px|block|5|1',
  );
});

test('media queries are answered from the environment', async () => {
  using page = await openPage('<p>x');
  assert.equal(
    await page.evaluate('[matchMedia("(min-width: 1000px)").matches, matchMedia("print").matches].join()'),
    'true,false',
  );
});

test('scrollIntoView scrolls every box around the element', async () => {
  using page = await openPage(`<!DOCTYPE html><body style="margin: 0"><div style="height: 2000px"></div>
    <div id=box style="height: 100px; overflow: auto"><div style="height: 300px"></div><p id=p style="margin: 0; height: 20px"></p><div style="height: 300px"></div></div>
    <div style="height: 2000px"></div><script>
    p.scrollIntoView();
    console.log(box.scrollTop, scrollY, p.getBoundingClientRect().top);
    p.scrollIntoView({ block: 'center' });
    console.log(box.scrollTop, p.getBoundingClientRect().top);
    scrollTo(0, 0);
    p.scrollIntoView({ block: 'nearest' });
    console.log(p.getBoundingClientRect().bottom === innerHeight);
  </script>`);
  assert.deepEqual(page.log, ['300 2000 0', '260 390', 'true']);
});

test('a popover is beside the control that showed it, also after scrolling, and flips where it has no room', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>body { margin: 0 } button { display: block; margin: 600px 0 2000px 50px; width: 80px; height: 30px }
    #menu { position-area: bottom span-right; position-try: flip-block; width: 100px; height: 200px; border: 0; padding: 0 }</style>
    <button popovertarget=menu></button><div popover id=menu></div><script>
    const place = () => { const { x, y } = menu.getBoundingClientRect(); return [x, y].join(); };
    scrollTo(0, 500);
    document.querySelector('button').click();
    console.log(place());
    scrollTo(0, 0);
    console.log(place(), innerHeight);
  </script>`);
  assert.deepEqual(page.log, ['50,130', '50,400 800']);
});

test('content far below is not laid out for its size before it comes near', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>body { margin: 0 } section { content-visibility: auto; contain-intrinsic-height: 3000px }</style>
    ${'<section><p style="margin: 0; height: 2000px">x</p></section>'.repeat(4)}<script>
    const heights = () => [...document.querySelectorAll('section')].map((section) => section.offsetHeight).join();
    console.log(heights());
    scrollTo(0, 3500);
    console.log(heights());
    scrollTo(0, 0);
    console.log(heights());
  </script>`);
  assert.deepEqual(page.log, ['2000,3000,3000,3000', '2000,2000,2000,3000', '2000,2000,2000,3000']);
});

test('content that is skipped because it is far away has no place yet: it is told when it comes near', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>section { content-visibility: auto }</style><div style="height: 5000px"></div>
    <section><p>Far text</p><button>Buy</button></section><div style="background: white; height: 500px">Below</div>`);
  const texts = async () => (await page.elements()).map((element) => element['text']);
  assert.deepEqual(await texts(), ['Below']);
  await page.evaluate('scrollTo(0, 4800)');
  assert.deepEqual(await texts(), ['Far text', 'Buy', 'Below']);
});

test('offsets are of the layout: transforms and scrolling do not count', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>body { margin: 0 } .s { position: relative; overflow: hidden; width: 100px; height: 100px }</style>
    <div id=turned style="width: 50px; height: 20px; transform: scale(2) rotate(30deg)"></div>
    <div class=s id=s><div style="height: 300px"></div><div style="overflow: hidden; height: 60px"><p id=inner style="margin: 0; height: 10px"></p></div></div>
    <div style="filter: blur(1px); padding: 5px"><b id=filtered>x</b></div>
    <div style="transform: translate(20px); padding: 5px"><div style="position: relative"><i id=fixed style="position: fixed; top: 10px; left: 20px"></i></div></div>`);
  assert.equal(
    await page.evaluate(`
      s.scrollTop = 50;
      [turned, inner, filtered, fixed].map((each) => [each.offsetLeft, each.offsetTop].join()).join(' ') +
        ' ' + [turned.offsetWidth, turned.offsetHeight, filtered.offsetParent.style.padding, fixed.offsetParent.style.padding]`),
    '0,0 0,300 5,5 20,10 50,20,5px,5px',
  );
});

/** An anchor in a box that scrolls, and a box that is anchored to it from outside; its top in the viewport. */
const SCROLLED = `<!DOCTYPE html><style>body { margin: 0 } #cb { position: relative; width: 400px; height: 400px }
  #s { overflow: hidden; height: 400px } #a { anchor-name: --a; margin: 200px 0 1000px 100px; width: 150px; height: 50px }
  #p { position: absolute; position-anchor: --a; position-area: top left; width: 100px; height: 100px }</style>
  <div id=cb><div id=s><div id=a></div></div><div id=p><button id=b>Go</button></div></div>`;
const TOPS = 'const topOf = () => p.getBoundingClientRect().top;';

test('a box follows its anchor when that scrolls, by its area and by its insets', async () => {
  using page = await openPage(SCROLLED);
  assert.equal(
    await page.evaluate(`${TOPS} const seen = [topOf()]; s.scrollTop = 30; seen.push(topOf());
      p.style.positionArea = 'none'; p.style.bottom = 'anchor(top)'; seen.push(topOf()); seen.join()`),
    '100,70,70',
  );
});

test('a fallback position is taken when the first no longer fits', async () => {
  using page = await openPage(SCROLLED);
  assert.equal(
    await page.evaluate(`${TOPS} p.style.positionTryFallbacks = 'flip-block';
      [0, 100, 101].map((scroll) => { s.scrollTop = scroll; return topOf(); }).join()`),
    '100,0,149',
  );
});

test('a box is hidden with its anchor, for the pointer and for the agent', async () => {
  using page = await openPage(SCROLLED);
  assert.equal((await page.elements()).length, 1);
  assert.equal(
    await page.evaluate(`const seen = [document.elementFromPoint(5, 105).id]; s.scrollTop = 300;
      p.style.positionArea = 'bottom left'; seen.push(document.elementFromPoint(5, 5)?.id ?? ''); seen.join()`),
    'b,s',
  );
  assert.deepEqual(await page.elements(), []);
});

test('what is in the top layer is contained by the page, and what shows a popover is its anchor', async () => {
  using page =
    await openPage(`<!DOCTYPE html><style>body { margin: 0 } [popover] { position: absolute; position-area: bottom span-right; margin: 0; border: 0; padding: 0; width: 20px; height: 10px }</style>
    <div style="position: relative; margin: 30px; overflow: hidden; transform: translate(10px); width: 200px; height: 50px">
    <button id=b popovertarget=p style="position: absolute; left: 50px; top: 10px; width: 40px; height: 20px"></button><div id=p popover></div></div>`);
  assert.equal(
    await page.evaluate('b.click(); { const { x, y } = p.getBoundingClientRect(); [x, y].join(); }'),
    '90,60',
  );
});

test('a control is gone while it is hidden', async () => {
  using page = await openPage('<input id=field><input id=other hidden>');
  assert.equal(
    await page.evaluate(`
      const seen = [field.offsetWidth > 0, other.offsetWidth > 0];
      field.hidden = true; other.hidden = false;
      seen.push(field.offsetWidth > 0, other.offsetWidth > 0);
      seen.join()`),
    'true,false,false,true',
  );
});
