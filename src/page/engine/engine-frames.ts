/**
 * The engine realm's functions for frames: what their documents can ask for, what the host can, and how a realm begins.
 *
 * In:  the tree of frames. Out: functions for the ports. Those for pages give numbers, the page's own elements, and objects
 * of other documents of the same origin.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { documentState } from '../../html/node-state.ts';
import type { DomNode } from '../../html/node-tree.ts';
import type { BootedPage } from '../boot.ts';
import type { DocumentConfig } from '../messages.ts';
import type { EnginePort, PagePort } from '../ports.ts';
import type { DocumentEngine } from './engine.ts';
import { coverAbove, pointInPage, pointInParent } from './frame-geometry.ts';
import type { FrameRealm, Navigable } from './frame-realm.ts';
import type { FrameTree } from './frame-tree.ts';
import type { HostContext, HostHandles } from './host-handles.ts';
import { realmElsewhere } from './nodes-elsewhere.ts';

type FramePort = Pick<EnginePort, Extract<keyof EnginePort, `frame${string}`>>;

export function framePort(tree: FrameTree, realm: () => FrameRealm): FramePort {
  /** Where mutation observers of this document watch nodes of others. */
  const watched = new WeakMap<object, Set<PagePort>>();
  const count = (id: number): number => tree.navigable(id)?.children.length ?? 0;
  return {
    frameBegin: (element) => tree.begin(realm(), element),
    frameEnd: (element) => {
      const navigable = tree.navigableOf(element);
      if (navigable !== null) tree.end(navigable);
      return navigable !== null;
    },
    frameOf: (element) => tree.navigableOf(element)?.id ?? -1,
    frameElement: () => {
      const { parent, element } = realm().navigable;
      return parent !== null && parent.origin === realm().origin ? (element as StoreNode | null) : null;
    },
    frameDocument: (id) => tree.documentOf(realm(), id),
    frameGate: (id) => tree.gateOf(realm(), id),
    frameNativeName: (value) => tree.nativeName(realm(), value),
    frameParent: (id) => tree.navigable(id)?.parent?.navigable.id ?? -1,
    frameChild: (id, at) => tree.navigable(id)?.children[at]?.id ?? -1,
    frameNamed: (id, name) => tree.navigable(id)?.children.find((child) => child.name === name)?.id ?? -1,
    frameCount: count,
    frameIsThere: (id) => tree.navigable(id) !== null,
    frameRename: (id, name) => {
      const navigable = tree.navigable(id);
      if (navigable !== null) navigable.name = name;
      return navigable !== null;
    },
    frameChoose: (name) => tree.choose(realm(), name),
    frameNavigate: (id, navigation) => tree.navigate(realm(), id, navigation),
    frameRelease: (node, silent) => {
      const owner = realmElsewhere(tree, realm(), node);
      owner?.port.removeNode(node, silent);
      return owner !== null;
    },
    frameInsert: (parent, node, child, silent) => {
      const owner = realmElsewhere(tree, realm(), parent);
      owner?.port.insertNode(parent, node, child, silent);
      return owner !== null;
    },
    frameParsed: (node) => {
      const owner = realmElsewhere(tree, realm(), node[PARENT_NODE]!);
      owner?.port.inserted(node);
      return owner !== null;
    },
    frameObserve: (target, observer, options, tell) => {
      const owner = realmElsewhere(tree, realm(), target);
      if (owner === null) return false;
      const known = watched.get(observer) ?? new Set();
      watched.set(observer, known.add(owner.port));
      owner.port.observers.observe(observer, target, options, tell);
      return true;
    },
    frameUnobserve: (observer) => {
      for (const port of watched.get(observer) ?? []) port.observers.disconnect(observer);
      return watched.delete(observer);
    },
    frameRecords: (observer, take) => {
      for (const port of watched.get(observer) ?? []) {
        const records = port.observers.takeRecords(observer);
        for (let at = 0; at < records.length; at++) take(records[at]!);
      }
      return true;
    },
    frameLoaded: () => {
      tree.loaded(realm());
      return true;
    },
    frameLoadEvent: (id, isRunning) => {
      const child = tree.navigable(id)?.realm ?? null;
      child?.port.noteLoadEvent(isRunning);
      return child !== null;
    },
    frameFocused: () => {
      const { parent, element } = realm().navigable;
      if (parent !== null && element !== null) parent.port.frameFocused(element as StoreNode);
      return parent !== null;
    },
    frameViewport: (out) => {
      const { page, navigable } = realm();
      if (navigable.parent === null) return false;
      page.fitToFrame();
      out[0] = page.viewport.width;
      out[1] = page.viewport.height;
      return true;
    },
    frameShow: (x, y) => {
      const point = pointInParent(realm(), x, y);
      const { parent, element } = realm().navigable;
      if (point === null || parent === null) return false;
      parent.port.showPoint(element as StoreNode, point[0], point[1]);
      return true;
    },
    frameCover: (x, y) => coverAbove(realm(), tree, x, y),
    framePoint: (x, y, out) => {
      const point = pointInPage(realm(), x, y);
      if (point === null) return false;
      out[0] = point[0];
      out[1] = point[1];
      return true;
    },
    frameAllows: (what) => realm().sandbox[what],
  };
}

/** What the host calls for the frames of a page. No code of a page runs in any of these. */
export interface FrameEntries {
  /** JSON of the FrameNews since the last call. */
  takeNews(): string;
  /** A document for a navigable: its realm's number, 0 when there is no room for it. */
  open(navigable: number, config: string, inherits: boolean, context: unknown): number;
  /** The navigable's document could not be had. */
  fail(navigable: number): void;
  /** The entries of a frame's two realms, and its context. */
  ways(realm: number): object | null;
  /** The realm of the document that an element with this id is in; -1 for none. */
  realmOfId(id: number): number;
  /** The realm of the document in a frame element with this id; -1 for none. */
  realmInside(id: number): number;
  /** The realm of the document that has the keyboard. */
  focusedRealm(): number;
  /** The origin of a realm's document as others see it, and the number of its navigable: JSON. */
  facts(realm: number): string;
  /** The realm of a navigable's document; -1 for none. */
  realmOf(navigable: number): number;
  /** The iframe elements around a realm's document, the outermost first: JSON of pairs of realm and id. */
  around(realm: number): string;
}

export function frameEntries(tree: FrameTree): FrameEntries {
  return {
    takeNews: () => JSON.stringify(tree.takeNews()),
    open: (id, text, inherits, context) => {
      const navigable = tree.navigable(id);
      if (navigable === null || navigable.parent === null) return 0;
      return tree.open(navigable, JSON.parse(text) as DocumentConfig, inherits, context)?.number ?? 0;
    },
    fail: (id) => {
      const navigable = tree.navigable(id);
      if (navigable === null || navigable.parent === null) return;
      tree.fail(navigable);
      navigable.parent.port.frameLoaded(navigable.element as StoreNode);
    },
    ways: (number) => tree.realmByNumber(number)?.ways ?? null,
    realmOfId: (id) => {
      for (const realm of tree.realms()) if (tree.ids.nodeOf(id, realm.page.document) !== null) return realm.number;
      return -1;
    },
    realmInside: (id) => {
      for (const realm of tree.realms()) {
        const element = tree.ids.nodeOf(id, realm.page.document);
        if (element !== null) return tree.navigableOf(element)?.realm?.number ?? -1;
      }
      return -1;
    },
    focusedRealm: () => {
      let realm = tree.root.realm;
      for (let next = realm; next !== null; next = focusedFrame(tree, next)?.realm ?? null) realm = next;
      return realm?.number ?? 0;
    },
    facts: (number) => {
      const realm = tree.realmByNumber(number);
      if (realm === null) return 'null';
      const origin = realm.origin.startsWith('null') ? 'null' : realm.origin;
      return JSON.stringify({
        origin,
        navigable: realm.navigable.id,
        parent: realm.navigable.parent?.number ?? 0,
        isRootOrigin: realm.origin === tree.root.realm?.origin,
      });
    },
    realmOf: (id) => tree.navigable(id)?.realm?.number ?? -1,
    around: (number) => {
      const pairs: [number, number][] = [];
      for (let at = tree.realmByNumber(number)?.navigable; at?.parent != null; at = at.parent.navigable) {
        pairs.unshift([at.parent.number, tree.ids.idOf(at.element!)]);
      }
      return JSON.stringify(pairs);
    },
  };
}

function focusedFrame(tree: FrameTree, { page }: FrameRealm): Navigable | null {
  const focused = documentState(page.document).focused as DomNode | null | undefined;
  if (focused === null || focused === undefined) return null;
  const name = focused[LOCAL_NAME];
  return name === 'iframe' || name === 'frame' ? tree.navigableOf(focused) : null;
}

/** isolated-vm's reference: it calls functions in the name of the context that it was made in. */
interface HostValue {
  deref(): unknown;
  getSync(name: string, options: { readonly reference: true }): HostValue;
  applySync(
    self: undefined,
    args: readonly string[],
    options: { readonly result: { readonly reference: true } },
  ): HostValue;
  release(): void;
}

/** Begins the realm of a frame's document, and connects it to the engine. No code of a page runs here. */
export function makeFrameRealm(
  facts: Pick<FrameRealm, 'navigable' | 'origin' | 'sandbox' | 'config'>,
  context: HostContext,
  handles: HostHandles,
  makeEngine: (port: PagePort, realm: () => FrameRealm) => DocumentEngine,
): FrameRealm {
  // Through references, so that V8 takes what runs in the realm for the realm's own: else 'eval' refuses.
  const asReference = { reference: true } as const;
  const boot = context.global.getSync('__agentbrowser', asReference) as HostValue;
  context.global.deleteSync('__agentbrowser');
  const bootPage = boot.getSync('bootPage', asReference);
  const booted = bootPage.applySync(undefined, [JSON.stringify(facts.config)], { result: asReference });
  const { port, entries } = booted.deref() as BootedPage;
  const pageEntries = booted.getSync('entries', asReference);
  for (const reference of [boot, bootPage, booted]) reference.release();
  let made: FrameRealm | null = null;
  const { page, queries, policy, forPage, forHost } = makeEngine(port, () => made!);
  made = {
    ...facts,
    number: facts.config.frame!.realm,
    port,
    forPage,
    page,
    queries,
    policy,
    ways: { page: pageEntries, engine: forHost, context },
    // What runs in it runs to its end. A reference keeps what it stands for, and with it everything that leads back here.
    close: () => {
      pageEntries.release();
      context.release();
    },
  };
  forHost.connectHost(handles.host!, handles.isolate!, context);
  entries.connect(forPage);
  return made;
}
