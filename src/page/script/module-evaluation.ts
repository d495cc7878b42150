/**
 * How the evaluations of modules end, and 'import()' and 'import.meta' for the code of modules and scripts.
 *
 * In:  the loaders' word on how an evaluation ended (isolate/document-modules.ts). Out: promises for the page, and
 * namespaces for whoever waits.
 *
 * HTML §8.1.6.7.3, §8.1.6.7.4 https://html.spec.whatwg.org/#hostloadimportedmodule
 */
import {
  apply,
  asciiLower,
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  mapDelete,
  mapGet,
  mapSet,
  mapSize,
  parseJson,
  startsWith,
  stringSlice,
} from '../primordials.ts';
import { resolveSpecifier } from './import-map.ts';
import {
  fetchModule,
  isModuleType,
  type ModuleRecord,
  unknownType,
  unresolved,
  whenGraphIsThere,
} from './module-map.ts';

/** What happens when a module has been evaluated. */
export interface Evaluation {
  readonly module: ModuleRecord;
  done(namespace: object): void;
  failed(error: unknown): void;
}

interface OpenEvaluation {
  readonly evaluation: Evaluation;
  /** How often the host has looked again. */
  probes: number;
  /** How often in a row its loader did not come to run: a module that it waits for has failed. */
  silences: number;
}

/** An evaluation with 'await' at its top is looked after this often: isolated-vm does not tell that it failed. */
const MAX_PROBES = 500;
/** V8's word for a graph in which another evaluation still waits. */
const NOT_READY = 'Deferred module is not ready for sync execution';

const open = new Map<number, OpenEvaluation>();
/** Namespaces of modules that have been evaluated, by number: importing them again needs no loader. */
const evaluated = new Map<number, object>();
/** Something has run since the open evaluations were looked at. */
let isProbeDue = false;

export function beginEvaluation(run: number, evaluation: Evaluation): void {
  mapSet(open, run, { evaluation, probes: 0, silences: 0 });
}

/** A loader's word. A second one for the same evaluation is dropped. */
function settle(run: number, ok: boolean, value: unknown): void {
  const known = mapGet(open, run);
  if (known === undefined) return;
  known.silences = 0;
  if (!ok && isNotReady(value)) return;
  mapDelete(open, run);
  if (ok) mapSet(evaluated, known.evaluation.module.id, value as object);
  if (ok) known.evaluation.done(value as object);
  else known.evaluation.failed(value);
}

function isNotReady(error: unknown): boolean {
  const descriptor =
    typeof error === 'object' && error !== null ? getOwnPropertyDescriptor(error, 'message') : undefined;
  return descriptor?.value === NOT_READY;
}

/** The host has looked after an evaluation. One whose loader stays silent has failed. */
export function probed(run: number): void {
  const known = mapGet(open, run);
  if (known === undefined) return;
  if (known.silences < 2) {
    isProbeDue ||= known.silences > 0;
    return;
  }
  // Differs: the exception of a module that fails behind an 'await' is not the module's own.
  settle(run, false, new Error(`The module ${known.evaluation.module.url} failed while it was evaluated.`));
}

/** The module could not be linked, or was stopped. */
export function abandonEvaluation(run: number, error: unknown): void {
  settle(run, false, error);
}

export function noteActivity(): void {
  isProbeDue = mapSize(open) > 0;
}

/** Whether `nextProbe` may give one. */
export function hasProbe(): boolean {
  return isProbeDue;
}

/** An evaluation that has not ended, to be looked after by the host; `null` when there is none or nothing has run since. */
export function nextProbe(): { readonly run: number; readonly module: number } | null {
  if (!isProbeDue) return null;
  isProbeDue = false;
  let found: { readonly run: number; readonly module: number } | null = null;
  forEachOpen((known, run) => {
    if (found !== null || known.probes >= MAX_PROBES) return;
    known.probes++;
    known.silences++;
    found = { run, module: known.evaluation.module.id };
  });
  return found;
}

const { forEach } = Map.prototype;
function forEachOpen(visit: (known: OpenEvaluation, run: number) => void): void {
  apply(forEach, open, [visit]);
}

/** An exception of the page's realm from its text, 'Name: message'. */
export function errorFromText(text: string): unknown {
  if (startsWith(text, 'SyntaxError: ')) return new SyntaxError(firstLine(stringSlice(text, 13)));
  if (startsWith(text, 'TypeError: ')) return new TypeError(firstLine(stringSlice(text, 11)));
  return new Error(firstLine(text));
}

function firstLine(text: string): string {
  for (let at = 0; at < text.length; at++) if (text[at] === '\n') return stringSlice(text, 0, at);
  return text;
}

/** Who runs modules that were imported by 'import()'. */
let queueImport: (evaluation: Evaluation) => void = () => {};

export function setImportQueue(queue: (evaluation: Evaluation) => void): void {
  queueImport = queue;
}

function typeOption(options: unknown): string {
  if (options === undefined) return 'javascript';
  if (typeof options !== 'object' || options === null) throw new TypeError('The second argument must be an object');
  const { with: attributes } = options as { with?: unknown };
  if (attributes === undefined) return 'javascript';
  const { type } = attributes as { type?: unknown };
  return type === undefined ? 'javascript' : asciiLower(`${type}`);
}

/** 'import()' for code from this address. */
function loaderFor(base: string): (specifier: unknown, options?: unknown) => Promise<object> {
  return (specifier, options) =>
    new PagePromise((resolve, reject) => {
      // What throws here rejects the promise, as the standard has it.
      const name = `${specifier}`;
      const type = typeOption(options);
      if (!isModuleType(type)) throw errorFromText(unknownType(type));
      const url = resolveSpecifier(name, base);
      if (url === null) throw errorFromText(unresolved(name));
      const module = fetchModule(url, type, { cors: 'anonymous', as: 'module', referrer: base });
      const namespace = mapGet(evaluated, module.id);
      if (namespace !== undefined) {
        resolve(namespace);
        return;
      }
      whenGraphIsThere(module, (failure) => {
        if (failure === null) queueImport({ module, done: resolve, failed: reject });
        else reject(errorFromText(failure.text));
      });
    });
}

const PagePromise = Promise;

/** 'import.meta' of the module at this address. */
function metaOf(url: string): object {
  const meta = create(null) as object;
  const resolve = (specifier: unknown): string => {
    const address = resolveSpecifier(`${specifier}`, url);
    if (address === null) throw errorFromText(unresolved(`${specifier}`));
    return address;
  };
  defineProperty(meta, 'url', { value: url, writable: true, enumerable: true, configurable: true });
  defineProperty(meta, 'resolve', { value: resolve, writable: true, enumerable: true, configurable: true });
  return meta;
}

/** Makes the default export of a CSS module; set by whoever makes sheets. */
let makeSheet: (text: string) => unknown = () => undefined;

export function setSheetMaker(make: (text: string) => unknown): void {
  makeSheet = make;
}

/** What the one module of ours exports to modules of the page's graph. */
export const moduleHooks = {
  settle,
  load: loaderFor,
  meta: metaOf,
  json: (text: string): unknown => parseJson(text),
  sheet: (text: string): unknown => makeSheet(text),
};
