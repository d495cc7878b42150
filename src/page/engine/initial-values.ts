/**
 * What getComputedStyle says of properties that neither move a box nor hide it, and that we therefore do not keep: their
 * initial values.
 *
 * Differs: a page that sets such a property reads its initial value. Of times this is what it should know: nothing here
 * takes time, so code that waits for a transition's duration does not wait.
 */
const VALUES = `
accent-color auto; animation none; animation-composition replace; animation-delay 0s; animation-direction normal;
animation-duration 0s; animation-fill-mode none; animation-iteration-count 1; animation-name none;
animation-play-state running; animation-timing-function ease; backdrop-filter none; backface-visibility visible;
background-attachment scroll; background-blend-mode normal; background-clip border-box; background-image none;
background-origin padding-box; background-position 0% 0%; background-position-x 0%; background-position-y 0%;
background-repeat repeat; background-size auto; border-bottom-left-radius 0px; border-bottom-right-radius 0px;
border-image-outset 0; border-image-repeat stretch; border-image-slice 100%; border-image-source none;
border-image-width 1; border-radius 0px; border-top-left-radius 0px; border-top-right-radius 0px; box-shadow none;
clip-rule nonzero; color-interpolation srgb; column-rule-style none; column-rule-width 3px; dominant-baseline auto;
fill rgb(0, 0, 0); fill-opacity 1; fill-rule nonzero; filter none; flood-opacity 1; font-feature-settings normal;
font-optical-sizing auto; font-variant normal; font-variant-ligatures normal; font-variant-numeric normal;
font-variation-settings normal; image-orientation from-image; image-rendering auto; mask none; mask-image none;
object-position 50% 50%; offset-path none; outline-offset 0px; outline-style none; outline-width 3px;
overflow-anchor auto; overscroll-behavior auto; overscroll-behavior-x auto; overscroll-behavior-y auto;
paint-order normal; resize none; scroll-behavior auto; scroll-snap-align none; scroll-snap-stop normal;
scroll-snap-type none; scrollbar-color auto; scrollbar-width auto; stop-opacity 1; stroke none; stroke-dasharray none;
stroke-dashoffset 0px; stroke-linecap butt; stroke-linejoin miter; stroke-miterlimit 4; stroke-opacity 1;
stroke-width 1px; text-anchor start; text-decoration-skip-ink auto; text-decoration-style solid;
text-decoration-thickness auto; text-rendering auto; text-shadow none; text-underline-offset auto; touch-action auto;
transform-style flat; transition all; transition-behavior normal; transition-delay 0s; transition-duration 0s;
transition-property all; transition-timing-function ease; vector-effect none; -webkit-font-smoothing auto;
-webkit-text-stroke-width 0px; -webkit-text-size-adjust auto`;

const TABLE: ReadonlyMap<string, string> = new Map(
  VALUES.split(';').map((entry): [string, string] => {
    const [name = '', ...value] = entry.trim().split(/\s+/);
    return [name, value.join(' ')];
  }),
);

/** Properties whose initial value is the text colour. */
const COLORED: ReadonlySet<string> = new Set(
  `border-top-color border-right-color border-bottom-color border-left-color border-color outline-color caret-color
  column-rule-color text-decoration-color text-emphasis-color -webkit-text-fill-color -webkit-text-stroke-color`.split(
    /\s+/,
  ),
);

/** By the property's name as it stands in a sheet; `null` for one that is not in the table. */
export function initialValue(property: string): string | 'currentcolor' | null {
  return COLORED.has(property) ? 'currentcolor' : (TABLE.get(property) ?? null);
}
