import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesMedia, parseMediaQueryList } from '../../src/style/media.ts';
import type { StyleEnvironment } from '../../src/style/style-environment.ts';

const DESKTOP: StyleEnvironment = {
  viewportWidth: 1280,
  viewportHeight: 720,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 2,
  mediaType: 'screen',
};

const CASES: readonly (readonly [query: string, matches: boolean])[] = [
  ['', true],
  ['all', true],
  ['screen', true],
  ['print', false],
  ['not print', true],
  ['only screen', true],
  ['SCREEN AND (MIN-WIDTH:1280PX)', true],
  ['(min-width: 1281px)', false],
  ['(max-width: 80em)', true],
  ['(width = 1280px)', true],
  ['(width: 1280px)', true],
  ['(width >= 1280px)', true],
  ['(width > 1280px)', false],
  ['(1000px <= width < 1281px)', true],
  ['(1281px > width >= 1280px)', true],
  ['(1000px < width > 1px)', false],
  ['(1000px < width)', true],
  ['(width < calc(1000px + 281px))', true],
  ['(width)', true],
  ['(min-width: 0)', true],
  ['(min-width: 1)', false],
  ['(width >= 100vw)', true],
  ['(aspect-ratio: 16/9)', true],
  ['(min-aspect-ratio: 2)', false],
  ['(orientation: landscape)', true],
  ['(min-resolution: 192dpi)', true],
  ['(resolution: 2dppx)', true],
  ['(-webkit-min-device-pixel-ratio: 1.5)', true],
  ['(hover: hover) and (pointer: fine)', true],
  ['(hover: none)', false],
  ['(any-pointer: coarse)', false],
  ['(prefers-color-scheme: dark)', false],
  ['(prefers-color-scheme: light)', true],
  ['(prefers-reduced-motion)', false],
  ['(prefers-reduced-motion: no-preference)', true],
  ['(color)', true],
  ['(monochrome)', false],
  ['(grid: 0)', true],
  ['(scripting: enabled)', true],
  ['not (hover)', false],
  ['(hover: none) or (width > 1px)', true],
  ['(hover) and (width > 1px) and (color)', true],
  ['(hover) and (width > 1px) or (color)', false],
  ['((hover: none) or (color)) and (not (monochrome))', true],
  ['screen and (hover: none) or (color)', false],
  ['print, (color)', true],
  ['nonsense(, (color)', false],
  ['(unknown)', false],
  ['not (unknown)', false],
  ['(unknown) or (color)', true],
  ['screen and not (hover: none)', true],
  ['not screen and (hover: none)', true],
  ['and', false],
  ['(min-width: 1px', true],
];

for (const [query, matches] of CASES) {
  test(`'${query}' ${matches ? 'matches' : 'does not match'} a desktop`, () => {
    assert.equal(matchesMedia(parseMediaQueryList(query), DESKTOP), matches);
  });
}

test('dark scheme and reduced motion come from the environment', () => {
  const dark: StyleEnvironment = { ...DESKTOP, colorScheme: 'dark', reducedMotion: true };
  assert.equal(
    matchesMedia(parseMediaQueryList('(prefers-color-scheme: dark) and (prefers-reduced-motion)'), dark),
    true,
  );
});

test('a query and its opposite never match together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.constantFrom('px', 'em', 'vw', 'x'), (value, unit) => {
      const query = `(width >= ${value}${unit})`;
      const plain = matchesMedia(parseMediaQueryList(query), DESKTOP);
      assert.ok(!(plain && matchesMedia(parseMediaQueryList(`not ${query}`), DESKTOP)));
    }),
  );
});
