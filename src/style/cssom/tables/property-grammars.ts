/**
 * What each longhand takes, one line each: names, a colon, the grammar.
 *
 * The standards of the properties, as far as Chrome follows them; fixtures/answers/declared-values.html compares.
 */

/** Named parts of grammars; a star: the computed value is made by computed-parts.ts. */
export const PRODUCTIONS = `
image: <url> | <fn linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient image-set cross-fade element paint -webkit-linear-gradient -webkit-radial-gradient -webkit-repeating-linear-gradient -webkit-repeating-radial-gradient -webkit-gradient -webkit-image-set -webkit-cross-fade>
position-x*: [ left | right ] <length-percentage> | left | center | right | <length-percentage>
position-y*: [ top | bottom ] <length-percentage> | top | center | bottom | <length-percentage>
easing*: linear | ease | ease-in | ease-out | ease-in-out | step-start | step-end | <fn cubic-bezier steps linear>
shadow*: <color>? && <length>{2,4} && inset?
text-shadow*: <color>? && <length>{2,3}
svg-length*: <length-percentage> | <number>
svg-length-from-zero*: <length-percentage +> | <number +>
line-width*: thin | medium | thick | <length +>
line-style: none | hidden | dotted | dashed | solid | double | groove | ridge | inset | outset
radius*: <length-percentage +>{1,2}
visual-box: border-box | padding-box | content-box
geometry-box: border-box | padding-box | content-box | margin-box | fill-box | stroke-box | view-box
bg-size*: cover | contain | [ <length-percentage +> | auto ]{1,2}
repeat-style*: repeat-x | repeat-y | [ repeat | space | round | no-repeat ]{1,2}
blend-mode: normal | multiply | screen | overlay | darken | lighten | color-dodge | color-burn | hard-light | soft-light | difference | exclusion | hue | saturation | color | luminosity | plus-darker | plus-lighter
filter-function: <url> | drop-shadow(<color>? && <length>{2,3}) | <fn blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia>
shape: <fn inset circle ellipse polygon path shape rect xywh>
paint*: none | context-fill | context-stroke | <color> | <url> [ none | <color> ]?
timeline: auto | none | <dashed> | <fn scroll view>
range: normal | <length-percentage> | [ cover | contain | entry | exit | entry-crossing | exit-crossing | scroll ] <length-percentage>?
line: auto | span && [ <integer> || <ident> ] | [ <integer> || <ident> ]
overflow-place: safe | unsafe
place: center | start | end | flex-start | flex-end
self-place: center | start | end | self-start | self-end | flex-start | flex-end | anchor-center
spread: space-between | space-around | space-evenly | stretch
size: auto | min-content | max-content | fit-content | stretch | -webkit-fill-available | -webkit-min-content | -webkit-max-content | -webkit-fit-content | <length-percentage +> | <fn calc-size anchor-size> | fit-content(<length-percentage +>)
max-size: none | <size>
track-size: <length-percentage +> | <flex> | min-content | max-content | auto | minmax(<track-breadth>, <track-breadth>) | fit-content(<length-percentage +>)
track-breadth: <length-percentage +> | <flex> | min-content | max-content | auto
margin-size: auto | <length-percentage> | <fn anchor-size anchor>
corner: round | scoop | bevel | notch | square | squircle | <fn superellipse>
repeat: repeat([ <integer +> | auto-fill | auto-fit ] , [ <names>? <track-size> ]+ <names>?)
break: auto | avoid | always | all | avoid-page | page | left | right | recto | verso | avoid-column | column | avoid-region | region
`;

export const GRAMMARS = `
accent-color: auto | <color>
align-content: normal | last baseline | first baseline | baseline | <spread> | <overflow-place>? <place>
justify-content: normal | <spread> | <overflow-place>? [ <place> | left | right ]
align-items: normal | stretch | last baseline | first baseline | baseline | <overflow-place>? <self-place>
align-self: auto | normal | stretch | last baseline | first baseline | baseline | <overflow-place>? <self-place>
justify-items: normal | stretch | last baseline | first baseline | baseline | legacy && [ left | right | center ] | legacy | <overflow-place>? [ <self-place> | left | right ]
justify-self: auto | normal | stretch | last baseline | first baseline | baseline | <overflow-place>? [ <self-place> | left | right ]
alignment-baseline: auto | baseline | before-edge | text-before-edge | middle | central | after-edge | text-after-edge | ideographic | alphabetic | hanging | mathematical
anchor-name anchor-scope timeline-scope trigger-scope: none | all | <dashed>#
animation-composition: [ replace | add | accumulate ]#
animation-delay: <time>#
animation-direction: [ normal | reverse | alternate | alternate-reverse ]#
animation-duration: [ auto | <time +> ]#
animation-fill-mode: [ none | forwards | backwards | both ]#
animation-iteration-count: [ infinite | <number +> ]#
animation-name: [ none | <string> | <ident> ]#
animation-play-state: [ running | paused ]#
animation-range-start animation-range-end: <range>#
animation-timeline: <timeline>#
animation-timing-function transition-timing-function: <easing>#
animation-trigger: none
app-region: none | drag | no-drag
appearance: none | auto | base | base-select | button | checkbox | listbox | menulist | menulist-button | meter | progress-bar | push-button | radio | searchfield | slider-horizontal | square-button | textarea | textfield
aspect-ratio*: auto && [ <number +> [ / <number +> ]? ] | auto | <number +> [ / <number +> ]?
backdrop-filter filter: none | <filter-function>+
backface-visibility: visible | hidden
background-attachment: [ scroll | fixed | local ]#
background-blend-mode: <blend-mode>#
background-clip: [ <visual-box> | text | border-area ]#
background-origin: <visual-box>#
background-color border-top-color border-right-color border-bottom-color border-left-color border-block-start-color border-block-end-color border-inline-start-color border-inline-end-color color column-rule-color row-rule-color flood-color lighting-color stop-color text-decoration-color text-emphasis-color -webkit-tap-highlight-color -webkit-text-fill-color -webkit-text-stroke-color: <color>
outline-color: <color>
background-image mask-image: [ none | <image> ]#
background-position-x -webkit-mask-position-x: <position-x>#
background-position-y -webkit-mask-position-y: <position-y>#
background-repeat mask-repeat: <repeat-style>#
background-size mask-size: <bg-size>#
baseline-shift: baseline | sub | super | <length-percentage>
baseline-source: auto | first | last
width height inline-size block-size min-width min-height min-inline-size min-block-size: <size>
max-width max-height max-inline-size max-block-size: <max-size>
flex-basis: content | <size>
border-top-style border-right-style border-bottom-style border-left-style border-block-start-style border-block-end-style border-inline-start-style border-inline-end-style column-rule-style row-rule-style: <line-style>
outline-style: auto | none | dotted | dashed | solid | double | groove | ridge | inset | outset
border-top-width border-right-width border-bottom-width border-left-width border-block-start-width border-block-end-width border-inline-start-width border-inline-end-width outline-width column-rule-width row-rule-width -webkit-text-stroke-width: <line-width>
border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius: <radius>
border-collapse: separate | collapse
border-image-source -webkit-mask-box-image-source list-style-image: none | <image>
border-image-slice -webkit-mask-box-image-slice: [ <number +> | <percentage +> ]{1,4} && fill?
border-image-width -webkit-mask-box-image-width: [ <number +> | <length-percentage +> | auto ]{1,4}
border-image-outset -webkit-mask-box-image-outset: [ <number +> | <length +> ]{1,4}
border-image-repeat -webkit-mask-box-image-repeat: [ stretch | repeat | round | space ]{1,2}
border-shape: none | <function>{1,2}
top right bottom left inset-block-start inset-block-end inset-inline-start inset-inline-end margin-top margin-right margin-bottom margin-left margin-block-start margin-block-end margin-inline-start margin-inline-end: <margin-size>
padding-top padding-right padding-bottom padding-left padding-block-start padding-block-end padding-inline-start padding-inline-end: <length-percentage +>
scroll-margin-top scroll-margin-right scroll-margin-bottom scroll-margin-left scroll-margin-block-start scroll-margin-block-end scroll-margin-inline-start scroll-margin-inline-end: <length>
scroll-padding-top scroll-padding-right scroll-padding-bottom scroll-padding-left scroll-padding-block-start scroll-padding-block-end scroll-padding-inline-start scroll-padding-inline-end: auto | <length-percentage +>
box-decoration-break -webkit-box-decoration-break: slice | clone
box-shadow: none | <shadow>#
text-shadow: none | <text-shadow>#
box-sizing: content-box | border-box
break-after break-before: <break>
break-inside: auto | avoid | avoid-page | avoid-column | avoid-region
buffered-rendering: auto | static | dynamic
caption-side: top | bottom
caret-animation: auto | manual
caret-color: auto | <color>
caret-shape: auto | bar | block | underscore
clear: none | left | right | both | inline-start | inline-end
clip: auto | rect([ <length> | auto ]#{4}) | rect([ <length> | auto ]{4})
clip-path: none | <url> | <shape> || <geometry-box>
clip-rule fill-rule: nonzero | evenodd
color-interpolation color-interpolation-filters: auto | srgb | linearrgb
color-rendering: auto | optimizespeed | optimizequality
color-scheme: normal | only? && [ light | dark | <ident> ]+
column-count: auto | <integer +>
column-width column-height: auto | <length +>
column-fill: balance | auto
column-gap row-gap: normal | <length-percentage +>
column-rule-break row-rule-break: none | normal | intersection | spanning-item
column-rule-inset-cap-start column-rule-inset-cap-end column-rule-inset-junction-start column-rule-inset-junction-end row-rule-inset-cap-start row-rule-inset-cap-end row-rule-inset-junction-start row-rule-inset-junction-end: <length-percentage>
column-rule-visibility-items row-rule-visibility-items: all | around | between | normal
column-span: none | all
column-wrap: auto | nowrap | wrap
contain*: none | strict | content | [ [ size | inline-size ] || layout || style || paint ]
contain-intrinsic-width contain-intrinsic-height contain-intrinsic-inline-size contain-intrinsic-block-size: auto? [ none | <length +> ]
container-name: none | <ident>+
container-type: normal | [ size | inline-size ] || scroll-state
content: normal | none | [ <string> | <image> | open-quote | close-quote | no-open-quote | no-close-quote | <fn attr counter counters> ]+ [ / [ <string> | <fn attr counter counters> ]+ ]?
content-visibility: visible | auto | hidden
corner-top-left-shape corner-top-right-shape corner-bottom-left-shape corner-bottom-right-shape corner-start-start-shape corner-start-end-shape corner-end-start-shape corner-end-end-shape: <corner>
counter-increment*: none | [ <ident> <integer>? ]+
counter-set*: none | [ <ident> <integer>? ]+
counter-reset*: none | [ [ <ident> | <fn reversed> ] <integer>? ]+
cursor: [ <image> [ <number> <number> ]? , ]* [ auto | default | none | context-menu | help | pointer | progress | wait | cell | crosshair | text | vertical-text | alias | copy | move | no-drop | not-allowed | e-resize | n-resize | ne-resize | nw-resize | s-resize | se-resize | sw-resize | w-resize | ew-resize | ns-resize | nesw-resize | nwse-resize | col-resize | row-resize | all-scroll | zoom-in | zoom-out | grab | grabbing | -webkit-grab | -webkit-grabbing | -webkit-zoom-in | -webkit-zoom-out | hand ]
cx cy x y stroke-dashoffset: <svg-length>
shape-margin: <length-percentage +>
text-underline-offset: auto | <length-percentage>
r stroke-width: <svg-length-from-zero>
rx ry: auto | <svg-length-from-zero>
d*: none | <fn path shape>
direction: ltr | rtl
display*: none | contents | [ block | inline ] && [ flow | flow-root | table | flex | grid | ruby | math ] && list-item? | [ block | inline | flow | flow-root ] && list-item | block | inline | flow-root | flow | inline-block | list-item | flex | inline-flex | grid | inline-grid | table | inline-table | table-row-group | table-header-group | table-footer-group | table-row | table-cell | table-caption | table-column | table-column-group | ruby | ruby-text | math | -webkit-box | -webkit-inline-box | -webkit-flex | -webkit-inline-flex | grid-lanes | inline-grid-lanes
dominant-baseline: auto | text-bottom | alphabetic | ideographic | middle | central | mathematical | hanging | text-top | use-script | no-change | reset-size | text-after-edge | text-before-edge
dynamic-range-limit: standard | no-limit | constrained | constrained-high | <fn dynamic-range-limit-mix>
empty-cells: show | hide
field-sizing: fixed | content
fill stroke: <paint>
fill-opacity stroke-opacity flood-opacity stop-opacity opacity shape-image-threshold: <alpha>
flex-direction: row | row-reverse | column | column-reverse
flex-grow flex-shrink: <number +>
flex-wrap: nowrap | wrap | wrap-reverse | balance
float: none | left | right | inline-start | inline-end
font-family: <family>#
font-feature-settings: normal | [ <string> [ <integer +> | on | off ]? ]#
font-kerning font-optical-sizing: auto | normal | none
font-language-override: normal | <string>
font-palette: normal | light | dark | <dashed> | <fn palette-mix>
font-size: xx-small | x-small | small | medium | large | x-large | xx-large | xxx-large | larger | smaller | -webkit-xxx-large | math | <length-percentage +>
font-size-adjust: none | [ ex-height | cap-height | ch-width | ic-width | ic-height ]? [ from-font | <number +> ]
font-stretch: normal | ultra-condensed | extra-condensed | condensed | semi-condensed | semi-expanded | expanded | extra-expanded | ultra-expanded | <percentage +>
font-style: normal | italic | oblique <angle>?
font-synthesis-small-caps font-synthesis-style font-synthesis-weight: auto | none
font-variant-alternates: normal | historical-forms || <function>
font-variant-caps: normal | small-caps | all-small-caps | petite-caps | all-petite-caps | unicase | titling-caps
font-variant-east-asian: normal | [ [ jis78 | jis83 | jis90 | jis04 | simplified | traditional ] || [ full-width | proportional-width ] || ruby ]
font-variant-emoji: normal | text | emoji | unicode
font-variant-ligatures: normal | none | [ [ common-ligatures | no-common-ligatures ] || [ discretionary-ligatures | no-discretionary-ligatures ] || [ historical-ligatures | no-historical-ligatures ] || [ contextual | no-contextual ] ]
font-variant-numeric: normal | [ [ lining-nums | oldstyle-nums ] || [ proportional-nums | tabular-nums ] || [ diagonal-fractions | stacked-fractions ] || ordinal || slashed-zero ]
font-variant-position: normal | sub | super
font-variation-settings: normal | [ <string> <number> ]#
font-weight: normal | bold | bolder | lighter | <number +>
forced-color-adjust: auto | none | preserve-parent-color
grid-auto-columns grid-auto-rows: <track-size>+
grid-auto-flow*: [ row | column ] || dense
grid-column-start grid-column-end grid-row-start grid-row-end: <line>
grid-template-areas: none | <string>+
grid-template-columns grid-template-rows: none | subgrid [ <names> | repeat([ <integer +> | auto-fill ] , <names>+) ]* | [ <names>? [ <track-size> | <repeat> ] ]+ <names>?
hyphenate-character: auto | <string>
hyphenate-limit-chars: [ auto | <integer +> ]{1,3}
hyphens: none | manual | auto
image-orientation: from-image | none
image-rendering: auto | smooth | pixelated | crisp-edges | optimizespeed | optimizequality | -webkit-optimize-contrast
initial-letter: normal | <number +> [ <integer +> | drop | raise ]?
interactivity: auto | inert
interest-delay-start interest-delay-end: normal | <time +>
interpolate-size: numeric-only | allow-keywords
isolation: auto | isolate
letter-spacing: normal | <length-percentage>
word-spacing: normal | <length-percentage>
line-break: auto | loose | normal | strict | anywhere
line-height: normal | <number +> | <length-percentage +>
list-style-position: inside | outside
list-style-type: none | <string> | <ident> | <fn symbols>
marker-start marker-mid marker-end: none | <url>
mask-clip: [ <geometry-box> | no-clip | text ]#
mask-composite: [ add | subtract | intersect | exclude ]#
mask-mode: [ alpha | luminance | match-source ]#
mask-origin: <geometry-box>#
mask-type: luminance | alpha
math-depth: auto-add | <integer> | <fn add>
math-shift: normal | compact
math-style: normal | compact
mix-blend-mode: <blend-mode>
object-fit: fill | contain | cover | none | scale-down
object-position perspective-origin: <position>
offset-anchor offset-position: auto | normal | <position>
object-view-box: none | <shape>
offset-distance: <length-percentage>
offset-path: none | [ <url> | <fn ray inset circle ellipse polygon path shape rect xywh> ] || <geometry-box>
offset-rotate: [ auto | reverse ] || <angle>
order reading-order: <integer>
orphans widows: <integer +>
outline-offset: <length>
overflow-anchor: auto | none
overflow-clip-margin: [ content-box | padding-box | border-box ] || <length +>
overflow-x overflow-y overflow-block overflow-inline: visible | hidden | clip | scroll | auto | overlay
overflow-wrap: normal | break-word | anywhere
overlay: none | auto
overscroll-behavior-x overscroll-behavior-y overscroll-behavior-block overscroll-behavior-inline: auto | contain | none
paint-order: normal | [ fill || stroke || markers ]
perspective: none | <length +>
pointer-events: auto | none | visiblepainted | visiblefill | visiblestroke | visible | painted | fill | stroke | bounding-box | all
position: static | relative | absolute | fixed | sticky | -webkit-sticky
position-anchor: none | normal | auto | <dashed>
position-area: none | <position-area>
position-try-fallbacks: none | <position-fallback>#
position-try-order: normal | most-width | most-height | most-block-size | most-inline-size
position-visibility: always | [ anchors-valid || anchors-visible || no-overflow ]
print-color-adjust: economy | exact
quotes: auto | none | [ <string> <string> ]+
reading-flow: normal | source-order | flex-visual | flex-flow | grid-rows | grid-columns | grid-order
resize: none | both | horizontal | vertical | block | inline | auto
rotate: none | [ x | y | z | <number>{3} ] && <angle> | <angle>
ruby-align: start | center | space-between | space-around
ruby-position: over | under
rule-overlap: row-over-column | column-over-row
scale: none | [ <number> | <percentage> ]{1,3}
scroll-behavior: auto | smooth
scroll-initial-target: none | nearest
scroll-marker-group: none | [ before | after ] || [ links | tabs ]
scroll-snap-align*: [ none | start | end | center ]{1,2}
scroll-snap-stop: normal | always
scroll-snap-type: none | [ x | y | block | inline | both ] [ mandatory | proximity ]?
scroll-target-group: none | auto
scroll-timeline-axis view-timeline-axis: [ block | inline | x | y ]#
scroll-timeline-name view-timeline-name timeline-trigger-name: none | <dashed>#
scrollbar-color: auto | <color>{2}
scrollbar-gutter: auto | stable && both-edges?
scrollbar-width: auto | thin | none
shape-outside: none | <shape> || <geometry-box> | <image>
shape-rendering: auto | optimizespeed | crispedges | geometricprecision
speak: normal | none | spell-out | digits | literal-punctuation | no-punctuation
stroke-dasharray: none | [ <svg-length-from-zero> ,? ]+
stroke-linecap: butt | round | square
stroke-linejoin: miter | round | bevel
stroke-miterlimit: <number +>
tab-size: <number +> | <length +>
table-layout: auto | fixed
text-align: start | end | left | right | center | justify | match-parent | -webkit-auto | -webkit-left | -webkit-right | -webkit-center | -internal-center
text-align-last: auto | start | end | left | right | center | justify
text-anchor: start | middle | end
text-autospace: no-autospace | normal
text-box-edge: auto | text | [ text | cap | ex ] [ text | alphabetic ]
text-box-trim: none | trim-start | trim-end | trim-both
text-combine-upright: none | all
text-decoration-line: none | [ underline || overline || line-through || blink ] | spelling-error | grammar-error
text-decoration-skip-ink: auto | none | all
text-decoration-style: solid | double | dotted | dashed | wavy
text-decoration-thickness: auto | from-font | <length-percentage>
text-emphasis-position: [ over | under ] && [ right | left ]?
text-emphasis-style*: none | <string> | [ filled | open ] || [ dot | circle | double-circle | triangle | sesame ]
text-fit: none
text-indent: <length-percentage> && hanging? && each-line?
text-justify: auto | none | inter-word | inter-character
text-orientation: mixed | upright | sideways
text-overflow: clip | ellipsis | <string>
text-rendering: auto | optimizespeed | optimizelegibility | geometricprecision
text-size-adjust: none | auto | <percentage +>
text-spacing-trim: normal | trim-start | space-all | space-first
text-transform: none | [ capitalize | uppercase | lowercase ] || full-width || full-size-kana | math-auto
text-underline-position: auto | [ from-font | under ] || [ left | right ]
text-wrap-mode: wrap | nowrap
text-wrap-style: auto | balance | pretty | stable
timeline-trigger-activation-range-start timeline-trigger-activation-range-end timeline-trigger-active-range-start timeline-trigger-active-range-end: auto | <range>
timeline-trigger-source: <timeline>
touch-action: auto | none | manipulation | [ pan-x | pan-left | pan-right ] || [ pan-y | pan-up | pan-down ] || pinch-zoom
transform: none | <fn matrix matrix3d translate translate3d translatex translatey translatez scale scale3d scalex scaley scalez rotate rotate3d rotatex rotatey rotatez skew skewx skewy perspective>+
transform-box: content-box | border-box | fill-box | stroke-box | view-box
transform-origin: [ left | center | right | <length-percentage> ] && [ top | center | bottom | <length-percentage> ] <length>? | [ left | center | right | top | bottom | <length-percentage> ]
transform-style: flat | preserve-3d
transition-behavior: [ normal | allow-discrete ]#
transition-delay: <time>#
transition-duration: <time +>#
transition-property: none | <ident>#
translate: none | <length-percentage> [ <length-percentage> <length>? ]?
unicode-bidi: normal | embed | isolate | bidi-override | isolate-override | plaintext | -webkit-isolate | -webkit-isolate-override | -webkit-plaintext
user-select: auto | text | none | contain | all
vector-effect: none | non-scaling-stroke
vertical-align: baseline | sub | super | top | text-top | middle | bottom | text-bottom | -webkit-baseline-middle | <length-percentage>
view-timeline-inset: [ [ auto | <length-percentage> ]{1,2} ]#
view-transition-class: none | <ident>+
view-transition-group: normal | contain | nearest | <ident>
view-transition-name: none | match-element | <ident>
view-transition-scope: none | all
visibility: visible | hidden | collapse
white-space-collapse: collapse | preserve | preserve-breaks | break-spaces
will-change: auto | <ident>#
word-break: normal | break-all | keep-all | break-word | auto-phrase
writing-mode: horizontal-tb | vertical-rl | vertical-lr | sideways-rl | sideways-lr | lr-tb | rl-tb | tb-rl | lr | rl | tb
z-index: auto | <integer>
zoom: normal | reset | <number +> | <percentage +>
-webkit-border-horizontal-spacing -webkit-border-vertical-spacing: <length +>
-webkit-box-align: stretch | start | end | center | baseline
-webkit-box-direction: normal | reverse
-webkit-box-flex: <number>
-webkit-box-ordinal-group: <integer +>
-webkit-box-orient: horizontal | vertical | inline-axis | block-axis
-webkit-box-pack: start | end | center | justify
-webkit-box-reflect: none | [ above | below | right | left ] <length-percentage>? <image>?
-webkit-font-smoothing: auto | none | antialiased | subpixel-antialiased
-webkit-line-break: auto | loose | normal | strict | after-white-space
-webkit-line-clamp: none | <integer +>
-webkit-locale: auto | <string>
-webkit-rtl-ordering: logical | visual
-webkit-ruby-position: before | after
-webkit-text-combine: none | horizontal
-webkit-text-orientation: sideways | sideways-right | vertical-right | upright
-webkit-text-security: none | disc | circle | square
-webkit-transform-origin-x -webkit-perspective-origin-x: left | center | right | <length-percentage>
-webkit-transform-origin-y -webkit-perspective-origin-y: top | center | bottom | <length-percentage>
-webkit-transform-origin-z: <length>
-webkit-user-drag: auto | none | element
-webkit-user-modify: read-only | read-write | read-write-plaintext-only
-webkit-writing-mode: horizontal-tb | vertical-rl | vertical-lr
page: auto | <ident>
`;
