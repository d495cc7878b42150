/**
 * The global object as V8 made it: captured before the platform puts anything on it, or in the place of something.
 */
const own = Object.entries(Object.getOwnPropertyDescriptors(globalThis));

/** Without what the snapshot's first script lends (isolate/snapshot.ts). */
export const BUILT_INS: Readonly<Record<string, PropertyDescriptor>> = Object.fromEntries(
  own.filter(([name]) => !name.startsWith('__')),
);
