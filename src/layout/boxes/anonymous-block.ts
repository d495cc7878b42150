/**
 * Anonymous block boxes.
 *
 * In:  a block container, or a flex or grid container, with the boxes its content made.
 * Out: a block container whose children are all block-level, or all inline-level (`inlineContent`), floats and
 *      out-of-flow boxes aside; a flex or grid container without inline-level children.
 *
 * CSS 2.2 §9.2.1.1 https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level, CSS Flexbox 1 §4
 */

import type { Box } from '../box.ts';
import type { Arrangement } from './arrange.ts';
import { isInFlowBlock } from './box-kind.ts';

export function arrangeBlockContainer(arrangement: Arrangement, container: Box): void {
  const { splits } = arrangement;
  let hasBlock = false;
  let hasInline = false;
  for (const child of container.children) {
    if (splits.isSplit(child)) hasBlock = hasInline = true;
    else if (isInFlowBlock(child)) hasBlock = true;
    else if (child.inlineLevel) hasInline = true;
  }
  if (hasBlock && hasInline) container.replaceChildren(wrapInlineRuns(arrangement, container));
  // An outside marker stands beside a line, also where nothing else is on it.
  else container.inlineContent = hasInline || (container.marker !== null && !hasBlock);
}

/**
 * Each run of inline-level boxes gets an anonymous block around it. Floats and out-of-flow boxes belong to the run they
 * follow; those that follow a block stay where they are.
 */
function wrapInlineRuns(arrangement: Arrangement, container: Box): Box[] {
  const { splits } = arrangement;
  const result: Box[] = [];
  let run: Box[] = [];
  let runHasInline = false;

  const endRun = (): void => {
    if (runHasInline) result.push(arrangement.wrap(container, 'block', run));
    else for (const box of run) result.push(box);
    run = [];
    runHasInline = false;
  };

  for (const child of container.children) {
    if (splits.isSplit(child)) {
      for (const segment of splits.segmentsOf(child)) {
        if (segment.kind === 'inline') {
          run.push(segment.piece);
          runHasInline = true;
        } else {
          endRun();
          const anonymous = arrangement.wrap(container, 'block', segment.blocks);
          anonymous.interrupts = splits.interrupted(segment);
          result.push(anonymous);
        }
      }
    } else if (isInFlowBlock(child)) {
      endRun();
      result.push(child);
    } else if (child.inlineLevel || runHasInline || result.length === 0) {
      run.push(child);
      runHasInline ||= child.inlineLevel;
    } else {
      result.push(child);
    }
  }
  endRun();
  return result;
}

/** Text and other inline-level content directly inside a flex or grid container becomes anonymous items. */
export function arrangeItems(arrangement: Arrangement, container: Box): void {
  if (!container.children.some((child) => child.inlineLevel)) return;
  const items: Box[] = [];
  let run: Box[] = [];
  for (const child of container.children) {
    if (child.inlineLevel && !child.isOutOfFlow) {
      run.push(child);
      continue;
    }
    if (run.length > 0) items.push(arrangement.wrap(container, 'block', run));
    run = [];
    items.push(child);
  }
  if (run.length > 0) items.push(arrangement.wrap(container, 'block', run));
  container.replaceChildren(items);
}
