import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoreNode } from '../../src/html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../src/html/node-keys.ts';
import { createEmptyDocument, plainNodeFactory } from '../../src/html/node-store.ts';
import {
  attribute,
  characterData,
  firstChild,
  firstElementChild,
  namespaceOf,
  nextSibling,
} from '../../src/html/node-tree.ts';
import { XmlParser } from '../../src/html/xml-parser.ts';

function parse(text: string): { document: StoreNode; error: string | null } {
  const document = createEmptyDocument();
  const parser = new XmlParser(document, { factory: plainNodeFactory(document) });
  parser.write(text, true);
  return { document, error: parser.error };
}

test('elements keep the case of their names and get the namespace that is declared', () => {
  const { document, error } = parse('<a><B xmlns="http://www.w3.org/2000/svg"/></a>');
  assert.equal(error, null);
  const child = firstElementChild(firstElementChild(document)!)!;
  assert.deepEqual([child[LOCAL_NAME], namespaceOf(child)], ['B', 'svg']);
});

test('references in text and attributes are replaced', () => {
  const { document } = parse('<!DOCTYPE a [<!ENTITY own "yes &amp; no">]><a b="&lt;&#65;&own;">&#x42;&gt;</a>');
  const root = firstElementChild(document)!;
  assert.deepEqual([attribute(root, 'b'), characterData(firstChild(root)!)], ['<Ayes & no', 'B>']);
});

test('the names of characters that HTML has are known with a doctype of XHTML only', () => {
  const doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">';
  assert.equal(parse(`${doctype}<p>&nbsp;</p>`).error, null);
  assert.match(parse('<p>&nbsp;</p>').error ?? '', /'nbsp' is not declared/);
});

test('what is not well-formed is an error that says where', () => {
  for (const [text, problem] of [
    ['<a>\n<b></a>', /line 2.*'a' has no start tag/],
    ['<a/><b/>', /more than one root/],
    ['<a b=1/>', /quoted text/],
    ['<a b="1" b="2"/>', /twice/],
    ['<x:a/>', /prefix 'x' is not declared/],
    ['<a>&nope;</a>', /not declared/],
    ['<a>]]></a>', /']]>'/],
    ['text', /outside of the root/],
    ['', /no element/],
    ['<a>', /not closed/],
    ['<a>\x01</a>', /not allowed/],
  ] as const) {
    assert.match(parse(text).error ?? 'no error', problem, text);
  }
});

test('entities that refer to each other without end are an error', () => {
  const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at} "&e${at + 1};&e${at + 1};">`).join('');
  assert.match(parse(`<!DOCTYPE a [${entities}]><a>&e0;</a>`).error ?? '', /too large/);
});

test('very deep documents end with an error, not with a stack overflow', () => {
  assert.match(parse('<a>'.repeat(100_000)).error ?? '', /too deep/);
});

test('text goes through the parser as it was, once it is escaped', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const character = fc.constantFrom(...'ab <>&;"\'[]?!-=\n\t\u00e9\u{1f600}');
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 1 }), (text) => {
      const root = firstElementChild(parse(`<r>${escaped(text)}</r>`).document)!;
      assert.equal(characterData(firstChild(root)!), text);
    }),
  );
});

test('no text makes the parser throw', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    'a',
    ':',
    '"',
    "'",
    '=',
    ' ',
    '&',
    ';',
    '<!--',
    '-->',
    '<?',
    '?>',
    '<!DOCTYPE',
    '[',
    ']',
    '<![CDATA[',
    ']]>',
    'xmlns',
    '#x41',
    '%',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { document } = parse(pieces.join(''));
      for (let at = firstChild(document); at !== null; at = nextSibling(at)) assert.ok(at[NODE_TYPE] > 0);
    }),
  );
});
