/**
 * Text as 'text-transform' shows it: what a person reads is what an agent is told.
 *
 * CSS Text 3 §2.1 https://drafts.csswg.org/css-text-3/#text-transform-property
 */
import type { ComputedStyle } from '../style/computed-style.ts';

export function transformText(text: string, { textTransform }: ComputedStyle): string {
  switch (textTransform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(
        /(^|[\s"'([{-])(\p{Ll})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      );
    default:
      return text;
  }
}
