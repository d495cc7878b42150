/**
 * Objects of the platform that only hold values: entries of observers, timings, sizes.
 *
 * Their fields are getters on the prototype, as WebIDL has it, and the values are where no page can reach them.
 */

import { defineInterface, defineMembers, prototypeOf } from './dom/interfaces.ts';
import { defineNamedAccessor } from './named-function.ts';
import { create, weakGet, weakSet } from './primordials.ts';

const records = new WeakMap<object, Record<string, unknown>>();

/** The values of an object that `makeRecord` made. */
export function recordOf(object: object): Record<string, unknown> {
  const record = weakGet(records, object);
  if (record === undefined) throw new TypeError('Illegal invocation');
  return record;
}

/** An interface whose attributes are these fields; it has 'toJSON' when `json` says so. */
export function defineRecordInterface(
  name: string,
  parent: string | null,
  fields: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): void {
  defineInterface(name, parent);
  for (const field of fields) {
    defineNamedAccessor(prototypeOf(name), field, field, (self, own) => recordOf(self as object)[own], null);
  }
  if (!json) return;
  defineMembers<object>(name, {
    toJSON(): object {
      const record = recordOf(this);
      const copy: Record<string, unknown> = {};
      for (const field in record) copy[field] = record[field];
      return copy;
    },
  });
}

export function makeRecord(name: string, values: Record<string, unknown>): object {
  return attachRecord(create(prototypeOf(name)), values);
}

/** Gives an object that was made otherwise the values of a record. */
export function attachRecord(object: object, values: Record<string, unknown>): object {
  weakSet(records, object, { __proto__: null, ...values } as Record<string, unknown>);
  return object;
}
