/**
 * document.execCommand() and what pages ask about it: the commands that put text in and take it out, select and copy.
 *
 * In:  the name of a command, and a value. Out: the edit where the selection or the focus is, and whether it was made.
 *
 * execCommand (unofficial) §4 https://w3c.github.io/editing/docs/execCommand/, Clipboard API §8.1.2
 *
 * Missing: commands that format (bold, createLink, formatBlock) and undo; they say that they are not supported.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { isElement, parentElement } from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import { nodeLength } from './dom/boundary.ts';
import type { PageNode } from './dom/create-node.ts';
import { newTransfer, transferText } from './dom/data-transfer.ts';
import { bodyOf } from './dom/document-members.ts';
import { focusedElement } from './dom/focus.ts';
import { inputType } from './dom/form-controls.ts';
import { controlText } from './dom/input-value.ts';
import { defineMembers } from './dom/interfaces.ts';
import { parseMarkup } from './dom/markup.ts';
import { rangeText } from './dom/range-content.ts';
import { selectBounds, selectedBounds } from './dom/selection.ts';
import { textSelectionOf } from './dom/text-selection.ts';
import { type Edit, editHost } from './editing.ts';
import type { Event } from './event.ts';
import { dispatchTrusted } from './events.ts';
import { deleteText, insertText, isTextControl, selectAllText, textFieldAround, textTargetOf } from './input-text.ts';
import { askHost } from './network/host-call.ts';
import { asciiLower, construct, hasWord, stringSlice } from './primordials.ts';
import { hasTransientActivation } from './user-activation.ts';
import { lazyInterface } from './window/lazy-interfaces.ts';

const EDITS = ' inserttext inserthtml insertparagraph insertlinebreak delete forwarddelete ';
const OTHERS = ' copy cut selectall ';

const above = (node: PageNode): PageNode | null => parentElement(node) as PageNode | null;

/** The field that has the focus, or the editing host that the selection is in. */
function fieldOf(document: PageNode): PageNode | null {
  const focused = focusedElement(document);
  const control = focused === null ? null : textTargetOf(focused);
  if (control === 'input' || control === 'textarea') return focused;
  const selected = selectedBounds(document);
  const place =
    selected === null ? focused : isElement(selected.startNode) ? selected.startNode : above(selected.startNode);
  const field = place === null ? null : textFieldAround(place);
  return field !== null && textTargetOf(field) === 'editable' ? field : null;
}

function editOf(command: string, value: string, host: PageNode): Edit {
  switch (command) {
    case 'inserttext':
      return { inputType: 'insertText', text: value };
    case 'inserthtml':
      return { inputType: '', nodes: parseMarkup(host, value) };
    case 'insertparagraph':
      return { inputType: 'insertParagraph' };
    case 'insertlinebreak':
      return { inputType: 'insertLineBreak' };
    case 'forwarddelete':
      return { inputType: 'deleteContentForward' };
    case 'cut':
      return { inputType: 'deleteByCut' };
    default:
      return { inputType: 'deleteContentBackward' };
  }
}

function edit(document: PageNode, command: string, value: string): boolean {
  const field = fieldOf(document);
  if (field === null) return false;
  if (textTargetOf(field) === 'editable') return editHost(field, editOf(command, value, field), true);
  if (command === 'inserttext' || command === 'inserthtml') insertText(field, value, true);
  else if (command === 'insertparagraph' || command === 'insertlinebreak') insertText(field, '\n', true);
  else deleteText(field, command === 'forwarddelete', true);
  return true;
}

/**
 * The text that is selected: in the field that has the focus, also in one that cannot be written to, else in the document.
 * What dots stand for is not copied.
 */
function selectedText(document: PageNode): string {
  const focused = focusedElement(document);
  if (focused !== null && isTextControl(focused)) {
    if (focused[LOCAL_NAME] === 'input' && inputType(focused) === 'password') return '';
    const { start, end } = textSelectionOf(focused);
    return stringSlice(controlText(focused), start, end);
  }
  const selected = selectedBounds(document);
  return selected === null ? '' : rangeText(selected);
}

/** "fire a clipboard event": a listener may give something else to be copied. */
function copy(document: PageNode, command: 'copy' | 'cut'): boolean {
  if (!hasTransientActivation()) return false;
  const clipboardData = newTransfer();
  const target = focusedElement(document) ?? bodyOf(document) ?? document;
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData };
  const isOurs = dispatchTrusted(target, construct(lazyInterface('ClipboardEvent'), [command, init] as never) as Event);
  const text = isOurs ? selectedText(document) : transferText(clipboardData);
  if (isOurs && text === '') return false;
  askHost('set_clipboard', stringSlice(text, 0, LIMITS.typedChars));
  return command === 'copy' || !isOurs || edit(document, 'cut', '');
}

function selectAll(document: PageNode): boolean {
  const field = fieldOf(document);
  const body = bodyOf(document);
  if (field !== null) selectAllText(field);
  else if (body !== null) {
    selectBounds(document, { startNode: body, startOffset: 0, endNode: body, endOffset: nodeLength(body) });
  }
  return true;
}

function isSupported(command: string): boolean {
  return hasWord(EDITS, command) || hasWord(OTHERS, command);
}

function isEnabled(document: PageNode, command: string): boolean {
  if (hasWord(EDITS, command)) return fieldOf(document) !== null;
  if (command === 'copy' || command === 'cut') return hasTransientActivation() && selectedText(document) !== '';
  return command === 'selectall';
}

function perform(document: PageNode, command: string, value: string): boolean {
  switch (command) {
    case 'copy':
    case 'cut':
      return copy(document, command);
    case 'selectall':
      return selectAll(document);
    default:
      return hasWord(EDITS, command) && edit(document, command, value);
  }
}

export function installEditCommands(): void {
  defineMembers<PageNode>('Document', {
    execCommand(command: unknown, _showUi?: unknown, value: unknown = ''): boolean {
      return perform(this, asciiLower(`${command}`), `${value}`);
    },
    queryCommandEnabled(command: unknown): boolean {
      return isEnabled(this, asciiLower(`${command}`));
    },
    queryCommandIndeterm(): boolean {
      return false;
    },
    queryCommandState(): boolean {
      return false;
    },
    queryCommandSupported(command: unknown): boolean {
      return isSupported(asciiLower(`${command}`));
    },
    queryCommandValue(): string {
      return '';
    },
  });
}
