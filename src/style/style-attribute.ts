/**
 * Style attributes into declaration blocks.
 *
 * In:  the attribute's text. Out: its declarations.
 *
 * CSS Style Attributes https://drafts.csswg.org/css-style-attr/
 */
import { BlockScanner } from './block-scanner.ts';
import type { DeclarationBlock } from './declaration.ts';
import { BlockBuilder } from './declaration-block.ts';

/** Key: mode and text. Parsing depends on nothing else; the identity of a block is a cache key further on. */
const kept = new Map<string, DeclarationBlock>();
const MAX_KEPT = 5_000;
const MAX_KEPT_TEXT = 2_000;

/** The declarations of a style attribute: the same text gives the same block. */
export function parseStyleAttribute(text: string, quirks = false): DeclarationBlock {
  const key = quirks ? `?${text}` : `:${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const block = parseDeclarations(text, quirks);
  if (text.length > MAX_KEPT_TEXT) return block;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, block);
  return block;
}

function parseDeclarations(text: string, quirks: boolean): DeclarationBlock {
  const scanner = new BlockScanner(text);
  const builder = new BlockBuilder(quirks);
  while (!scanner.atEnd) {
    switch (scanner.type) {
      case 'whitespace':
      case 'semicolon':
        scanner.advance();
        break;
      case 'at-keyword':
        scanner.prelude(false, true);
        if (scanner.is('{')) scanner.skipBlock();
        break;
      default: {
        const item = scanner.item('attribute');
        if (item.kind === 'declaration') builder.add(item.name, item.value, item.important);
      }
    }
  }
  return builder.take();
}
