/**
 * What an XML document says of itself: its version, its encoding, and whether it stands alone.
 *
 * In:  the text that a document was parsed of, and what scripts set. Out: members of documents, and the declaration again.
 *
 * DOM 3 Core §1.4 (Document) https://www.w3.org/TR/DOM-Level-3-Core/core.html#Document3-version, XML 1.0 §2.8
 *
 * Differs: the document of the window says nothing of a declaration.
 */
import { indexOf, mapGet, startsWith, stringSlice, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { isXmlDocument } from './document-kind.ts';
import { domException } from './dom-exception.ts';
import { defineMembers } from './interfaces.ts';
import { readPseudoAttributes } from './pseudo-attributes.ts';

/** The one version that there is here, whatever a document says. */
const VERSION = '1.0';
const START = '<?xml ';

interface Declared {
  /** Whether the text began with a declaration. */
  readonly isWritten: boolean;
  readonly encoding: string | null;
  /** `null` while nobody has said so. */
  standalone: boolean | null;
}

const declared = new WeakMap<PageNode, Declared>();
/** Documents of HTML whose version a script has set. */
const versioned = new WeakMap<PageNode, true>();

/** Notes what the text of a document begins with. */
export function noteDeclaration(document: PageNode, text: string): void {
  if (!startsWith(text, START)) return;
  const end = indexOf(text, '?>');
  const said = end < 0 ? null : readPseudoAttributes(stringSlice(text, START.length, end));
  if (said === null) return;
  const standalone = mapGet(said, 'standalone');
  const isAlone = standalone === undefined ? null : standalone === 'yes';
  weakSet(declared, document, { isWritten: true, encoding: mapGet(said, 'encoding') ?? null, standalone: isAlone });
}

/** As it stands before a document that began with one; '' for others. */
export function declarationText(document: PageNode): string {
  const said = weakGet(declared, document);
  if (said?.isWritten !== true) return '';
  const encoding = said.encoding === null ? '' : ` encoding="${said.encoding}"`;
  const standalone = said.standalone === null ? '' : ` standalone="${said.standalone ? 'yes' : 'no'}"`;
  return `<?xml version="${VERSION}"${encoding}${standalone}?>`;
}

export function installXmlDeclaration(): void {
  defineMembers<PageNode>('Document', {
    get xmlEncoding(): string | null {
      return weakGet(declared, this)?.encoding ?? null;
    },
    get xmlVersion(): string | null {
      return isXmlDocument(this) || weakGet(versioned, this) === true ? VERSION : null;
    },
    set xmlVersion(value: unknown) {
      const version = value === null ? '' : `${value}`;
      if (version !== VERSION) {
        throw domException('NotSupportedError', `This document does not support the XML version '${version}'.`);
      }
      weakSet(versioned, this, true);
    },
    get xmlStandalone(): boolean {
      return weakGet(declared, this)?.standalone ?? false;
    },
    set xmlStandalone(value: unknown) {
      const said = weakGet(declared, this);
      if (said !== undefined) said.standalone = Boolean(value);
      else weakSet(declared, this, { isWritten: false, encoding: null, standalone: Boolean(value) });
    },
  });
}
