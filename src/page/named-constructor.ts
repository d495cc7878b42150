/**
 * Interface objects with a given name and length, as named-function.ts makes methods: what they do is one function for all.
 */
import type { InterfaceObject } from './dom/interfaces.ts';

/** What 'new' does: its target (`undefined` for a call without 'new'), its arguments, and what the function was made with. */
export type Construct<Data> = (newTarget: object | undefined, args: ArrayLike<unknown>, data: Data) => object;

type Maker = (name: string, construct: Construct<unknown>, data: unknown) => InterfaceObject;

// Smaller: 'length' is that of the parameters; setting it would cost more than the function.
/* biome-ignore-start lint/complexity/noArguments: parameters are for the length */
const MAKERS = [
  (name: string, construct: Construct<unknown>, data: unknown) =>
    ({
      [name]: function () {
        return construct(new.target as never, arguments, data);
      },
    })[name],
  (name: string, construct: Construct<unknown>, data: unknown) =>
    ({
      [name]: function (_a: unknown) {
        return construct(new.target as never, arguments, data);
      },
    })[name],
  (name: string, construct: Construct<unknown>, data: unknown) =>
    ({
      [name]: function (_a: unknown, _b: unknown) {
        return construct(new.target as never, arguments, data);
      },
    })[name],
  (name: string, construct: Construct<unknown>, data: unknown) =>
    ({
      [name]: function (_a: unknown, _b: unknown, _c: unknown) {
        return construct(new.target as never, arguments, data);
      },
    })[name],
] as unknown as readonly Maker[];
/* biome-ignore-end lint/complexity/noArguments: parameters are for the length */

export function namedConstructor<Data>(
  name: string,
  length: number,
  construct: Construct<Data>,
  data: Data,
): InterfaceObject {
  return (MAKERS[length] ?? MAKERS[0]!)(name, construct as Construct<unknown>, data);
}
