/**
 * How far a change of an element can be seen by selectors.
 *
 * In:  selectors. Out: whether only what is inside the changed element may match differently, or also what is beside it,
 * or anything. Changes of what the user does (hover, focus) are not changes of an element: they are announced for the
 * whole document.
 */
import type { ComplexSelector, SelectorList, SimpleSelector } from './selector.ts';

/** In growing order. */
export type ChangeReach = 'inside' | 'siblings' | 'anywhere';

const PLACES: ReadonlySet<string> = new Set(
  'first-child last-child only-child first-of-type last-of-type only-of-type'.split(' '),
);
/** True of an element because of something else in the page: a form's controls, a group of radio buttons. */
const FAR: ReadonlySet<string> = new Set(['valid', 'invalid', 'default', 'indeterminate']);

export function changeReach(selectors: SelectorList): ChangeReach {
  let reach: ChangeReach = 'inside';
  for (const selector of selectors) {
    reach = farther(reach, reachOfSelector(selector));
    if (reach === 'anywhere') return reach;
  }
  return reach;
}

export function farther(first: ChangeReach, second: ChangeReach): ChangeReach {
  if (first === 'anywhere' || second === 'anywhere') return 'anywhere';
  return first === 'siblings' || second === 'siblings' ? 'siblings' : 'inside';
}

function reachOfSelector(selector: ComplexSelector): ChangeReach {
  let reach: ChangeReach = 'inside';
  for (const combinator of selector.combinators) {
    if (combinator === 'slotted' || combinator === 'part') return 'anywhere';
    if (combinator === 'next' || combinator === 'subsequent') reach = 'siblings';
  }
  for (const compound of selector.compounds) {
    for (const simple of compound.simples) reach = farther(reach, reachOfSimple(simple));
  }
  return reach;
}

function reachOfSimple(simple: SimpleSelector): ChangeReach {
  switch (simple.kind) {
    case 'id':
    case 'class':
    case 'attribute':
    case 'lang':
    case 'scope':
      return 'inside';
    case 'test':
      if (FAR.has(simple.name)) return 'anywhere';
      return PLACES.has(simple.name) ? 'siblings' : 'inside';
    case 'nth':
      return farther('siblings', simple.selectors === null ? 'siblings' : changeReach(simple.selectors));
    case 'is':
    case 'not':
      return changeReach(simple.selectors!);
    // 'dir=auto' looks at text further down, and :has() at anything.
    case 'dir':
    case 'has':
    case 'part':
    case 'host':
    case 'host-context':
      return 'anywhere';
  }
}
