/**
 * Nodes of another frame's document: editors and test tools ask their own window about what is in a frame.
 *
 * In:  the functions that a page can call, and the tree of frames. Out: the same functions; those about one node are answered
 * by the engine of the document that the node is in, whose boxes and styles those are.
 *
 * Secure: only where both documents have one origin. Nodes of another never reach a page.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE, OWNER_DOCUMENT } from '../../html/node-keys.ts';
import type { EnginePort } from '../ports.ts';
import type { FrameRealm } from './frame-realm.ts';
import type { FrameTree } from './frame-tree.ts';

/** Functions of the port whose first argument is the node that they are about. */
const ABOUT_A_NODE = [
  'rects',
  'textRects',
  'textPieces',
  'metrics',
  'scrollRange',
  'scrollEdges',
  'boxSizes',
  'drawnElement',
  'outlineOf',
  'outlineHit',
  'svgCharacters',
  'clipOf',
  'offsetParent',
  'computedValue',
  'computedNames',
  'renderedText',
  'isRendered',
  'isShown',
] as const satisfies readonly (keyof EnginePort)[];

type AboutANode = (node: StoreNode, ...rest: unknown[]) => unknown;

function documentOf(node: StoreNode): StoreNode | null {
  return node[NODE_TYPE] === 9
    ? node
    : ((node as { readonly [OWNER_DOCUMENT]?: StoreNode | null })[OWNER_DOCUMENT] ?? null);
}

/** The realm of the document that a node is in, if that is another one than the asker's and has its origin. */
export function realmElsewhere(tree: FrameTree, asker: FrameRealm, node: StoreNode): FrameRealm | null {
  const document = documentOf(node);
  const owner = document === null ? null : tree.realmOf(document);
  return owner !== null && owner !== asker && owner.origin === asker.origin ? owner : null;
}

/** Faster: nodes of the asker's own document, which nearly all are, cost one comparison. */
export function answeringElsewhere(
  port: EnginePort,
  ownDocument: object,
  tree: FrameTree,
  realm: () => FrameRealm,
): EnginePort {
  const routed: Record<string, AboutANode> = {};
  for (const name of ABOUT_A_NODE) {
    const own = port[name] as AboutANode;
    routed[name] = (node, ...rest) => {
      if (tree.isEmpty || documentOf(node) === ownDocument) return own(node, ...rest);
      const owner = realmElsewhere(tree, realm(), node);
      return owner === null ? own(node, ...rest) : (owner.forPage[name] as AboutANode)(node, ...rest);
    };
  }
  return { ...port, ...(routed as Partial<EnginePort>) };
}
