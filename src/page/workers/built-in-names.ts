/**
 * What V8 itself puts on a global object: captured before the platform puts anything on. Workers keep these.
 */
export const BUILT_IN_NAMES: string = ` ${Object.getOwnPropertyNames(globalThis).join(' ')} `;
