/**
 * The mark around what comes from a page.
 */
import { randomInt } from 'node:crypto';

/** Secure: a page cannot guess it, so it cannot write where its content ends. */
export function boundary(): string {
  // Six digits are two tokens; a page would have to guess them in an answer that is cut short long before.
  return String(randomInt(100_000, 1_000_000));
}
