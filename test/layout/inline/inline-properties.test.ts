import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box } from '../../../src/layout/box.ts';
import type { InlineResult } from '../../../src/layout/inline-content.ts';
import {
  absolute,
  block,
  br,
  type Content,
  float,
  image,
  layOut,
  type Style,
  sizes,
  span,
  wbr,
} from './inline-fixture.ts';

const spaces: fc.Arbitrary<Style> = fc.record({
  whiteSpaceCollapse: fc.constantFrom('collapse', 'preserve', 'preserve-breaks', 'break-spaces'),
  textWrapMode: fc.constantFrom('wrap', 'wrap', 'nowrap'),
  overflowWrap: fc.constantFrom('normal', 'anywhere', 'break-word'),
  wordBreak: fc.constantFrom('normal', 'break-all', 'keep-all', 'break-word'),
});

const edges: fc.Arbitrary<Style> = fc.record({
  marginLeft: fc.integer({ min: -30, max: 30 }),
  paddingRight: fc.nat(20),
  letterSpacing: fc.integer({ min: -20, max: 5 }),
  fontSize: fc.constantFrom(0, 10, 20),
  verticalAlign: fc.constantFrom('baseline', 'top', 'bottom', 'middle', 'sub', 'text-top'),
  direction: fc.constantFrom('ltr', 'rtl'),
  unicodeBidi: fc.constantFrom('normal', 'embed', 'isolate', 'bidi-override', 'plaintext'),
});

const text = fc
  .array(fc.constantFrom('a', 'bb', 'ccccc', ' ', '  ', '\n', '\t', '\u00ad', '\u200b', '\u05d0', '\u4e00', '\u00a0'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** Content as data, so that a counterexample can be read. */
type Item =
  | string
  | { readonly kind: 'br' | 'wbr' | 'abs' }
  | { readonly kind: 'img' | 'left' | 'right'; readonly width: number }
  | { readonly kind: 'span'; readonly style: Style; readonly children: readonly Item[] };

function made(item: Item): Content {
  if (typeof item === 'string') return item;
  switch (item.kind) {
    case 'br':
      return br;
    case 'wbr':
      return wbr;
    case 'abs':
      return absolute();
    case 'img':
      return image(item.width, 10);
    case 'left':
    case 'right':
      return float(item.kind, item.width, 15);
    case 'span':
      return span(item.style, ...item.children.map(made));
  }
}

const { content } = fc.letrec<{ content: Item; span: Item }>((tie) => ({
  content: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.record({ kind: fc.constantFrom('br', 'wbr', 'abs') }),
    fc.record({ kind: fc.constantFrom('img', 'left', 'right'), width: fc.nat(60) }),
    tie('span'),
  ),
  span: fc.record({
    kind: fc.constant('span' as const),
    style: fc.tuple(edges, fc.option(spaces)).map(([own, wrapping]) => ({ ...own, ...wrapping })),
    children: fc.array(tie('content'), { maxLength: 4 }),
  }),
}));

const page = fc.tuple(spaces, fc.array(content, { maxLength: 8 }), fc.integer({ min: 0, max: 120 }));

/** What each text box shows, in order. */
function shownText(result: InlineResult): Map<Box, string> {
  const ranges = new Map<Box, [number, number][]>();
  for (const { fragment } of result.lines) {
    for (const { fragment: child } of fragment.children) {
      if (child.kind !== 'text' || child.generated !== null || child.box.kind !== 'text') continue;
      const known = ranges.get(child.box);
      if (known === undefined) ranges.set(child.box, [[child.start, child.end]]);
      else known.push([child.start, child.end]);
    }
  }
  const shown = new Map<Box, string>();
  for (const [box, list] of ranges) {
    const sorted = list.toSorted((a, b) => a[0] - b[0]);
    shown.set(box, sorted.map(([start, end]) => box.text.slice(start, end)).join(''));
  }
  return shown;
}

function textBoxes(root: Box): Box[] {
  const found: Box[] = [];
  const stack = [root];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    if (box.kind === 'text') found.push(box);
    else stack.push(...box.children);
  }
  return found;
}

const withoutSpaces = (value: string): string => value.replace(/[ \n\t]/g, '');

test('every character that is not white space is shown once', () => {
  fc.assert(
    fc.property(page, ([style, children, width]) => {
      const root = block(style, ...children.map(made));
      const shown = shownText(layOut(root, width));
      for (const box of textBoxes(root)) {
        assert.equal(withoutSpaces(shown.get(box) ?? ''), withoutSpaces(box.text));
      }
    }),
  );
});

test('lines follow one another, and all places are numbers', () => {
  fc.assert(
    fc.property(page, ([style, children, width]) => {
      const result = layOut(block(style, ...children.map(made)), width);
      let previous = 0;
      for (const { fragment, blockOffset } of result.lines) {
        assert.ok(blockOffset >= previous);
        previous = blockOffset;
        for (const child of fragment.children) assert.ok(Number.isFinite(child.x) && Number.isFinite(child.y));
      }
      assert.ok(Number.isFinite(result.blockSize));
    }),
  );
});

test('content fits on one line in its max-content size, unless breaks are forced', () => {
  const word = fc.constantFrom('a', 'bb ', ' ccc', ' ');
  const child = fc.oneof(
    word,
    fc.array(word, { maxLength: 3 }).map((words) => span({ paddingLeft: 2 }, ...words)),
  );
  fc.assert(
    fc.property(fc.array(child, { minLength: 1, maxLength: 6 }), (children) => {
      const { max } = sizes(block({}, ...children));
      assert.ok(layOut(block({}, ...children), max).lineCount <= 1);
    }),
  );
});

test('no line is wider than the room, if that is at least min-content', () => {
  const word = fc.constantFrom('a', 'bb ', ' ccc', ' ', 'dd');
  const child = fc.oneof(
    word,
    fc.array(word, { maxLength: 3 }).map((words) => span({}, ...words)),
  );
  fc.assert(
    fc.property(fc.array(child, { minLength: 1, maxLength: 6 }), fc.nat(50), (children, extra) => {
      const width = sizes(block({}, ...children)).min + extra;
      for (const { fragment } of layOut(block({}, ...children), width).lines)
        assert.ok(fragment.width <= width + 1 / 64);
    }),
  );
});
