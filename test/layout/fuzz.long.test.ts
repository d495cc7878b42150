/** Any page is valid input: random trees with random styles are laid out, and every number is finite. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layoutDocument } from '../../src/layout-document.ts';

const TAGS = (
  'div span p b table tr td th caption ul ol li button input select option textarea fieldset legend details summary ' +
  'dialog img svg canvas iframe br wbr hr h1 pre a label center font colgroup col tbody video math object q ruby rt marquee'
).split(' ');

const LENGTHS = ['0', 'auto', '1px', '-7px', '33.3%', '100%', '-50%', '9e9px', '1e-9px', 'min-content', 'max-content'];
const MORE_LENGTHS = ['fit-content', 'stretch', '3em', '50vw', '10ch', '2lh', 'calc(100% - 9px)', 'max(1px, 5%)'];
const length = fc.constantFrom(...LENGTHS, ...MORE_LENGTHS);

const DISPLAYS = (
  'block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell table-caption ' +
  'table-row-group table-column list-item contents flow-root none'
).split(' ');

const declaration = fc.oneof(
  fc.constantFrom(...DISPLAYS).map((value) => `display: ${value}`),
  fc.constantFrom('static', 'relative', 'absolute', 'fixed', 'sticky').map((value) => `position: ${value}`),
  fc.constantFrom('left', 'right', 'inline-start', 'none').map((value) => `float: ${value}`),
  fc.constantFrom('left', 'both', 'inline-end').map((value) => `clear: ${value}`),
  fc
    .tuple(
      fc.constantFrom('width', 'height', 'min-width', 'max-height', 'margin', 'padding', 'top', 'left', 'flex-basis'),
      length,
    )
    .map(([name, value]) => `${name}: ${value}`),
  fc
    .tuple(fc.constantFrom('gap', 'text-indent', 'border-spacing', 'letter-spacing'), length)
    .map(([name, value]) => `${name}: ${value}`),
  fc.constantFrom(
    'writing-mode: vertical-rl',
    'writing-mode: sideways-lr',
    'direction: rtl',
    'columns: 3',
    'column-width: 40px',
    'grid-template-columns: repeat(auto-fill, minmax(0, 1fr))',
    'grid-template: subgrid / 1fr auto fit-content(20%)',
    'grid-area: 999999 / -3 / span 9 / 2',
    'aspect-ratio: 1 / 9999',
    'aspect-ratio: 0 / 0',
    'flex: 1e9 1e9 1px',
    'flex-wrap: wrap-reverse',
    'align-items: last baseline',
    'vertical-align: top',
    'vertical-align: 9999%',
    'line-height: 0',
    'line-height: 1e6',
    'font-size: 0',
    'font-size: 5000px',
    'zoom: 0.01',
    'overflow: scroll',
    'contain: size layout',
    'content-visibility: hidden',
    'transform: rotate(33deg) scale(0)',
    'border: 3px solid',
    'border-collapse: collapse',
    'table-layout: fixed',
    'white-space: pre',
    'word-break: break-all',
    'overflow-wrap: anywhere',
    'text-align: justify',
    '-webkit-line-clamp: 2; display: -webkit-box; -webkit-box-orient: vertical',
    'order: -5',
    'margin: auto',
    'inset: 0',
    'container-type: size',
    'visibility: collapse',
  ),
);

const TEXTS = [
  '',
  ' ',
  'x',
  'some words of text',
  '\n\t',
  '漢字かな交じり',
  'שלום abc',
  '👩‍👩‍👧‍👦',
  'a\u00adb\u200bc',
  '\u202e\u2067',
];

interface Node {
  readonly tag: string;
  readonly style: readonly string[];
  readonly attributes: string;
  readonly text: string;
  readonly children: readonly Node[];
}

function treeOf(levels: number): fc.Arbitrary<Node> {
  return fc.record({
    tag: fc.constantFrom(...TAGS),
    style: fc.array(declaration, { maxLength: 4 }),
    attributes: fc.constantFrom(
      '',
      'colspan=1000 rowspan=0',
      'size=9 multiple',
      'rows=-1 cols=99999',
      'open',
      'span=65000',
    ),
    text: fc.constantFrom(...TEXTS),
    children: levels === 0 ? fc.constant([]) : fc.array(treeOf(levels - 1), { maxLength: 3 }),
  });
}

function markup({ tag, style, attributes, text, children }: Node): string {
  return `<${tag} ${attributes} style="${style.join('; ')}">${text}${children.map(markup).join('')}</${tag}>`;
}

test('every tree is laid out with finite boxes', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(treeOf(4), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.nat(2000),
      (nodes, quirks, width) => {
        const html = `${quirks ? '' : '<!doctype html>'}${nodes.map(markup).join('')}`;
        const { boxes } = layoutDocument(html, { viewport: [width, 600] });
        for (const { tag, x, y, w, h } of boxes) {
          assert.ok([x, y, w, h].every(Number.isFinite), `${tag}: ${x},${y} ${w}x${h}`);
          assert.ok(w >= 0 && h >= 0, `${tag}: ${w}x${h}`);
        }
      },
    ),
    { numRuns: 250 },
  );
});
