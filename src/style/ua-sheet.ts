/**
 * The user agent's style sheets.
 *
 * HTML §15 (Rendering) https://html.spec.whatwg.org/multipage/rendering.html as Chrome has it, where only what a computed
 * style has a field for is kept. test/style/ua-sheet.test.ts compares every element with what Chrome computes.
 */

const HIDDEN_AND_ROOT = `
base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title {
  display: none;
}
input[type="hidden" i] { display: none; }
[inert] { interactivity: inert !important; }
html { display: block; }
body { display: block; margin: 8px; }
[dir] { unicode-bidi: isolate; }
[dir="rtl" i] { direction: rtl; }
[dir="ltr" i], :is([dir="auto" i], bdi:not([dir])):dir(ltr), input[type="tel" i]:not([dir="rtl" i], [dir="auto" i]) { direction: ltr; }
:is([dir="auto" i], bdi:not([dir])):dir(rtl) { direction: rtl; }
bdi, output { unicode-bidi: isolate; }
bdo, bdo[dir] { unicode-bidi: isolate-override; }
textarea[dir="auto" i], pre[dir="auto" i] { unicode-bidi: plaintext; }
slot { display: contents; }
`;

const BLOCKS = `
address, article, aside, blockquote, center, dd, details, dialog, dir, div, dl, dt, figcaption, figure, footer, form,
frameset, frame, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, li, listing, main, menu, nav, ol, optgroup, option,
p, plaintext, pre, search, section, summary, ul, xmp {
  display: block;
}
address, blockquote, center, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
plaintext, pre, search, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, table, caption, colgroup,
col, thead, tbody, tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, summary {
  unicode-bidi: isolate;
}
p, dl, menu, ol, ul, dir { margin-block: 1em; }
blockquote, figure { margin-block: 1em; margin-inline: 40px; }
address { font-style: italic; }
dd { margin-inline-start: 40px; }
center { text-align: -webkit-center; }
h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold; }
h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold; }
h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold; }
h4 { margin-block: 1.33em; font-weight: bold; }
h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold; }
h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold; }
listing, plaintext, pre, xmp { font-family: monospace; margin-block: 1em; white-space: pre; }
hr {
  overflow: hidden; border: 1px inset; margin-block: 0.5em; margin-inline: auto; color: gray;
}
`;

const LISTS = `
li { display: list-item; }
dir, menu, ol, ul { padding-inline-start: 40px; counter-reset: list-item; }
dir, menu, ul { list-style-type: disc; }
ol { list-style-type: decimal; }
:is(dir, menu, ol, ul) :is(dir, dl, menu, ol, ul), dl :is(dir, dl, menu, ol, ul) { margin-block: 0; }
:is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: circle; }
:is(dir, menu, ol, ul) :is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: square; }
::marker { unicode-bidi: isolate; text-transform: none; text-indent: 0; }
`;

const TABLES = `
table {
  display: table; border-spacing: 2px; border-collapse: separate; box-sizing: border-box; text-indent: initial;
}
caption { display: table-caption; text-align: -webkit-center; }
colgroup { display: table-column-group; }
col { display: table-column; }
thead { display: table-header-group; vertical-align: middle; }
tbody { display: table-row-group; vertical-align: middle; }
tfoot { display: table-footer-group; vertical-align: middle; }
table > tr { vertical-align: middle; }
tr { display: table-row; vertical-align: inherit; }
td, th { display: table-cell; vertical-align: inherit; padding: 1px; }
th { font-weight: bold; text-align: -internal-center; }
table > form, thead > form, tbody > form, tfoot > form, tr > form { display: none !important; }
`;

const PHRASES = `
:-webkit-any-link { color: -webkit-link; text-decoration-line: underline; cursor: pointer; }
:-webkit-any-link:active { color: -webkit-activelink; }
b, strong { font-weight: bolder; }
cite, dfn, em, i, var { font-style: italic; }
code, kbd, samp, tt { font-family: monospace; }
big { font-size: larger; }
small { font-size: smaller; }
sub { vertical-align: sub; font-size: smaller; }
sup { vertical-align: super; font-size: smaller; }
s, strike, del { text-decoration-line: line-through; }
u, ins { text-decoration-line: underline; }
mark { background-color: mark; color: marktext; }
abbr[title], acronym[title] { text-decoration-line: underline; }
nobr { white-space: nowrap; }
q { display: inline; }
q::before { content: open-quote; }
q::after { content: close-quote; }
ruby { display: ruby; text-indent: 0; }
rt { line-height: normal; text-indent: 0; }
ruby > rt { display: ruby-text; font-size: 50%; text-align: start; }
br[clear="left" i] { clear: left; }
br[clear="right" i] { clear: right; }
br[clear="all" i], br[clear="both" i] { clear: both; }
marquee {
  display: inline-block; width: -webkit-fill-available; overflow: hidden; text-align: start; white-space: nowrap;
}
`;

const EMBEDDED = `
iframe { border: 2px inset; }
img, video, canvas { overflow: clip; }
iframe, object, embed { overflow: clip !important; }
video { object-fit: contain; }
audio:not([controls]) { display: none !important; }
audio { width: 300px; height: 54px; }
svg:not(:root), symbol, svg image, marker, pattern, foreignObject { overflow: hidden; }
svg:root { width: 100%; height: 100%; }
svg text, foreignObject { display: block; }
svg text { text-indent: 0; white-space: nowrap; }
svg a:-webkit-any-link { color: unset; text-decoration-line: none; }
math { display: math; font-family: math; }
mtable { display: inline-table; }
mtr { display: table-row; }
mtd { display: table-cell; padding: 0.5ex 0.4em; text-align: center; }
`;

/** Inputs that show a line of text: all but those with another kind of control. */
const TEXT_INPUT = `input:not(:is([type="button" i], [type="checkbox" i], [type="hidden" i], [type="image" i],
  [type="radio" i], [type="range" i], [type="reset" i], [type="submit" i]))`;

/** A <select> that shows several rows. */
const LIST_BOX = 'select:is([multiple]:not([size="1"]), [size]:not([size=""], [size="0"], [size="1"]))';

const CONTROLS = `
input:not([type="hidden" i]), textarea, select, button {
  margin: 0; font: -webkit-small-control; color: fieldtext; letter-spacing: normal; word-spacing: normal;
  line-height: normal; text-transform: none; text-indent: 0; display: inline-block; text-align: start; appearance: auto;
}
input[type="hidden" i] {
  font: -webkit-small-control; color: fieldtext; letter-spacing: normal; word-spacing: normal; line-height: normal;
  text-transform: none; text-indent: 0; text-align: start; cursor: default;
}
input:not([type="hidden" i]) {
  background-color: field; cursor: text; padding-block: 1px; padding-inline: 2px; border: 2px inset;
}
input:not(:is([type="checkbox" i], [type="image" i], [type="radio" i], [type="range" i])) { overflow: clip !important; }
input[type="search" i] { box-sizing: border-box; }
textarea {
  font-family: monospace; background-color: field; cursor: text; padding: 2px; border: 1px solid; overflow: auto;
  white-space: pre-wrap; overflow-wrap: break-word;
}
input:is([type="checkbox" i], [type="radio" i]) {
  padding: 0; border: initial; box-sizing: border-box; background-color: initial; cursor: default;
}
input[type="checkbox" i] { margin: 3px 3px 3px 4px; }
input[type="radio" i] { margin: 3px 3px 0 5px; }
input:is([type="button" i], [type="submit" i], [type="reset" i]), button {
  text-align: center; cursor: default; padding-block: 1px; padding-inline: 6px; border: 2px outset;
  box-sizing: border-box; background-color: buttonface; color: buttontext;
}
input:is([type="button" i], [type="submit" i], [type="reset" i]) { white-space: pre; user-select: none; }
input[type="image" i] { padding: 0; border: initial; background-color: initial; cursor: pointer; appearance: none; }
input[type="file" i] {
  padding: 0; border: initial; background-color: initial; cursor: default; align-items: baseline; white-space: pre;
  color: inherit; text-overflow: ellipsis; appearance: none;
}
::file-selector-button {
  appearance: auto; font: -webkit-small-control; font-size: inherit; display: inline-block; padding-block: 1px; padding-inline: 6px; border: 2px outset;
  box-sizing: border-box; text-align: center; cursor: default; margin-inline-end: 4px; white-space: pre;
}
input[type="range" i] { padding: 0; border: initial; margin: 2px; cursor: default; color: #9d968e; }
input[type="color" i] {
  border: 1px solid; box-sizing: border-box; inline-size: 50px; block-size: 27px; background-color: buttonface;
  cursor: default;
}
input:is([type="date" i], [type="datetime-local" i], [type="month" i], [type="time" i], [type="week" i]) {
  font-family: monospace; cursor: default; padding: 0; padding-inline-start: 1px;
}
::-webkit-datetime-edit-fields-wrapper { padding-block: 1px; }
::-webkit-calendar-picker-indicator { display: block; inline-size: 1em; block-size: 1em; padding: 2px; }
input[type="time" i]::-webkit-calendar-picker-indicator {
  inline-size: 1.05em; block-size: 1.05em; padding: 3px; margin-inline-start: 8px;
}
input:disabled, textarea:disabled { color: #545454; cursor: default; }
${TEXT_INPUT}:disabled, textarea:disabled { background-color: rgba(239, 239, 239, 0.3); }
select {
  box-sizing: border-box; align-items: center; border: 1px solid; background-color: buttonface; cursor: default;
  white-space: pre;
}
${LIST_BOX} {
  align-items: flex-start; vertical-align: text-bottom; overflow: hidden scroll; white-space: nowrap;
  background-color: field;
}
select:disabled { color: graytext; opacity: 0.7; }
button:disabled, input:is([type="button" i], [type="submit" i], [type="reset" i]):disabled {
  color: rgba(16, 16, 16, 0.3); background-color: rgba(239, 239, 239, 0.3);
}
optgroup { font-weight: bolder; white-space: normal; }
option { font-weight: normal; min-block-size: 1.2em; padding-block: 0 1px; padding-inline: 2px; white-space: nowrap; }
${LIST_BOX} optgroup { white-space: nowrap; }
${LIST_BOX} :is(optgroup, option) { line-height: normal !important; }
${LIST_BOX} optgroup option { padding-inline-start: 20px; }
select:not(${LIST_BOX}) option { min-inline-size: 24px; min-block-size: 24px; align-items: center; gap: 0.5em; }
::placeholder { color: darkgray; overflow: hidden; white-space: pre; text-overflow: clip; pointer-events: none; }
textarea::placeholder { white-space: pre-wrap; overflow-wrap: break-word; }
label { cursor: default; }
fieldset {
  display: block; margin-inline: 2px; padding-block: 0.35em 0.625em; padding-inline: 0.75em; border: 2px groove;
  min-inline-size: min-content;
}
legend { padding-inline: 2px; border: none; }
progress, meter {
  appearance: auto; display: inline-block; box-sizing: border-box; inline-size: 10em; block-size: 1em;
  vertical-align: -0.2em;
}
meter { inline-size: 5em; }
`;

const INTERACTIVE = `
details > summary:first-of-type { display: list-item; counter-increment: list-item 0; list-style: inside disclosure-closed; }
details[open] > summary:first-of-type { list-style-type: disclosure-open; }
::details-content { display: block; content-visibility: hidden; }
details[open]::details-content { content-visibility: visible; }
dialog {
  position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 1em;
  background-color: canvas; color: canvastext;
}
dialog:not([open]) { display: none; }
dialog:modal {
  position: fixed; overflow: auto; inset-block: 0; max-width: calc(100% - 6px - 2em); max-height: calc(100% - 6px - 2em);
}
[popover] {
  position: fixed; inset: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 0.25em;
  overflow: auto; color: canvastext; background-color: canvas;
}
[popover]:not(:popover-open):not(dialog[open]) { display: none; }
dialog:popover-open:not([open]) { display: block; }
::backdrop { position: fixed; inset: 0; background-color: rgba(0, 0, 0, 0.1); display: block; }
:popover-open:not(dialog)::backdrop { pointer-events: none !important; background-color: transparent; }
`;

/** Rules for every document. */
export const UA_SHEET: string = [HIDDEN_AND_ROOT, BLOCKS, LISTS, TABLES, PHRASES, EMBEDDED, CONTROLS, INTERACTIVE].join(
  '\n',
);

/** Rules added in quirks mode (HTML §15.3.10 and §15.3.11, and Chrome's own). */
export const QUIRKS_SHEET = `
table {
  white-space: normal; line-height: normal; font-weight: initial; font-size: initial; font-style: initial;
  font-variant: initial; text-align: start; color: initial;
}
form { margin-block-end: 1em; }
li { list-style-position: inside; }
:is(dir, menu, ol, ul) li { list-style-position: unset; }
li :is(dir, menu, ol, ul) { list-style-position: outside; }
input:not([type="image" i]), textarea { box-sizing: border-box; }
img[align="left" i] { margin-right: 3px; }
img[align="right" i] { margin-left: 3px; }
`;
