/** The store of nodes as the parser fills it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoreNode } from '../../src/html/dom-keys.ts';
import { END, LOCAL_NAME, NEXT, NODE_TYPE, PARENT_NODE, PREV } from '../../src/html/node-keys.ts';
import { createEmptyDocument } from '../../src/html/node-store.ts';
import {
  attribute,
  type DomNode,
  firstChild,
  following,
  namespaceOf,
  previousSibling,
} from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';

function find(root: DomNode, localName: string): DomNode {
  for (let at = following(root, root); at !== null; at = following(at, root))
    if (at[LOCAL_NAME] === localName) return at;
  throw new Error(`no ${localName}`);
}

test('a new document is empty', () => {
  assert.equal(firstChild(createEmptyDocument()), null);
});

test('attributes keep their order, and the first of a name counts', () => {
  const image = find(parseDocument('<img b=1 a=2 b=3>'), 'img') as StoreNode;
  const names: string[] = [];
  for (let at = image[NEXT] as StoreNode; at[NODE_TYPE] === 2; at = at[NEXT] as StoreNode) names.push(at[LOCAL_NAME]);
  assert.deepEqual([names, attribute(image, 'b')], [['b', 'a'], '1']);
});

test('what is in a template is not in the tree', () => {
  const template = find(parseDocument('<template><p>in</p>text<b></b></template>'), 'template');
  assert.equal(firstChild(template), null);
});

test('elements know their namespace', () => {
  const document = parseDocument('<p><svg><a></a><foreignObject><i></i></foreignObject></svg><math><mi>x</mi></math>');
  const names = ['p', 'a', 'foreignObject', 'i', 'mi'].map((name) => namespaceOf(find(document, name)));
  assert.deepEqual(names, ['html', 'svg', 'svg', 'html', 'mathml']);
});

const PIECES = ['<p>', '</p>', '<b>', '</b>', '<table>', '<td a=1 b>', '<template>', '</template>', 'x', '<!--c-->'];

test('after any markup the links lead back the way they came, and every node is in its parent', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const document = parseDocument(pieces.join(''));
      const last = document[END] as StoreNode;
      for (let at: StoreNode = document; at !== last; at = at[NEXT] as StoreNode) {
        assert.equal((at[NEXT] as StoreNode)[PREV], at);
      }
      for (let at = following(document, document); at !== null; at = following(at, document)) {
        const before = previousSibling(at);
        assert.equal(
          before === null ? firstChild(at[PARENT_NODE]!) : before[PARENT_NODE],
          before === null ? at : at[PARENT_NODE],
        );
      }
    }),
  );
});
