/**
 * The roles of ARIA, and what each kind of them means to an agent.
 *
 * WAI-ARIA 1.2 §5.4 https://www.w3.org/TR/wai-aria-1.2/#role_definitions; abstract roles are no roles.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Every role that an author may give. */
const ROLES = words(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment
  complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
  region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem
`);

/** Roles that a person can act on. */
const WIDGETS = words(`
  button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox
  slider spinbutton switch tab textbox treeitem
`);

/** Roles whose name may come from their content (§5.2.8.4). */
const NAMED_BY_CONTENT = words(`
  button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row
  rowheader switch tab tooltip treeitem
`);

/** Parts of a page that are worth an entry of their own, also without text. */
const LANDMARKS = words('alertdialog banner complementary contentinfo dialog form main navigation region search');

/** Roles of plain containers: they tell an agent nothing about a run of text. */
const PLAIN = words('article cell definition generic group list listitem paragraph row rowgroup table term');

/** Whether what it shows is a value, as a bar or a dial. */
export function isGauge(role: string | null): boolean {
  return role === 'progressbar' || role === 'meter';
}

export function isRole(word: string): boolean {
  return ROLES.has(word);
}

export function isWidgetRole(role: string | null): boolean {
  return role !== null && WIDGETS.has(role);
}

export function isNamedByContent(role: string | null): boolean {
  return role !== null && NAMED_BY_CONTENT.has(role);
}

export function isLandmark(role: string | null): boolean {
  return role !== null && LANDMARKS.has(role);
}

export function isPlainRole(role: string): boolean {
  return PLAIN.has(role);
}
