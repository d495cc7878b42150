/**
 * The engine of a daemon: started when it is needed first, and again after it died.
 */
import type { EngineLink } from '../client/engine-link.ts';
import { startEngineProcess } from '../client/engine-process.ts';
import { AgentBrowserError } from '../errors.ts';

export class DaemonEngine {
  #link: Promise<EngineLink> | null = null;
  #started: EngineLink | null = null;
  #isClosed = false;

  /** The same one for all, as long as it lives. A start that failed is tried again by the next caller. */
  async get(): Promise<EngineLink> {
    if (this.#isClosed) throw new AgentBrowserError('browser_closed', 'The daemon ends. Try again.');
    const current = this.#link;
    if (current !== null) {
      const link = await current;
      if (link.alive) return link;
      // Several may find it dead at once: the first starts the new one for all.
      if (this.#link === current) this.#link = null;
      return this.get();
    }
    const starting = this.#start();
    this.#link = starting;
    return starting;
  }

  /** The engine if there is one that lives, without starting one or waiting for one that starts. */
  get running(): EngineLink | null {
    return this.#started?.alive ? this.#started : null;
  }

  async #start(): Promise<EngineLink> {
    try {
      this.#started = await startEngineProcess();
      return this.#started;
    } catch (error) {
      this.#link = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A start that fails now has told its caller, and leaves nothing to end.
    const link = await this.#link?.catch(() => null);
    await link?.close();
  }
}
