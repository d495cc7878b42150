/**
 * One document with its styles and its layout, as they are now.
 *
 * In:  the page realm's nodes, the texts of fetched sheets, and a version that grows with every change.
 * Out: styles and boxes. Nothing is computed when nothing changed: the version of what was laid out is the key. After a
 *      change of some nodes, styles are matched again where selectors can see it, boxes are made anew where styles or
 *      nodes differ, and layout goes through what contains them; the rest comes from caches.
 */

import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { documentState, elementState } from '../../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstElementChild,
  following,
  isElement,
} from '../../html/node-tree.ts';
import { colorDepthOf } from '../../identity/profile.ts';
import { invariant } from '../../invariant.ts';
import { AnchorMemory } from '../../layout/anchor/anchor-memory.ts';
import { layoutPage } from '../../layout/approach.ts';
import type { Box } from '../../layout/box.ts';
import type { BoxTreeOptions } from '../../layout/box-tree.ts';
import { BoxTree } from '../../layout/box-tree-update.ts';
import { ContainerSizes } from '../../layout/container-sizes.ts';
import type { PageLayout } from '../../layout/page-layout.ts';
import { type RegisteredProperty, type RegistrationFault, registrationFault } from '../../style/registered-property.ts';
import { createStyleResolver, type DocumentStyleResolver } from '../../style/resolver.ts';
import type { SheetText, StyleSources } from '../../style/sheets.ts';
import type { StyleEnvironment } from '../../style/style-environment.ts';
import type { DocumentConfig } from '../messages.ts';
import type { PagePort } from '../ports.ts';
import { resolveUrl } from '../url/url-parts.ts';
import { changedElements } from './changed-elements.ts';
import { LoadedImages } from './loaded-images.ts';

/** After so many changes in a row everything is made anew: nodes that have left the document are forgotten then. */
const MAX_UPDATES = 500;

/** The viewport of a frame without a box. */
export const NO_VIEWPORT = { width: 0, height: 0 } as const;

export class StyledDocument {
  readonly document: DomNode;
  environment: StyleEnvironment;
  viewport: { readonly width: number; readonly height: number };
  readonly #port: PagePort;
  readonly #url: string;
  readonly #scripting: boolean;
  readonly #linkedSheets = new Map<DomNode, SheetText>();
  readonly #imports = new Map<string, string>();
  readonly #adopted = new Map<DomNode, readonly string[]>();
  readonly #registered = new Map<string, RegisteredProperty>();
  readonly images: LoadedImages;
  #styles: DocumentStyleResolver | null = null;
  #stylesVersion = -1;
  #tree: BoxTree | null = null;
  /** Elements whose boxes the next layout makes anew; `null`: of all. */
  #changed: Set<DomElement> | null = null;
  #updates = 0;
  /** Elements with 'content-visibility: auto' that have been near the viewport. */
  readonly #approached = new WeakSet<DomNode>();
  readonly #containers = new ContainerSizes();
  readonly #anchors = new AnchorMemory();
  #layout: PageLayout | null = null;
  #layoutVersion = -1;
  #frameVersion = -1;
  /** Counts changes of sheets, which the document's own version does not see. */
  #sheetChanges = 0;
  #styledSheets = 0;
  #watchesMotion = false;

  /** In a frame that has no box itself: nothing in it has one. */
  isHidden = false;
  /** In a frame: the size that the document has last heard of, or begun with. */
  knownViewport: string | null = null;
  /** In a frame: what the frame has room for now. */
  readonly #frame: (() => { readonly width: number; readonly height: number } | null) | null;

  constructor(
    port: PagePort,
    { url, profile, environment, scripting, images = false, frame }: DocumentConfig,
    viewport: (() => { readonly width: number; readonly height: number } | null) | null = null,
  ) {
    // Both realms come from one snapshot, and symbols of a snapshot are one and the same in all of them.
    invariant(port.key === NODE_TYPE, 'the realms of a document come from one snapshot');
    this.document = port.document;
    this.#port = port;
    this.#url = frame?.base ?? url;
    this.#frame = viewport;
    this.#scripting = scripting;
    this.images = new LoadedImages(images);
    const [width, height] = profile.viewport;
    this.viewport = { width, height };
    this.environment = {
      viewportWidth: width,
      viewportHeight: height,
      colorScheme: environment?.colorScheme ?? 'light',
      reducedMotion: environment?.reducedMotion ?? false,
      devicePixelRatio: profile.devicePixelRatio,
      screen: profile.screen,
      colorDepth: colorDepthOf(profile),
      mediaType: environment?.media ?? 'screen',
    };
  }

  setViewport(width: number, height: number): true {
    this.viewport = { width, height };
    return this.#setEnvironment({ ...this.environment, viewportWidth: width, viewportHeight: height });
  }

  setPreferences(isDark: boolean, reducedMotion: boolean, isPrint: boolean): true {
    const colorScheme = isDark ? 'dark' : 'light';
    const mediaType = isPrint ? 'print' : 'screen';
    return this.#setEnvironment({ ...this.environment, colorScheme, reducedMotion, mediaType });
  }

  #setEnvironment(environment: StyleEnvironment): true {
    this.environment = environment;
    return this.#makeAnew();
  }

  /** For what any rule may depend on. */
  #makeAnew(): true {
    this.#styles = null;
    this.#tree = null;
    this.#sheetChanges++;
    return true;
  }

  get version(): number {
    return this.#port.version() + this.#sheetChanges;
  }

  /** HTML: the document base URL, from the first base element with an address. */
  get baseUrl(): string {
    for (let at = following(this.document, this.document); at !== null; at = following(at, this.document)) {
      if (!isElement(at)) continue;
      if (at[LOCAL_NAME] === 'body') break;
      const href = at[LOCAL_NAME] === 'base' ? attribute(at, 'href') : null;
      if (href !== null) return resolveUrl(href, this.#url) ?? this.#url;
    }
    return this.#url;
  }

  /** A frame's viewport is what the document around it gives it. */
  fitToFrame(): void {
    const room = this.#frame?.();
    if (room === null || room === undefined) return;
    this.isHidden = room === NO_VIEWPORT;
    this.knownViewport ??= `${room.width} ${room.height}`;
    if (room.width === this.viewport.width && room.height === this.viewport.height) return;
    this.setViewport(room.width, room.height);
  }

  styles(): DocumentStyleResolver {
    this.fitToFrame();
    const { version } = this;
    if (this.#styles === null) {
      this.#port.takeChanges();
      this.#styles = createStyleResolver(this.document, this.#sources(), this.environment);
      if (this.#watchesMotion) this.#styles.watchMotion();
      this.#changed = null;
    } else if (this.#stylesVersion !== version) {
      this.#stylesVersion = -1;
      this.#restyle(this.#styles);
    }
    this.#styledSheets = this.#sheetChanges;
    this.#stylesVersion = version;
    return this.#styles;
  }

  /** Notes how styles with animations or transitions change, from the styles as they were last computed. */
  watchMotion(): true {
    this.#watchesMotion = true;
    this.#styles?.watchMotion();
    return true;
  }

  #restyle(styles: DocumentStyleResolver): void {
    const elements = changedElements(this.#port.takeChanges(), this.document);
    const hadUserAction = this.#port.takeUserAction();
    if (elements === null || this.#styledSheets !== this.#sheetChanges || ++this.#updates > MAX_UPDATES) {
      styles.invalidate(null);
      this.#changed = null;
      this.#updates = 0;
      return;
    }
    const restyled = elements.length > 0 ? styles.restyle(elements) : [];
    const elsewhere = hadUserAction ? styles.restyle(null) : [];
    if (restyled === null || elsewhere === null) this.#changed = null;
    else for (const element of [...elements, ...restyled, ...elsewhere]) this.#changed?.add(element);
  }

  layout(): PageLayout {
    this.fitToFrame();
    const { version } = this;
    if (this.#layout !== null && this.#layoutVersion === version) return this.#layout;
    try {
      const styles = this.styles();
      this.#layout = this.#containers.settle((isAgain) => {
        if (isAgain) {
          styles.invalidate(null);
          this.#changed = null;
        }
        this.#layout = this.#layOut(styles);
        return this.#layout;
      });
      this.#layoutVersion = version;
      // What a frame has shown, although nobody asked for boxes then.
      if (version === this.#frameVersion) this.#anchors.noteSuccess();
      return this.#layout;
    } catch (error) {
      // A half-made answer must not be taken for one the next time.
      this.#styles = null;
      this.#tree = null;
      this.#layoutVersion = -1;
      throw error;
    }
  }

  /** CSS Anchor Positioning 1 §5.2: once a frame, positions that fit are noted. False when no box has any to choose from. */
  settleAnchors(isFrame: boolean): boolean {
    this.#frameVersion = this.version;
    if (isFrame) {
      this.layout();
      this.#anchors.noteSuccess();
    }
    return this.#anchors.isUsed;
  }

  #layOut(styles: DocumentStyleResolver): PageLayout {
    const { quirks = false, limitedQuirks = false } = documentState(this.document);
    this.images.baseUrl = this.baseUrl;
    const tree = this.#updatedTree(styles) ?? new BoxTree(this.document, styles, this.#boxOptions());
    // Only when its layout is done is the tree one that can be brought up to date.
    this.#tree = null;
    const page = layoutPage(
      tree.root,
      this.viewport,
      { quirks, limitedQuirks, anchors: this.#anchors },
      styles,
      this.#approached,
    );
    this.#tree = tree;
    this.#changed = new Set();
    return page;
  }

  #boxOptions(): BoxTreeOptions {
    const { images } = this;
    const common = { scripting: this.#scripting, approached: this.#approached };
    return images.isOn ? { ...common, images: (source) => images.stateOf(source) } : common;
  }

  #updatedTree(styles: DocumentStyleResolver): BoxTree | null {
    const layout = this.#layout;
    if (this.#tree === null || this.#changed === null || layout === null) return null;
    const boxOf = (element: DomElement): Box | null => layout.fragmentOf(element)?.box ?? null;
    return this.#tree.update(this.#changed, styles, boxOf) ? this.#tree : null;
  }

  #sources(): StyleSources {
    return {
      baseUrl: this.baseUrl,
      linkedSheets: this.#linkedSheets,
      imports: this.#imports,
      adopted: this.#adopted,
      registered: this.#registered,
      resolveUrl,
      containerSize: (element) => this.#containers.sizeOf(element),
    };
  }

  setSheet(owner: DomNode, text: string, baseUrl: string): void {
    this.#linkedSheets.set(owner, { text, baseUrl });
    this.#sheetChanges++;
  }

  removeSheet(owner: DomNode): void {
    if (this.#linkedSheets.delete(owner)) this.#sheetChanges++;
  }

  setAdopted(root: DomNode, text: string): void {
    if (text === '') this.#adopted.delete(root);
    else this.#adopted.set(root, [text]);
    this.#sheetChanges++;
  }

  setImport(url: string, text: string): void {
    if (this.#imports.has(url)) this.#makeAnew();
    this.#imports.set(url, text);
    this.#sheetChanges++;
  }

  /** CSS Properties and Values 1 §4.1: '' when it is registered, else what is wrong. */
  registerProperty(property: RegisteredProperty): '' | 'known' | RegistrationFault {
    const fault = registrationFault(property);
    if (fault === 'name') return fault;
    if (this.#registered.has(property.name)) return 'known';
    if (fault !== null) return fault;
    this.#registered.set(property.name, property);
    this.#makeAnew();
    return '';
  }

  /** How far the viewport is scrolled: not further than its content reaches. */
  get scroll(): readonly [x: number, y: number] {
    const root = firstElementChild(this.document);
    if (root === null) return [0, 0];
    const { scrollLeft = 0, scrollTop = 0 } = elementState(root);
    if (scrollLeft === 0 && scrollTop === 0) return [0, 0];
    const { x, y } = this.layout().scroll;
    return [x, y];
  }
}
