/**
 * How the parts of navigator are put on it, and the `on…` attributes of their interfaces.
 */
import { prototypeOf } from '../dom/interfaces.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { create } from '../primordials.ts';
import { giveAdmitted } from './admitted.ts';

/** A member of navigator that is one object for the life of the document. */
export function addNavigatorObject(name: string, interfaceName: string): void {
  const object = create(prototypeOf(interfaceName)) as object;
  defineNamedAccessor(prototypeOf('Navigator'), name, object, giveAdmitted, null);
}

export function defineHandlersOf(interfaceName: string, types: readonly string[]): void {
  for (const type of types) {
    defineNamedAccessor(
      prototypeOf(interfaceName),
      `on${type}`,
      type,
      (self, own) => eventHandler(self as object, own),
      (self, value, own) => setEventHandler(self as object, own, value),
    );
  }
}
