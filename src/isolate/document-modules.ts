/**
 * The modules of one document: compiled by V8 itself, linked by the page's module map, evaluated by a loader.
 *
 * In:  texts with the page's numbers for them, and which numbers their imports have. Out: modules that are ready to run.
 *
 * The page decides what is fetched and when it runs (page/script/module-map.ts); here are only V8's handles. What the
 * platform gives to modules comes to them from one module of ours, whose specifier nobody can guess.
 *
 * isolated-vm does not tell how an evaluation ended. So a loader imports a module with 'import defer', which evaluates it
 * when it is first touched, and there an exception can be caught like any other.
 *
 * ECMA-262 §16.2.1 https://tc39.es/ecma262/#sec-module-semantics
 */
import { randomUUID } from 'node:crypto';
import type ivm from 'isolated-vm';
import type { ModuleCompile } from '../page/messages.ts';
import { failureText, isOurs } from './budget.ts';
import { lexerReady, type ModuleRequest, readModule } from './module-source.ts';

/** What modules need of their isolate. */
export interface ModulePort {
  readonly context: ivm.Context;
  compile(code: string, filename: string): Promise<ivm.Module>;
  /** At once, for small texts of ours. */
  compileNow(code: string, allowsDefer: boolean): ivm.Module;
  /** Gives the platform's functions to the module that all others get them from. */
  connect(hooks: ivm.Module): Promise<void>;
}

/** How a module's text turned out: what it imports, or what is wrong with it. */
export type CompileOutcome =
  | { readonly ok: true; readonly requests: readonly ModuleRequest[] }
  | { readonly ok: false; readonly error: string };

interface StoredModule {
  readonly url: string;
  readonly type: ModuleCompile['type'];
  readonly code: string;
  /** Numbers of the modules that it imports, by specifier. */
  readonly imports: Map<string, number>;
  handle: ivm.Module | null;
  isLinked: boolean;
}

const HOOKS = 'export let settle,load,meta,json,sheet;export function connect(h){({settle,load,meta,json,sheet}=h)}';

export class DocumentModules {
  readonly #port: ModulePort;
  readonly #modules = new Map<number, StoredModule>();
  /** What our own modules import, and the module that gives another its 'import()' and 'import.meta'. */
  readonly #links = new Map<ivm.Module, Map<string, ivm.Module>>();
  readonly #stored = new Map<ivm.Module, StoredModule>();
  readonly #secret = `agentbrowser:${randomUUID()}`;
  #hooks: ivm.Module | null = null;
  /** All that were compiled: each keeps its realm until it is released. */
  readonly #handles: ivm.Module[] = [];

  constructor(port: ModulePort) {
    this.#port = port;
  }

  /** The document is over. */
  close(): void {
    for (const handle of this.#handles.splice(0)) handle.release();
  }

  #compileNow(code: string, allowsDefer = false): ivm.Module {
    const handle = this.#port.compileNow(code, allowsDefer);
    this.#handles.push(handle);
    return handle;
  }

  async compile({ id, url, type }: ModuleCompile, text: string): Promise<CompileOutcome> {
    await lexerReady;
    const source = this.#sourceOf(type, text);
    if (typeof source === 'string') return { ok: false, error: source };
    const module: StoredModule = { url, type, code: source.code, imports: new Map(), handle: null, isLinked: false };
    try {
      await this.#handleOf(module);
    } catch (error) {
      if (isOurs(error) || !(error instanceof Error)) throw error;
      return { ok: false, error: failureText(error) };
    }
    this.#modules.set(id, module);
    return { ok: true, requests: source.requests };
  }

  /** The text that V8 compiles; a plain text is what is wrong with it. */
  #sourceOf(type: ModuleCompile['type'], text: string): { code: string; requests: readonly ModuleRequest[] } | string {
    const call = (hook: string) => ({
      code: `import{${hook} as h}from${JSON.stringify(this.#secret)};export default h(${JSON.stringify(text)})`,
      requests: [],
    });
    switch (type) {
      case 'javascript':
        return readModule(text, this.#secret);
      case 'css':
        return call('sheet');
      case 'json':
        try {
          JSON.parse(text);
          return call('json');
        } catch (error) {
          return failureText(error);
        }
    }
  }

  /** The page has found its imports: their numbers stand in the order of the requests. */
  setImports(id: number, requests: readonly ModuleRequest[], ids: readonly number[]): void {
    const module = this.#modules.get(id);
    requests.forEach(({ specifier }, index) => {
      const target = ids[index];
      if (target !== undefined) module?.imports.set(specifier, target);
    });
  }

  /**
   * A loader for a module whose whole graph is there. It tells the page, under this number, how the evaluation ended.
   * Throws a SyntaxError for imports of names that are not exported.
   */
  async loader(id: number, evaluation: number): Promise<ivm.Module> {
    const graph = this.#graphOf(id);
    for (const module of graph) await this.#handleOf(module);
    const target = this.#modules.get(id)?.handle;
    if (target === null || target === undefined) throw new SyntaxError('The module is not there.');
    const hooks = await this.#hooksModule();

    const whole = this.#compileNow('export*as ns from"m"');
    this.#links.set(whole, new Map([['m', target]]));
    const loader = this.#compileLoader(evaluation);
    this.#links.set(
      loader,
      new Map([
        ['m', whole],
        ['h', hooks],
      ]),
    );
    try {
      loader.instantiateSync(this.#port.context, (specifier, referrer) => this.#resolve(specifier, referrer));
    } catch (error) {
      // isolated-vm takes what it was linking for linked: whatever was not before is compiled anew the next time.
      for (const module of graph) if (!module.isLinked) this.#drop(module);
      throw error;
    }
    for (const module of graph) module.isLinked = true;
    // Linked is linked: V8 has what it needs.
    this.#links.delete(loader);
    this.#links.delete(whole);
    return loader;
  }

  /** Differs: on a V8 without 'import defer', the exception of a module is told without what it was. */
  #compileLoader(evaluation: number): ivm.Module {
    try {
      return this.#compileNow(loaderText(evaluation), true);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const plain = `import*as m from"m";import{settle}from"h";settle(${evaluation},true,m.ns)`;
      return this.#compileNow(plain);
    }
  }

  #resolve(specifier: string, referrer: ivm.Module): ivm.Module {
    const ours = this.#links.get(referrer)?.get(specifier);
    if (ours !== undefined) return ours;
    const imported = this.#modules.get(this.#stored.get(referrer)?.imports.get(specifier) ?? -1)?.handle;
    if (imported === null || imported === undefined) throw new SyntaxError(`'${specifier}' is not there.`);
    return imported;
  }

  #graphOf(id: number): StoredModule[] {
    const seen = new Set<number>([id]);
    const graph: StoredModule[] = [];
    for (const each of seen) {
      const module = this.#modules.get(each);
      if (module === undefined) continue;
      graph.push(module);
      for (const imported of module.imports.values()) seen.add(imported);
    }
    return graph;
  }

  async #handleOf(module: StoredModule): Promise<ivm.Module> {
    if (module.handle !== null) return module.handle;
    const handle = await this.#port.compile(module.code, module.url);
    this.#handles.push(handle);
    if (handle.dependencySpecifiers.includes(this.#secret)) {
      const hooks = await this.#hooksModule();
      const url = JSON.stringify(module.url);
      const own =
        module.type === 'javascript'
          ? this.#compileNow(`import{load as l,meta as m}from"h";export const load=l(${url}),meta=m(${url})`)
          : hooks;
      this.#links.set(own, new Map([['h', hooks]]));
      this.#links.set(handle, new Map([[this.#secret, own]]));
    }
    this.#stored.set(handle, module);
    module.handle = handle;
    return handle;
  }

  #drop(module: StoredModule): void {
    if (module.handle === null) return;
    this.#stored.delete(module.handle);
    this.#links.delete(module.handle);
    module.handle = null;
  }

  async #hooksModule(): Promise<ivm.Module> {
    if (this.#hooks !== null) return this.#hooks;
    const hooks = this.#compileNow(HOOKS);
    hooks.instantiateSync(this.#port.context, () => hooks);
    await this.#port.connect(hooks);
    this.#hooks = hooks;
    return hooks;
  }
}

function loaderText(evaluation: number): string {
  const tell = (how: string) => `settle(${evaluation},${how})`;
  return `import defer*as m from"m";import{settle}from"h";let n;try{n=m.ns}catch(e){${tell('false,e')};n=null}if(n!==null)${tell('true,n')}`;
}
