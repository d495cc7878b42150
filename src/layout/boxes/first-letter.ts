/**
 * ::first-letter: the box around the first letter of a block container's first line.
 *
 * In:  an arranged block container and the style of its ::first-letter.
 * Out: its first text is split: a box of the pseudo-element with the letter and the punctuation around it, and the rest.
 *
 * CSS Pseudo-Elements 4 §2.2 https://drafts.csswg.org/css-pseudo-4/#first-letter-pseudo
 */
import { isElement } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { Box } from '../box.ts';
import { initialLetterStyle } from '../inline/initial-letter.ts';
import { boxType } from './box-kind.ts';
import { transformText } from './text-transform.ts';

export function applyFirstLetter(container: Box, specified: ComputedStyle, styles: StyleResolver): void {
  const text = firstText(container, styles);
  if (text === null) return;
  const length = firstLetterLength(text.text);
  const siblings = text.parent!.children;
  const at = siblings.indexOf(text);

  const isInitial = specified.initialLetter !== null && specified.display === 'inline';
  const style = isInitial ? initialLetterStyle(specified, blockAround(text).style) : specified;
  const letter = new Box('text', text.node, null, style, true);
  letter.text = transformText(text.text.slice(0, length), style.textTransform, '', ' ');
  const type = boxType(style.display);
  const kind = type.kind === 'inline' ? 'inline' : 'flow';
  const box = new Box(kind, container.node, 'first-letter', style, type.inlineLevel);
  box.replaceChildren([letter]);
  box.inlineContent = kind === 'flow';
  box.parent = text.parent;

  const rest = new Box('text', text.node, null, text.style, true);
  rest.text = text.text.slice(length);
  rest.textOffset = text.textOffset + length;
  rest.parent = text.parent;
  if (rest.text === '') siblings.splice(at, 1, box);
  else siblings.splice(at, 1, box, rest);
}

function blockAround(text: Box): Box {
  let box = text.parent!;
  while (box.kind === 'inline') box = box.parent!;
  return box;
}

/** A place in the walk: a box and which of its children is next. */
interface Step {
  readonly box: Box;
  next: number;
}

/** The text of the first letter; `null` when something else comes first. */
function firstText(container: Box, styles: StyleResolver): Box | null {
  const path: Step[] = [{ box: container, next: 0 }];
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const box = step.box.children[step.next++];
    if (box === undefined) {
      path.pop();
      continue;
    }
    const answer = visit(box, styles);
    if (answer === 'found') return box;
    if (answer === 'stop') return null;
    if (answer === 'enter') path.push({ box, next: 0 });
  }
  return null;
}

function visit(box: Box, styles: StyleResolver): 'found' | 'enter' | 'pass' | 'stop' {
  if (box.isFloating || box.isOutOfFlow || box.pseudo === 'marker') return 'pass';
  switch (box.kind) {
    case 'text':
      if (firstLetterLength(box.text) > 0) return 'found';
      // Quotation marks that are a text of their own stand before the letter.
      return ONLY_PUNCTUATION.test(box.text) ? 'pass' : 'stop';
    case 'inline':
      return box.pseudo === 'first-letter' ? 'stop' : 'enter';
    case 'flow':
      if (box.inlineLevel || box.centersContent) return 'stop';
      return hasOwnFirstLetter(box, styles) ? 'stop' : 'enter';
    case 'soft-break':
      return 'pass';
    default:
      return 'stop';
  }
}

/** An inner block with a first letter of its own keeps it. */
function hasOwnFirstLetter(box: Box, styles: StyleResolver): boolean {
  if (box.node === null || box.pseudo !== null || !isElement(box.node)) return false;
  return styles.pseudoStyleOf(box.node, 'first-letter') !== null;
}

const SPACE = /^[\s\u00a0]/;
const PUNCTUATION = /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]/u;
const ONLY_PUNCTUATION = /^[\s\u00a0]*[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*$/u;
const CLUSTER = /^(?:\r\n|[\s\S]\p{M}*)/u;

/** How much of a text is its first letter: leading space, punctuation, the letter, punctuation; 0 without a letter. */
function firstLetterLength(text: string): number {
  let at = 0;
  while (SPACE.test(text.charAt(at))) at += 1;
  const punctuationAt = (): number => PUNCTUATION.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  for (let length = punctuationAt(); length > 0; length = punctuationAt()) at += length;
  if (at >= text.length || SPACE.test(text.charAt(at))) return 0;
  // A cluster is short; a page cannot make us scan the rest of the text for marks.
  at += CLUSTER.exec(text.slice(at, at + 32))?.[0].length ?? 1;
  for (let length = punctuationAt(); length > 0; length = punctuationAt()) at += length;
  return at;
}
