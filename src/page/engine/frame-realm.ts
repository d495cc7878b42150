/**
 * The places of a page's documents, and what the engine knows of each document: the words that the tree of frames speaks in.
 *
 * HTML §7.3.1 (navigables) https://html.spec.whatwg.org/#navigables
 */
import type { DomNode } from '../../html/node-tree.ts';
import type { ContentPolicy } from '../csp/content-policy.ts';
import type { DocumentConfig } from '../messages.ts';
import type { EnginePort, PagePort } from '../ports.ts';
import type { EngineQueries } from './engine-queries.ts';
import type { Sandbox } from './sandbox.ts';
import type { StyledDocument } from './styled-document.ts';

/** The document of a frame, or of the page itself. */
export interface FrameRealm {
  /** The host's number for the realm: 0 is the page's. */
  readonly number: number;
  readonly navigable: Navigable;
  /** Equal for those who may look into each other. */
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly port: PagePort;
  /** What its page can ask, also for pages of its origin. */
  readonly forPage: EnginePort;
  readonly page: StyledDocument;
  readonly queries: EngineQueries;
  readonly policy: ContentPolicy;
  readonly config: DocumentConfig;
  /** What the host calls: the entries of both realms. */
  readonly ways: object | null;
  /** Lets go of what this realm holds of it. */
  close(): void;
}

/** "navigable": a place for documents, one after the other. */
export interface Navigable {
  /** 0 is the page's own. */
  readonly id: number;
  readonly parent: FrameRealm | null;
  /** The element that shows it; `null` for the page's own. */
  readonly element: DomNode | null;
  readonly depth: number;
  readonly children: Navigable[];
  /** `null` as long as nobody has looked at the empty document that a frame begins with. */
  realm: FrameRealm | null;
  /** Nothing in it can be looked at: its document could not be had, or the page has too many of them. */
  isShut: boolean;
  /** The host has been asked for a document. */
  wasSent: boolean;
  name: string;
}

/** A document that frames itself, through others or not, does so once more and not again, as in Chrome. */
export function repeats(target: Navigable, navigation: string): boolean {
  const { url, srcdoc } = JSON.parse(navigation) as { readonly url: string; readonly srcdoc: string | null };
  if (srcdoc !== null || url.startsWith('about:')) return false;
  const address = url.replace(/#.*$/s, '');
  let count = 0;
  for (let at = target.parent; at !== null; at = at.navigable.parent) {
    if (at.config.url.replace(/#.*$/s, '') === address && ++count > 1) return true;
  }
  return false;
}

export function named(root: Navigable, name: string): Navigable | null {
  const waiting = [root];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (at.name === name) return at;
    waiting.push(...at.children);
  }
  return null;
}

export function isAbove(ancestor: Navigable, navigable: Navigable): boolean {
  for (let at = navigable.parent; at !== null; at = at.navigable.parent) if (at.navigable === ancestor) return true;
  return false;
}
