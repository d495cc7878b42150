/**
 * The pseudo-elements that Chrome knows by name.
 *
 * CSS Pseudo 4 https://drafts.csswg.org/css-pseudo-4/
 */

const PLAIN: ReadonlySet<string> = new Set(
  (
    'after before backdrop checkmark column cue details-content file-selector-button first-letter first-line ' +
    'grammar-error marker picker-icon placeholder scroll-marker scroll-marker-group search-text selection ' +
    'spelling-error target-text view-transition'
  ).split(' '),
);

const FUNCTIONAL: ReadonlySet<string> = new Set(
  (
    'cue highlight picker scroll-button view-transition-group view-transition-image-pair view-transition-new ' +
    'view-transition-old'
  ).split(' '),
);

/** These may be written with one colon. */
export const LEGACY_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(['before', 'after', 'first-line', 'first-letter']);

/** Old names that Chrome keeps for a standard pseudo-element. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['-webkit-input-placeholder', 'placeholder'],
  ['-webkit-file-upload-button', 'file-selector-button'],
]);

/** Any '::-webkit-…' is valid (Compat Standard §6): it selects nothing that we know. */
export function isKnownPseudoElement(name: string, functional: boolean): boolean {
  if (functional) return FUNCTIONAL.has(name);
  return PLAIN.has(name) || name.startsWith('-webkit-') || name.startsWith('-internal-');
}

export function pseudoElementName(name: string): string {
  return ALIASES.get(name) ?? name;
}
