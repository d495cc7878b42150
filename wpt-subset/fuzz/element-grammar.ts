/**
 * Properties and tags of random pages whose boxes depend on what their elements are: tables, fieldsets, lists, images; and of
 * pages about margins, generated content and containers.
 *
 * A property that begins with `::` is a pseudo-element, one that begins with `@` a conditional rule; its value is declarations.
 */
import type { Properties } from './grammar.ts';

export const TABLE_TAGS: Readonly<Record<string, readonly string[]>> = {
  table: ['tr', 'tr', 'tbody', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup', 'colgroup', 'col'],
  tbody: ['tr'],
  thead: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'td', 'td', 'th'],
  colgroup: ['col', 'col'],
  td: ['div', 'div', 'span', 'table'],
  '*': ['table', 'table', 'table', 'div'],
};

const CELL_SIZES = ['10px', '50px', '100px', '50%', '100%', 'auto', '20%', 'min-content', 'max-content', '0'];
const SPANS = [
  ' colspan="2"',
  ' rowspan="2"',
  ' colspan="3" rowspan="2"',
  ' rowspan="0"',
  ' width="40"',
  ' height="30"',
];

export const TABLE_PARTS: Properties = {
  width: CELL_SIZES,
  height: CELL_SIZES,
  'min-width': CELL_SIZES,
  'max-width': CELL_SIZES,
  'min-height': CELL_SIZES,
  'max-height': CELL_SIZES,
  'table-layout': ['fixed', 'fixed', 'auto'],
  'border-collapse': ['collapse', 'separate'],
  'border-spacing': ['0', '10px', '3px 7px'],
  'caption-side': ['top', 'bottom'],
  'empty-cells': ['hide'],
  visibility: ['collapse', 'collapse', 'hidden'],
  border: ['1px solid', '5px solid', '10px double', '3px hidden', '4px none'],
  padding: ['0', '5px', '10px 2px', '10%'],
  margin: ['10px', 'auto', '-5px'],
  'box-sizing': ['border-box', 'content-box'],
  'vertical-align': ['baseline', 'top', 'middle', 'bottom'],
  'font-size': ['10px', '30px'],
  direction: ['rtl', 'ltr'],
  'white-space': ['nowrap'],
  position: ['relative', 'absolute'],
  float: ['left'],
  overflow: ['hidden', 'auto'],
  display: ['block', 'inline-table', 'table-cell', 'none', 'flex', 'grid', 'table-row', 'inline'],
  '@': SPANS,
};

export const COLLAPSED_TAGS: Readonly<Record<string, readonly string[]>> = {
  ...TABLE_TAGS,
  td: ['div'],
  '*': ['table'],
};

const BORDERS = [
  '0',
  '1px solid',
  '2px solid',
  '5px solid',
  '10px dashed',
  '8px hidden',
  '6px double',
  '3px none',
  '7px dotted',
];

export const COLLAPSED: Properties = {
  'border-collapse': ['collapse'],
  border: BORDERS,
  'border-left': BORDERS,
  'border-right': BORDERS,
  'border-top': BORDERS,
  'border-bottom': BORDERS,
  width: ['50px', '100%', '200px', '0'],
  height: ['50px', '100px', '10px'],
  padding: ['0', '5px'],
  direction: ['rtl'],
  'table-layout': ['fixed'],
  'box-sizing': ['border-box'],
  visibility: ['collapse'],
  '@': SPANS,
};

export const FIELDSET_TAGS: Readonly<Record<string, readonly string[]>> = {
  fieldset: ['legend', 'legend', 'div', 'fieldset', 'span'],
  '*': ['fieldset', 'fieldset', 'div'],
};

export const FIELDSET: Properties = {
  display: ['inline-block', 'flex', 'grid', 'inline', 'block', 'inline-flex', 'table', 'flow-root'],
  float: ['left', 'right', 'none'],
  position: ['absolute', 'relative'],
  inset: ['0', '5px auto'],
  'text-align': ['right', 'center'],
  'justify-self': ['center', 'end', 'start', 'stretch'],
  direction: ['rtl'],
  'margin-left': ['auto', '10px'],
  'border-top': ['20px solid', '0'],
};

const CONTENTS = [
  ...[
    "content: 'before'",
    "content: 'x'; display: block",
    "content: ''; display: table",
    "content: 'two words'; float: left",
  ],
  ...[
    'content: counter(c); counter-increment: c',
    "content: counters(c, '.') ' '; counter-increment: c 2",
    'content: none',
  ],
  ...["content: attr(class) 'a'", 'content: open-quote', 'content: close-quote', "content: 'a\\A b'; white-space: pre"],
  ...["content: 'item'; order: -1; width: 50px", "content: ''; display: inline-block; width: 20px; height: 30px"],
  ...[
    "content: ''; display: block; clear: both",
    "content: 'p'; position: absolute; right: 0",
    "content: 'l'; display: list-item",
  ],
  ...["content: counter(c, lower-roman) '/' counter(list-item)", "content: ''; padding: 5px; border: 1px solid"],
];

export const GENERATED: Properties = {
  '::before': CONTENTS,
  '::after': CONTENTS,
  '::marker': ["content: 'mark '", 'font-size: 30px', "content: counter(c) '. '", "content: ''"],
  '::first-letter': [
    'font-size: 30px',
    'float: left; font-size: 40px; line-height: 1',
    'padding: 5px',
    'margin: 0 5px; float: left',
  ],
  '::first-line': ['font-size: 24px', 'line-height: 40px', 'letter-spacing: 3px', 'font: 10px monospace'],
  'counter-reset': ['c', 'c 5', 'c d 3', 'list-item 4'],
  'counter-increment': ['c', 'c 3', 'c -1', 'list-item 2'],
  'counter-set': ['c 9'],
  'list-style': ['inside', 'outside', 'inside decimal', 'square', 'upper-roman inside', "'- ' inside", 'none'],
  quotes: ["'<' '>'", 'none', 'auto'],
  content: ["'replaced'", 'none', 'normal'],
  width: ['50px', '120px', 'min-content', 'max-content', '0'],
  'white-space': ['nowrap', 'pre-wrap'],
  'text-align': ['right', 'center'],
  'text-indent': ['20px'],
  padding: ['5px'],
  margin: ['10px', '-5px'],
  float: ['left'],
  position: ['relative', 'absolute'],
  direction: ['rtl'],
  'text-transform': ['uppercase'],
};

export const LIST_TAGS: Readonly<Record<string, readonly string[]>> = {
  ul: ['li', 'li', 'li', 'ul'],
  ol: ['li', 'li', 'li', 'div'],
  dl: ['dt', 'dd', 'dd'],
  details: ['summary', 'div', 'p'],
  '*': ['ul', 'ol', 'ul', 'ol', 'dl', 'details', 'div', 'p', 'blockquote', 'h2', 'pre', 'hr', 'center', 'li'],
};

export const LISTS: Properties = {
  'list-style': [
    'inside',
    'outside',
    'inside decimal',
    'square',
    'upper-roman',
    "'- ' inside",
    'none',
    'georgian inside',
  ],
  display: ['inline-block', 'flex', 'inline', 'grid', 'block', 'list-item', 'inline list-item', 'contents', 'table'],
  overflow: ['hidden', 'auto'],
  float: ['left', 'right'],
  clear: ['both'],
  padding: ['0', '5px', '0 10px'],
  margin: ['0', '10px', '-5px 0'],
  width: ['100px', '50%', 'max-content', 'fit-content', 'min-content'],
  height: ['0', '50px'],
  direction: ['rtl'],
  'text-align': ['center', 'right'],
  'text-indent': ['20px'],
  'line-height': ['40px', '1', '0'],
  'font-size': ['30px', '10px'],
  'counter-reset': ['list-item 7', 'list-item 99'],
  '::marker': ["content: 'mark '", 'font-size: 30px', "content: counter(list-item, hebrew) '. '", 'line-height: 60px'],
  '::before': ["content: 'b'", "content: ''; display: block; height: 10px", "content: 'f'; float: left"],
  '@': [' open', ' start="9"', ' reversed', ' value="3"', ' type="A"'],
};

const EDGES = ['10px', '-10px', '30px', '-40px', '0', '15px', '10%'];

export const MARGINS: Properties = {
  'margin-top': EDGES,
  'margin-bottom': EDGES,
  margin: EDGES,
  'margin-block': ['10px -20px', '-15px 5px'],
  float: ['left', 'right', 'left'],
  clear: ['left', 'right', 'both'],
  height: ['0', '20px', '50px', 'auto', '10%'],
  'min-height': ['0', '1px', '30px', '60px', '50%', 'fit-content'],
  'max-height': ['0', '10px', '20px'],
  width: ['50px', '200px', '50%', '100%', 'fit-content', 'auto', '700px'],
  overflow: ['hidden', 'auto', 'clip', 'visible'],
  'overflow-x': ['clip'],
  'padding-top': ['1px', '10px', '0'],
  'padding-bottom': ['1px', '10px'],
  'border-top': ['1px solid', '0'],
  'border-bottom': ['1px solid'],
  contain: ['layout', 'paint', 'size', 'content'],
  'margin-trim': ['block', 'block-start'],
  position: ['relative', 'absolute'],
  columns: ['1', '2'],
  display: ['flow-root'],
  'align-content': ['center', 'end', 'start', 'normal'],
  '::after': ["content: ''; display: block; clear: both", "content: ''; display: table"],
};

const svg = (attributes: string) =>
  `src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'${attributes}/%3E"`
    .replaceAll(' ', '%20')
    .replace('src="data', 'src="data');
const PNG_1 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

export const IMAGES: readonly (readonly [tag: string, attributes: string])[] = [
  ['img', ` src="data:image/png;base64,${PNG_1}"`],
  ['img', ` src="data:image/png;base64,${PNG_1}" width="50"`],
  ['img', ` src="data:image/png;base64,${PNG_1}" width="50%" height="20"`],
  ['img', ` ${svg(" width='60' height='30'")}`],
  ['img', ` ${svg(" viewBox='0 0 2 1'")}`],
  ['img', ` ${svg(" width='40' viewBox='0 0 1 2'")}`],
  ['img', ` ${svg(" height='40'")}`],
  ['img', ` ${svg('')}`],
  ['img', ` ${svg(" width='50%25' height='50'")}`],
  ['img', ` width="40" height="80" ${svg(" width='60' height='30'")}`],
  ['img', ` height="80" ${svg(" viewBox='0 0 2 1'")}`],
  ['img', ' alt="words of text" width="70"'],
  ['img', ' alt=""'],
  ['img', ''],
  ['svg', ' viewBox="0 0 2 1"'],
  ['svg', ''],
  ['svg', ' width="100%"'],
  ['canvas', ' width="60" height="30"'],
  ['video', ' width="60"'],
  ['iframe', ''],
  ['object', ''],
  ['object', ' width="50" height="20"'],
  ['embed', ''],
];

export const IMAGE: Properties = {
  'object-fit': ['contain', 'cover'],
  contain: ['size', 'inline-size'],
  'contain-intrinsic-size': ['50px', '20px 70px', 'none 30px'],
  'vertical-align': ['top', 'middle', 'bottom', '10px'],
  display: ['block', 'inline', 'table-cell', 'flex', 'inline-block'],
  float: ['left', 'right'],
  position: ['absolute', 'relative'],
  inset: ['0', '10px', 'auto 0'],
  direction: ['rtl'],
  'line-height': ['40px', '0'],
};

export const CONTAINERS: Properties = {
  'container-type': ['inline-size', 'size', 'inline-size', 'normal'],
  'container-name': ['n', 'm'],
  width: ['50cqw', '10cqi', '100cqmin', '300px', '50%', '20cqh', '200px'],
  height: ['50cqh', '10cqb', '20cqmax', '100px', '10cqw'],
  padding: ['1cqw', '5px', '2cqi 1cqb'],
  'font-size': ['5cqw', '10cqh', '10px'],
  margin: ['2cqw', '-1cqi'],
  'min-width': ['20cqw', '30cqi'],
  'max-width': ['20cqw', '30cqi', '50%'],
  contain: ['inline-size', 'size', 'layout', 'style', 'strict', 'content'],
  'contain-intrinsic-size': ['50px', '20px 70px', 'auto 30px'],
  'contain-intrinsic-inline-size': ['40px'],
  'content-visibility': ['hidden', 'visible'],
  float: ['left'],
  position: ['absolute', 'relative'],
  'writing-mode': ['vertical-rl', 'horizontal-tb'],
  '@container (width > 150px)': ['width: 100px', 'display: flex', 'padding: 10px', 'display: none'],
  '@container (height < 120px)': ['height: 33px', 'margin: 7px', 'display: grid'],
  '@container n (inline-size <= 50em)': ['width: 70px', 'float: right', 'font-size: 20px'],
  '@container (orientation: landscape)': ['padding: 3px', 'width: 44px'],
  '@container not (width > 150px)': ['border: 2px solid', 'height: 12px'],
};

/** Controls, which have a size of their own along both axes. */
export const CONTROLS: readonly (readonly [tag: string, attributes: string])[] = [
  ['input', ' size="4"'],
  ['input', ' type="checkbox"'],
  ['input', ' type="radio"'],
  ['input', ' type="button" value="press"'],
  ['input', ' type="range"'],
  ['input', ' type="number" size="5"'],
  ['input', ' type="color"'],
  ['textarea', ' cols="6" rows="2"'],
  ['progress', ''],
  ['meter', ''],
  ['button', ''],
];

export const ZOOM: Properties = {
  zoom: ['2', '0.5', '150%', '1.25', 'normal'],
  width: ['100px', '50%', '10em', '20vw', 'min-content', 'calc(50% + 10px)'],
  height: ['30px', '50%', '2em'],
  margin: ['5px', '10% auto', '1em'],
  padding: ['5px', '5%', '1ch'],
  border: ['1px solid', '3px solid'],
  'font-size': ['20px', '1.5em', '2rem', 'larger', 'small'],
  'line-height': ['1', '30px', '2em', 'normal'],
  'letter-spacing': ['1px', '0.1em'],
  'text-indent': ['20px'],
  position: ['relative', 'absolute'],
  left: ['10px', '1em', '10%'],
  top: ['5px', '1em'],
  gap: ['5px', '1em'],
  'flex-basis': ['50px', '5em'],
  transform: ['translate(10px, 1em)', 'scale(0.5)'],
};
