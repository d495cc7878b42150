/**
 * The order of members on prototypes that pages look at to tell browsers apart, as Chrome has it.
 *
 * Done once, when everything is installed; a name that we do not have is passed over, one that is not listed comes last.
 */
import { prototypeOf } from '../dom/interfaces.ts';
import { defineProperty, getOwnPropertyDescriptor, hasWord, ownKeys, reflect } from '../primordials.ts';
import { BUILT_IN_NAMES } from '../workers/built-in-names.ts';
import { eachShape } from './interface-shapes.ts';
import { WINDOW_ORDER } from './interface-table.ts';

export function orderMembers(): void {
  eachShape(({ name, members, statics }) => {
    const value = getOwnPropertyDescriptor(globalThis, name)?.value as { readonly prototype?: object } | undefined;
    const prototype = value?.prototype ?? prototypeOf(name);
    if (prototype === undefined) return;
    if (members.length > 1) {
      const names = members.map((member) => member.name);
      const order = names.join(' ');
      const others = ownKeys(prototype).filter((key) => typeof key === 'string' && !hasWord(` ${order} `, key));
      for (const key of [...names, ...others]) moveLast(prototype, key);
    }
    moveLast(prototype, Symbol.asyncIterator);
    lockConstants(prototype);
    if (value === undefined || hasWord(BUILT_IN_NAMES, name)) return;
    for (const member of statics) moveLast(value, member.name);
    lockConstants(value);
  });
}

/** Web IDL: constants can be neither written nor taken away. */
function lockConstants(object: object): void {
  for (const key of ownKeys(object)) {
    if (typeof key !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(key)) continue;
    const descriptor = getOwnPropertyDescriptor(object, key)!;
    if (typeof descriptor.value === 'number' && descriptor.configurable)
      defineProperty(object, key, { configurable: false });
  }
}

/** What was taken away and put back is the last one. */
function moveLast(object: object, key: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor?.configurable === true && reflect.deleteProperty(object, key)) defineProperty(object, key, descriptor);
}

/** The same for the window itself. What V8 has put first stands where Chrome has it, and some of that cannot be moved. */
export function orderWindow(): void {
  const order = ` ${WINDOW_ORDER} `;
  const others = ownKeys(globalThis).filter((key) => typeof key === 'string' && !hasWord(order, key));
  const names = WINDOW_ORDER.split(' ');
  const keys = ownKeys(globalThis);
  let first = 0;
  while (names[first] === keys[first]) first++;
  for (const key of [...names.slice(first), ...others]) moveLast(globalThis, key);
}
