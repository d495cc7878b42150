import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('form.elements has the controls by index, by name, and several of one name as a list', async () => {
  using page = await openPage(
    '<form id=f><input name=q id=i><input name=q><input type=image name=no><button></button></form><input form=f name=out id=o>',
  );
  assert.equal(await page.evaluate('[f.elements.length, f.length, f[0] === i, f.out === o].join()'), '4,4,true,true');
  assert.equal(
    await page.evaluate('[f.elements.q instanceof RadioNodeList, f.q.length, f.elements === f.elements].join()'),
    'true,2,true',
  );
  assert.equal(await page.evaluate('o.remove(); [f.length, f.elements.out].join()'), '3,');
});

test('a form is a name of the document, and elements of one id are a list of the window', async () => {
  using page = await openPage('<form name=search></form><p id=x></p><p id=x></p><img name=pic id=other>');
  assert.equal(await page.evaluate('document.search === document.forms.search'), true);
  assert.equal(
    await page.evaluate('[x.length, x instanceof HTMLCollection, window.pic === other].join()'),
    '2,true,true',
  );
  assert.equal(await page.evaluate('"search" in window && !("nothing" in window)'), true);
});

test('an element is found by its id after it moved, was renamed, or left', async () => {
  using page = await openPage('<p id=a></p><div id=d></div>');
  assert.equal(
    await page.evaluate(`const p = document.getElementById('a'); d.append(p); const moved = document.getElementById('a') === p;
      p.id = 'b'; const renamed = document.getElementById('b') === p && document.getElementById('a') === null;
      d.innerHTML = ''; [moved, renamed, document.getElementById('b')].join()`),
    'true,true,',
  );
  assert.equal(
    await page.evaluate(`d.innerHTML = '<i id=t>2</i>'; d.insertAdjacentHTML('beforebegin', '<i id=t>1</i>');
      document.getElementById('t').textContent`),
    '1',
  );
});

test('labels belong to the control they name or contain', async () => {
  using page = await openPage('<label id=a for=i></label><label id=b><input id=i></label><input type=hidden id=h>');
  assert.equal(
    await page.evaluate('[i.labels.length, a.control === i, b.control === i, h.labels].join()'),
    '2,true,true,',
  );
});

test('FormData has what the form would send, with its submitter and what listeners add', async () => {
  using page =
    await openPage(`<form id=f><input name=a value=1><input name=off disabled><select name=s multiple><option selected>x<option selected>y</select>
    <input type=checkbox name=c checked><button name=b value=2 id=b></button></form>
    <script>f.onformdata = (event) => event.formData.append('extra', '3')</script>`);
  assert.equal(
    await page.evaluate('[...new FormData(f, b)].map((entry) => entry.join("=")).join("&")'),
    'a=1&s=x&s=y&c=on&b=2&extra=3',
  );
  assert.equal(
    await page.evaluate(`const d = new FormData(); d.append('a', 1); d.append('b', 2); d.append('a', 3); d.set('a', 4);
      [d.get('a'), d.getAll('b'), d.has('c'), [...d.keys()]].join()`),
    '4,2,false,a,b',
  );
  assert.equal(await page.evaluate('try { new FormData(f, f); } catch (error) { error.name }'), 'TypeError');
});

test('constraints are checked by kind, and invalid events tell of them', async () => {
  using page =
    await openPage(`<form id=f><input id=r required><input id=e type=email value="a b"><input id=p pattern="[0-9]+" value=x>
    <input id=n type=number min=3 max=5 value=9><input id=off required disabled><select id=s required><option value="">-<option>1</select></form>
    <script>f.addEventListener('invalid', (event) => console.log(event.target.id, event.bubbles), true)</script>`);
  assert.equal(
    await page.evaluate(
      '[r.validity.valueMissing, e.validity.typeMismatch, p.validity.patternMismatch, n.validity.rangeOverflow, s.validity.valueMissing, off.willValidate].join()',
    ),
    'true,true,true,true,true,false',
  );
  assert.equal(
    await page.evaluate('[f.checkValidity(), n.validationMessage].join()'),
    'false,Value must be less than or equal to 5.',
  );
  await page.settle();
  assert.deepEqual(page.log, ['r false', 'e false', 'p false', 'n false', 's false']);
  assert.equal(
    await page.evaluate(
      'p.value = "1"; p.setCustomValidity("no"); [p.validity.customError, p.validationMessage, p.validity.valid].join()',
    ),
    'true,no,false',
  );
});

test('a form that is not valid is not submitted, and its first bad field gets the focus', async () => {
  using page = await openPage('<form id=f onsubmit="console.log(1)"><input id=i required><button>Go</button></form>');
  await page.click('Go');
  assert.deepEqual(page.log, []);
  assert.equal(page.navigation, null);
  assert.equal(await page.evaluate('document.activeElement.id'), 'i');
  await page.evaluate('f.noValidate = true; f.requestSubmit(); 1');
  await page.settle();
  assert.deepEqual(page.log, ['1']);
});

test('a post in parts sends each entry with its name', async () => {
  using page = await openPage(
    "<form method=post enctype=multipart/form-data action=/p><input name='a\"' value=1><button>Go</button></form>",
  );
  await page.click('Go');
  const { contentType, body } = page.navigation!;
  const boundary = contentType!.slice(contentType!.indexOf('boundary=') + 'boundary='.length);
  assert.equal(
    atob(body!),
    `--${boundary}\r\nContent-Disposition: form-data; name="a%22"\r\n\r\n1\r\n--${boundary}--\r\n`,
  );
});

test('setRangeText keeps the selection around what it replaces', async () => {
  using page = await openPage('<input id=i>');
  assert.equal(
    await page.evaluate(`i.value = 'xyz'; i.setSelectionRange(1, 2); i.setRangeText('ABC');
      const kept = [i.value, i.selectionStart, i.selectionEnd]; i.setRangeText('_', 0, 1, 'end');
      [...kept, i.value, i.selectionStart].join()`),
    'xABCz,1,4,_ABCz,1',
  );
});

test('options of a select are read and set by index', async () => {
  using page = await openPage('<select id=s></select>');
  assert.equal(
    await page.evaluate(`s[0] = new Option('a', 1); s[1] = new Option('b', 2); s[3] = new Option('far');
      const all = [s.length, s[1].value, s[s.selectedIndex].text, s[9], s[2].text]; s[0] = null;
      try { s[0] = document.body; } catch (error) { all.push(error.name); }
      s.own = 1; [...all, s[0].text, s.own, Object.keys(s)].join()`),
    '4,2,a,,,TypeError,b,1,own',
  );
});
