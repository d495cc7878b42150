import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseXPath } from '../../src/page/dom/xpath/parse.ts';
import { openPage, type TestPage } from './open-page.ts';

const PAGE =
  '<div id=a class="x y"><p>one</p><p>two <b>bold</b></p><ul><li>1<li>2<li>3</ul></div><div id=b><a href="#q" title="T">link</a><!--c--></div>';

const FIND = `(expression, from = document) => {
  const found = document.evaluate(expression, from, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at))
    .map((node) => node.nodeName + (node.nodeType === 1 ? '' : '=' + node.nodeValue)).join(' ');
}`;

async function find(page: TestPage, expression: string): Promise<unknown> {
  return page.evaluate(`(${FIND})(${JSON.stringify(expression)})`);
}

async function value(page: TestPage, expression: string): Promise<unknown> {
  return page.evaluate(`{ const result = document.evaluate(${JSON.stringify(expression)}, document);
    result.resultType === 1 ? result.numberValue : result.resultType === 2 ? result.stringValue : result.booleanValue }`);
}

test('paths, positions and axes give nodes in document order', async () => {
  using page = await openPage(PAGE);
  for (const [expression, expected] of [
    ['//DIV[@id="b"]/a/@*', 'href=#q title=T'],
    ['//li[last()]/preceding-sibling::li[1]/text()', '#text=2'],
    ['(//li)[1] | //b', 'B LI'],
    ['//b/ancestor::*[1]', 'P'],
    ['//b/following::li', 'LI LI LI'],
    ['//li[1]/preceding::p', 'P P'],
    ['//comment()', '#comment=c'],
    ['/html/body/div[2]/node()', 'A #comment=c'],
    ['//*[contains(concat(" ", @class, " "), " y ")]', 'DIV'],
    ['//p[b]/..', 'DIV'],
    ['id("b")/a', 'A'],
    ['/', '#document=null'],
  ] as const) {
    assert.equal(await find(page, expression), expected, expression);
  }
});

test('values are computed as XPath has them', async () => {
  using page = await openPage(PAGE);
  for (const [expression, expected] of [
    ['count(//li)', 3],
    ['1 + 2 * 3 - 4 div 2', 5],
    ['sum(//li)', 6],
    ['substring("12345", 1.5, 2.6)', '234'],
    ['translate("bar", "abc", "AB")', 'BAr'],
    ['round(-2.5)', -2],
    ['//li = 2', true],
    ['//li > 3', false],
    ['name(//a)', 'a'],
    ['concat("a", 1 div 3 > 0, "b")', 'atrueb'],
  ] as const) {
    assert.equal(await value(page, expression), expected, expression);
  }
});

test('results know their type, and an iterator ends when the document changes', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const all = document.evaluate('//li', document); const first = all.iterateNext().textContent;
      document.body.append('x'); let ended; try { all.iterateNext() } catch (error) { ended = error.name }
      [first, ended, all.invalidIteratorState, document.evaluate('//a', document, null, 9).singleNodeValue.title].join()`),
    '1,InvalidStateError,true,T',
  );
  assert.equal(
    await page.evaluate('try { document.evaluate("//[", document) } catch (error) { error.name }'),
    'SyntaxError',
  );
  assert.equal(
    await page.evaluate('try { document.evaluate("foo()", document) } catch (error) { error.name }'),
    'SyntaxError',
  );
});

test('no text makes the parser fail, and what it refuses it refuses quietly', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '[',
    ']',
    '(',
    ')',
    'a',
    '*',
    '@',
    '::',
    '..',
    '.',
    '1',
    '"x"',
    '|',
    'and',
    '-',
    '=',
    ' ',
    'child',
    'text()',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      parseXPath(pieces.join(''));
    }),
  );
  assert.equal(parseXPath(`${'('.repeat(5000)}1${')'.repeat(5000)}`), null);
  assert.notEqual(parseXPath('((1))'), null);
});
