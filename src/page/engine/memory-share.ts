/**
 * What a page with its frames may have of memory that no limit of the isolate counts: memories of WebAssembly.
 *
 * It is given for the life of the page: nobody tells when a memory is gone.
 */
import { LIMITS } from '../../limits.ts';
import type { EnginePort } from '../ports.ts';

export class MemoryShare {
  #pages: number = LIMITS.wasm.pages;
  #memories: number = LIMITS.wasm.memories;

  /** Pages of 64 KB that are left. */
  get left(): number {
    return this.#memories > 0 ? this.#pages : 0;
  }

  take(pages: number, memories: number): boolean {
    if (!(pages >= 0 && pages <= this.#pages) || memories > this.#memories) return false;
    this.#pages -= pages;
    this.#memories -= memories;
    return true;
  }
}

export function memoryPort(share: MemoryShare): Pick<EnginePort, 'memoryLeft' | 'takeMemory'> {
  return {
    memoryLeft: () => share.left,
    takeMemory: (pages, memories) => share.take(pages, memories),
  };
}
