import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { familyAlias, WELL_KNOWN } from '../../../src/layout/text/family-alias.ts';
import { webFamilies } from '../../../src/layout/text/tables/web/catalog.ts';
import { anyText } from '../../any-text.ts';

test('all families that there are tables of are known', () => {
  assert.deepEqual([...WELL_KNOWN].sort(), [...webFamilies.keys()].sort());
});

const ALIASES = [
  ['opensans', 'open sans', null],
  ['open-sans', 'open sans', null],
  ['open_sansregular', 'open sans', 'regular'],
  ['pt-sans-bold', 'pt sans', 'bold'],
  ['montserratsemibold', 'montserrat', 'bold'],
  ['montserrat-extra-light', 'montserrat', 'regular'],
  ['lato-bolditalic-webfont', 'lato', 'bold'],
  ['roboto-700', 'roboto', 'bold'],
  ['inter var', 'inter', null],
  ['intervariable', 'inter', null],
  ['source-sans-pro-semibold', 'source sans pro', 'bold'],
  ['titillium web', 'titillium web', null],
  ['robotocondensed', 'roboto condensed', null],
  ['regular', null, null],
  ['bold', null, null],
  ['my roboto', null, null],
  ['', null, null],
] as const;

for (const [name, family, weight] of ALIASES) {
  test(`'${name}' is ${family ?? 'none of them'}${weight === null ? '' : `, ${weight}`}`, () => {
    assert.deepEqual(familyAlias(name), family === null ? null : { family, weight });
  });
}

test('any name has an answer', () => {
  fc.assert(
    fc.property(anyText(), (name) => {
      const alias = familyAlias(name);
      assert.ok(alias === null || WELL_KNOWN.includes(alias.family));
    }),
  );
});
