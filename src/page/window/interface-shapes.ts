/**
 * The shapes of interfaces that have objects here, as Chrome has them: what 'new' needs, and the members in their order.
 *
 * Read when the realm is made, and let go of behind that: a page asks the functions themselves.
 */
import { MEMBER_SHAPES } from './interface-table.ts';

let text: string = MEMBER_SHAPES;

export interface MemberShape {
  readonly name: string;
  /** `null` for what is no method. */
  readonly length: number | null;
  readonly givesPromise: boolean;
}

export interface InterfaceShape {
  readonly name: string;
  /** How many arguments 'new' needs; `null` where it is refused. */
  readonly required: number | null;
  readonly length: number;
  readonly members: readonly MemberShape[];
  /** What stands on the interface object. */
  readonly statics: readonly MemberShape[];
  /** The member that objects are iterated by; `null` where they are not. */
  readonly iterator: string | null;
}

function memberOf(text: string): MemberShape {
  const [, name = '', mark = '', length = ''] = /^([\w$]+)([()=]?)(\d*)$/.exec(text) ?? [];
  return { name, length: length === '' ? null : +length, givesPromise: mark === ')' };
}

export function eachShape(visit: (shape: InterfaceShape) => void): void {
  for (const line of text.split('|')) {
    const [name = '', required = '', length = '', ...members] = line.split(' ');
    if (name === '') continue;
    const iterator = members.find((text) => /^~[a-z]/.test(text));
    visit({
      name,
      required: required === '' ? null : +required,
      length: +length,
      members: members.filter((text) => text !== '' && !/^[~^]/.test(text)).map(memberOf),
      statics: members.filter((text) => text.startsWith('^')).map((text) => memberOf(text.slice(1))),
      iterator: iterator === undefined ? null : iterator.slice(1),
    });
  }
}

/** Smaller: 70 KB that no realm has a use for once it is made. */
export function forgetShapes(): void {
  text = '';
}
