import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('what setCustomValidity says of a control shows in :invalid and :valid, also of its form', async () => {
  using page = await openPage('<form id=f><input id=i><select id=s></select><button id=b>x</button></form>');
  const found = await page.evaluate(`(() => {
    const seen = () => [i, s, b, f].map((each) => (each.matches(':invalid') ? 'no' : each.matches(':valid') ? 'yes' : '-')).join(' ');
    const all = [seen()];
    for (const each of [i, s, b]) { each.setCustomValidity('wrong'); all.push(seen()); each.setCustomValidity(''); }
    all.push(seen());
    return all.join(', ');
  })()`);
  assert.equal(found, 'yes yes yes yes, no yes yes no, yes no yes no, yes yes no no, yes yes yes yes');
});

test('styles follow setCustomValidity', async () => {
  using page = await openPage('<style>input:invalid { width: 50px; padding: 0; border: 0 }</style><input id=i>');
  assert.equal(await page.evaluate('i.setCustomValidity("x"); i.offsetWidth'), 50);
  assert.notEqual(await page.evaluate('i.setCustomValidity(""); i.offsetWidth'), 50);
});

test(':user-invalid and :user-valid wait for the user, and a reset forgets what was done', async () => {
  using page = await openPage(
    '<style>:user-invalid { width: 50px; padding: 0; border: 0 }</style><form id=f><input id=i required><input id=o><button id=b>x</button></form>',
  );
  const seen =
    '[i, o, b].map((each) => (each.matches(":user-invalid") ? "no" : each.matches(":user-valid") ? "yes" : "-")).join(" ")';
  assert.equal(await page.evaluate(seen), '- - -');
  assert.equal(await page.evaluate(`b.click(); ${seen} + i.offsetWidth`), 'no yes -50');
  assert.equal(await page.evaluate(`f.reset(); ${seen}`), '- - -');
  assert.notEqual(await page.evaluate('i.offsetWidth'), 50);
});
