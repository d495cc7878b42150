/**
 * The browser behind the server: launched when a tool needs it first, so that clients that only list tools cost nothing.
 */
import { AgentBrowser, type LaunchOptions } from '../client/browser.ts';
import { AgentBrowserError } from '../errors.ts';

export class BrowserSource {
  readonly #options: LaunchOptions;
  #browser: Promise<AgentBrowser> | null = null;
  #isClosed = false;

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  /** The same one for all. A launch that failed is tried again by the next caller. */
  get(): Promise<AgentBrowser> {
    if (this.#isClosed) {
      return Promise.reject(new AgentBrowserError('browser_closed', 'The server ends. Start it again.'));
    }
    this.#browser ??= AgentBrowser.launch(this.#options).catch((error: unknown) => {
      this.#browser = null;
      throw error;
    });
    return this.#browser;
  }

  /** Ends the engine and every session. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A launch that fails now has told its caller, and leaves nothing to end.
    const browser = await this.#browser?.catch(() => null);
    await browser?.shutdown();
  }
}
