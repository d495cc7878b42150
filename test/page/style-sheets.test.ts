import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('rules that script inserts and deletes apply', async () => {
  using page = await openPage(`<style id=s></style><p id=p>x</p><script>
    const { sheet } = s;
    console.log(sheet.insertRule('p { width: 50px }'), p.offsetWidth);
    console.log(sheet.insertRule('#p { width: 60px !important }', sheet.cssRules.length), p.offsetWidth, sheet.cssRules.length);
    sheet.deleteRule(1);
    console.log(p.offsetWidth, document.styleSheets[0] === sheet, s.textContent === '');
    sheet.cssRules[0].style.width = '70px';
    console.log(p.offsetWidth, sheet.cssRules[0].selectorText, sheet.cssRules[0].cssText);
  </script>`);
  assert.deepEqual(page.log, ['0 50', '1 60 2', '50 true true', '70 p p { width: 70px; }']);
});

test('a sheet shows its rules by kind, also inside others', async () => {
  using page = await openPage(`<style>@import "a.css"; /* { */ a { color: red; & b { top: 0 } }
    @media (min-width: 1px) { i { left: 2px } } @font-face { font-family: X } @keyframes k { from { top: 0 } to { top: 1px } }</style><script>
    const [rules] = [document.styleSheets[0].cssRules];
    console.log([...rules].map((rule) => rule.constructor.name + ':' + rule.type).join(' '));
    console.log(rules[1].cssRules[0].selectorText, rules[2].conditionText, rules[2].cssRules[0].style.left, rules[4].cssRules[1].keyText);
    console.log(rules[2].cssRules[0].parentRule === rules[2], rules[9], rules.item(9));
  </script>`);
  assert.deepEqual(page.log, [
    'CSSImportRule:3 CSSStyleRule:1 CSSMediaRule:4 CSSFontFaceRule:5 CSSKeyframesRule:7',
    '& b (min-width: 1px) 2px 100%',
    'true undefined null',
  ]);
});

test('sheets that script makes apply where they are adopted', async () => {
  using page = await openPage(`<p id=p>x</p><div id=host></div><script>
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('p { width: 40px }');
    document.adoptedStyleSheets = [sheet];
    console.log(p.offsetWidth);
    sheet.insertRule('p { width: 45px }', 1);
    console.log(p.offsetWidth, document.adoptedStyleSheets.length);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<p>y</p>';
    root.adoptedStyleSheets.push(sheet);
    console.log(root.firstChild.offsetWidth);
    document.adoptedStyleSheets = [];
    console.log(p.offsetWidth > 100, root.firstChild.offsetWidth);
  </script>`);
  assert.deepEqual(page.log, ['40', '45 1', '45', 'true 45']);
});

test('a sheet of another origin applies and cannot be read', async () => {
  using page = await openPage(
    `<link rel=stylesheet href=http://other.test/a.css><link rel=stylesheet href=/b.css id=own><p id=p>x</p><script>
      const read = (sheet) => { try { return sheet.cssRules.length; } catch (error) { return error.name; } };
      console.log(p.offsetWidth, read(document.styleSheets[0]), read(own.sheet), own.sheet.href);
    </script>`,
    { site: { 'http://other.test/a.css': 'p { width: 30px }', 'http://site.test/b.css': 'a { top: 0 }' } },
  );
  assert.deepEqual(page.log, ['30 SecurityError 1 http://site.test/b.css']);
});

test('new text in a style element makes a new sheet', async () => {
  using page = await openPage(`<style id=s>p { width: 10px }</style><p id=p>x</p><script>
    s.sheet.insertRule('p { width: 20px }', 1);
    console.log(p.offsetWidth);
    const old = s.sheet;
    s.textContent = 'p { width: 30px }';
    console.log(p.offsetWidth, old === s.sheet, s.sheet.cssRules.length);
    s.sheet.disabled = true;
    console.log(p.offsetWidth > 100);
  </script>`);
  assert.deepEqual(page.log, ['20', '30 false 1', 'true']);
});

test('a CSS module gives a sheet', async () => {
  using page = await openPage(
    `<p id=p>x</p><script type=module>import sheet from '/a.css' with { type: 'css' };
      document.adoptedStyleSheets = [sheet]; console.log(sheet instanceof CSSStyleSheet, p.offsetWidth)</script>`,
    { site: { 'http://site.test/a.css': 'p { width: 33px }' } },
  );
  assert.deepEqual(page.log, ['true 33']);
});
