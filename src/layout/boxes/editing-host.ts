/**
 * Elements that can be edited: an empty one has a line all the same, for the caret.
 *
 * In:  an element with its box, whose children are known but not yet arranged.
 * Out: whether it needs a line that nothing in it makes.
 *
 * HTML §6.8.1 https://html.spec.whatwg.org/multipage/interaction.html#contenteditable
 */
import { attribute, type DomElement } from '../../html/node-tree.ts';
import type { Box } from '../box.ts';

export function needsEditingLine(element: DomElement, box: Box): boolean {
  return isEditingHost(element) && holdsLines(box) && box.children.every(makesNoLine);
}

function isEditingHost(element: DomElement): boolean {
  const value = attribute(element, 'contenteditable');
  return value !== null && /^(?:|true|plaintext-only)$/i.test(value);
}

function holdsLines({ kind }: Box): boolean {
  return kind === 'flow' || kind === 'flex' || kind === 'grid' || kind === 'table-cell' || kind === 'table-caption';
}

/** What is out of flow, blank text, and inline boxes with nothing else in them. */
function makesNoLine(child: Box): boolean {
  if (child.isOutOfFlow || child.isFloating) return true;
  const stack = [child];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    if (box.kind !== 'inline' && !(box.kind === 'text' && isBlank(box))) return false;
    stack.push(...box.children);
  }
  return true;
}

function isBlank({ text, style }: Box): boolean {
  return style.whiteSpaceCollapse === 'collapse' && !/[^\t\n\f\r ]/.test(text);
}
