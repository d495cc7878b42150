/**
 * Whether a selector matches an element.
 *
 * In:  a selector, an element, a context. Out: yes or no; pseudo-elements are the caller's business.
 *
 * Compounds are tried right to left. A failure says how far it reaches, so that no way is tried twice: when an ancestor
 * is missing altogether, going on to another sibling or ancestor cannot help.
 *
 * Selectors 4 §16 https://drafts.csswg.org/selectors-4/#match-against-element
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import {
  DOCUMENT_NODE,
  type DomElement,
  type DomNode,
  isHtml,
  namespaceKey,
  parentElement,
} from '../../html/node-tree.ts';
import { OF_CONTROLS } from './change-reach.ts';
import { directionality } from './directionality.ts';
import { languageOf, matchesLanguage } from './language.ts';
import { hasClass, hasId, matchesAttribute } from './match-attribute.ts';
import type { MatchContext } from './match-context.ts';
import { matchesPattern } from './nth-index.ts';
import type { ComplexSelector, CompoundSelector, SelectorList, SimpleSelector } from './selector.ts';
import { hasPart, partHost, slotInTree } from './shadow-relations.ts';

const MATCHES = 0;
/** This element fails; another sibling or ancestor may do. */
const FAILS_HERE = 1;
/** No sibling will do; an ancestor may. */
const FAILS_SIBLINGS = 2;
/** Nothing further up will do. */
const FAILS_EVERYWHERE = 3;
type Outcome = typeof MATCHES | typeof FAILS_HERE | typeof FAILS_SIBLINGS | typeof FAILS_EVERYWHERE;

// Secure: nested '&' with lists can ask for exponentially many combinations. A selector that needs more compounds than
// this for one element does not match it; real ones need a few for each ancestor.
const BUDGET = 100_000;

/** Whether one of the selectors matches. Selectors with a pseudo-element match no element. */
export function matchesSelector(list: SelectorList, element: DomElement, context: MatchContext): boolean {
  for (const selector of list) {
    if (selector.pseudoElement === '' && matchesComplex(selector, element, context)) return true;
  }
  return false;
}

/** Whether the compounds match, whatever the pseudo-element. */
export function matchesComplex(selector: ComplexSelector, element: DomElement, context: MatchContext): boolean {
  context.budget = BUDGET;
  return matchFrom(selector, 0, element, context) === MATCHES;
}

/** Inside a functional pseudo-class: the budget goes on. */
function matchesNested(list: SelectorList, element: DomElement, context: MatchContext): boolean {
  for (const selector of list) {
    if (matchFrom(selector, 0, element, context) === MATCHES) return true;
  }
  return false;
}

function matchFrom(selector: ComplexSelector, index: number, element: DomElement, context: MatchContext): Outcome {
  if (--context.budget < 0) return FAILS_EVERYWHERE;
  if (!matchesCompound(selector.compounds[index]!, element, context)) return FAILS_HERE;
  const next = index + 1;
  if (next === selector.compounds.length) return MATCHES;
  switch (selector.combinators[index]!) {
    case 'descendant':
      for (let at = context.parentOf(element); at !== null; at = context.parentOf(at)) {
        const outcome = matchFrom(selector, next, at, context);
        if (outcome === MATCHES || outcome === FAILS_EVERYWHERE) return outcome;
      }
      return FAILS_EVERYWHERE;
    case 'child': {
      const parent = context.parentOf(element);
      return parent === null ? FAILS_EVERYWHERE : matchFrom(selector, next, parent, context);
    }
    case 'next': {
      const previous = context.previousOf(element);
      return previous === null ? FAILS_SIBLINGS : matchFrom(selector, next, previous, context);
    }
    case 'subsequent':
      for (let at = context.previousOf(element); at !== null; at = context.previousOf(at)) {
        const outcome = matchFrom(selector, next, at, context);
        if (outcome !== FAILS_HERE) return outcome;
      }
      return FAILS_SIBLINGS;
    case 'slotted': {
      const slot = slotInTree(element, context);
      return slot === null ? FAILS_EVERYWHERE : matchFrom(selector, next, slot, context);
    }
    case 'part': {
      const host = partHost(element, context);
      return host === null ? FAILS_EVERYWHERE : matchFrom(selector, next, host, context);
    }
  }
}

function matchesCompound(compound: CompoundSelector, element: DomElement, context: MatchContext): boolean {
  // A shadow host is featureless to the rules inside: only :host and its kin see it (CSS Scoping 1 §3.2.1).
  if (element === context.host && !compound.canMatchHost) return false;
  if (compound.type !== '' && !matchesType(compound, element, context.isXml)) return false;
  if (compound.namespace !== null && !matchesNamespace(compound, element)) return false;
  const { simples } = compound;
  for (let at = 0; at < simples.length; at++) {
    if (!matchesSimple(simples[at]!, element, context)) return false;
  }
  return true;
}

function matchesType(compound: CompoundSelector, element: DomElement, isXml: boolean): boolean {
  const name = element[LOCAL_NAME];
  if (isXml) return name === compound.type;
  if (name === compound.type) return compound.type === compound.lowerType || !isHtml(element);
  return name === compound.lowerType && isHtml(element);
}

function matchesNamespace(compound: CompoundSelector, element: DomElement): boolean {
  return compound.namespace === namespaceKey(element);
}

function matchesSimple(simple: SimpleSelector, element: DomElement, context: MatchContext): boolean {
  switch (simple.kind) {
    case 'class':
      return element !== context.host && hasClass(element, simple, context.quirks);
    case 'id':
      return element !== context.host && hasId(element, simple, context.quirks);
    case 'attribute':
      return element !== context.host && matchesAttribute(simple, element, context.isXml);
    case 'test':
      return element !== context.host && matchesTest(simple, element, context);
    case 'nth':
      return element !== context.host && matchesNth(simple, element, context);
    case 'lang':
      return matchesLanguage(simple.value, languageOf(element));
    case 'dir':
      return directionality(element) === simple.name;
    case 'scope':
      return isScope(element, context);
    case 'part':
      return hasPart(element, simple.name, context);
    case 'host':
      return (
        element === context.host && (simple.selectors === null || matchesOutside(simple.selectors, element, context))
      );
    case 'host-context':
      return element === context.host && hostContextMatches(simple.selectors!, element, context);
    case 'is':
      return matchesNested(simple.selectors!, element, context);
    case 'not':
      return !matchesNested(simple.selectors!, element, context);
    case 'has':
      return matchesHas(simple.selectors!, element, context);
  }
}

/** A pseudo-class without an argument. Answers that depend on other elements are noted. */
export function matchesTest(simple: SimpleSelector, element: DomElement, context: MatchContext): boolean {
  const isTrue = simple.test!(element, context);
  if (context.record !== null && OF_CONTROLS.has(simple.name)) context.record.noteControl(element, simple, isTrue);
  return isTrue;
}

function isScope(element: DomElement, context: MatchContext): boolean {
  if (context.scope !== null) return element === context.scope;
  if (context.host !== null) return element === context.host;
  return element[PARENT_NODE] !== null && element[PARENT_NODE][NODE_TYPE] === DOCUMENT_NODE;
}

function matchesNth(simple: SimpleSelector, element: DomElement, context: MatchContext): boolean {
  const nth = simple.nth!;
  const { selectors } = simple;
  const place =
    selectors === null
      ? context.siblingIndex(element, nth.fromEnd, nth.ofType)
      : context.indexAmong(element, nth.fromEnd, selectors, (sibling) => matchesNested(selectors, sibling, context));
  return matchesPattern(nth, place);
}

/** Whether one of the arguments of :has() is true of an element. */
export function matchesHas(selectors: SelectorList, element: DomElement, context: MatchContext): boolean {
  const { budget } = context;
  const isHost = element === context.host;
  const root = isHost ? context.shadowRoot! : topOf(element, context);
  const matcher = {
    matchesCompound: (compound: CompoundSelector, candidate: DomElement): boolean => {
      context.budget = BUDGET;
      return matchesCompound(compound, candidate, context);
    },
    parentOf: (child: DomElement): DomElement | null => context.parentOf(child),
  };
  const found = selectors.some((selector) => context.has.isAnchor(selector, element, isHost, root, matcher));
  context.budget = budget;
  context.record?.noteHas(element, selectors, found);
  return found;
}

/** The node at the top of the element's own tree. */
function topOf(element: DomElement, context: MatchContext): DomElement | typeof context.document {
  if (context.shadowRoot !== null) return context.shadowRoot;
  let top = element as DomElement | typeof context.document;
  while (top[PARENT_NODE] !== null) top = top[PARENT_NODE];
  return top;
}

/** The host as the tree around it sees it. */
function matchesOutside(selectors: SelectorList, host: DomElement, context: MatchContext): boolean {
  const { shadowRoot, host: inner } = context;
  context.host = null;
  context.shadowRoot = null;
  const matched = matchesNested(selectors, host, context);
  context.shadowRoot = shadowRoot;
  context.host = inner;
  return matched;
}

function hostContextMatches(selectors: SelectorList, host: DomElement, context: MatchContext): boolean {
  let at: DomElement | null = host;
  while (at !== null) {
    if (matchesOutside(selectors, at, context)) return true;
    const parent: DomNode | null = at[PARENT_NODE];
    at = parentElement(at) ?? (parent === null ? null : (context.flatTree?.hostOf(parent) ?? null));
  }
  return false;
}
