/**
 * Policies that a page declares in its head, and what follows at once from a policy: no evaluating of strings, and which base
 * elements count.
 *
 * HTML §4.2.5.3 (http-equiv), CSP 3 §3.3, §4.4, §6.3.1
 *
 * Differs: with a policy that only reports, evaluating strings is not reported.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { resolveAddress } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { isTreeNode } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { setHandlerGuard } from '../event-handlers.ts';
import { setTimerGuard } from '../event-loop.ts';
import { asciiLower, defineProperty, getPrototypeOf, indexOf } from '../primordials.ts';
import { isAllowed } from './violations.ts';

/** A meta element has come: one in the head may declare a policy. */
export function policyDeclared(meta: PageNode): void {
  if (asciiLower(attribute(meta, 'http-equiv') ?? '') !== 'content-security-policy') return;
  const text = attribute(meta, 'content') ?? '';
  if (text === '' || meta[PARENT_NODE]?.[LOCAL_NAME] !== 'head') return;
  askEngine((engine) => engine.policyMeta(text));
  guardEvaluation();
}

/** A base element has come: one that policies do not allow is told of, and counts as none. */
export function baseConnected(base: PageNode): void {
  const href = attribute(base, 'href');
  const url = href === null ? null : resolveAddress(href);
  if (url === null) return;
  const verdict = askEngine((engine) => engine.policyAddress('base-uri', url));
  isAllowed(verdict, `set the document's base URI to '${url}'`);
}

let isGuarded = false;

/** §4.4: where a policy does not allow it, strings are not evaluated: eval, Function and its kin refuse. */
export function guardEvaluation(): void {
  const verdict = askEngine((engine) => engine.policyEval()) ?? '';
  if (isGuarded || indexOf(verdict, '"enforce"') < 0) return;
  isGuarded = true;
  const refuse = (): void => {
    if (
      isAllowed(
        askEngine((engine) => engine.policyEval()),
        'evaluate a string as JavaScript',
      )
    )
      return;
    throw new EvalError(
      "Evaluating a string as JavaScript violates a Content Security Policy directive because 'unsafe-eval' is not an allowed source of script.",
    );
  };
  // What is no string is given back as it is.
  const { eval: refusingEval } = {
    eval(code: unknown): unknown {
      if (typeof code === 'string') refuse();
      return code;
    },
  };
  defineProperty(globalThis, 'eval', { value: refusingEval, writable: true, enumerable: false, configurable: true });
  const samples = [
    (): void => {},
    async (): Promise<void> => {},
    function* (): Generator {},
    async function* (): AsyncGenerator {},
  ];
  for (let at = 0; at < samples.length; at++)
    refuseConstructor(getPrototypeOf(samples[at]!) as object, refuse, at === 0);
}

function refuseConstructor(prototype: object, refuse: () => void, isGlobal: boolean): void {
  const { constructor: Intrinsic } = prototype as { readonly constructor: { readonly name: string } };
  // With or without 'new'.
  const Refusing = function (): never {
    refuse();
    throw new EvalError(`${new.target === undefined ? 'Calling' : 'Constructing'} ${Intrinsic.name} is not allowed.`);
  };
  defineProperty(Refusing, 'name', { value: Intrinsic.name, configurable: true });
  defineProperty(Refusing, 'prototype', { value: prototype, writable: false });
  defineProperty(prototype, 'constructor', { value: Refusing, writable: isGlobal, configurable: true });
  if (isGlobal) defineProperty(globalThis, 'Function', { value: Refusing, writable: true, configurable: true });
}

/** Text that is evaluated elsewhere: of timers, and of attributes. */
export function installPolicyGuards(): void {
  setTimerGuard(() =>
    isAllowed(
      askEngine((engine) => engine.policyEval()),
      'evaluate a string as JavaScript',
    ),
  );
  setHandlerGuard((source, owner) => {
    const verdict = askEngine((engine) => engine.policyInline('script attribute', source, ''));
    return isAllowed(verdict, 'execute inline event handler', isTreeNode(owner) ? owner : null);
  });
}
