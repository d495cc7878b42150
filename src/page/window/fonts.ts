/**
 * document.fonts and FontFace.
 *
 * Pretended: a page's own fonts are not downloaded; text is measured with the fonts that are there. So every font that has
 * an address counts as loaded when it is asked for, and 'ready' is. `local()` finds what the profile has installed.
 *
 * CSS Font Loading 3 §2, §3 https://drafts.csswg.org/css-font-loading-3/
 */
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { type Deferred, deferred, markHandled, promised } from '../network/promises.ts';
import {
  append,
  apply,
  asciiLower,
  type BareArray,
  bareArray,
  copyArray,
  create,
  defineProperty,
  removeAt,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { attachRecord, defineRecordInterface, recordOf } from '../record-objects.ts';
import { currentProfile } from './navigator.ts';

const PagePromise = Promise;
const resolve = <Value>(value: Value): Promise<Value> => new PagePromise((done) => done(value));

const faces: BareArray<object> = bareArray();

function indexOfFace(face: unknown): number {
  for (let at = 0; at < faces.length; at++) if (faces[at] === face) return at;
  return -1;
}

const DESCRIPTORS = [
  'style',
  'weight',
  'stretch',
  'unicodeRange',
  'variant',
  'featureSettings',
  'variationSettings',
  'display',
  'ascentOverride',
  'descentOverride',
  'lineGapOverride',
  'sizeAdjust',
  'width',
] as const;

/** Font Loading §2.2: what descriptors are when nobody says otherwise. */
function initialOf(name: (typeof DESCRIPTORS)[number]): string {
  if (name === 'unicodeRange') return 'U+0-10FFFF';
  if (name === 'sizeAdjust') return '100%';
  return name === 'display' ? 'auto' : 'normal';
}

const SOURCE = /^\s*(?:url\(|local\()/i;
const LOCAL = /local\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*?))\s*\)/gi;

/** A family as a style sheet writes it: in quotes where it is not plain words. */
function written(family: string): string {
  const bare = family.trim().replace(/^(["'])(.*)\1$/, '$2');
  return /^-?[a-z_][\w-]*$/i.test(bare) ? bare : `"${bare}"`;
}

/** Style words with which the name of a family becomes that of one of its fonts. */
const STYLES = /[ -]?(?:regular|book|normal|bold|italic|oblique|bold[ -]?italic|bold[ -]?oblique)$/;

/** Whether the machine has a font of this full or PostScript name; names that only stand for another font are none. */
function isInstalled(name: string): boolean {
  const { fonts, platformName } = currentProfile();
  const wanted = plain(asciiLower(name).replace(STYLES, ''));
  return fonts.some((family) => {
    if (platformName === 'Linux' && !/^(?:Liberation|DejaVu)/.test(family)) return false;
    const own = plain(asciiLower(family));
    return own === wanted || `${own}mt` === wanted || `${own}psmt` === wanted;
  });
}

/** Without spaces, as PostScript names are. */
function plain(name: string): string {
  return name.replace(/ /g, '');
}

/** A source can be loaded when it has an address, or the bytes, or a font that is installed. */
function isLoadable(source: unknown): boolean {
  if (typeof source !== 'string') return true;
  if (/url\(/i.test(source)) return true;
  for (const [, first, second, third] of source.matchAll(LOCAL)) {
    if (isInstalled(first ?? second ?? third ?? '')) return true;
  }
  return false;
}

const sources = new WeakMap<object, unknown>();
const loads = new WeakMap<object, Deferred<object>>();

function loadedPromise(face: object): Deferred<object> {
  let load = weakGet(loads, face);
  if (load === undefined) {
    load = deferred();
    markHandled(load.promise);
    weakSet(loads, face, load);
  }
  return load;
}

function load(face: object): Promise<object> {
  const record = recordOf(face);
  const { promise, resolve, reject } = loadedPromise(face);
  if (record['status'] === 'unloaded') {
    const isFound = isLoadable(weakGet(sources, face));
    record['status'] = isFound ? 'loaded' : 'error';
    if (isFound) resolve(face);
    else reject(domException('NetworkError', 'A network error occurred.'));
  }
  return promise;
}

function defineFontFace(): void {
  defineRecordInterface('FontFace', null, ['status']);
  for (const name of ['family', ...DESCRIPTORS]) {
    defineNamedAccessor(
      prototypeOf('FontFace'),
      name,
      name,
      (self, own) => recordOf(self as object)[own],
      (self, value, own) => {
        recordOf(self as object)[own] = own === 'family' ? written(`${value}`) : `${value}`;
      },
    );
  }
  setConstructor('FontFace', (newTarget, args) => {
    const given = (args[2] ?? {}) as Record<string, unknown>;
    const values: Record<string, unknown> = { family: written(`${args[0]}`), status: 'unloaded' };
    for (const name of DESCRIPTORS) values[name] = given[name] === undefined ? initialOf(name) : `${given[name]}`;
    const source = typeof args[1] === 'object' && args[1] !== null ? args[1] : `${args[1]}`;
    const isBytes = typeof source === 'object';
    const face = attachRecord(instanceFor(newTarget, 'FontFace'), values);
    weakSet(sources, face, source);
    if (isBytes) load(face);
    else if (!SOURCE.test(source)) {
      values['status'] = 'error';
      const text = `The source provided ('${source}') could not be parsed as a value list.`;
      loadedPromise(face).reject(domException('SyntaxError', text));
    }
    return face;
  });
  defineMembers<object>('FontFace', {
    load(): Promise<object> {
      return load(this);
    },
    get loaded(): Promise<object> {
      recordOf(this);
      return loadedPromise(this).promise;
    },
  });
}

/** The families that a font names, in lower case and without quotes; throws for text that is none. */
function familiesOf(method: string, font: unknown): string[] {
  const text = `${font}`;
  const isFont = askEngine((engine) => engine.supportsDeclaration('font', text)) ?? false;
  if (!isFont) {
    const where = `Failed to execute '${method}' on 'FontFaceSet'`;
    throw domException('SyntaxError', `${where}: Could not resolve '${text}' as a font.`);
  }
  const list =
    /(?:[\d.]+(?:%|[a-z]+)|small|medium|large|smaller|larger)(?:\s*\/\s*\S+)?\s+(.*)$/is.exec(text)?.[1] ?? '';
  return list.split(',').map((name) => asciiLower(name.trim().replace(/^(["'])(.*)\1$/, '$2')));
}

/** Faces of script that a font would use. */
function facesFor(method: string, args: ArrayLike<unknown>): object[] {
  if (args.length === 0) {
    throw new TypeError(`Failed to execute '${method}' on 'FontFaceSet': 1 argument required, but only 0 present.`);
  }
  const families = familiesOf(method, args[0]);
  return copyArray(faces).filter((face) =>
    families.includes(asciiLower(`${recordOf(face)['family']}`.replace(/^"(.*)"$/, '$1'))),
  );
}

export function installFonts(): void {
  defineFontFace();
  defineInterface('FontFaceSet', 'EventTarget');
  defineMembers<object>('FontFaceSet', {
    get ready(): Promise<object> {
      return resolve(this);
    },
    get status(): string {
      return 'loaded';
    },
    get size(): number {
      return faces.length;
    },
    load(...args: unknown[]): Promise<object[]> {
      return promised(() => Promise.all(facesFor('load', args).map((face) => load(face))));
    },
    // §3.5: families that nobody has brought are the machine's, or are passed over: both are ready.
    check(...args: unknown[]): boolean {
      return facesFor('check', args).every((face) => recordOf(face)['status'] === 'loaded');
    },
    add(face: object): object {
      recordOf(face);
      if (indexOfFace(face) < 0) append(faces, face);
      return this;
    },
    delete(face: unknown): boolean {
      const index = indexOfFace(face);
      if (index >= 0) removeAt(faces, index);
      return index >= 0;
    },
    has(face: unknown): boolean {
      return indexOfFace(face) >= 0;
    },
    clear(): void {
      faces.length = 0;
    },
    forEach(callback: (...args: unknown[]) => void, self?: unknown): void {
      const list = copyArray(faces);
      for (let at = 0; at < list.length; at++) apply(callback, self, [list[at], list[at], this]);
    },
    entries(): IterableIterator<[object, object]> {
      return copyArray(faces)
        .map((face): [object, object] => [face, face])
        .values();
    },
    keys(): IterableIterator<object> {
      return copyArray(faces).values();
    },
    values(): IterableIterator<object> {
      return copyArray(faces).values();
    },
    [Symbol.iterator](): IterableIterator<object> {
      return copyArray(faces).values();
    },
  });
  for (const type of ['loading', 'loadingdone', 'loadingerror']) {
    defineProperty(prototypeOf('FontFaceSet'), `on${type}`, {
      get(this: object) {
        return eventHandler(this, type);
      },
      set(this: object, value: unknown) {
        setEventHandler(this, type, value);
      },
      enumerable: true,
      configurable: true,
    });
  }
  const set = create(prototypeOf('FontFaceSet'));
  defineProperty(prototypeOf('Document'), 'fonts', { get: () => set, enumerable: true, configurable: true });
}
