/**
 * Kinds of rules in style sheets: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Rules</title><body><p id=p>x</p>`;

const FACTS: readonly Fact[] = [
  [
    'rules have numbers of their kinds',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return C('@namespace x url(u); a{} @media print{} @font-face{} @keyframes k{} @supports (a:b){} @layer a; @layer b{} @container (width > 1px){} @scope (a){} @property --x{syntax:"*";inherits:true} @page{} @starting-style{} @position-try --a{}').cssRules.length + [...C('a{} @media print{} @font-face{} @keyframes k{} @supports (a:b){} @layer a; @layer b{} @container (width > 1px){} @scope (a){} @property --x{syntax:"*";inherits:true} @page{} @starting-style{} @position-try --a{}').cssRules].map((r) => ' ' + r.constructor.name + r.type).join(''); })()`,
    '14 CSSStyleRule1 CSSMediaRule4 CSSFontFaceRule5 CSSKeyframesRule7 CSSSupportsRule12 CSSLayerStatementRule0 CSSLayerBlockRule0 CSSContainerRule0 CSSScopeRule0 CSSPropertyRule0 CSSPageRule6 CSSStartingStyleRule0 CSSPositionTryRule0',
  ],
  [
    'constants of kinds',
    `(() => { return ['STYLE', 'CHARSET', 'IMPORT', 'MEDIA', 'FONT_FACE', 'PAGE', 'MARGIN', 'NAMESPACE', 'KEYFRAMES', 'KEYFRAME', 'COUNTER_STYLE', 'FONT_FEATURE_VALUES', 'SUPPORTS'].map((k) => CSSRule[k + '_RULE']); })()`,
    [1, 2, 3, 4, 5, 6, 9, 10, 7, 8, 11, 14, 12],
  ],
  [
    'at-rules whose parts are wrong are not there',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return ['@import;', '@namespace;', '@layer a b;', '@layer a, b {}', '@layer 1;', '@scope a {}', '@property x { syntax: "*"; inherits: true }', '@property --x { syntax: "*" }', '@property --x { syntax: "<length>"; inherits: true }', '@keyframes {}', '@container {}', '@media {}', '@supports {}', '@font-face x {}', '@page :foo {}', '@unknown x;'].map((text) => C(text).cssRules.length); })()`,
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
  ],
  [
    'a media rule has a list of its queries',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('@media  SCREEN and (MIN-WIDTH:1px),print { a { top: 0 } }').cssRules[0]; const seen = [r.media.mediaText, r.conditionText, r.media.length, r.media[1], r.media.item(0), r.media.item(5)]; r.media.appendMedium('tv'); r.media.deleteMedium('print'); seen.push(r.cssText); r.media = 'all'; return [...seen, r.conditionText, r.media === r.media, String(r.media)]; })()`,
    [
      'screen and (min-width: 1px), print',
      'screen and (min-width: 1px), print',
      2,
      'print',
      'screen and (min-width: 1px)',
      null,
      '@media screen and (min-width: 1px), tv {\n  a { top: 0px; }\n}',
      'all',
      true,
      'all',
    ],
  ],
  [
    'a container rule tells of its conditions',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return ['@container (width > 1px) {}', '@container name (width > 1px) {}', '@container name {}', '@container a (width > 1px), (height < 2px) {}', '@container style(--x: 1) {}', '@container not (width > 1px) {}'].map((text) => { const r = C(text).cssRules[0]; return r && [r.conditionText, r.containerName, r.containerQuery, r.conditions && r.conditions.map((c) => [c.name, c.query].join(':')), r.conditions === r.conditions]; }); })()`,
    [
      ['(width > 1px)', '', '(width > 1px)', [':(width > 1px)'], true],
      ['name (width > 1px)', 'name', '(width > 1px)', ['name:(width > 1px)'], true],
      ['name', 'name', '', ['name:'], true],
      ['a (width > 1px), (height < 2px)', '', '', ['a:(width > 1px)', ':(height < 2px)'], true],
      ['style(--x: 1)', '', 'style(--x: 1)', [':style(--x: 1)'], true],
      ['not (width > 1px)', '', 'not (width > 1px)', [':not (width > 1px)'], true],
    ],
  ],
  [
    'layers have names',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const [a, b, c] = C('@layer x.y, z; @layer q.r { a {} } @layer { b {} }').cssRules; return [a.nameList, Object.isFrozen(a.nameList), a.cssText, b.name, c.name, b.cssText, c.cssText]; })()`,
    [['x.y', 'z'], true, '@layer x.y, z;', 'q.r', '', '@layer q.r {\n  a { }\n}', '@layer {\n  b { }\n}'],
  ],
  [
    'scopes have ends',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return ['@scope (.a) to (.b) {}', '@scope (.a,  .b) {}', '@scope to (.b) {}', '@scope {}'].map((text) => { const r = C(text).cssRules[0]; return r && [r.start, r.end, r.cssText]; }); })()`,
    [
      ['.a', '.b', '@scope (.a) to (.b) {\n}'],
      ['.a, .b', null, '@scope (.a, .b) {\n}'],
      [null, '.b', '@scope to (.b) {\n}'],
      [null, null, '@scope {\n}'],
    ],
  ],
  [
    'namespaces have prefixes',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return [...C('@namespace url(http://a/); @namespace s "http://b/";').cssRules].map((r) => [r.prefix, r.namespaceURI, r.cssText, r.type]); })()`,
    [
      ['', 'http://a/', '@namespace url("http://a/");', 10],
      ['s', 'http://b/', '@namespace s url("http://b/");', 10],
    ],
  ],
  [
    'registrations tell what they say',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return ['@property --x { syntax: "<length>"; inherits: true; initial-value: 1px }', '@property --y { inherits: false; syntax: "*" }', '@property --z { syntax: "<color>+"; inherits: false; initial-value:  red }'].map((text) => { const r = C(text).cssRules[0]; return [r.name, r.syntax, r.inherits, r.initialValue, r.cssText]; }); })()`,
    [
      ['--x', '<length>', true, '1px', '@property --x { syntax: "<length>"; inherits: true; initial-value: 1px; }'],
      ['--y', '*', false, null, '@property --y { syntax: "*"; inherits: false; }'],
      ['--z', '<color>+', false, 'red', '@property --z { syntax: "<color>+"; inherits: false; initial-value: red; }'],
    ],
  ],
  [
    'a font face has descriptors',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('@font-face { font-family: "X"; src: url(a.woff2); font-weight: 100 900; color: red }').cssRules[0]; const { style } = r; const seen = [style.length, style.getPropertyValue('font-family'), style.fontWeight, style.color === undefined || style.color, style.parentRule === r]; style.setProperty('font-display', 'swap'); return [...seen, style.getPropertyValue('font-display'), style.length]; })()`,
    [3, 'X', '100 900', '', true, 'swap', 4],
  ],
  [
    'a page rule has declarations',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('@page :first { margin: 1px }').cssRules[0]; const seen = [r.selectorText, r.style.marginTop]; r.style.marginTop = '3px'; return [...seen, r.style.marginTop]; })()`,
    [':first', '1px', '3px'],
  ],
  [
    'a rule for positions takes some properties',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('@position-try --a { top: 1px; color: red; margin-left: 2px !important; width: 3px }').cssRules[0]; const seen = [r.name, r.cssText, r.style.top, r.style.color === undefined, r.style.length]; r.style.setProperty('left', '4px'); r.style.color = 'red'; return [...seen, r.cssText, r.style.constructor.name, r.style['margin-top'], 'marginTop' in r.style]; })()`,
    [
      '--a',
      '@position-try --a { top: 1px; width: 3px; }',
      '1px',
      true,
      2,
      '@position-try --a { top: 1px; width: 3px; left: 4px; }',
      'CSSPositionTryDescriptors',
      '',
      true,
    ],
  ],
  [
    'keyframes are found by their keys',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const k = C('@keyframes "a b" { from { top: 0 } 50%, 60% { top: 1px } TO { top: 2px } to { left: 0 } }').cssRules[0]; const seen = [k.name, k.length, [...k.cssRules].map((r) => r.keyText), k.findRule('to').cssText, k.findRule('50%,60%').keyText, k.findRule('50%'), k.findRule('x'), k[0] === k.cssRules[0], k[9] === undefined]; k.appendRule('75% { top: 3px }'); k.appendRule('nonsense'); k.appendRule('80% {} 90% {}'); k.deleteRule('to'); k.deleteRule('33%'); return [...seen, k.length, [...k.cssRules].map((r) => r.keyText)]; })()`,
    [
      'a b',
      4,
      ['0%', '50%, 60%', '100%', '100%'],
      '100% { left: 0px; }',
      '50%, 60%',
      null,
      null,
      true,
      true,
      4,
      ['0%', '50%, 60%', '100%', '75%'],
    ],
  ],
  [
    'a key of keyframes is checked',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const k = C('@keyframes k { from { top: 0 } }').cssRules[0]; const r = k[0]; r.keyText = '5%,  to'; return [r.keyText, T(() => { r.keyText = '101%'; }), T(() => { r.keyText = 'x'; }), T(() => { r.keyText = '5'; }), T(() => { r.keyText = ''; }), T(() => { r.keyText = '-1%'; }), r.keyText]; })()`,
    ['5%, 100%', 'SyntaxError', 'SyntaxError', 'SyntaxError', 'SyntaxError', 'SyntaxError', '5%, 100%'],
  ],
  [
    'a name of keyframes is written as it has to be',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const k = C('@keyframes k { }').cssRules[0]; return ['a', 'none', 'a b', '1', 'initial', 'x-y'].map((name) => { k.name = name; return [k.name, k.cssText]; }); })()`,
    [
      ['a', '@keyframes a { \n}'],
      ['none', '@keyframes none { \n}'],
      ['a b', '@keyframes a\\ b { \n}'],
      ['1', '@keyframes \\31  { \n}'],
      ['initial', '@keyframes initial { \n}'],
      ['x-y', '@keyframes x-y { \n}'],
    ],
  ],
  [
    'a style rule has typed values and rules inside',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('a { top: 1px; & b { left: 2px } @media print { right: 3px } }').cssRules[0]; const seen = [r.cssRules.length, r.styleMap.get('top').value, r.styleMap === r.styleMap, r.style.parentRule === r]; r.styleMap.set('top', CSS.px(5)); r.insertRule('& c { bottom: 0 }', 1); r.deleteRule(0); return [...seen, r.style.top, [...r.cssRules].map((x) => x.cssText)]; })()`,
    [2, 1, true, true, '5px', ['& c { bottom: 0px; }', '@media print {\n  right: 3px;\n}']],
  ],
  [
    'rules are put in and taken out where they may stand',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const q = C('a {} @media print { b {} }'); return [T(() => q.insertRule('x', 0)), T(() => q.insertRule('a {} b {}', 0)), T(() => q.insertRule('a {}', 9)), T(() => q.insertRule('', 0)), T(() => q.deleteRule(9)), T(() => q.cssRules[1].insertRule('c {}', 0)), T(() => q.cssRules[1].insertRule('@import "x";', 0)), T(() => q.insertRule('@import "x";', 0)), q.cssRules.length, q.cssRules[1].cssRules.length]; })()`,
    [
      'SyntaxError',
      'SyntaxError',
      'IndexSizeError',
      'SyntaxError',
      'IndexSizeError',
      0,
      'HierarchyRequestError',
      'SyntaxError',
      2,
      2,
    ],
  ],
  [
    'rules that are deleted belong to nobody',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const q = C('a {} b {}'); const r = q.cssRules[0]; q.deleteRule(0); r.style.top = '1px'; return [r.parentStyleSheet, r.parentRule, r.cssText, q.cssRules.length]; })()`,
    [null, null, 'a { top: 1px; }', 1],
  ],
  [
    'media of a sheet that a script makes count',
    `(() => { const width = () => getComputedStyle(p).width; const q = new CSSStyleSheet({ media: 'print', disabled: false }); q.replaceSync('p { width: 33px }'); document.adoptedStyleSheets = [q]; const seen = [width() === '33px', q.media.mediaText]; q.media.mediaText = 'all'; seen.push(width()); q.media = 'print'; seen.push(width() === '33px'); q.disabled = true; q.media = ''; seen.push(width() === '33px', q.media.length); document.adoptedStyleSheets = []; return seen; })()`,
    [false, 'print', '33px', false, false, 0],
  ],
  [
    'media of an element are those of its attribute',
    `(() => { document.head.insertAdjacentHTML('beforeend', '<style id=m media="print, SCREEN">p { height: 5px }</style>'); const { media } = m.sheet; const seen = [media.mediaText, media.length, media[0]]; media.deleteMedium('screen'); seen.push(media.mediaText, getComputedStyle(p).height === '5px'); m.media = 'all'; seen.push(m.sheet.media.mediaText, getComputedStyle(p).height); m.remove(); return seen; })()`,
    ['print, screen', 2, 'print', 'print', false, 'all', '5px'],
  ],
  [
    'queries of media are written in one spelling',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return ['(MIN-WIDTH:1PX)', 'not  all', 'only screen  and (color)', '(1px<=width<2px)', 'screen,', '(min-width: 1px) and (max-width:2px)', 'and', '(aspect-ratio:1/2)', '', 'SCREEN , print'].map((text) => { const q = new CSSStyleSheet({ media: text }); return [q.media.mediaText, q.media.length]; }); })()`,
    [
      ['(min-width: 1px)', 1],
      ['not all', 1],
      ['only screen and (color)', 1],
      ['(1px <= width < 2px)', 1],
      ['screen, not all', 2],
      ['(min-width: 1px) and (max-width: 2px)', 1],
      ['not all', 1],
      ['(aspect-ratio: 1 / 2)', 1],
      ['', 0],
      ['screen, print', 2],
    ],
  ],
  [
    'a query that is none or not there',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const q = new CSSStyleSheet({ media: 'screen' }); const { media } = q; media.appendMedium('screen'); const seen = [media.length, T(() => media.deleteMedium('tv')), T(() => media.deleteMedium()), T(() => media.appendMedium())]; media.appendMedium('(color)'); media.mediaText = null; return [...seen, media.mediaText, T(() => MediaList.prototype.item.call({}, 0))]; })()`,
    [1, 'NotFoundError', 'TypeError', 'TypeError', '', 'TypeError'],
  ],
  [
    'an import tells what it says',
    `(() => { document.head.insertAdjacentHTML('beforeend', '<style id=im>@import url(data:text/css,p%7Bcolor:red%7D) layer(a.b) supports(display: grid) screen; @import "data:text/css,"; @import "x" layer;</style>'); const rules = [...im.sheet.cssRules]; const seen = rules.map((r) => [r.href.slice(0, 5), r.layerName, r.supportsText, r.media.mediaText, r.type]); rules[0].media.mediaText = 'print'; seen.push(rules[0].cssText); im.remove(); return seen; })()`,
    [
      ['data:', 'a.b', 'display: grid', 'screen', 3],
      ['data:', null, null, '', 3],
      ['x', '', null, '', 3],
      '@import url("data:text/css,p%7Bcolor:red%7D") layer(a.b) supports(display: grid) print;',
    ],
  ],
  [
    'getters of options that throw are heard',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [T(() => new CSSStyleSheet({ get media() { throw new RangeError('mine'); } })), T(() => new CSSStyleSheet(5)), T(() => new CSSStyleSheet(null).cssRules.length)]; })()`,
    ['RangeError', 'TypeError', 0],
  ],
  [
    'declarations behind rules, and in groups of a style rule, are rules of their own',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('a { top: 1px; & b { left: 2px } color: red; right: 0; @media print { bottom: 0; & c { top: 0 } left: 0 } }').cssRules[0]; const all = (list) => [...list].map((x) => [x.constructor.name, x.type, x.cssRules ? all(x.cssRules) : x.style.cssText]); const seen = [r.style.cssText, all(r.cssRules), r.cssText]; const n = r.cssRules[1]; n.style.color = 'blue'; return [...seen, n.cssText, n.parentRule === r, n.style.parentRule === n, r.cssText]; })()`,
    [
      'top: 1px;',
      [
        ['CSSStyleRule', 1, []],
        ['CSSNestedDeclarations', 0, 'color: red; right: 0px;'],
        [
          'CSSMediaRule',
          4,
          [
            ['CSSNestedDeclarations', 0, 'bottom: 0px;'],
            ['CSSStyleRule', 1, []],
            ['CSSNestedDeclarations', 0, 'left: 0px;'],
          ],
        ],
      ],
      'a {\n  top: 1px;\n  & b { left: 2px; }\n  color: red; right: 0px;\n  @media print {\n  bottom: 0px;\n  & c { top: 0px; }\n  left: 0px;\n}\n}',
      'color: blue; right: 0px;',
      true,
      true,
      'a {\n  top: 1px;\n  & b { left: 2px; }\n  color: blue; right: 0px;\n  @media print {\n  bottom: 0px;\n  & c { top: 0px; }\n  left: 0px;\n}\n}',
    ],
  ],
  [
    'declarations are put behind rules',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const r = C('a { top: 1px; & b {} }').cssRules[0]; return [T(() => r.insertRule('color: red; left: 0', 1)), T(() => r.insertRule('nonsense', 0)), T(() => r.insertRule('', 0)), r.cssText]; })()`,
    [1, 'SyntaxError', 'SyntaxError', 'a {\n  top: 1px;\n  & b { }\n  color: red; left: 0px;\n}'],
  ],
  [
    'a scope takes declarations',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const r = C('@scope (.a) { color: red; b { top: 0 } }').cssRules[0]; return [[...r.cssRules].map((x) => x.constructor.name), r.cssText]; })()`,
    [['CSSNestedDeclarations', 'CSSStyleRule'], '@scope (.a) {\n  color: red;\n  b { top: 0px; }\n}'],
  ],
  [
    'a rule that is put behind declarations leaves them',
    `(() => { document.head.insertAdjacentHTML('beforeend', '<style id=nest>p { width: 41px; @media all { height: 7px } }</style>'); const q = nest.sheet; q.cssRules[0].insertRule('& b { top: 0 }', 0); q.insertRule('i { top: 0 }', 0); const seen = [getComputedStyle(p).width, getComputedStyle(p).height]; nest.remove(); return seen; })()`,
    ['41px', '7px'],
  ],
  [
    'imports and namespaces stand at the start',
    `(() => { document.head.insertAdjacentHTML('beforeend', '<style id=o>@namespace s url(u); a {}</style>'); const q = o.sheet; const T = (text, at) => { try { return q.insertRule(text, at); } catch (e) { return e.name; } }; const seen = [T('@import "data:text/css,"', 1), T('@import "data:text/css,"', 0), T('b {}', 0), T('b {}', 2), q.cssRules.length]; o.remove(); return seen; })()`,
    ['HierarchyRequestError', 0, 'HierarchyRequestError', 2, 4],
  ],
  [
    'text of keyframes',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; return C('@keyframes k { from { top: 0 } 50.5%,TO { left: 1px } }').cssRules[0].cssText; })()`,
    '@keyframes k { \n  0% { top: 0px; }\n  50.5%, 100% { left: 1px; }\n}',
  ],
  [
    'many rules are put in',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const q = C(''); for (let at = 0; at < 3000; at++) q.insertRule('a' + at + ' { top: 0 }', at); return [q.cssRules.length, q.cssRules[2999].selectorText]; })()`,
    [3000, 'a2999'],
  ],
  [
    'many keyframes are put in and found',
    `(() => { const C = (text) => { const q = new CSSStyleSheet(); q.replaceSync(text); return q; }; const k = C('@keyframes k {}').cssRules[0]; for (let at = 0; at < 1000; at++) k.appendRule((at % 100) + '% { top: ' + at + 'px }'); return [k.length, k.findRule('99%').style.top]; })()`,
    [1000, '999px'],
  ],
];

test('rules of style sheets are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
