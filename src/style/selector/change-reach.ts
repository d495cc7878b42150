/**
 * How far a change of an element can be seen by selectors.
 *
 * In:  selectors. Out: whether what is beside or around the changed element may match differently; inside it, everything
 * may. Which of the elements around do is asked of them (answer-record.ts). Changes of what the user does (hover, focus) are not changes of an element: they are announced for the
 * whole document.
 */
import type { ComplexSelector, SelectorList, SimpleSelector } from './selector.ts';

export interface ChangeReach {
  /** Siblings and what is in them. */
  siblings: boolean;
  /** A control may change how its form, or another control of its group, matches. */
  controls: boolean;
  /** The direction of text can change what is around it, where 'dir=auto' looks at it. */
  direction: boolean;
  /** Some rule asks where the pointer or the focus is. */
  userAction: boolean;
  /** Elements around may match differently, by :has(). */
  around: boolean;
  /** The same of siblings before them. */
  aroundBefore: boolean;
}

export function noReach(): ChangeReach {
  return {
    siblings: false,
    controls: false,
    direction: false,
    userAction: false,
    around: false,
    aroundBefore: false,
  };
}

const PLACES: ReadonlySet<string> = new Set(
  'first-child last-child only-child first-of-type last-of-type only-of-type'.split(' '),
);
/** True of an element because of others: a form's controls, a group of radio buttons. */
export const OF_CONTROLS: ReadonlySet<string> = new Set(
  'valid invalid user-valid user-invalid default indeterminate'.split(' '),
);

const USER_ACTIONS: ReadonlySet<string> = new Set('hover active focus focus-visible focus-within target'.split(' '));

/** Adds what these selectors can see to `reach`. */
export function addReach(selectors: SelectorList, reach: ChangeReach): void {
  for (const selector of selectors) addSelector(selector, reach);
}

function addSelector(selector: ComplexSelector, reach: ChangeReach): void {
  for (const combinator of selector.combinators) {
    if (combinator === 'next' || combinator === 'subsequent') reach.siblings = true;
  }
  for (const compound of selector.compounds) {
    for (const simple of compound.simples) addSimple(simple, reach);
  }
}

function addSimple(simple: SimpleSelector, reach: ChangeReach): void {
  switch (simple.kind) {
    case 'id':
    case 'class':
    case 'attribute':
    case 'lang':
    case 'scope':
      return;
    case 'test':
      reach.controls ||= OF_CONTROLS.has(simple.name);
      reach.siblings ||= PLACES.has(simple.name);
      reach.userAction ||= USER_ACTIONS.has(simple.name);
      return;
    case 'nth':
      reach.siblings = true;
      if (simple.selectors !== null) addReach(simple.selectors, reach);
      return;
    case 'is':
    case 'not':
      addReach(simple.selectors!, reach);
      return;
    case 'dir':
      reach.direction = true;
      return;
    case 'has':
      addHas(simple.selectors!, reach);
      return;
    case 'part':
    case 'host':
    case 'host-context':
      // They see shadow trees only, and a document with one is styled anew.
      return;
  }
}

/** What is inside the argument is asked again after each change; only what is not a change of an element counts here. */
function addHas(selectors: SelectorList, reach: ChangeReach): void {
  reach.around = true;
  for (const { combinators, compounds } of selectors) {
    const leading = combinators[compounds.length - 1];
    if (leading === 'next' || leading === 'subsequent') reach.aroundBefore = true;
  }
  const inner = noReach();
  addReach(selectors, inner);
  reach.controls ||= inner.controls;
  reach.direction ||= inner.direction;
  reach.userAction ||= inner.userAction;
}
