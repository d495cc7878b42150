/**
 * What a browser shows when a <select> is clicked: its options, of which one is chosen.
 */
import type { DrawnElement } from '../../spatial/drawn-page.ts';
import { el } from './element.ts';

/** Calls back with the label that was chosen; not at all when it is closed without choosing. */
export function openListBox(list: DrawnElement, box: DOMRect, onChoice: (label: string) => void): void {
  const options = list.options ?? [];
  const select = el(
    'select',
    { size: Math.min(10, Math.max(2, options.length)), 'aria-label': list.name ?? 'Options' },
    ...options.map((label) => el('option', { selected: label === list.val }, label)),
  );
  const popup = el('div', { class: 'list-box' }, select);
  popup.style.left = `${box.left}px`;
  popup.style.top = `${box.bottom + 2}px`;
  popup.style.minWidth = `${box.width}px`;
  let isOpen = true;
  const close = (label: string | null): void => {
    if (!isOpen) return;
    isOpen = false;
    popup.remove();
    if (label !== null) onChoice(label);
  };
  select.addEventListener('click', () => close(select.value));
  select.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') close(select.value);
    if (event.key === 'Escape') close(null);
  });
  select.addEventListener('blur', () => close(null));
  document.body.append(popup);
  select.focus();
}
