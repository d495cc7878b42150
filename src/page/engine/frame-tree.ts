/**
 * The frames of one page: which there are, whose documents they show, and who may look into whom.
 *
 * In:  frame elements as they come and go, and documents for them. Out: a tree of navigables, each with the realm of its
 * document. All of them live in one isolate, and this side of the wall knows their origins: a realm gets another realm's
 * objects only from here, and only where both have one origin.
 *
 * HTML §7.3.1 (navigables), §7.1.1 (origins), §7.1.5 (sandboxing) https://html.spec.whatwg.org/#navigables
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute, type DomNode } from '../../html/node-tree.ts';
import { LIMITS } from '../../limits.ts';
import type { ElementIds } from '../../spatial/ids.ts';
import { parsePolicies, sandboxOf } from '../csp/policy.ts';
import type { DocumentConfig, FrameNews, FramePlace } from '../messages.ts';
import type { WindowGate } from '../ports.ts';
import { URL_PARTS, urlParts } from '../url/url-parts.ts';
import { type FrameRealm, isAbove, type Navigable, named, repeats } from './frame-realm.ts';
import { NativeNames } from './native-names.ts';
import { parseSandbox, type Sandbox } from './sandbox.ts';

/** Makes a realm for a document: the engine's part of it, and the ways in. */
export type RealmMaker = (
  navigable: Navigable,
  origin: string,
  sandbox: Sandbox,
  config: DocumentConfig,
  context: unknown,
) => FrameRealm;

/** Realms of frames have numbers of their own, so that they do not meet those of workers. */
export const FIRST_FRAME_REALM = 2 ** 20;

export class FrameTree {
  readonly ids: ElementIds;
  readonly root: Navigable = {
    id: 0,
    parent: null,
    element: null,
    depth: 0,
    children: [],
    realm: null,
    isShut: false,
    wasSent: false,
    name: '',
  };
  readonly #make: RealmMaker;
  readonly #navigables = new Map<number, Navigable>([[0, this.root]]);
  readonly #byElement = new WeakMap<DomNode, Navigable>();
  readonly #byDocument = new WeakMap<DomNode, FrameRealm>();
  readonly #realms = new Map<number, FrameRealm>();
  readonly #nativeNames = new NativeNames();
  #news: FrameNews[] = [];
  #lastNavigable = 0;
  #lastRealm = FIRST_FRAME_REALM - 1;
  #lastOpaque = 0;

  constructor(ids: ElementIds, make: RealmMaker) {
    this.ids = ids;
    this.#make = make;
  }

  get isEmpty(): boolean {
    return this.root.children.length === 0;
  }

  /** The page's own document. */
  openRoot(realm: Omit<FrameRealm, 'navigable' | 'number' | 'origin' | 'sandbox' | 'ways' | 'close'>): FrameRealm {
    const whole: FrameRealm = {
      ...realm,
      number: 0,
      navigable: this.root,
      origin: this.#originOf(realm.config.url, parseSandbox(null)),
      // Differs: a page whose own policy has a sandbox keeps its origin.
      sandbox: parseSandbox(sandboxOf(realm.policy.policies)),
      ways: null,
      close: () => undefined,
    };
    this.root.realm = whole;
    this.#add(whole);
    return whole;
  }

  navigable(id: number): Navigable | null {
    return this.#navigables.get(id) ?? null;
  }

  navigableOf(element: DomNode): Navigable | null {
    return this.#byElement.get(element) ?? null;
  }

  realmByNumber(number: number): FrameRealm | null {
    return this.#realms.get(number) ?? null;
  }

  realms(): Iterable<FrameRealm> {
    return this.#realms.values();
  }

  /** The realm whose document this is, also when no frame shows it any more: pages may keep it. */
  realmOf(document: DomNode): FrameRealm | null {
    return this.#byDocument.get(document) ?? null;
  }

  /** A frame element has come into a document. 0 when there are too many, -1 when nothing shows the document any more. */
  begin(parent: FrameRealm, element: DomNode): number {
    if (parent.navigable.realm !== parent) return -1;
    const known = this.#byElement.get(element);
    if (known !== undefined && this.#navigables.has(known.id)) return known.id;
    const depth = parent.navigable.depth + 1;
    if (depth > LIMITS.frameDepth || this.#navigables.size > LIMITS.framesPerPage) return 0;
    const navigable: Navigable = {
      id: ++this.#lastNavigable,
      parent,
      element,
      depth,
      children: [],
      realm: null,
      isShut: false,
      wasSent: false,
      name: attribute(element, 'name') ?? '',
    };
    this.#navigables.set(navigable.id, navigable);
    this.#byElement.set(element, navigable);
    parent.navigable.children.push(navigable);
    return navigable.id;
  }

  /** The element is gone, and everything in it. */
  end(navigable: Navigable): void {
    if (!this.#navigables.delete(navigable.id)) return;
    this.#shutRealm(navigable);
    navigable.isShut = true;
    const siblings = navigable.parent?.navigable.children;
    const at = siblings?.indexOf(navigable) ?? -1;
    if (at >= 0) siblings!.splice(at, 1);
    if (navigable.element !== null) this.#byElement.delete(navigable.element);
    this.#forgetDepartures(navigable.id);
    if (navigable.wasSent) this.#news.push({ kind: 'end', navigable: navigable.id });
  }

  #shutRealm(navigable: Navigable): void {
    for (const child of [...navigable.children]) this.end(child);
    const { realm } = navigable;
    if (realm === null) return;
    navigable.realm = null;
    this.#realms.delete(realm.number);
    this.#news.push({ kind: 'closed', realm: realm.number });
    realm.close();
  }

  /** A document for a navigable. `inherits`: from srcdoc or about:blank, with the origin of the document around it. */
  open(navigable: Navigable, config: DocumentConfig, inherits: boolean, context: unknown): FrameRealm | null {
    const { parent } = navigable;
    if (parent === null || this.#realms.size > LIMITS.frameRealms) {
      navigable.isShut = true;
      return null;
    }
    // A document that another one made has the policies of that one.
    const csp = inherits ? parent.policy.policies.map((each) => [each.text, each.isReportOnly] as const) : config.csp;
    const around = parseSandbox(
      navigable.element === null ? null : attribute(navigable.element, 'sandbox'),
      parent.sandbox,
    );
    const sandbox = parseSandbox(sandboxOf(parsePolicies(csp ?? [])), around);
    const origin = inherits && !sandbox.isOpaque ? parent.origin : this.#originOf(config.url, sandbox);
    const place: FramePlace = {
      realm: ++this.#lastRealm,
      navigable: navigable.id,
      origin: origin.startsWith(OPAQUE) ? 'null' : origin,
      base: inherits ? parent.page.baseUrl : null,
      name: navigable.name,
      isSandboxed: sandbox.isOpaque,
    };
    this.#shutRealm(navigable);
    navigable.isShut = false;
    const scripting = config.scripting && sandbox.scripts;
    const realm = this.#make(
      navigable,
      origin,
      sandbox,
      { ...config, scripting, frame: place, csp: csp ?? [] },
      context,
    );
    navigable.realm = realm;
    this.#add(realm);
    return realm;
  }

  #add(realm: FrameRealm): void {
    this.#realms.set(realm.number, realm);
    this.#byDocument.set(realm.page.document, realm);
    this.#nativeNames.add(realm.origin, realm.port.gate.nativeName);
  }

  nativeName({ origin }: FrameRealm, value: object): string | null {
    return this.#nativeNames.find(origin, value);
  }

  /** The document of a navigable could not be had. */
  fail(navigable: Navigable): void {
    this.#shutRealm(navigable);
    navigable.isShut = true;
  }

  /** The realm of a navigable, if this one may look into it. The empty document of a new frame is made when asked for. */
  visibleRealm(viewer: FrameRealm, id: number): FrameRealm | null {
    const navigable = this.#navigables.get(id);
    if (navigable === undefined || navigable.isShut) return null;
    const realm = navigable.realm ?? this.#openBlank(navigable, viewer);
    return realm !== null && realm.origin === viewer.origin ? realm : null;
  }

  /** "create a new child navigable": about:blank with the origin of its parent. */
  #openBlank(navigable: Navigable, viewer: FrameRealm): FrameRealm | null {
    const { parent, element } = navigable;
    if (parent === null || parent.origin !== viewer.origin) return null;
    if (parseSandbox(attribute(element!, 'sandbox'), parent.sandbox).isOpaque) return null;
    const { history: _, frame: __, ...rest } = parent.config;
    const config = {
      ...rest,
      url: 'about:blank',
      contentType: 'text/html',
      encoding: 'UTF-8',
      referrer: parent.config.url,
    };
    const realm = this.open(navigable, config, true, null);
    if (realm === null) return null;
    realm.port.finishBlank();
    this.#news.push({ kind: 'blank', realm: realm.number, navigable: navigable.id, parent: parent.number });
    return realm;
  }

  gateOf(viewer: FrameRealm, id: number): WindowGate | null {
    return this.visibleRealm(viewer, id)?.port.gate ?? null;
  }

  documentOf(viewer: FrameRealm, id: number): StoreNode | null {
    return this.visibleRealm(viewer, id)?.port.document ?? null;
  }

  /** §7.3.2.1 "rules for choosing a navigable": by keyword or by name. -1 for none. */
  choose(from: FrameRealm, name: string): number {
    const { navigable } = from;
    switch (name.toLowerCase()) {
      case '':
      case '_self':
        return navigable.id;
      case '_parent':
        return navigable.parent?.navigable.id ?? navigable.id;
      case '_top':
        return 0;
      case '_blank':
        return -1;
    }
    for (const root of [navigable, this.root]) {
      const found = named(root, name);
      if (found !== null) return found.id;
    }
    return -1;
  }

  /** Sends a navigable elsewhere, in the name of a document. */
  navigate(from: FrameRealm, id: number, navigation: string): boolean {
    const target = this.#navigables.get(id);
    if (target === undefined || !this.#mayNavigate(from, target) || repeats(target, navigation)) return false;
    this.#forgetDepartures(id);
    this.#news.push({ kind: 'navigate', navigable: id, from: from.number, navigation });
    return true;
  }

  /** The newest wish counts, and a page that makes them without end makes no list without end. */
  #forgetDepartures(id: number): void {
    if (this.#news.length > 0)
      this.#news = this.#news.filter((news) => news.kind !== 'navigate' || news.navigable !== id);
  }

  /** §7.4.2.4 "allowed by sandboxing to navigate"; a stranger may not send others than its own frames and the page. */
  #mayNavigate(from: FrameRealm, target: Navigable): boolean {
    if (target === from.navigable || isAbove(from.navigable, target)) return true;
    if (target.parent === null) return !from.sandbox.isOn || from.sandbox.topNavigation;
    if (from.sandbox.isOn) return false;
    for (let at: Navigable | null = target; at !== null; at = at.parent?.navigable ?? null) {
      if (at.realm?.origin === from.origin) return true;
    }
    return false;
  }

  /** What the host has to know since it last asked. */
  takeNews(): FrameNews[] {
    const news = this.#news;
    this.#news = [];
    for (const each of news) {
      const sent = each.kind === 'navigate' ? this.#navigables.get(each.navigable) : undefined;
      if (sent !== undefined) sent.wasSent = true;
    }
    return news;
  }

  /** Tells documents in frames that their viewport is another size than they last heard. `true` when there was one. */
  fit(update: (realm: FrameRealm) => void): boolean {
    let changed = false;
    for (const realm of this.#realms.values()) {
      if (realm.navigable.parent === null) continue;
      update(realm);
      const { width, height } = realm.page.viewport;
      const size = `${width} ${height}`;
      if (realm.page.knownViewport === size) continue;
      realm.page.knownViewport = size;
      changed = true;
      realm.port.viewportChanged();
    }
    return changed;
  }

  /** The document has loaded: whoever shows it is told. */
  loaded(realm: FrameRealm): void {
    const { parent, element } = realm.navigable;
    if (parent !== null && element !== null) parent.port.frameLoaded(element as StoreNode);
  }

  close(): void {
    for (const child of [...this.root.children]) this.end(child);
    this.#news = [];
  }

  #originOf(url: string, sandbox: Sandbox): string {
    const origin = sandbox.isOpaque ? 'null' : (urlParts(url, '')?.split('\n')[ORIGIN_LINE] ?? 'null');
    if (origin !== 'null') return origin;
    // Files and data are each other's strangers.
    return `${OPAQUE}${++this.#lastOpaque}`;
  }
}

const OPAQUE = 'null ';
const ORIGIN_LINE = URL_PARTS.indexOf('origin');
