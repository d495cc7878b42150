/**
 * Whether a text node makes a box.
 *
 * In:  its data, the style it inherits, the box it is in, and the box before it in flow.
 * Out: no for white space that would collapse away in any case, so that blocks stay next to each other.
 *
 * CSS 2.2 §9.2.2.1 https://www.w3.org/TR/CSS22/visuren.html#anonymous; the conditions are Chrome's.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';

export function needsTextBox(data: string, style: ComputedStyle, parent: Box, previous: Box | null): boolean {
  if (data === '') return false;
  if (!isWhiteSpace(data)) return true;
  switch (parent.kind) {
    case 'flow':
    case 'inline':
    case 'table-cell':
    case 'table-caption':
      if (style.whiteSpaceCollapse !== 'collapse') return true;
      break;
    case 'flex':
    case 'grid':
      // White space alone makes no item, even where it is preserved (CSS Flexbox 1 §4).
      break;
    default:
      return false;
  }
  // At the beginning of a line it would collapse; inside an inline box, that is not known yet.
  if (previous === null) return parent.kind === 'inline';
  if (previous.kind === 'text') return !endsInWhiteSpace(previous.text);
  return previous.inlineLevel && previous.kind !== 'break';
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}

export function isWhiteSpace(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (!isSpace(text.charCodeAt(at))) return false;
  }
  return true;
}

function endsInWhiteSpace(text: string): boolean {
  return text !== '' && isSpace(text.charCodeAt(text.length - 1));
}
