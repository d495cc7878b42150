/**
 * Units of lengths and angles by their constants (SVG_LENGTHTYPE_*, SVG_ANGLETYPE_*).
 *
 * In:  the units in the order of their constants, from 1 on. Out: a unit, or its constant; 0 is SVG_*TYPE_UNKNOWN.
 *
 * SVG 2 §4.6.5 https://svgwg.org/svg2-draft/types.html#InterfaceSVGLength
 */
import { domException } from '../dom-exception.ts';

export function unitOfType(units: readonly string[], type: unknown, refusal: string): string {
  const number = Number(type) & 0xffff;
  const unit = units[number - 1];
  if (unit === undefined)
    throw domException('NotSupportedError', `Cannot ${refusal} unknown or invalid units (${number}).`);
  return unit;
}

/** The constant of a word among those of an attribute. */
export function constantOf(words: readonly string[], word: string): number {
  for (let at = 0; at < words.length; at++) if (words[at] === word) return at + 1;
  return 0;
}
