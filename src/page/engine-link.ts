/**
 * The page realm's way to the engine: the port, behind a catch.
 *
 * Secure: an exception of the engine realm must not reach page code, because its constructor is the engine's. The engine
 * catches its own; a stack overflow on the way in is thrown in the engine's name before it can, and ends here.
 */
import type { EnginePort } from './ports.ts';

let port: EnginePort | null = null;

export function connectEngine(engine: EnginePort): void {
  port = engine;
}

/** Asks the engine; `undefined` when it failed. */
export function askEngine<Result>(ask: (engine: EnginePort) => Result): Result | undefined {
  if (port === null) return undefined;
  try {
    return ask(port);
  } catch {
    return undefined;
  }
}
