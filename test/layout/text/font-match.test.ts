import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchFaces, NO_WEB_FONTS } from '../../../src/layout/text/font-match.ts';
import { liberationSansNarrow } from '../../../src/layout/text/tables/liberation-sans-narrow.ts';

function first(...families: string[]): string {
  return matchFaces(families, 400, false, NO_WEB_FONTS)[0]!.family;
}

test('generic families are those of Chrome on Linux', () => {
  assert.equal(first('serif'), 'Liberation Serif');
  assert.equal(first('sans-serif'), 'Liberation Sans');
  assert.equal(first('monospace'), 'DejaVu Sans Mono');
  assert.equal(first('system-ui'), 'DejaVu Sans');
});

test('families of the same widths replace those that are not installed', () => {
  assert.equal(first('Times New Roman'), 'Liberation Serif');
  assert.equal(first('Helvetica'), 'Liberation Sans');
  assert.equal(first('Courier'), 'Liberation Mono');
});

test('names are compared without case', () => {
  assert.equal(first('ARIAL'), 'Liberation Sans');
});

test('unknown families are passed over', () => {
  assert.equal(first('Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial'), 'Liberation Sans');
});

test('generic names that no font stands behind are passed over', () => {
  assert.equal(first('cursive', 'ui-sans-serif', 'monospace'), 'DejaVu Sans Mono');
});

test('a list without any known family gives the standard font', () => {
  assert.equal(first('Verdana', 'Georgia'), 'Liberation Serif');
});

test('bold begins at a weight of 550', () => {
  assert.equal(matchFaces(['serif'], 549, false, NO_WEB_FONTS)[0]!.weight, 400);
  assert.equal(matchFaces(['serif'], 551, false, NO_WEB_FONTS)[0]!.weight, 700);
});

test('the slant decides before the weight', () => {
  const face = matchFaces(['serif'], 700, true, NO_WEB_FONTS)[0]!;
  assert.deepEqual([face.weight, face.italic], [700, true]);
});

test('a web font of the document comes before an installed font of that name', () => {
  const webFonts = {
    declares: (name: string) => name === 'arial',
    find: (name: string) => (name === 'arial' ? liberationSansNarrow : null),
  };
  assert.equal(matchFaces(['Arial'], 400, false, webFonts)[0]!.family, 'Liberation Sans Narrow');
});
