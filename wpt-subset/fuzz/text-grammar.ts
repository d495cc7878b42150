/**
 * Properties and words of random pages that are about text: spaces, scripts, lines.
 */
import type { Properties } from './grammar.ts';

export const TEXT: Properties = {
  'font-size': ['10px', '24px', '1.5em'],
  'line-height': ['1', '30px', 'normal', '1.2'],
  'vertical-align': ['top', 'middle', 'bottom', 'super', 'text-top', '5px', '-20%'],
  'white-space': ['nowrap', 'pre-wrap', 'pre'],
  'text-align': ['right', 'center', 'justify'],
  'text-indent': ['20px', '-10px'],
  'letter-spacing': ['1px'],
  'overflow-wrap': ['anywhere', 'break-word'],
  'word-break': ['break-all', 'keep-all'],
  direction: ['rtl'],
  padding: ['5px'],
  width: ['60px', '150px', '300px'],
};

export const VERTICAL_TEXT: Properties = {
  'text-orientation': ['upright', 'sideways'],
  'text-combine-upright': ['all'],
  'unicode-bidi': ['bidi-override', 'isolate'],
};

export const SPACES: Properties = {
  'white-space': ['pre', 'pre-line', 'pre-wrap', 'break-spaces', 'nowrap'],
  'white-space-collapse': ['preserve', 'preserve-breaks', 'preserve-spaces', 'break-spaces', 'collapse'],
  'text-wrap-mode': ['nowrap'],
  'tab-size': ['0', '2', '30px'],
  'word-spacing': ['10px', '-3px', '50%'],
  'letter-spacing': ['2px', '10%', '-1px'],
  'line-break': ['anywhere', 'strict', 'loose', 'normal'],
  'word-break': ['break-all', 'keep-all', 'break-word'],
  'overflow-wrap': ['anywhere', 'break-word'],
  hyphens: ['none', 'manual'],
  'text-align': ['justify', 'end', 'justify-all', 'match-parent', '-webkit-center'],
  'text-align-last': ['right', 'justify', 'center', 'start'],
  'text-indent': ['20px', '10%', '20px hanging', '15px each-line'],
  'text-transform': ['uppercase', 'capitalize', 'full-width'],
  'text-spacing-trim': ['space-all', 'trim-start'],
  'hanging-punctuation': ['first'],
  direction: ['rtl'],
  'unicode-bidi': ['bidi-override', 'isolate', 'plaintext', 'embed'],
  width: ['0', '40px', '100px', '160px', 'min-content', 'max-content', 'fit-content'],
  padding: ['0 5px'],
  margin: ['0 5px'],
};

/** Spaces, breaks and scripts with rules of their own; between two words there may be nothing. */
export const SPACED_WORDS = [
  ...['a', 'text', 'longer', 'un&shy;break&shy;able', 'co&#x200b;de', 'no&nbsp;break', '&#9;', '&#10;', '  ', ' '],
  ...[
    ' ',
    ' ',
    ' ',
    '&#9;x',
    'x&#10;',
    'a-b',
    'a/b',
    'http://x.y/z?q=1',
    '1,234.5',
    '$5',
    '50%',
    '(x)',
    '&quot;q&quot;',
  ],
  ...[
    '日本語',
    'の、テスト。',
    '「括弧」',
    '한국어 말',
    'שלום',
    'abc שלום',
    'مرحبا',
    '&#x3000;',
    '&#x2003;',
    '…',
    '—',
    '&#x2060;',
    '&#x200d;',
  ],
  ...['<br>', '<wbr>', '!', '?', ',', '.'],
];

export const LINE_BOXES: Properties = {
  'vertical-align': ['top', 'middle', 'bottom', 'sub', 'super', 'text-top', 'text-bottom', '5px', '-20%'],
  'baseline-shift': ['top', 'bottom', 'center', '5px'],
  'alignment-baseline': ['middle', 'text-top', 'central'],
  'baseline-source': ['first', 'last'],
  'line-height': ['0', '1', '2', '30px', 'normal', '150%'],
  font: ['20px Courier New', '10px monospace', '24px/1 serif', '30px/2 system-ui'],
  'text-box-trim': ['trim-both', 'trim-start', 'trim-end'],
  'text-box-edge': ['cap alphabetic', 'text', 'ex text'],
  'text-box': ['trim-both cap alphabetic', 'trim-start text'],
  padding: ['5px', '0 8px'],
  border: ['2px solid'],
  margin: ['5px', '-5px', '0 -8px'],
  height: ['30px', '50px'],
  width: ['60px', '150px'],
  overflow: ['hidden', 'auto'],
  position: ['relative', 'absolute'],
  float: ['left', 'right'],
};

export const WRAP: Properties = {
  'text-wrap': ['balance', 'pretty', 'balance', 'pretty'],
  width: ['150px', '220px', '300px', '410px'],
  'font-size': ['12px', '24px'],
  'text-align': ['center'],
  'text-indent': ['20px'],
};

export const RUBY_TAGS: Readonly<Record<string, readonly string[]>> = {
  ruby: ['rt', 'rt', 'span', 'rp'],
  rt: ['b'],
  p: ['ruby', 'ruby', 'span', 'b'],
  span: ['ruby', 'b'],
  b: ['ruby'],
  '*': ['p', 'p', 'div'],
};

export const RUBY: Properties = {
  'font-size': ['10px', '24px', '50%'],
  'line-height': ['1', '30px', 'normal'],
  'text-align': ['right', 'center', 'justify'],
  'ruby-position': ['under', 'over'],
  'white-space': ['nowrap', 'pre-wrap'],
  direction: ['rtl'],
  padding: ['0 5px'],
  width: ['60px', '150px', '300px'],
};
