/**
 * What is at a point: elementsFromPoint(), caretRangeFromPoint(), caretPositionFromPoint().
 *
 * CSSOM View 1 §5 https://drafts.csswg.org/cssom-view-1/#extensions-to-the-document-interface
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { firstChild, isText, nextSibling } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { retarget } from '../event-path.ts';
import { DOMRect } from '../geometry.ts';
import {
  append,
  bareArray,
  copyArray,
  create,
  isFiniteNumber,
  max,
  min,
  round,
  weakGet,
  weakSet,
} from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { boundsOf, makeRange } from './range.ts';
import { rangeRects } from './range-geometry.ts';

const PIECE_SIZE = 6;
const pieces = new Float64Array(128 * PIECE_SIZE);

function coordinate(value: unknown): number {
  const number = Number(value);
  if (!isFiniteNumber(number)) throw new TypeError('The provided double value is non-finite.');
  return number;
}

function elementsAt(x: number, y: number): PageNode[] {
  const out = bareArray<PageNode>();
  askEngine((engine) => engine.hitTestAll(x, y, out as { [index: number]: StoreNode }));
  return copyArray(out);
}

/** The same as it looks from a tree: what is in shadow trees below it is shown as their hosts. */
function elementsSeen(root: PageNode, x: number, y: number): PageNode[] {
  const hits = elementsAt(x, y);
  const seen = bareArray<PageNode>();
  for (let at = 0; at < hits.length; at++) {
    const element = retarget(hits[at]!, root) as PageNode | null;
    let isKnown = element === null;
    for (let other = 0; other < seen.length && !isKnown; other++) isKnown = seen[other] === element;
    if (!isKnown) append(seen, element!);
  }
  return copyArray(seen);
}

interface Caret {
  readonly node: PageNode;
  readonly offset: number;
}

/** The place in the text of the element at a point that is nearest to it. */
function caretAt(x: number, y: number): Caret | null {
  const element = elementsAt(x, y)[0];
  if (element === undefined) return null;
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (!isText(child)) continue;
    const text = child as PageNode;
    const count = askEngine((engine) => engine.textPieces(text, pieces)) ?? 0;
    for (let at = 0; at < count; at++) {
      const first = at * PIECE_SIZE;
      const [left, top, width, height] = [pieces[first]!, pieces[first + 1]!, pieces[first + 2]!, pieces[first + 3]!];
      if (y < top || y >= top + height || x < left || x > left + width) continue;
      const start = pieces[first + 4]!;
      const length = pieces[first + 5]! - start;
      const along = width > 0 ? ((x - left) / width) * length : 0;
      return { node: text, offset: start + min(length, max(0, round(along))) };
    }
  }
  return { node: element, offset: 0 };
}

const carets = new WeakMap<object, Caret>();

function caretOf(object: object): Caret {
  const caret = weakGet(carets, object);
  if (caret === undefined) throw new TypeError('Illegal invocation');
  return caret;
}

export function installPointQueries(): void {
  defineInterface('CaretPosition', null);
  defineMembers<object>('CaretPosition', {
    get offsetNode(): PageNode {
      return caretOf(this).node;
    },
    get offset(): number {
      return caretOf(this).offset;
    },
    getClientRect(): DOMRect {
      const { node, offset } = caretOf(this);
      return rangeRects(boundsOf(makeRange(node, offset)))[0] ?? new DOMRect(0, 0, 0, 0);
    },
  });
  for (const name of ['Document', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      elementsFromPoint(x: unknown, y: unknown): PageNode[] {
        return elementsSeen(this, coordinate(x), coordinate(y));
      },
    });
  }
  defineMembers<PageNode>('Document', {
    caretRangeFromPoint(x: unknown, y: unknown): object | null {
      const caret = caretAt(coordinate(x), coordinate(y));
      return caret === null ? null : makeRange(caret.node, caret.offset);
    },
    caretPositionFromPoint(x: unknown, y: unknown): object | null {
      const caret = caretAt(coordinate(x), coordinate(y));
      if (caret === null) return null;
      const position = create(prototypeOf('CaretPosition')) as object;
      weakSet(carets, position, caret);
      return position;
    },
  });
}
