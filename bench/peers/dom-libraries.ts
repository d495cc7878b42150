/**
 * jsdom and happy-dom: a DOM with script, without style or layout, each in a process of its own (dom-process.ts).
 *
 * They have no form of a page for agents, and no places: their snapshot is the text of the page, for checking only.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Request } from './dom-process.ts';
import { missingPeer, peerPlace, peerVersion } from './installed.ts';
import type { Form, RunningTool, Tool, ToolPage } from './tool.ts';

const PROCESS = fileURLToPath(new URL('./dom-process.ts', import.meta.url));

class DomProcess {
  readonly child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  constructor(library: string) {
    this.child = fork(PROCESS, [library], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.child.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    this.child.once('exit', () => {
      for (const waiting of this.#waiting.values()) waiting.reject(new Error(`The process of ${library} has ended.`));
    });
  }

  ask(request: Omit<Request, 'id'>): Promise<unknown> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.child.send({ id, ...request });
    return waiting.promise;
  }
}

function pageOf(engine: DomProcess, page: number): ToolPage {
  return {
    async load(url, ready) {
      await engine.ask({ what: 'load', page, text: url, ...(ready === undefined ? {} : { ready }) });
    },
    async snapshot(form: Form) {
      return form !== 'boxes' && form !== 'interactive' ? String(await engine.ask({ what: 'text', page })) : null;
    },
    async click(name) {
      return String(await engine.ask({ what: 'click', page, text: name }));
    },
    evaluate: (expression) => engine.ask({ what: 'evaluate', page, text: expression }),
    async close() {
      await engine.ask({ what: 'close', page });
    },
  };
}

export function domLibrary(name: 'jsdom' | 'happy-dom'): Tool | null {
  if (peerPlace(name) === null) {
    console.log(`Skipped: ${missingPeer(name)}`);
    return null;
  }
  return {
    name,
    version: peerVersion(name),
    sharesProcess: true,
    hasView: false,
    async start(): Promise<RunningTool> {
      const engine = new DomProcess(name);
      let pages = 0;
      await engine.ask({ what: 'ready', page: 0 });
      return {
        page: async () => pageOf(engine, ++pages),
        pids: async () => [engine.child.pid!],
        schema: async () => null,
        async close() {
          engine.child.kill();
        },
      };
    },
  };
}
