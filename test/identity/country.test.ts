import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkLanguages, checkTimeZone, placeOfCountry } from '../../src/identity/country.ts';

test('a country has a time zone and languages', () => {
  assert.deepEqual(placeOfCountry('DE'), { timeZone: 'Europe/Berlin', languages: ['de-DE', 'de', 'en-US', 'en'] });
  assert.deepEqual(placeOfCountry('gb'), { timeZone: 'Europe/London', languages: ['en-GB', 'en-US', 'en'] });
  assert.deepEqual(placeOfCountry('US'), { timeZone: 'America/New_York', languages: ['en-US', 'en'] });
  assert.deepEqual(placeOfCountry('br')?.languages, ['pt-BR', 'pt', 'en-US', 'en']);
  assert.equal(placeOfCountry('UK')?.languages[0], 'en-GB');
});

test('a country of several zones has that of most of its people', () => {
  const zones = { ES: 'Europe/Madrid', PT: 'Europe/Lisbon', RU: 'Europe/Moscow', AU: 'Australia/Sydney' };
  for (const [code, zone] of Object.entries(zones)) assert.equal(placeOfCountry(code)?.timeZone, zone);
});

test('what is no country has nothing', () => {
  for (const code of ['', 'D', 'XX', 'QQ', 'DEU', '12', 'd-', 'constructor'])
    assert.equal(placeOfCountry(code), null, code);
});

test('every country has a zone and languages that exist', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2}$/), (code) => {
      const place = placeOfCountry(code);
      return place === null || (checkTimeZone(place.timeZone) !== '' && checkLanguages(place.languages).length >= 2);
    }),
    { numRuns: 700 },
  );
});

test('zones and languages that do not exist are errors that say what to write', () => {
  assert.throws(() => checkTimeZone('Mars/Base'), { code: 'invalid_argument', message: /Europe\/Berlin/ });
  assert.throws(() => checkLanguages(['not a tag']), { code: 'invalid_argument', message: /de-DE/ });
  assert.throws(() => checkLanguages([]), { code: 'invalid_argument' });
});
