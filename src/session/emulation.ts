/**
 * What a session's pages are shown on, where a caller has changed it: the colour scheme, reduced motion, the medium, and
 * the size of the viewport.
 *
 * In:  what `emulate` is given. Out: the environment of documents that are open, and of those that come.
 */
import type { PageEnvironment } from '../page/messages.ts';
import type { Tab } from './tab.ts';

/** What is not given stays as it is. */
export interface EmulateOptions {
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly reducedMotion?: boolean | undefined;
  readonly media?: 'screen' | 'print' | undefined;
  readonly viewport?: readonly [width: number, height: number] | undefined;
}

export class Emulation {
  #preferences: Omit<PageEnvironment, 'viewport'> = { colorScheme: 'light', reducedMotion: false, media: 'screen' };
  #viewport: readonly [number, number] | null = null;

  async change(options: EmulateOptions, tabs: readonly Tab[], signal: AbortSignal): Promise<void> {
    const { colorScheme, reducedMotion, media, viewport } = options;
    const now = this.#preferences;
    this.#preferences = {
      colorScheme: colorScheme ?? now.colorScheme,
      reducedMotion: reducedMotion ?? now.reducedMotion,
      media: media ?? now.media,
    };
    this.#viewport = viewport ?? this.#viewport;
    for (const { navigator } of tabs) await navigator.changeEnvironment(signal);
  }

  /** What a tab with this viewport shows its documents on. */
  environment(viewport: readonly [number, number]): PageEnvironment {
    return { ...this.#preferences, viewport: this.#viewport ?? viewport };
  }
}
