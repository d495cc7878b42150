/**
 * Names that style declarations list besides those of properties: old names, and descriptors of at-rules.
 *
 * A page that walks through `el.style`, or asks whether a name is in it, finds what Chrome has. Old names are read and written
 * as the properties that they stand for (propertyFor in shorthand-table.ts). Of the others, those that are no properties here
 * are empty, and setting them does nothing.
 */
const PREFIXED =
  'align-content align-items align-self animation animation-delay animation-direction animation-duration ' +
  'animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timing-function app-region ' +
  'appearance backface-visibility background-clip background-origin background-size border-after border-after-color ' +
  'border-after-style border-after-width border-before border-before-color border-before-style border-before-width ' +
  'border-bottom-left-radius border-bottom-right-radius border-end border-end-color border-end-style border-end-width ' +
  'border-radius border-start border-start-color border-start-style border-start-width border-top-left-radius ' +
  'border-top-right-radius box-shadow box-sizing clip-path column-count column-gap column-rule column-rule-color ' +
  'column-rule-style column-rule-width column-span column-width columns filter flex flex-basis flex-direction flex-flow ' +
  'flex-grow flex-shrink flex-wrap font-feature-settings hyphenate-character justify-content logical-height logical-width ' +
  'margin-after margin-before margin-end margin-start mask mask-clip mask-composite mask-image mask-origin mask-position ' +
  'mask-repeat mask-size max-logical-height max-logical-width min-logical-height min-logical-width opacity order ' +
  'padding-after padding-before padding-end padding-start perspective perspective-origin perspective-origin-x ' +
  'perspective-origin-y print-color-adjust shape-image-threshold shape-margin shape-outside text-emphasis ' +
  'text-emphasis-color text-emphasis-position text-emphasis-style text-size-adjust transform transform-origin ' +
  'transform-origin-x transform-origin-y transform-origin-z transform-style transition transition-delay ' +
  'transition-duration transition-property transition-timing-function user-select';
const OLD = 'grid-column-gap grid-gap grid-row-gap word-wrap';
const OTHERS =
  'additive-symbols ascent-override base-palette descent-override fallback font-display frame-sizing inherits ' +
  'initial-value line-gap-override margin-trim navigation negative override-colors pad page page-margin-safety ' +
  'page-orientation prefix range result ruby-overhang scroll-axis-lock size size-adjust speak-as src suffix symbols ' +
  'syntax system types unicode-range window-drag';

const others: ReadonlySet<string> = new Set(OTHERS.split(' '));

/** Whether declarations have it, with or without a property behind it. */
export function isOtherName(name: string): boolean {
  return others.has(name);
}

export function otherNames(): string[] {
  return [...PREFIXED.split(' ').map((name) => `-webkit-${name}`), ...OLD.split(' '), ...others];
}
