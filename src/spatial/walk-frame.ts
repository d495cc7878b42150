/**
 * What the walk of gather.ts hands down from an element to its children, and what the root of a document is given.
 */
import { type DomElement, type DomNode, firstChild, following, isElement } from '../html/node-tree.ts';
import type { ChildCursor } from '../layout/boxes/flat-children.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import type { Candidate } from './candidate.ts';
import { documentHears } from './interactive.ts';
import { type PaintFrame, paintKey, ROOT_PAINT } from './paint-order.ts';
import { OPEN_SIGHT, type Sight } from './visible.ts';

/** What an element hands down to its children. */
export interface Frame {
  readonly style: ComputedStyle;
  readonly hidden: boolean;
  readonly isFixed: boolean;
  /** Something around paints a picture. */
  readonly hasPicture: boolean;
  /** Something around listens for clicks, or the document does. */
  readonly isHeard: boolean;
  /** In a part that the page keeps from assistive technology. */
  readonly isUntold: boolean;
  readonly sight: Sight;
  readonly paint: PaintFrame;
  /** The block that text belongs to. */
  readonly run: Candidate | null;
  /** The link in the run that text belongs to as well. */
  readonly link: Candidate | null;
  readonly control: Candidate | null;
  readonly heading: Candidate | null;
  /** In a label whose control shows: the text is that control's name. */
  readonly isLabel: boolean;
  /** In a row whose cells make one text. */
  readonly row: Candidate | null;
  /** Inside of a picture that is drawn in the page. */
  readonly isDrawing: boolean;
}

/** What is inside of an element. */
export interface Inside {
  readonly frame: Frame;
  /** Gets a space when the children are done. */
  readonly around: readonly Candidate[];
}

export interface Level extends Inside {
  readonly children: ChildCursor;
}

export const NOWHERE: Inside['around'] = [];

/** What gets the text that stands in a frame. Faster: for nearly all it is one, and at both edges of a block the same. */
export function textsOf({ run, link, control }: Frame): readonly Candidate[] {
  if (link === null && control === null) return run === null ? NOWHERE : [run];
  return [run, link, control].filter((each) => each !== null);
}

export function addSpaces(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    candidate.text += ' ';
    candidate.whole += ' ';
  }
}

/** For the root element; `outer` is what the element of a frame hands down to the document in it. */
export function rootFrame(
  { document, styles }: { readonly document: DomNode; readonly styles: StyleResolver },
  outer: Frame | null,
): Frame {
  let html = firstChild(document);
  while (html !== null && !isElement(html)) html = following(html, document);
  const style = html === null ? (undefined as never) : styles.styleOf(html as DomElement);
  const inner = {
    style,
    hidden: false,
    isHeard: documentHears(document),
    run: null,
    link: null,
    control: null,
    heading: null,
    isLabel: false,
    row: null,
    isDrawing: false,
  };
  if (outer !== null) {
    // What does not fit into a frame can be scrolled to, and nothing in it is painted above what lies above the frame.
    const key = paintKey(outer.paint);
    const sight: Sight = { scrolls: true, clip: null, cutOut: outer.sight.cutOut };
    return { ...outer, ...inner, sight, paint: { ...ROOT_PAINT, context: key, layer: key } };
  }
  return { ...inner, isFixed: false, hasPicture: false, isUntold: false, sight: OPEN_SIGHT, paint: ROOT_PAINT };
}
