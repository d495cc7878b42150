/**
 * Shorthands of white space, wrapping, indentation, decoration and list markers.
 *
 * CSS Text 4 §3 and §5 https://drafts.csswg.org/css-text-4/#white-space-property, CSS Lists 3 §4.4,
 * CSS Text Decoration 4 §2.6.
 */
import { takeColor } from './color.ts';
import { takeDecorationLine } from './properties/appearance.ts';
import { takeListStyleImage, takeListStyleType } from './properties/lists.ts';
import { wordMap } from './properties/longhand.ts';
import { type Expansion, expansion, type Shorthand, takeOneOf } from './shorthand-patterns.ts';
import { LENGTH_PERCENT, takeLength } from './specified-value.ts';
import type { ValueReader } from './value-reader.ts';

/** The words of CSS 2 as what is collapsed and whether lines wrap. */
const WHITE_SPACE: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['normal', ['collapse', 'wrap']],
  ['pre', ['preserve', 'nowrap']],
  ['nowrap', ['collapse', 'nowrap']],
  ['-webkit-nowrap', ['collapse', 'nowrap']],
  ['pre-wrap', ['preserve', 'wrap']],
  ['pre-line', ['preserve-breaks', 'wrap']],
  ['break-spaces', ['break-spaces', 'wrap']],
]);
const WHITE_SPACE_LONGHANDS = ['white-space-collapse', 'text-wrap-mode'];

function expandWhiteSpace(reader: ValueReader): Expansion | null {
  const start = reader.position;
  const known = reader.takeFrom(WHITE_SPACE);
  if (known !== undefined && reader.done)
    return expansion(['white-space-collapse', known[0]], ['text-wrap-mode', known[1]]);
  reader.rewind(start);
  const values = new Map<string, unknown>();
  while (!reader.done) if (!takeOneOf(WHITE_SPACE_LONGHANDS, reader, values)) return null;
  return values;
}

const WRAP_LONGHANDS = ['text-wrap-mode', 'text-wrap-style'];

/** Mode and style in either order. */
function expandTextWrap(reader: ValueReader): Expansion | null {
  const values = new Map<string, unknown>();
  while (!reader.done) if (!takeOneOf(WRAP_LONGHANDS, reader, values)) return null;
  return expansion(
    ['text-wrap-mode', values.get('text-wrap-mode') ?? 'wrap'],
    ['text-wrap-style', values.get('text-wrap-style') ?? 'auto'],
  );
}

const TEXT_BOX_LONGHANDS = ['text-box-trim', 'text-box-edge'];

/** Edges alone trim both sides. */
function expandTextBox(reader: ValueReader): Expansion | null {
  const values = new Map<string, unknown>();
  if (!reader.takeWord('normal')) {
    while (!reader.done) if (!takeOneOf(TEXT_BOX_LONGHANDS, reader, values)) return null;
  }
  return expansion(
    ['text-box-trim', values.get('text-box-trim') ?? (values.has('text-box-edge') ? 'trim-both' : 'none')],
    ['text-box-edge', values.get('text-box-edge') ?? 'auto'],
  );
}

const INDENT = ['-internal-text-indent', '-internal-text-indent-hanging', '-internal-text-indent-each-line'] as const;

function expandTextIndent(reader: ValueReader): Expansion | null {
  let length: unknown;
  let hanging = false;
  let eachLine = false;
  while (!reader.done) {
    if (!hanging && reader.takeWord('hanging')) hanging = true;
    else if (!eachLine && reader.takeWord('each-line')) eachLine = true;
    else if (length !== undefined || (length = takeLength(reader, LENGTH_PERCENT)) === undefined) return null;
  }
  return length === undefined ? null : expansion([INDENT[0], length], [INDENT[1], hanging], [INDENT[2], eachLine]);
}

const DECORATION_STYLES = wordMap(['solid', 'double', 'dotted', 'dashed', 'wavy']);
const THICKNESSES = wordMap(['auto', 'from-font']);

function takeThickness(reader: ValueReader): unknown {
  return reader.takeFrom(THICKNESSES) ?? takeLength(reader, LENGTH_PERCENT);
}

function expandTextDecoration(reader: ValueReader): Expansion | null {
  let line: unknown;
  let style: unknown;
  let color: unknown;
  let thickness: unknown;
  while (!reader.done) {
    if (line === undefined && (line = takeDecorationLine(reader)) !== undefined) continue;
    if (style === undefined && (style = reader.takeFrom(DECORATION_STYLES)) !== undefined) continue;
    if (thickness === undefined && (thickness = takeThickness(reader)) !== undefined) continue;
    if (color !== undefined || (color = takeColor(reader)) === undefined) return null;
  }
  return expansion(['text-decoration-line', line ?? 'none']);
}

/** Type, position and image in any order. 'none' is for the type or the image, whichever has no value of its own. */
function expandListStyle(reader: ValueReader): Expansion | null {
  const values = new Map<string, unknown>();
  let nones = 0;
  while (!reader.done) {
    if (reader.takeWord('none')) {
      nones++;
      continue;
    }
    if (takeOneOf(['list-style-position'], reader, values)) continue;
    const image = values.has('list-style-image') ? undefined : takeListStyleImage(reader);
    if (image !== undefined) {
      values.set('list-style-image', image);
      continue;
    }
    const type = values.has('list-style-type') ? undefined : takeListStyleType(reader);
    if (type === undefined) return null;
    values.set('list-style-type', type);
  }
  if (nones > 0 && !values.has('list-style-type')) {
    values.set('list-style-type', 'none');
    nones--;
  }
  if (nones > 0 && !values.has('list-style-image')) {
    values.set('list-style-image', null);
    nones--;
  }
  return nones > 0 ? null : values;
}

function shorthand(longhands: readonly string[], expand: Shorthand['expand'], quirkyLength = false): Shorthand {
  return { longhands, quirkyLength, expand };
}

export const TEXT_SHORTHANDS: readonly (readonly [string, Shorthand])[] = [
  ['white-space', shorthand(WHITE_SPACE_LONGHANDS, expandWhiteSpace)],
  ['text-wrap', shorthand(WRAP_LONGHANDS, expandTextWrap)],
  ['text-box', shorthand(TEXT_BOX_LONGHANDS, expandTextBox)],
  ['text-indent', shorthand(INDENT, expandTextIndent, true)],
  ['text-decoration', shorthand(['text-decoration-line'], expandTextDecoration)],
  ['list-style', shorthand(['list-style-position', 'list-style-image', 'list-style-type'], expandListStyle)],
];
