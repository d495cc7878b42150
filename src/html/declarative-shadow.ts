/**
 * Shadow roots that markup declares: `<template shadowrootmode="open">`.
 *
 * In:  a template as the parser has made it, and the element that it stands in. Out: the root that it asks for, or `null`.
 *
 * HTML §13.2.6.4.4 (start tag "template") https://html.spec.whatwg.org/#parsing-main-inhead, DOM §4.8 (shadow hosts)
 */
import { LOCAL_NAME } from './node-keys.ts';
import { attribute, type DomNode, hasAttribute, isElement, isHtml } from './node-tree.ts';

export interface DeclaredShadow {
  readonly mode: 'open' | 'closed';
  readonly delegatesFocus: boolean;
  readonly referenceTarget: string | null;
  readonly slotAssignment: 'named' | 'manual';
  readonly clonable: boolean;
  readonly serializable: boolean;
}

const HOSTS: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** Whether an element by its name can have a shadow root. */
export function canHostShadow(element: DomNode): boolean {
  if (!isElement(element) || !isHtml(element)) return false;
  return HOSTS.has(element[LOCAL_NAME]) || element[LOCAL_NAME].includes('-');
}

export function declaredShadow(template: DomNode): DeclaredShadow | null {
  const mode = attribute(template, 'shadowrootmode')?.toLowerCase();
  if (mode !== 'open' && mode !== 'closed') return null;
  return {
    mode,
    delegatesFocus: hasAttribute(template, 'shadowrootdelegatesfocus'),
    slotAssignment: attribute(template, 'shadowrootslotassignment')?.toLowerCase() === 'manual' ? 'manual' : 'named',
    clonable: hasAttribute(template, 'shadowrootclonable'),
    serializable: hasAttribute(template, 'shadowrootserializable'),
    referenceTarget: attribute(template, 'shadowrootreferencetarget'),
  };
}
