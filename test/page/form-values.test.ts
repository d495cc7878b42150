import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  civilDate,
  dayNumber,
  formatDate,
  formatLocalDateTime,
  formatMonth,
  formatTime,
  formatWeek,
  parseDate,
  parseLocalDateTime,
  parseMonth,
  parseTime,
  parseWeek,
} from '../../src/page/dom/date-time.ts';
import { openPage } from './open-page.ts';

test('days are those of the Gregorian calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_000_000 }), (days) => {
      const { year, month, day } = civilDate(days);
      const date = new Date(days * 86_400_000);
      assert.deepEqual([year, month, day], [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
      assert.equal(dayNumber(year, month, day), days);
    }),
  );
});

/** Since 1970, from the year 1 on. */
const anyDay = fc.integer({ min: -719_000, max: 2_000_000 });
const anyMonth = fc.integer({ min: -20_000, max: 20_000 });

test('what is written is what is read', () => {
  fc.assert(
    fc.property(anyDay, anyMonth, fc.nat(86_399_999), (days, months, time) => {
      assert.equal(parseDate(formatDate(days)), days);
      assert.equal(parseTime(formatTime(time)), time);
      assert.equal(parseMonth(formatMonth(months)), months);
      assert.equal(formatWeek(parseWeek(formatWeek(days))!), formatWeek(days));
      assert.equal(parseLocalDateTime(formatLocalDateTime(days * 86_400_000 + time)), days * 86_400_000 + time);
    }),
  );
});

test('dates that no calendar has are no dates', () => {
  for (const text of ['2023-02-29', '2024-13-01', '0000-01-01', '2024-1-1', '999-01-01', '2024-01-01x', '', '-'])
    assert.equal(parseDate(text), null, text);
  assert.equal(parseWeek('2021-W53'), null);
  assert.equal(parseTime('24:00'), null);
  assert.equal(parseTime('12:00:00.1234'), null);
});

test('every type of input keeps only what it can hold', async () => {
  using page = await openPage('<input id=i>');
  const held = (type: string, value: string) =>
    page.evaluate(`i.value = ''; i.type = ${JSON.stringify(type)}; i.value = ${JSON.stringify(value)}; i.value`);
  assert.equal(await held('text', ' a\r\nb '), ' ab ');
  assert.equal(await held('url', ' http://x\n '), 'http://x');
  assert.equal(await held('number', '1e3'), '1e3');
  assert.equal(await held('number', '1,5'), '');
  assert.equal(await held('date', '2023-02-29'), '');
  assert.equal(await held('datetime-local', '2024-01-01 10:00:00'), '2024-01-01T10:00');
  assert.equal(await held('color', '#ABCDEF'), '#abcdef');
  assert.equal(await held('range', '400'), '100');
  assert.equal(await held('range', ''), '50');
});

test('numbers, dates and steps as Chrome has them', async () => {
  using page = await openPage(
    '<input id=n type=number min=1 max=10 step=3 value=4><input id=d type=date value=2024-02-29><input id=m type=month value=2024-05><input id=w type=week value=2020-W53>',
  );
  assert.equal(
    await page.evaluate(
      'n.stepUp(); const a = n.value; n.stepUp(5); const b = n.value; n.stepDown(100); [a, b, n.value].join()',
    ),
    '7,10,1',
  );
  assert.equal(await page.evaluate('d.stepUp(); [d.value, d.valueAsNumber].join()'), '2024-03-01,1709251200000');
  assert.equal(
    await page.evaluate('[m.valueAsNumber, m.valueAsDate.toISOString()].join()'),
    '652,2024-05-01T00:00:00.000Z',
  );
  assert.equal(await page.evaluate('w.valueAsNumber'), 1609113600000);
  assert.equal(
    await page.evaluate('m.valueAsDate = new Date(0); n.valueAsNumber = 2.5; [m.value, n.value].join()'),
    '1970-01,2.5',
  );
});

test('of two checked radio buttons in the markup, the last one is checked', async () => {
  using page = await openPage(
    '<form id=f><input type=radio name=r id=a value=1 checked><input type=radio name=r id=b value=2 checked></form>',
  );
  assert.equal(await page.evaluate('[a.checked, b.checked, f.elements.r.value].join()'), 'false,true,2');
  assert.equal(await page.evaluate('f.elements.r.value = "1"; [a.checked, b.checked].join()'), 'true,false');
});

test('options can be added, replaced and removed, and a drop-down falls back to its first', async () => {
  using page = await openPage('<select id=s><option>a<option>b<option>c</select>');
  assert.equal(await page.evaluate('s.value = "c"; s.options[2].remove(); [s.value, s.length].join()'), 'a,2');
  assert.equal(await page.evaluate('s.selectedIndex = -1; [s.value, s.selectedIndex].join()'), ',-1');
  assert.equal(
    await page.evaluate(
      's.add(new Option("T", "v", true, true), 0); [s.value, s.selectedIndex, s.options.length].join()',
    ),
    'v,0,3',
  );
  assert.equal(
    await page.evaluate(
      's.options.length = 1; s.options[2] = new Option("z"); [...s.options].map((o) => o.text).join()',
    ),
    'T,,z',
  );
  assert.equal(await page.evaluate('s.options[0].selected = false; s.selectedIndex'), 0);
});
