/**
 * The scripts of one document on the host's side: their texts until they run, and the runs.
 *
 * In:  texts that were fetched, and what the page's turn says is next. Out: evaluated scripts, and the page told so.
 *
 * Classic scripts are evaluated in the page's global scope, modules as V8 links them. Neither gives anything away: what
 * they throw is reported inside the realm.
 */
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import type ivm from 'isolated-vm';
import type { ModuleCompile, ScriptRun } from '../page/messages.ts';
import { failureText, isOurs } from './budget.ts';
import { DocumentModules } from './document-modules.ts';
import { list, number, parse } from './fields.ts';
import { lexerReady, rewriteClassic } from './module-source.ts';

/** What scripts need of their isolate. */
export interface ScriptPort {
  readonly context: ivm.Context;
  compileScript(code: string, filename: string): Promise<ivm.Script>;
  compileModule(code: string, filename: string): Promise<ivm.Module>;
  compileModuleNow(code: string, allowsDefer: boolean): ivm.Module;
  /** Runs code of the page in the engine realm's name. */
  engine(
    name: 'runScript' | 'runModule' | 'connectModules' | 'connectLoader',
    args: readonly unknown[],
  ): Promise<string>;
  page(name: 'scriptDone' | 'moduleCompiled', args: readonly unknown[]): Promise<string>;
  /** A stopped task is told as an event; any other failure is thrown. */
  noteTimeout(error: unknown): void;
}

/**
 * Lets V8 read 'import defer' while `work` compiles one of our loaders; pages do not have it yet.
 *
 * The flag changes only what the parser accepts.
 */
export function withDeferredImports<Result>(allowed: boolean, work: () => Result): Result {
  if (!allowed) return work();
  setFlagsFromString('--js-defer-import-eval');
  try {
    return work();
  } finally {
    setFlagsFromString('--no-js-defer-import-eval');
  }
}

const STOPPED = 'Error: The script was stopped: it took too long.';

export class PageScripts {
  readonly #port: ScriptPort;
  readonly #modules: DocumentModules;
  /** Requests for scripts, and their texts until they have been used. */
  readonly #requests = new Set<number>();
  readonly #texts = new Map<number, string>();
  /** The name of 'import()' in classic scripts; `null` until one needs it. */
  #loader: string | null = null;

  constructor(port: ScriptPort) {
    this.#port = port;
    this.#modules = new DocumentModules({
      context: port.context,
      compile: (code, filename) => port.compileModule(code, filename),
      compileNow: (code, allowsDefer) => port.compileModuleNow(code, allowsDefer),
      connect: async (hooks) => void (await port.engine('connectModules', [hooks])),
    });
  }

  /** The document is over: what is held of its realm is given back. */
  close(): void {
    this.#modules.close();
  }

  expect(request: number): void {
    this.#requests.add(request);
  }

  /** Whether the request was one for a script; a text stays here then. */
  receive(request: number, text: string | null): boolean {
    if (!this.#requests.delete(request)) return false;
    if (text !== null) this.#texts.set(request, text);
    return true;
  }

  #take(request: number | null, code: string): string {
    if (request === null) return code;
    const text = this.#texts.get(request) ?? '';
    this.#texts.delete(request);
    return text;
  }

  /** Compiles a module and tells the page what it imports; the page tells which modules those are. */
  async compileModule(module: ModuleCompile): Promise<void> {
    const outcome = await this.#modules.compile(module, this.#take(module.request, module.code));
    const answer = await this.#port.page('moduleCompiled', [module.id, JSON.stringify(outcome)]);
    if (!outcome.ok || answer === '') return;
    const ids = list(parse(answer, 'imports'), outcome.requests.length, 'imports');
    this.#modules.setImports(
      module.id,
      outcome.requests,
      ids.map((id) => number(id, 'an import')),
    );
  }

  async run(run: ScriptRun): Promise<void> {
    const failure = run.module === null ? await this.#runClassic(run) : await this.#runModule(run.module, run.id);
    try {
      await this.#port.page('scriptDone', [run.id, failure]);
    } catch (error) {
      this.#port.noteTimeout(error);
    }
  }

  /** Gives the text of an error for the page, if the script did not come so far as to throw. */
  async #runClassic({ request, code, url }: ScriptRun): Promise<string> {
    let script: ivm.Script;
    try {
      script = await this.#port.compileScript(await this.#classicText(this.#take(request, code), url), url);
    } catch (error) {
      if (isOurs(error) || !(error instanceof Error)) throw error;
      return failureText(error);
    }
    try {
      await this.#port.engine('runScript', [script, this.#port.context]);
      return '';
    } catch (error) {
      this.#port.noteTimeout(error);
      return STOPPED;
    } finally {
      script.release();
    }
  }

  async #classicText(source: string, url: string): Promise<string> {
    await lexerReady;
    const name = this.#loader ?? `__import_${randomUUID().replaceAll('-', '')}`;
    const text = rewriteClassic(source, url, name);
    if (text === source || this.#loader !== null) return text;
    // A name of the global scope that is no property of the window.
    const declaration = await this.#port.compileScript(`let ${name};(f)=>{${name}=f}`, '');
    await this.#port.engine('connectLoader', [declaration, this.#port.context]);
    declaration.release();
    this.#loader = name;
    return text;
  }

  async #runModule(module: number, evaluation: number): Promise<string> {
    let loader: ivm.Module;
    try {
      loader = await this.#modules.loader(module, evaluation);
    } catch (error) {
      if (isOurs(error) || !(error instanceof Error)) throw error;
      return failureText(error);
    }
    try {
      await this.#port.engine('runModule', [loader]);
      return '';
    } catch (error) {
      this.#port.noteTimeout(error);
      return STOPPED;
    }
  }
}
