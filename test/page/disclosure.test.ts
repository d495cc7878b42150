import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('a modal dialog takes the focus, makes the rest inert, and gives the focus back with its result', async () => {
  using page = await openPage(
    '<button id=o>open</button><dialog id=d><form method=dialog><input id=x><button id=ok value=yes>ok</button></form></dialog>',
  );
  assert.equal(
    await page.evaluate(
      'o.focus(); d.showModal(); o.focus(); [d.open, d.matches(":modal"), document.activeElement.id].join()',
    ),
    'true,true,x',
  );
  assert.equal(
    await page.evaluate('ok.click(); [d.open, d.returnValue, document.activeElement.id].join()'),
    'false,yes,o',
  );
});

test('a dialog tells when it opens, and one toggle event stands for all changes of a turn', async () => {
  using page = await openPage(`<dialog id=d></dialog><script>
    for (const type of ['beforetoggle', 'toggle', 'close', 'cancel'])
      d.addEventListener(type, (event) => console.log(type, event.oldState ?? '-', event.newState ?? '-'));
  </script>`);
  await page.evaluate('d.show(); d.requestClose("r"); 1');
  await page.settle();
  assert.deepEqual(page.log, [
    'beforetoggle closed open',
    'cancel - -',
    'beforetoggle open closed',
    'toggle closed closed',
    'close - -',
  ]);
});

test('Escape asks the modal dialog to close, and a listener may refuse', async () => {
  using page = await openPage('<dialog id=d oncancel="if (globalThis.keep) event.preventDefault()">x</dialog>');
  await page.evaluate('d.showModal(); globalThis.keep = true; 1');
  await page.isolate.input({ kind: 'key', key: 'Escape' });
  assert.equal(await page.evaluate('d.open'), true);
  await page.evaluate('globalThis.keep = false; 1');
  await page.isolate.input({ kind: 'key', key: 'Escape' });
  assert.equal(await page.evaluate('d.open'), false);
});

test('an auto popover stays while one inside of it opens, and a click elsewhere closes both', async () => {
  using page = await openPage(
    '<div popover id=p>pop<button id=inner popovertarget=q>q</button></div><div popover id=q>Q</div><button id=b popovertarget=p>toggle</button><p>Elsewhere</p><button>Other</button>',
  );
  const showing = 'p.matches(":popover-open") + "," + q.matches(":popover-open")';
  assert.equal(await page.evaluate(`b.click(); inner.click(); ${showing}`), 'true,true');
  await page.click('Other');
  assert.equal(await page.evaluate(showing), 'false,false');
  assert.equal(
    await page.evaluate('try { document.body.showPopover() } catch (error) { error.name }'),
    'NotSupportedError',
  );
});

test('of details with one name, one is open', async () => {
  using page = await openPage(
    '<details id=a name=g open><summary>a</summary></details><details id=b name=g><summary id=s>b</summary></details>',
  );
  assert.equal(await page.evaluate('s.click(); [a.open, b.open].join()'), 'false,true');
});

test('a button commands the element that it names', async () => {
  using page = await openPage(
    '<dialog id=d oncommand="console.log(event.command)"></dialog><button id=b commandfor=d command=show-modal></button><button id=c commandfor=d command=--mine></button>',
  );
  await page.evaluate(
    'd.addEventListener("command", (event) => console.log(event.command, event.source.id)); b.click(); 1',
  );
  assert.equal(await page.evaluate('d.open'), true);
  await page.evaluate('c.click(); 1');
  await page.settle();
  assert.deepEqual(page.log, ['show-modal', 'show-modal b', '--mine', '--mine c']);
});

test('what is inert takes no focus', async () => {
  using page = await openPage('<div inert><button id=b>x</button></div><button id=c>y</button>');
  assert.equal(await page.evaluate('c.focus(); b.focus(); document.activeElement.id'), 'c');
});

test('a modal dialog lies above what has the highest z-index, which is inert', async () => {
  using page = await openPage(
    '<style>#cover { position: fixed; inset: 0; z-index: 99999 } dialog { padding: 40px }</style><dialog id=d>x</dialog><div id=cover></div>',
  );
  assert.equal(
    await page.evaluate(`d.showModal(); const { x, y } = d.getBoundingClientRect();
      document.elementsFromPoint(x + 5, y + 5).map((el) => el.id || el.localName).join()`),
    'd,html',
  );
});
