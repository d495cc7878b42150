/**
 * Which block margins of an element are the user agent's own: quirks mode drops those at the edges of body and cells.
 *
 * In:  an element's name, its declarations. Out: whether no sheet of the page gives its start and end margin.
 *
 * HTML §15.3.11 https://html.spec.whatwg.org/#margin-collapsing-quirks
 */
import type { CascadeEntry } from './declaration.ts';

/** Elements with default margins (§15.3.3 to §15.3.8). */
const WITH_DEFAULT_MARGINS = new Set(
  'p blockquote h1 h2 h3 h4 h5 h6 ul ol dl dir menu pre listing plaintext xmp form'.split(' '),
);

export interface QuirkyMargins {
  readonly start: boolean;
  readonly end: boolean;
}

const NONE: QuirkyMargins = { start: false, end: false };
const BOTH: QuirkyMargins = { start: true, end: true };
const ONLY_START: QuirkyMargins = { start: true, end: false };
const ONLY_END: QuirkyMargins = { start: false, end: true };

export function quirkyMargins(localName: string, entries: readonly CascadeEntry[]): QuirkyMargins {
  if (!WITH_DEFAULT_MARGINS.has(localName)) return NONE;
  let start = true;
  let end = true;
  for (const { origin, declarations } of entries) {
    if (origin === 'user-agent') continue;
    for (const { property } of declarations) {
      if (property === 'margin-top' || property === 'margin-block-start') start = false;
      if (property === 'margin-bottom' || property === 'margin-block-end') end = false;
    }
  }
  if (start) return end ? BOTH : ONLY_START;
  return end ? ONLY_END : NONE;
}
