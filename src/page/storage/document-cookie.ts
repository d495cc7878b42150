/**
 * document.cookie. The jar is the session's: it knows what a script may see and set.
 *
 * HTML §3.1.4 https://html.spec.whatwg.org/#dom-document-cookie
 */
import { originAddress } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { askHost } from '../network/host-call.ts';
import { startsWith } from '../primordials.ts';

/** A document that did not come over HTTP, or has no window, has no cookies and takes none. */
function isAverse(document: PageNode): boolean {
  return document !== mainDocument() || !startsWith(originAddress(), 'http');
}

export function installDocumentCookie(): void {
  defineMembers<PageNode>('Document', {
    get cookie(): string {
      return isAverse(this) ? '' : (askHost('cookies', '') ?? '');
    },
    set cookie(value: unknown) {
      const text = `${value}`;
      if (!isAverse(this)) askHost('set_cookie', text);
    },
  });
}
