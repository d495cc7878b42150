/**
 * The rows of the table of interfaces (interface-table.ts): names, parents and members.
 */
import { append, type BareArray, bareArray, indexOf, stringSlice } from '../primordials.ts';
import { INTERFACES } from './interface-table.ts';

/** Its own type would be its text. */
export const TABLE: string = INTERFACES;

export interface Row {
  readonly parent: string;
  /** How many arguments 'new' needs; `null` where it is always refused. */
  readonly required: number | null;
  /** Whether there is a constructor, also one that makes nothing by itself, as those of elements. */
  readonly isConstructor: boolean;
  readonly length: number;
  readonly members: BareArray<string>;
}

/** Read when it is asked for: kept, it would be in every realm. */
export function rowOf(name: string): Row {
  // Only the first row has no mark before it.
  const mark = `|${name} `;
  const isFirst = stringSlice(TABLE, 0, name.length + 1) === stringSlice(mark, 1);
  const start = isFirst ? name.length + 1 : indexOf(TABLE, mark) + mark.length;
  const end = indexOf(TABLE, '|', start);
  let rest = stringSlice(TABLE, start, end < 0 ? TABLE.length : end);
  const take = (): string => {
    const space = indexOf(rest, ' ');
    const word = space < 0 ? rest : stringSlice(rest, 0, space);
    rest = space < 0 ? '' : stringSlice(rest, space + 1);
    return word;
  };
  const parent = take();
  const required = take();
  const length = +take();
  const members = bareArray<string>();
  while (rest !== '') append(members, take());
  const isRefused = required === '' || required === '!';
  return { parent, required: isRefused ? null : +required, isConstructor: required !== '', length, members };
}

/** The value of a constant of an interface of the table. */
export function constantOf(interfaceName: string, name: string): number {
  const { members } = rowOf(interfaceName);
  for (let at = 0; at < members.length; at++) {
    if (indexOf(members[at]!, `${name}:`) === 0) return +stringSlice(members[at]!, name.length + 1);
  }
  return -1;
}
