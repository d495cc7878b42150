/**
 * Puts the children of a box into the shape its layout needs, with anonymous boxes where CSS asks for them.
 *
 * In:  a box with the boxes that its element's content made, in document order, those below already arranged.
 * Out: the same box: a block container has only block-level or only inline-level children, a table only table parts,
 *      a flex or grid container only items.
 *
 * CSS Display 3 §4, CSS 2.2 §9.2 and §17.2.1 https://www.w3.org/TR/CSS22/visuren.html#box-gen
 */
import type { StyleResolver } from '../../style/computed-style.ts';
import type { Display } from '../../style/display.ts';
import { Box } from '../box.ts';
import { arrangeBlockContainer, arrangeItems } from './anonymous-block.ts';
import { arrangeColumnGroup, arrangeRow, arrangeRowGroup, arrangeTable, wrapTableParts } from './anonymous-table.ts';
import { boxType } from './box-kind.ts';
import { InlineSplits } from './inline-split.ts';

export class Arrangement {
  readonly styles: StyleResolver;
  readonly splits = new InlineSplits();

  constructor(styles: StyleResolver) {
    this.styles = styles;
  }

  arrange(box: Box): void {
    switch (box.kind) {
      case 'flow':
      case 'table-cell':
      case 'table-caption':
        wrapTableParts(this, box, 'table');
        arrangeBlockContainer(this, box);
        break;
      case 'inline':
        wrapTableParts(this, box, 'inline-table');
        this.splits.arrangeInline(this, box);
        break;
      case 'flex':
      case 'grid':
        wrapTableParts(this, box, 'table');
        arrangeItems(this, box);
        break;
      case 'table':
        arrangeTable(this, box);
        break;
      case 'table-row-group':
        arrangeRowGroup(this, box);
        break;
      case 'table-row':
        arrangeRow(this, box);
        break;
      case 'table-column-group':
        arrangeColumnGroup(box);
        break;
      case 'table-column':
      case 'replaced':
      case 'text':
      case 'break':
      case 'soft-break':
        box.children.length = 0;
    }
    for (const child of box.children) child.parent = box;
  }

  /** An anonymous box of this display around some boxes, itself arranged. */
  wrap(parent: Box, display: Display, children: readonly Box[]): Box {
    const type = boxType(display);
    const box = new Box(type.kind, null, null, this.styles.anonymousStyle(parent.style, display), type.inlineLevel);
    for (const child of children) box.children.push(child);
    this.arrange(box);
    return box;
  }
}
