/**
 * The box tree as text, for tests and for looking at a page.
 *
 * In:  a box. Out: one line a box, indented by depth: kind, name, and what is out of the ordinary about it.
 *
 * @example
 * dumpBoxes(root);
 * // flow
 * //   flow <html>
 * //     flow <body> inline-content
 * //       text "Hello"
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { Box } from './box.ts';

const INDENT = '  ';

export function dumpBoxes(root: Box): string {
  const lines: string[] = [];
  const stack: { readonly box: Box; readonly depth: number; readonly label: string }[] = [
    { box: root, depth: 0, label: '' },
  ];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { box, depth, label } = item;
    lines.push(INDENT.repeat(depth) + label + describe(box));
    for (let at = box.children.length - 1; at >= 0; at--) {
      stack.push({ box: box.children[at]!, depth: depth + 1, label: '' });
    }
    if (box.marker !== null) stack.push({ box: box.marker, depth: depth + 1, label: 'outside: ' });
  }
  return lines.join('\n');
}

function describe(box: Box): string {
  const words: string[] = [box.inlineLevel && box.isAtomicInline ? `inline-${box.kind}` : box.kind];
  if (box.kind === 'text') words.push(JSON.stringify(box.text));
  else if (box.node !== null) words.push(`<${box.node[LOCAL_NAME]}>${box.pseudo === null ? '' : `::${box.pseudo}`}`);
  if (box.inlineContent) words.push('inline-content');
  if (box.isFloating) words.push('float');
  if (box.isOutOfFlow) words.push('out-of-flow');
  if (!box.isFirstPiece) words.push('continued');
  if (!box.isLastPiece) words.push('continues');
  if (box.interrupts.length > 0) words.push(`interrupts ${box.interrupts.map(nameOf).join(' ')}`);
  if (box.natural !== null) words.push(`${box.natural.width ?? 'auto'}x${box.natural.height ?? 'auto'}`);
  if (box.symbolWidth !== null) words.push(`symbol ${box.symbolWidth}`);
  if (box.centersContent) words.push('centers-content');
  if (box.legend !== null) words.push('has-legend');
  if (box.autoBlockSize !== null) words.push(`height ${box.autoBlockSize}`);
  if (box.firstLineStyle !== null) words.push('first-line');
  return words.join(' ');
}

function nameOf(box: Box): string {
  return `<${box.node?.[LOCAL_NAME] ?? ''}>`;
}
