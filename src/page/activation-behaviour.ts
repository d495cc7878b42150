/**
 * What a click does by default, by element: a table that the files of dom/ fill.
 *
 * DOM §2.9 (activation behaviour, legacy-pre-activation behaviour).
 */
import { LOCAL_NAME, NAMESPACE, NODE_TYPE } from '../html/node-keys.ts';
import type { PageNode } from './dom/create-node.ts';
import { isHtmlElement } from './dom/create-node.ts';
import { isTreeNode } from './dom/tree.ts';
import type { Event } from './event.ts';

export interface ActivationBehaviour {
  /** Runs before listeners do; what it gives back undoes it if the event is cancelled. */
  readonly before?: (element: PageNode, event: Event) => (() => void) | null;
  readonly run: (element: PageNode, event: Event) => void;
  /** Whether this element has the behaviour; by default every element with the name. */
  readonly applies?: (element: PageNode) => boolean;
}

const behaviours: Record<string, ActivationBehaviour> = { __proto__: null as never };

export function setActivation(localName: string, behaviour: ActivationBehaviour): void {
  behaviours[localName] = behaviour;
}

export function activationOf(object: object): ActivationBehaviour | null {
  if (!isTreeNode(object) || object[NODE_TYPE] !== 1) return null;
  // Of other elements, links of SVG are followed (SVG 2 §16.2).
  if (!isHtmlElement(object) && !(object[LOCAL_NAME] === 'a' && object[NAMESPACE] === 'svg')) return null;
  const behaviour = behaviours[object[LOCAL_NAME]];
  if (behaviour === undefined) return null;
  return behaviour.applies === undefined || behaviour.applies(object) ? behaviour : null;
}
