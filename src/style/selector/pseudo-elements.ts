/**
 * The pseudo-elements that Chrome knows by name.
 *
 * CSS Pseudo 4 https://drafts.csswg.org/css-pseudo-4/
 */

const PLAIN: ReadonlySet<string> = new Set(
  (
    'after before backdrop checkmark column cue details-content file-selector-button first-letter first-line ' +
    'grammar-error interest-button marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text selection ' +
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
  return PLAIN.has(name) || name.startsWith('-webkit-');
}

export function pseudoElementName(name: string): string {
  return ALIASES.get(name) ?? name;
}

/** Pseudo-elements that are elements inside a shadow tree: almost anything may follow them. */
const ELEMENT_BACKED: ReadonlySet<string> = new Set(['details-content', 'part', 'picker']);
const USER_ACTIONS: ReadonlySet<string> = new Set(['hover', 'focus', 'active', 'focus-visible', 'focus-within', 'not']);
const TAKE_USER_ACTIONS: ReadonlySet<string> = new Set(
  'file-selector-button cue scroll-marker scroll-marker-group scroll-button'.split(' '),
);
const SCROLLBAR_STATES: ReadonlySet<string> = new Set(
  (
    'hover active not enabled disabled window-inactive horizontal vertical start end increment decrement ' +
    'single-button double-button no-button corner-present'
  ).split(' '),
);
/** About places among siblings, which a pseudo-element does not have. */
const STRUCTURAL =
  /^(root|empty|has|host|host-context|scope|(first|last|only)-(child|of-type)|nth-.*|horizontal|vertical)$/;

/** Whether a pseudo-class may stand behind a pseudo-element (Selectors 4 §3.6.3, and what Chrome takes besides). */
export function mayFollow(pseudoElement: string, pseudoClass: string): boolean {
  const name = lastName(pseudoElement);
  if (pseudoClass === 'is' || pseudoClass === 'where') return true;
  if (ELEMENT_BACKED.has(name)) return !STRUCTURAL.test(pseudoClass);
  if (name.startsWith('-webkit-scrollbar')) return SCROLLBAR_STATES.has(pseudoClass);
  if (name.startsWith('-webkit-') || TAKE_USER_ACTIONS.has(name)) return USER_ACTIONS.has(pseudoClass);
  if (name === 'placeholder') return false;
  return name === 'selection' && pseudoClass === 'window-inactive';
}

const OF_SLOTTED: ReadonlySet<string> = new Set(['before', 'after', 'marker', 'placeholder', 'backdrop']);

/** Whether a pseudo-element may stand behind another one. */
export function mayNest(outer: string, inner: string): boolean {
  const name = lastName(outer);
  switch (name) {
    case 'before':
    case 'after':
      return inner === 'marker';
    case 'slotted':
      return OF_SLOTTED.has(inner);
    case 'column':
      return inner === 'scroll-marker';
    default:
      return ELEMENT_BACKED.has(name);
  }
}

/** 'before' of 'slotted::before'; 'picker' of 'picker(select)'. */
function lastName(pseudoElement: string): string {
  const last = pseudoElement.slice(pseudoElement.lastIndexOf('::') + 1).replace(/^:/, '');
  const paren = last.indexOf('(');
  return paren < 0 ? last : last.slice(0, paren);
}
