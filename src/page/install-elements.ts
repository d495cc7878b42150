/**
 * Puts the members of single kinds of elements into the page realm: tables, gauges, media, and what all have.
 */

import { installDocumentLegacy } from './dom/document-legacy.ts';
import { installGauges } from './dom/gauge-members.ts';
import { installHtmlElementMembers } from './dom/html-element-members.ts';
import { installMedia } from './dom/media-members.ts';
import { installNamespaceLookup } from './dom/namespace-lookup.ts';
import { installSvg } from './dom/svg-members.ts';
import { installTables } from './dom/table-members.ts';
import { installXPath } from './dom/xpath-members.ts';
import { installEditCommands } from './edit-commands.ts';

export function installElements(): void {
  installHtmlElementMembers();
  installTables();
  installGauges();
  installMedia();
  installSvg();
  installXPath();
  installNamespaceLookup();
  installDocumentLegacy();
  installEditCommands();
}
