/**
 * A style attribute's declarations as lines of text, for the page realm's `el.style`.
 *
 * In:  the attribute. Out: 'name TAB priority TAB value' for each declaration, the last of a name winning.
 *
 * CSSOM 1 §6.6 https://drafts.csswg.org/cssom-1/#the-cssstyledeclaration-interface
 */
import { BlockScanner } from '../../style/block-scanner.ts';
import { asciiLower } from '../../style/code-points.ts';

export function declarationLines(text: string): string {
  const lines = new Map<string, string>();
  const scanner = new BlockScanner(text);
  while (!scanner.atEnd) {
    if (scanner.is('whitespace') || scanner.is('semicolon')) {
      scanner.advance();
      continue;
    }
    const item = scanner.item('attribute');
    if (item.kind === 'rule') scanner.skipRestOfBlock();
    if (item.kind !== 'declaration') continue;
    const name = item.name.startsWith('--') ? item.name : asciiLower(item.name);
    // A line end in a value is white space; a line must not have one.
    const value = item.value.trim().replace(/[\n\r\f\t]+/g, ' ');
    lines.delete(name);
    lines.set(name, `${name}\t${item.important ? 'important' : ''}\t${value}`);
  }
  return [...lines.values()].join('\n');
}
