/**
 * Names of properties beyond the table: other names for known ones, and those Chrome knows but layout does not need.
 *
 * CSS Cascade 5 §8.4 (legacy name aliases) and Chrome's own prefixes.
 */

const PREFIXED =
  'align-content align-items align-self appearance box-sizing clip-path column-count column-gap column-span column-width ' +
  'columns filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap justify-content line-break ' +
  'opacity order perspective shape-outside text-orientation transform transform-origin user-select writing-mode';

const FLOW_WORDS: readonly (readonly [string, string])[] = [
  ['start', 'inline-start'],
  ['end', 'inline-end'],
  ['before', 'block-start'],
  ['after', 'block-end'],
];

/** Old names, and what they stand for. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...PREFIXED.split(' ').map((name): [string, string] => [`-webkit-${name}`, name]),
  ...FLOW_WORDS.flatMap(([old, side]): [string, string][] => [
    [`-webkit-margin-${old}`, `margin-${side}`],
    [`-webkit-padding-${old}`, `padding-${side}`],
    [`-webkit-border-${old}`, `border-${side}`],
    [`-webkit-border-${old}-width`, `border-${side}-width`],
    [`-webkit-border-${old}-style`, `border-${side}-style`],
  ]),
  ['-webkit-logical-width', 'inline-size'],
  ['-webkit-logical-height', 'block-size'],
  ['-webkit-min-logical-width', 'min-inline-size'],
  ['-webkit-min-logical-height', 'min-block-size'],
  ['-webkit-max-logical-width', 'max-inline-size'],
  ['-webkit-max-logical-height', 'max-block-size'],
  ['word-wrap', 'overflow-wrap'],
  ['grid-gap', 'gap'],
  ['grid-row-gap', 'row-gap'],
  ['grid-column-gap', 'column-gap'],
  ['-epub-caption-side', 'caption-side'],
  ['-epub-text-orientation', 'text-orientation'],
  ['-epub-text-transform', 'text-transform'],
  ['-epub-word-break', 'word-break'],
  ['-epub-writing-mode', 'writing-mode'],
]);

/** A name in lower case as the table and the shorthands know it. */
export function canonicalName(name: string): string {
  return ALIASES.get(name) ?? name;
}

const IGNORED =
  '-webkit-animation -webkit-animation-delay -webkit-animation-direction -webkit-animation-duration ' +
  '-webkit-animation-fill-mode -webkit-animation-iteration-count -webkit-animation-name ' +
  '-webkit-animation-play-state -webkit-animation-timing-function -webkit-app-region -webkit-backface-visibility ' +
  '-webkit-background-clip -webkit-background-origin -webkit-background-size -webkit-border-after-color ' +
  '-webkit-border-before-color -webkit-border-bottom-left-radius -webkit-border-bottom-right-radius ' +
  '-webkit-border-end-color -webkit-border-image -webkit-border-radius -webkit-border-start-color ' +
  '-webkit-border-top-left-radius -webkit-border-top-right-radius -webkit-box-decoration-break -webkit-box-reflect ' +
  '-webkit-box-shadow -webkit-column-rule -webkit-column-rule-color -webkit-column-rule-style ' +
  '-webkit-column-rule-width -webkit-font-feature-settings -webkit-font-smoothing -webkit-hyphenate-character ' +
  '-webkit-locale -webkit-mask -webkit-mask-box-image -webkit-mask-box-image-outset -webkit-mask-box-image-repeat ' +
  '-webkit-mask-box-image-slice -webkit-mask-box-image-source -webkit-mask-box-image-width -webkit-mask-clip ' +
  '-webkit-mask-composite -webkit-mask-image -webkit-mask-origin -webkit-mask-position -webkit-mask-position-x ' +
  '-webkit-mask-position-y -webkit-mask-repeat -webkit-mask-size -webkit-perspective-origin ' +
  '-webkit-perspective-origin-x -webkit-perspective-origin-y -webkit-print-color-adjust -webkit-rtl-ordering ' +
  '-webkit-ruby-position -webkit-shape-image-threshold -webkit-shape-margin -webkit-tap-highlight-color ' +
  '-webkit-text-combine -webkit-text-decorations-in-effect -webkit-text-emphasis -webkit-text-emphasis-color ' +
  '-webkit-text-emphasis-position -webkit-text-emphasis-style -webkit-text-fill-color -webkit-text-security ' +
  '-webkit-text-size-adjust -webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width ' +
  '-webkit-transform-origin-z -webkit-transform-style -webkit-transition -webkit-transition-delay ' +
  '-webkit-transition-duration -webkit-transition-property -webkit-transition-timing-function -webkit-user-drag ' +
  '-webkit-user-modify accent-color alignment-baseline animation animation-composition animation-delay ' +
  'animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name ' +
  'animation-play-state animation-range animation-range-end animation-range-start animation-timeline ' +
  'animation-timing-function animation-trigger app-region backface-visibility background-attachment ' +
  'background-blend-mode background-clip background-origin background-position background-position-x ' +
  'background-position-y background-repeat background-size baseline-shift border-block-color ' +
  'border-block-end-color border-block-start-color border-bottom-color border-bottom-left-radius ' +
  'border-bottom-right-radius border-color border-end-end-radius border-end-start-radius border-image ' +
  'border-image-outset border-image-repeat border-image-slice border-image-source border-image-width ' +
  'border-inline-color border-inline-end-color border-inline-start-color border-left-color border-radius ' +
  'border-right-color border-shape border-start-end-radius border-start-start-radius border-top-color ' +
  'border-top-left-radius border-top-right-radius box-decoration-break box-shadow buffered-rendering ' +
  'caret-animation caret-color caret-shape clip-rule color-interpolation color-interpolation-filters ' +
  'color-rendering column-height column-rule column-rule-break column-rule-color column-rule-inset ' +
  'column-rule-inset-cap column-rule-inset-cap-end column-rule-inset-cap-start column-rule-inset-end ' +
  'column-rule-inset-junction column-rule-inset-junction-end column-rule-inset-junction-start ' +
  'column-rule-inset-start column-rule-style column-rule-visibility-items column-rule-width column-wrap ' +
  'corner-block-end-shape corner-block-start-shape corner-bottom-left-shape corner-bottom-right-shape ' +
  'corner-bottom-shape corner-end-end-shape corner-end-start-shape corner-inline-end-shape ' +
  'corner-inline-start-shape corner-left-shape corner-right-shape corner-shape corner-start-end-shape ' +
  'corner-start-start-shape corner-top-left-shape corner-top-right-shape corner-top-shape cx cy d dominant-baseline ' +
  'dynamic-range-limit fill fill-opacity fill-rule flex-line-count flood-color flood-opacity font-feature-settings ' +
  'font-language-override font-optical-sizing font-palette font-synthesis font-synthesis-small-caps ' +
  'font-synthesis-style font-synthesis-weight font-variant-alternates font-variant-east-asian font-variant-emoji ' +
  'font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings forced-color-adjust ' +
  'hyphenate-limit-chars image-orientation image-rendering interest-delay interest-delay-end ' +
  'interest-delay-start interpolate-size lighting-color marker marker-end marker-mid marker-start mask mask-clip ' +
  'mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size mask-type math-depth ' +
  'math-shift math-style object-position object-view-box offset offset-anchor offset-distance offset-path ' +
  'offset-position offset-rotate outline outline-color outline-offset outline-style outline-width overflow-anchor ' +
  'overflow-clip-margin overlay overscroll-behavior overscroll-behavior-block overscroll-behavior-inline ' +
  'overscroll-behavior-x overscroll-behavior-y page page-margin-safety page-orientation paint-order ' +
  'perspective-origin print-color-adjust ' +
  'r reading-flow reading-order resize row-rule row-rule-break row-rule-color row-rule-inset row-rule-inset-cap ' +
  'row-rule-inset-cap-end row-rule-inset-cap-start row-rule-inset-end row-rule-inset-junction ' +
  'row-rule-inset-junction-end row-rule-inset-junction-start row-rule-inset-start row-rule-style ' +
  'row-rule-visibility-items row-rule-width ruby-align ruby-position rule rule-break rule-color rule-inset ' +
  'rule-inset-cap rule-inset-end rule-inset-junction rule-inset-start rule-overlap rule-style rule-visibility-items ' +
  'rule-width rx ry scroll-behavior scroll-initial-target ' +
  'scroll-marker-group scroll-snap-align ' +
  'scroll-snap-stop scroll-snap-type scroll-target-group scroll-timeline scroll-timeline-axis scroll-timeline-name ' +
  'scrollbar-color shape-image-threshold shape-margin shape-rendering size speak stop-color ' +
  'stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'stroke-opacity stroke-width text-anchor text-autospace text-combine-upright ' +
  'text-decoration-color text-decoration-skip-ink text-decoration-style text-decoration-thickness text-emphasis ' +
  'text-emphasis-color text-emphasis-position text-emphasis-style text-fit text-rendering text-shadow ' +
  'text-size-adjust text-spacing-trim text-underline-offset text-underline-position timeline-scope ' +
  'timeline-trigger timeline-trigger-activation-range timeline-trigger-activation-range-end ' +
  'timeline-trigger-activation-range-start timeline-trigger-active-range timeline-trigger-active-range-end ' +
  'timeline-trigger-active-range-start timeline-trigger-name timeline-trigger-source touch-action transform-style ' +
  'transition transition-behavior transition-delay transition-duration transition-property ' +
  'transition-timing-function trigger-scope vector-effect view-timeline view-timeline-axis view-timeline-inset ' +
  'view-timeline-name view-transition-class view-transition-group view-transition-name view-transition-scope x y';

/** Properties that Chrome has and that move no box: known, with nothing to compute. */
export const IGNORED_PROPERTIES: ReadonlySet<string> = new Set(IGNORED.split(' '));
