/**
 * The single exit: every answer, every error and the last words of the engine pass here, and leave without secrets.
 */
import { inspect } from 'node:util';
import type { Redactor } from '../vault/redact.ts';

type Answering = (method: string, params: unknown) => Promise<unknown>;

export function withoutSecrets(answering: Answering, redactor: Redactor): Answering {
  return async (method, params) => {
    try {
      return redactor.value(await answering(method, params));
    } catch (error) {
      throw cleanError(error, redactor);
    }
  };
}

/** What an engine says when it dies of an error: the client tells it to its caller. */
export function lastWords(error: unknown, redactor: Redactor): string {
  return redactor.text(inspect(error));
}

/** How many causes behind an error are looked at. */
const MAX_CAUSES = 8;

/** The same error with clean words: its class and fields are what callers go by. */
function cleanError(error: unknown, redactor: Redactor): unknown {
  if (redactor.isEmpty) return error;
  let at = error;
  for (let depth = 0; at instanceof Error && depth < MAX_CAUSES; depth++) {
    at.message = redactor.text(at.message);
    if (at.stack !== undefined) at.stack = redactor.text(at.stack);
    // What is no error has no words of its own that anybody would print.
    if (at.cause !== undefined && !(at.cause instanceof Error)) at.cause = redactor.text(String(at.cause));
    at = at.cause;
  }
  return typeof error === 'string' ? redactor.text(error) : error;
}
