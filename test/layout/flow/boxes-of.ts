import { attribute, type DomNode, firstElementChild, following, isElement } from '../../../src/html/node-tree.ts';
import { parseDocument } from '../../../src/html/parse.ts';
import { layoutDocument } from '../../../src/layout-document.ts';

/** The border boxes of all elements with an id, as 'id x,y widthxheight', in a viewport of 800 by 600. */
export function boxesOf(html: string): string[] {
  const { boxes } = layoutDocument(html, { viewport: [800, 600] });
  const root = firstElementChild(parseDocument(html))!;
  const ids: (string | null)[] = [];
  for (let node: DomNode | null = root; node !== null; node = following(node, root)) {
    if (isElement(node)) ids.push(attribute(node, 'id'));
  }
  return boxes.flatMap(({ x, y, w, h, hasBox }, index) => {
    const id = ids[index];
    if (id === null) return [];
    return [hasBox ? `${id} ${round(x)},${round(y)} ${round(w)}x${round(h)}` : `${id} none`];
  });
}

/** Hundredths are enough: Chrome counts in 64ths of a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
