import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const BERLIN = { timeZone: 'Europe/Berlin', languages: ['de-DE', 'de', 'en-US', 'en'] };

/** Expressions whose values follow the time zone or the language. */
const EXPRESSIONS = [
  ...[
    'new Date(0)',
    'new Date(2026, 0, 1)',
    'new Date(2026, 6, 1, 12, 30, 15, 500)',
    // The hour that is left out, and the one that comes twice.
    'new Date(2026, 2, 29, 2, 30)',
    'new Date(2026, 9, 25, 2, 30)',
    'new Date(Date.UTC(2026, 9, 25, 0, 30))',
    'new Date(Date.UTC(2026, 9, 25, 1, 30))',
    'new Date(1950, 0, 1)',
    'new Date(99, 11, 31)',
    'new Date(-1, 0, 1)',
    'new Date("2026-07-01")',
    'new Date("2026-07-01T12:00")',
    'new Date("2026-07-01T12:00Z")',
    'new Date("2026-07-01T12:00+05:30")',
    'new Date("1 July 2026")',
    'new Date("Jul 1, 2026 12:00 PM")',
    'new Date("Wed, 01 Jul 2026 12:00:00 GMT")',
    'new Date("Jul 1 2026 12:00 EST")',
    'new Date("Jul 1 2026 12:00:00 GMT-0700 (Pacific Daylight Time)")',
    'new Date("Jul 1 2026 (a comment) 12:00")',
    'new Date("2026/7/1 12:00")',
    'new Date("2026-7-1")',
    'new Date("nonsense")',
    'new Date(NaN)',
    'new Date({ valueOf: () => 1e12 })',
    'new Date({ toString: () => "2026-07-01T12:00" , valueOf: undefined })',
    'new Date(new Date(1e12))',
    'new Date(1900, 6, 1)',
    'new Date(2300, 0, 1)',
  ].flatMap((date) => [
    `String(${date})`,
    `+${date}`,
    `(d => [d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds(), d.getYear(), d.getTimezoneOffset()].join())(${date})`,
    `(d => [d.toDateString(), d.toTimeString(), d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString(), d.toJSON()].join())(${date})`,
  ]),
  ...[
    'setFullYear(2027)',
    'setMonth(1, 31)',
    'setDate(40)',
    'setHours(2, 30)',
    'setMinutes(90)',
    'setSeconds(-1)',
    'setMilliseconds(5)',
    'setYear(98)',
    'setYear(NaN)',
  ].flatMap((call) => [
    `(d => [d.${call}, +d].join())(new Date(2026, 2, 28, 2, 30))`,
    `(d => [d.${call}, +d].join())(new Date(NaN))`,
  ]),
  'Date.parse("2026-07-01T12:00")',
  'Date.UTC(2026, 6, 1)',
  'new Date(2026, 6, 1).toLocaleString("en-US", { timeZone: "Asia/Tokyo" })',
  'new Date(2026, 6, 1).toLocaleDateString("fr", { dateStyle: "full" })',
  'new Date(2026, 6, 1).toLocaleDateString(undefined, { weekday: "long" })',
  'new Date(2026, 6, 1).toLocaleDateString([], { month: "long" })',
  'JSON.stringify(Intl.DateTimeFormat().resolvedOptions())',
  'JSON.stringify(new Intl.DateTimeFormat("xx-unknown").resolvedOptions())',
  'JSON.stringify(new Intl.NumberFormat().resolvedOptions())',
  'new Intl.NumberFormat("en-IN").format(1234567.8)',
  'new Intl.PluralRules().resolvedOptions().locale',
  'new Intl.RelativeTimeFormat().format(-3, "day")',
  'new Intl.ListFormat().format(["a", "b", "c"])',
  'new Intl.DisplayNames(undefined, { type: "region" }).of("FR")',
  'new Intl.Collator().resolvedOptions().locale',
  '(1234567.891).toLocaleString()',
  '12345678901234567890n.toLocaleString()',
  '[1234.5, new Date(0)].toLocaleString()',
  '["ä", "z", "a"].sort((a, b) => a.localeCompare(b)).join("")',
  '"I".toLocaleLowerCase()',
  'Intl.DateTimeFormat.supportedLocalesOf(["de", "xx"]).join()',
  'Intl.DateTimeFormat() instanceof Intl.DateTimeFormat && new Intl.NumberFormat().constructor === Intl.NumberFormat',
  'try { new Intl.NumberFormat("not a tag") } catch (error) { error.name }',
  'try { new Intl.NumberFormat(null) } catch (error) { error.name }',
  'try { new Date(0).toLocaleString("de", null) } catch (error) { error.name }',
  'try { Date.prototype.getHours.call({}) } catch (error) { error.name }',
  'typeof Date()',
  'Object.getOwnPropertyNames(Date).sort().join()',
  'Object.getOwnPropertyNames(Intl.DateTimeFormat).sort().join()',
  '[Date.length, Date.name, Date.parse.length, Date.prototype.setHours.length, Intl.NumberFormat.length].join()',
  'String(Date) + String(Date.prototype.getHours) + String(Intl.DateTimeFormat)',
  '"prototype" in Date.prototype.getHours',
  'new (class extends Date {})(2026, 6, 1).getHours()',
  'Object.prototype.toString.call(new Date())',
  'typeof Temporal === "undefined" ? "" : Temporal.Now.timeZoneId() + Temporal.Instant.fromEpochMilliseconds(0).toLocaleString()',
];

/** What V8 itself says in a process of that zone and language. */
function inProcess(timeZone: string, locale: string): unknown[] {
  const code = `console.log(JSON.stringify(${JSON.stringify(EXPRESSIONS)}.map((each) => (0, eval)(each))))`;
  const env = { ...process.env, TZ: timeZone, LC_ALL: `${locale}.UTF-8`, NODE_OPTIONS: '' };
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { env, encoding: 'utf8' })) as unknown[];
}

for (const [timeZone, locale] of [
  ['Europe/Berlin', 'de-DE'],
  ['America/New_York', 'en-US'],
  ['Asia/Kolkata', 'en-IN'],
  ['Australia/Adelaide', 'en-AU'],
  ['Asia/Tokyo', 'ja-JP'],
] as const) {
  test(`${timeZone} in ${locale} is as in a process of that place`, async () => {
    const expected = inProcess(timeZone, locale.replace('-', '_'));
    const zone = timeZone === 'Asia/Kolkata' ? 'Asia/Calcutta' : timeZone;
    using page = await openPage('', { profile: { timeZone: zone, languages: [locale] } });
    for (const [at, expression] of EXPRESSIONS.entries()) {
      const value = await page.evaluate(`JSON.stringify((0, eval)(${JSON.stringify(expression)}) ?? null)`);
      assert.equal(value, JSON.stringify(expected[at] ?? null), expression);
    }
  });
}

test('the ends of time are dates, too', async () => {
  using page = await openPage('', { profile: BERLIN });
  assert.match(
    String(await page.evaluate('String(new Date(8.64e15)) + new Date(-8.64e15).getFullYear()')),
    /275760.*-271821$/,
  );
  assert.equal(await page.evaluate('String(new Date(8.64e15 + 1))'), 'Invalid Date');
});

test('navigator, Intl and Date of a page and its workers agree', async () => {
  using page = await openPage(
    `<script>
      globalThis.found = 'nothing';
      const code = 'postMessage([navigator.language, Intl.NumberFormat().resolvedOptions().locale, new Date(0).getHours()].join())';
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => { found = data };
    </script>`,
    { profile: BERLIN },
  );
  assert.equal(
    await page.evaluate(
      '[navigator.language, Intl.NumberFormat().resolvedOptions().locale, new Date(0).getHours()].join()',
    ),
    'de-DE,de-DE,1',
  );
  assert.equal(await page.evaluate('found'), 'de-DE,de-DE,1');
});

test('a page that breaks what others are made of breaks its own dates at most', async () => {
  using page = await openPage(
    `<script>
      Map.prototype.get = RegExp.prototype.exec = Date.prototype.getTime = Intl.DateTimeFormat.prototype.formatToParts = () => { throw 1 };
    </script>`,
    { profile: BERLIN },
  );
  assert.equal(await page.evaluate('new Date(2026, 6, 1).toISOString()'), '2026-06-30T22:00:00.000Z');
  assert.match(String(await page.evaluate('String(new Date(0))')), /01:00:00 GMT\+0100/);
});
