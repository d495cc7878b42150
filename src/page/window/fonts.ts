/**
 * document.fonts and FontFace.
 *
 * Pretended: a page's own fonts are not downloaded; text is measured with the fonts that are there. So every font counts
 * as loaded, and 'ready' is.
 *
 * CSS Font Loading 3 §2, §3 https://drafts.csswg.org/css-font-loading-3/
 */
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  create,
  defineProperty,
  removeAt,
} from '../primordials.ts';
import { attachRecord, defineRecordInterface, recordOf } from '../record-objects.ts';

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
] as const;

function defineFontFace(): void {
  defineRecordInterface('FontFace', null, ['family', 'status', ...DESCRIPTORS]);
  setConstructor('FontFace', (newTarget, args) => {
    const given = (args[2] ?? {}) as Record<string, unknown>;
    const values: Record<string, unknown> = { family: `${args[0]}`, status: 'unloaded' };
    for (const name of DESCRIPTORS) values[name] = given[name] === undefined ? 'normal' : `${given[name]}`;
    return attachRecord(instanceFor(newTarget, 'FontFace'), values);
  });
  defineMembers<object>('FontFace', {
    load(): Promise<object> {
      recordOf(this)['status'] = 'loaded';
      return resolve(this);
    },
    get loaded(): Promise<object> {
      return resolve(this);
    },
  });
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
    load(): Promise<object[]> {
      return resolve(copyArray(faces));
    },
    check(): boolean {
      return true;
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
