/**
 * Functions that make the nodes which can have children, one for each prototype.
 *
 * In:  a prototype, when its first node is made. Out: a constructor whose nodes have all fields and an end mark.
 *
 * Faster: V8 learns the hidden classes of objects for each text of a function. With one text for the dozens of interfaces
 * that elements have it stops learning, and each field of each node is a call of its runtime: 0.9 us for a node in place of
 * 0.05. So there are copies of one text. They are made with the realm, and an interface takes the next one.
 */
import type { StoreNode } from './dom-keys.ts';
import { END, LOCAL_NAME, NEXT, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE, PREV, START } from './node-keys.ts';

/** A node and the document that it belongs to. */
export interface OwnedNode extends StoreNode {
  [OWNER_DOCUMENT]: StoreNode | null;
}

/** Makes nodes of one prototype. */
export type NodeShape = new (document: StoreNode | null, name: string, nodeType: number) => OwnedNode;

function giveBack(object: object): object {
  return object;
}

/**
 * The fields of a class that extends it are defined on the object that it is given.
 *
 * Faster: V8 compiles the definition of a private key, but not an assignment that adds one.
 */
export const Onto = giveBack as unknown as new (object: object) => object;

/** Where a parent's list of attributes and children ends. */
class EndMark {
  [NODE_TYPE] = -1;
  [OWNER_DOCUMENT]: StoreNode | null = null;
  [PARENT_NODE] = null;
  [NEXT] = null;
  [PREV]: StoreNode | null = null;
  [START]: StoreNode | null = null;
  [link: symbol]: unknown;
  constructor(start: StoreNode, document: StoreNode | null) {
    this[OWNER_DOCUMENT] = document;
    this[PREV] = start;
    this[START] = start;
  }
}

/** What the text below names. */
const NAMED = { Onto, EndMark, OWNER_DOCUMENT, LOCAL_NAME, NODE_TYPE, PARENT_NODE, NEXT, PREV, END };

/**
 * The function has no name, so that stack traces name an element by its interface. The assignments are all there although
 * some change nothing: V8 counts them to know how much room an object needs.
 *
 * Secure: a strict function is never shown by a stack trace's CallSite.
 */
const TEXT = `"use strict";
class Fields extends Onto {
  [OWNER_DOCUMENT] = null; [LOCAL_NAME] = ''; [NODE_TYPE] = 0; [PARENT_NODE] = null; [NEXT] = null; [PREV] = null; [END] = null;
}
return () => function (document, name, nodeType) {
  const end = new EndMark(this, document);
  new Fields(this);
  this[OWNER_DOCUMENT] = document;
  this[LOCAL_NAME] = name;
  this[NODE_TYPE] = nodeType;
  this[PARENT_NODE] = null;
  this[NEXT] = end;
  this[PREV] = null;
  this[END] = end;
};`;

/** Gives a new function of one text each time. */
type Make = () => NodeShape;

/** A number in a comment, because V8 knows a text that it has compiled before. */
function copyOfText(number: number): Make {
  const declare = new Function(...Object.keys(NAMED), `/* ${number} */ ${TEXT}`) as (...named: unknown[]) => Make;
  return declare(...Object.values(NAMED));
}

const makeCommon = copyOfText(0);
const ready: NodeShape[] = [];
let taken = 0;

/** Makes copies for interfaces to come; each is called once, so that it is in a snapshot with its code. */
export function prepareParentShapes(copies: number): void {
  for (let copy = 1; copy <= copies; copy++) {
    const Shape = copyOfText(copy)();
    void new Shape(null, '', 0);
    ready[copy - 1] = Shape;
  }
}

/** Elements, documents, fragments. Those that find no copy left share one text. */
export function parentShape(prototype: object): NodeShape {
  const shape = taken < ready.length ? ready[taken++]! : makeCommon();
  (shape as { prototype: object }).prototype = prototype;
  return shape;
}
