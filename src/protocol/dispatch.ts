/**
 * From a method's name and unknown parameters to its handler.
 *
 * In:  a name and whatever a caller sent.
 * Out: the handler's result, or an error that says what is wrong with the call.
 */
import type * as z from 'zod';
import { AgentBrowserError } from '../errors.ts';
import { faultsOf } from './faults.ts';
import { METHODS, type MethodName, type MethodParams, type MethodResult } from './methods.ts';

/** One function for each method of the table. It keeps the deadline: the caller's, else the table's. */
export type Handlers = {
  readonly [M in MethodName]: (params: MethodParams<M>, timeoutMs: number) => Promise<MethodResult<M>>;
};

/** The signal says that the caller does not want the answer any more. */
export type Dispatch = (method: string, params: unknown, signal?: AbortSignal) => Promise<unknown>;

export function createDispatch(handlers: Handlers): Dispatch {
  return async (method, params) => {
    if (!isMethod(method)) {
      throw new AgentBrowserError(
        'unknown_method',
        `There is no method '${method.slice(0, 100)}'. There are: ${Object.keys(METHODS).join(', ')}.`,
      );
    }
    const parsed = (METHODS[method].params as z.ZodType).safeParse(params ?? {});
    if (!parsed.success) {
      const faults = faultsOf(METHODS[method].params, params ?? {}, parsed.error);
      throw new AgentBrowserError('invalid_argument', `${method} was called wrongly: ${faults}.`);
    }
    const handler = handlers[method] as (params: unknown, timeoutMs: number) => Promise<unknown>;
    const { timeoutMs } = parsed.data as { readonly timeoutMs?: number };
    return handler(parsed.data, timeoutMs ?? METHODS[method].deadlineMs);
  };
}

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
