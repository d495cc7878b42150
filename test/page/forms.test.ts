import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('a value that script sets is not an attribute, and reset brings the attribute back', async () => {
  using page = await openPage('<form id=f><input id=i value=a><textarea id=t>x</textarea></form>');
  assert.equal(
    await page.evaluate(
      'i.value = "b"; t.value = "y"; [i.value, i.getAttribute("value"), i.defaultValue, t.value, t.textContent].join()',
    ),
    'b,a,a,y,x',
  );
  assert.equal((await page.elements())[0]?.['val'], 'b');
  assert.equal(await page.evaluate('f.reset(); i.setAttribute("value", "c"); [i.value, t.value].join()'), 'c,x');
});

test('a click ticks a box before listeners run, and takes it back when one of them cancels', async () => {
  using page = await openPage(`<input type=checkbox id=c><label id=l for=c>Tick</label><script>
    c.addEventListener('click', (event) => { console.log('click', c.checked); if (globalThis.refuse) event.preventDefault(); });
    c.addEventListener('input', () => console.log('input'));
    c.addEventListener('change', () => console.log('change'));
  </script>`);
  await page.evaluate('l.click(); globalThis.refuse = true; c.click(); 1');
  await page.settle();
  assert.deepEqual(page.log, ['click true', 'input', 'change', 'click false']);
  assert.equal(await page.evaluate('c.checked'), true);
});

test('radio buttons of one name exclude each other within their form', async () => {
  using page = await openPage(
    '<form><input type=radio name=r id=a checked><input type=radio name=r id=b></form><input type=radio name=r id=c checked>',
  );
  assert.equal(await page.evaluate('b.click(); [a.checked, b.checked, c.checked].join()'), 'false,true,true');
});

test('a select has one choice, by attribute, by script and by value', async () => {
  using page = await openPage(
    '<select id=s><option disabled>0<option>1<option value=two selected>2</select><select id=e><option disabled>x<option>y</select>',
  );
  assert.equal(await page.evaluate('[s.value, s.selectedIndex, s.options.length, e.value].join()'), 'two,2,3,y');
  assert.equal(
    await page.evaluate('s.value = "1"; [s.selectedIndex, s.options[2].selected, s.selectedOptions[0].text].join()'),
    '1,false,1',
  );
});

test('a form is submitted with what its controls hold, unless a listener objects', async () => {
  using page =
    await openPage(`<form id=f action="/go?old" onsubmit="console.log('submit', event.submitter.id); if (globalThis.refuse) return false">
    <input name=q value="a b&c"><input name=off disabled value=x><input type=checkbox name=c checked><input type=checkbox name=d>
    <select name=s><option>1<option selected>2</select><textarea name=t>x
y</textarea><button id=b name=by value=v>Send</button></form>`);
  await page.evaluate('globalThis.refuse = true; b.click(); globalThis.refuse = false; 1');
  await page.settle();
  assert.equal(page.navigation, null);
  await page.click('Send');
  assert.deepEqual(page.log, ['submit b', 'submit b']);
  assert.deepEqual(page.navigation, {
    url: 'http://site.test/go?q=a+b%26c&c=on&s=2&t=x%0D%0Ay&by=v',
    method: 'GET',
    contentType: null,
    body: null,
    replace: false,
  });
});

test('a form with method post sends a body', async () => {
  using page = await openPage('<form method=post action=/p><input name=a value=1><button>Send</button></form>');
  await page.click('Send');
  assert.equal(page.navigation?.method, 'POST');
  assert.equal(atob(page.navigation?.body ?? ''), 'a=1');
  assert.equal(page.navigation?.contentType, 'application/x-www-form-urlencoded');
});

test('a disabled control is not clicked, also inside a disabled fieldset', async () => {
  using page = await openPage(
    '<fieldset disabled><legend><input id=l></legend><button id=b>x</button></fieldset><script>b.onclick = () => console.log("never")</script>',
  );
  await page.evaluate('b.click(); 1');
  await page.settle();
  assert.deepEqual(page.log, []);
  assert.equal(await page.evaluate('b.matches(":disabled") + "," + l.matches(":disabled")'), 'true,false');
});

test('text in a field can be selected, and a field that nobody touched has its caret at the begin', async () => {
  using page = await openPage('<input id=i value=hello><input id=c type=checkbox><textarea id=t>abc</textarea>');
  assert.equal(
    await page.evaluate('[i.selectionStart, i.selectionEnd, c.selectionStart, t.selectionEnd].join()'),
    '0,0,,0',
  );
  assert.equal(
    await page.evaluate(
      'i.setSelectionRange(1, 99, "backward"); [i.selectionStart, i.selectionEnd, i.selectionDirection].join()',
    ),
    '1,5,backward',
  );
  assert.equal(await page.evaluate('i.setRangeText("X", 0, 2); t.select(); i.value + t.selectionStart'), 'Xllo0');
});

const FILE_CONTROL = `<form id=f action=/to><x-file name=a></x-file></form><script>
  customElements.define('x-file', class extends HTMLElement {
    static formAssociated = true;
    constructor() { super(); this.attachInternals().setFormValue(new File(['text'], 'b\\rc', { type: 'text/plain' })); }
  });
</script>`;

test('a file may be the value of a custom control; URL-encoded it is its name, with the line ends of forms', async () => {
  using page = await openPage(FILE_CONTROL);
  assert.equal(await page.evaluate('new FormData(f).get("a") instanceof File'), true);
  await page.evaluate('f.submit()');
  await page.settle();
  assert.equal(page.navigation?.url.split('?')[1], 'a=b%0D%0Ac');
});

test('in a multipart form the name of a file keeps its line ends', async () => {
  using page = await openPage(FILE_CONTROL.replace('action=/to', 'action=/to method=post enctype=multipart/form-data'));
  await page.evaluate('f.submit()');
  await page.settle();
  assert.match(
    atob(page.navigation?.body ?? ''),
    /name="a"; filename="b%0Dc"\r\nContent-Type: text\/plain\r\n\r\ntext/,
  );
});
