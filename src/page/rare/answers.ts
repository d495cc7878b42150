/**
 * What the files of this folder share: answers as Chrome words them.
 */
import { domException } from '../dom/dom-exception.ts';
import { rejectedWith } from '../network/promises.ts';

export type Args = ArrayLike<unknown>;
/** A dictionary that a page has given; other things are none. */
export type Given = Readonly<Record<string, unknown>>;

export function givenOf(value: unknown): Given {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? (value as Given) : {};
}

/** Web IDL §3.2.17: a dictionary that may be left out. `where`: "Failed to …: " */
export function dictionaryOf(value: unknown, where: string, type: string): Given {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') {
    return givenOf(value);
  }
  throw new TypeError(`${where}The provided value is not of type '${type}'.`);
}

/** Web IDL §3.2.18: a member of a dictionary that is one of `words`; what is left out is the first of them. */
export function oneOf(
  value: unknown,
  words: string,
  where: string,
  [member, dictionary, type]: readonly [member: string, dictionary: string, type: string],
): string {
  const names = words.split(' ');
  if (value === undefined) return names[0]!;
  if (names.includes(`${value}`)) return `${value}`;
  const what = `The provided value '${value}' is not a valid enum value of type ${type}.`;
  throw new TypeError(`${where}Failed to read the '${member}' property from '${dictionary}': ${what}`);
}

/** A method that always refuses by a promise. */
export function refusal(name: string, message: string): () => Promise<never> {
  return () => rejectedWith(domException(name, message));
}

/** Web IDL: how many arguments a method needs. */
export function needArguments(args: Args, count: number, method: string, on: string): void {
  if (args.length >= count) return;
  const words = count === 1 ? '1 argument' : `${count} arguments`;
  throw new TypeError(`Failed to execute '${method}' on '${on}': ${words} required, but only ${args.length} present.`);
}

/** "Failed to execute 'x' on 'Y': " */
export function failedTo(method: string, on: string): string {
  return `Failed to execute '${method}' on '${on}': `;
}

export function missingMember(name: string, of: string): string {
  return `Failed to read the '${name}' property from '${of}': Required member is undefined.`;
}

/** A function that a page has given, or an error. */
export function callbackOf(value: unknown, method: string, on: string, index = 1): (...args: never[]) => unknown {
  if (typeof value === 'function') return value as never;
  throw new TypeError(`${failedTo(method, on)}parameter ${index} is not of type 'Function'.`);
}
