/**
 * What the agent was shown last, and what it is shown next.
 *
 * Every answer has a version of its own. A delta starts from the answer that the agent holds, made in the same way: an
 * agent that looks at the viewport only gets deltas of the viewport.
 */
import type { EmitOptions, SpatialDom } from '../spatial/spatial-dom.ts';
import type { Navigator } from './navigate.ts';

export class View {
  readonly #navigator: Navigator;
  #options: EmitOptions = {};
  #last: SpatialDom | null = null;
  #version = 0;

  constructor(navigator: Navigator) {
    this.#navigator = navigator;
  }

  /** A new answer, made as these options say. */
  async show(options: EmitOptions): Promise<SpatialDom> {
    const seen = await this.#navigator.withPage((host) => host.view(options));
    this.#options = options;
    this.#last = { ...seen, version: ++this.#version };
    return this.#last;
  }

  /** A new answer, made as the last one was. */
  again(): Promise<SpatialDom> {
    return this.show(this.#options);
  }

  /** The answer that the agent holds. */
  async last(): Promise<SpatialDom> {
    return this.#last ?? this.again();
  }
}
