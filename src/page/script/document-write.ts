/**
 * document.write, writeln, open and close.
 *
 * HTML §8.4 https://html.spec.whatwg.org/#dynamic-markup-insertion
 *
 * Differs: open() with three arguments, which opens a window, gives nothing.
 */
import { closeDocument, openDocument, setDocumentEmptier, writeMarkup } from '../document-lifecycle.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { replaceAll } from '../dom/tree.ts';
import { dropHandlers } from '../event-handlers.ts';

function joined(texts: ArrayLike<unknown>): string {
  let text = '';
  for (let at = 0; at < texts.length; at++) text += `${texts[at]}`;
  return text;
}

export function installDocumentWrite(): void {
  setDocumentEmptier((document) => {
    dropHandlers(document);
    dropHandlers(globalThis);
    replaceAll(document, null);
  });
  defineMembers<PageNode>('Document', {
    write(...texts: unknown[]): void {
      const text = joined(texts);
      if (this === mainDocument()) writeMarkup(text);
    },
    writeln(...texts: unknown[]): void {
      const text = `${joined(texts)}\n`;
      if (this === mainDocument()) writeMarkup(text);
    },
    open(...args: unknown[]): object | null {
      if (args.length > 2) return null;
      if (this === mainDocument()) openDocument();
      return this;
    },
    close(): void {
      if (this === mainDocument()) closeDocument();
    },
  });
}
