/**
 * What the looks of a form control do to its style.
 *
 * In:  a control's style once all longhands are computed, and the entries that it came from.
 * Out: 'line-height: normal' for menus and push buttons that the browser draws itself. A button is drawn by the page
 *      instead as soon as a rule of the page gives it a border or a background, and 'appearance: button' is drawn
 *      around any line; a menu stays the browser's.
 *
 * HTML §15.5.1 https://html.spec.whatwg.org/multipage/rendering.html#appearance, and where it leaves a choice, Chrome.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { attribute, type DomElement, hasAttribute, isHtml } from '../html/node-tree.ts';
import type { PseudoName } from './computed-style.ts';
import type { CascadeEntry } from './declaration.ts';
import type { StyleRecord } from './style-record.ts';

export function adjustControl(
  style: StyleRecord,
  element: DomElement,
  pseudo: PseudoName | null,
  entries: readonly CascadeEntry[],
): void {
  if (style.appearance === 'none' || style.lineHeight === 'normal' || !isHtml(element)) return;
  const isDrawn =
    isMenu(element, pseudo) ||
    (style.appearance !== 'button' && isPushButton(element, pseudo) && !isDecorated(entries));
  if (isDrawn) style.lineHeight = 'normal';
}

function isMenu(element: DomElement, pseudo: PseudoName | null): boolean {
  if (element[LOCAL_NAME] !== 'select' || pseudo !== null) return false;
  const rows = Number.parseInt(attribute(element, 'size') ?? '', 10);
  return rows >= 1 ? rows === 1 : !hasAttribute(element, 'multiple');
}

const PUSH_BUTTON = /^(?:button|submit|reset)$/i;

/** <button> is a block of its own content, and no push button in this sense. */
function isPushButton(element: DomElement, pseudo: PseudoName | null): boolean {
  if (pseudo !== null) return pseudo === 'file-selector-button';
  return element[LOCAL_NAME] === 'input' && PUSH_BUTTON.test(attribute(element, 'type') ?? '');
}

function isDecorated(entries: readonly CascadeEntry[]): boolean {
  return entries.some(
    ({ origin, declarations }) =>
      origin === 'author' && declarations.some(({ property }) => /^(?:border|background)-/.test(property)),
  );
}
