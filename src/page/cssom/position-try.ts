/**
 * CSSPositionTryDescriptors: the declarations of a '@position-try' rule, which are of some properties only.
 *
 * In:  the text of a rule's body. Out: the same without other properties, and an object that reads and writes it.
 *
 * CSS Anchor Positioning 1 §5.3 https://drafts.csswg.org/css-anchor-position-1/#om-position-try
 */
import { declarationOf, declaredIn, declareIn, propertyName } from '../dom/style-declaration.ts';
import { stringSlice } from '../primordials.ts';
import { rowOf } from '../window/interface-rows.ts';
import { attach, defineBehaviour, defineLater, lazyPrototype } from '../window/lazy-interfaces.ts';
import { partsOf } from './rule-record.ts';

const NAME = 'CSSPositionTryDescriptors';

/** The properties are the interface's members, which have both spellings. */
function accepts(name: string): boolean {
  const { members } = rowOf(NAME);
  for (let at = 0; at < members.length; at++) if (members[at] === `${name}=`) return true;
  return false;
}

/** Important declarations are not valid there, and neither are those of other properties. */
export function acceptedDeclarations(body: string): string {
  return partsOf<string>('position-try', '', body) ?? '';
}

export function positionTryStyle(read: () => string, write: (text: string) => void, rule: () => object): object {
  return attach(declarationOf(read, write, rule, lazyPrototype(NAME), accepts), NAME, {});
}

/** Smaller: few pages have such rules. */
export function installPositionTry(): void {
  defineLater(NAME, () => {
    const behaviour: Record<string, unknown> = {};
    const { members } = rowOf(NAME);
    for (let at = 0; at < members.length; at++) {
      const member = stringSlice(members[at]!, 0, -1);
      const property = propertyName(member);
      behaviour[member] = (_: unknown, self: object): string => declaredIn(self, property);
      behaviour[`set ${member}`] = (value: unknown, self: object): void => declareIn(self, property, value);
    }
    defineBehaviour(NAME, behaviour);
  });
}
