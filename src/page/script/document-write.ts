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
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { replaceAll } from '../dom/tree.ts';
import { dropHandlers } from '../event-handlers.ts';

function joined(texts: ArrayLike<unknown>): string {
  let text = '';
  for (let at = 0; at < texts.length; at++) text += `${texts[at]}`;
  return text;
}

/** "throw-on-dynamic-markup-insertion counter" */
let refusing = 0;

/** While the parser makes a custom element: its constructor and its first reactions write nothing. */
export function withoutWriting<Result>(work: () => Result): Result {
  refusing++;
  try {
    return work();
  } finally {
    refusing--;
  }
}

function checkWriting(): void {
  if (refusing === 0) return;
  throw domException('InvalidStateError', 'A constructor that the parser runs cannot write into its document.');
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
      if (this !== mainDocument()) return;
      checkWriting();
      writeMarkup(text);
    },
    writeln(...texts: unknown[]): void {
      const text = `${joined(texts)}\n`;
      if (this !== mainDocument()) return;
      checkWriting();
      writeMarkup(text);
    },
    open(...args: unknown[]): object | null {
      if (args.length > 2) return null;
      if (this !== mainDocument()) return this;
      checkWriting();
      openDocument();
      return this;
    },
    close(): void {
      if (this !== mainDocument()) return;
      checkWriting();
      closeDocument();
    },
  });
}
