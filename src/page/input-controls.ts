/**
 * What an agent sets as a whole: the options of a select, a tick, files, how far something is scrolled.
 *
 * HTML §4.10.5.1.17 (file upload), §4.10.7 (select), CSSOM View 1 §6 (scrolling)
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { isChecked } from '../html/node-state.ts';
import { attribute, hasAttribute, parentElement } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { rootElement } from './dom/document-members.ts';
import { chooseFiles } from './dom/file-list.ts';
import { inputType, isOptionDisabled } from './dom/form-controls.ts';
import {
  collapsed,
  isOptionSelected,
  labelOfOption,
  optionsOf,
  optionValue,
  selectIndex,
  selectOf,
  setOptionSelected,
} from './dom/select-control.ts';
import { askEngine } from './engine-link.ts';
import { metricsOf } from './geometry.ts';
import { fireInputAndChange } from './input-keys.ts';
import { turnWheel } from './input-pointer.ts';
import type { InputFile, InputOutcome } from './messages.ts';
import { type File, makeFile } from './network/blob.ts';
import { bytesOfBase64 } from './network/bytes.ts';
import { append, type BareArray, bareArray, dateNow, hasWord, round } from './primordials.ts';
import { scrollBy } from './scrolling.ts';

/** Chooses options by value, else by label; an option that is named itself is chosen as such. */
export function selectOptions(element: PageNode, values: ArrayLike<string>): InputOutcome {
  const select = element[LOCAL_NAME] === 'option' ? selectOf(element) : element;
  if (select === null || select[LOCAL_NAME] !== 'select') return 'not_editable';
  const options = optionsOf(select);
  const isMultiple = hasAttribute(select, 'multiple');
  const wanted = bareArray<PageNode>();
  for (let at = 0; at < values.length; at++) {
    const option = findOption(options, values[at]!);
    if (option === null) return 'no_option';
    if (isOptionDisabled(option)) return 'disabled';
    append(wanted, option);
  }
  if (!isMultiple && wanted.length !== 1) return 'no_option';
  let changes = false;
  for (let at = 0; at < options.length; at++) {
    const isWanted = contains(wanted, options[at]!);
    if (isOptionSelected(options[at]!) !== isWanted) changes = true;
    if (isMultiple) setOptionSelected(options[at]!, isWanted);
    else if (isWanted) selectIndex(select, at);
  }
  if (changes) fireInputAndChange(select);
  return 'done';
}

function findOption(options: BareArray<PageNode>, wanted: string): PageNode | null {
  for (let at = 0; at < options.length; at++) if (optionValue(options[at]!) === wanted) return options[at]!;
  const label = collapsed(wanted);
  for (let at = 0; at < options.length; at++) {
    if (collapsed(labelOfOption(options[at]!)) === label) return options[at]!;
  }
  return null;
}

function contains(list: BareArray<PageNode>, node: PageNode): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === node) return true;
  return false;
}

/** Whether an element has a tick, by HTML or by ARIA; `null` for what has none. */
export function tickOf(element: PageNode): boolean | null {
  if (element[LOCAL_NAME] === 'input' && hasWord(' checkbox radio ', inputType(element))) return isChecked(element);
  const tick = attribute(element, 'aria-checked') ?? attribute(element, 'aria-pressed');
  return tick === null ? null : tick === 'true';
}

export function uploadFiles(input: PageNode, files: ArrayLike<InputFile>): InputOutcome {
  if (input[LOCAL_NAME] !== 'input' || inputType(input) !== 'file') return 'not_editable';
  if (files.length > 1 && !hasAttribute(input, 'multiple')) return 'not_editable';
  const chosen = bareArray<File>();
  for (let at = 0; at < files.length; at++) {
    const { name, type, data } = files[at]!;
    append(chosen, makeFile(bytesOfBase64(data), name, type, dateNow()));
  }
  chooseFiles(input, chosen);
  fireInputAndChange(input);
  return 'done';
}

/** Scrolls the nearest box around an element that scrolls that way, or the page. A listener may keep the wheel. */
export function scrollAt(
  document: PageNode,
  element: PageNode | null,
  x: number,
  y: number,
  unit: 'px' | 'view',
): InputOutcome {
  const root = rootElement(document);
  if (root === null) return 'done';
  const scroller = element === null ? root : scrollerAround(element, root, x !== 0);
  const { clientWidth, clientHeight } = metricsOf(scroller);
  // Wheels turn by whole pixels.
  const deltaX = unit === 'px' ? x : round(x * clientWidth);
  const deltaY = unit === 'px' ? y : round(y * clientHeight);
  const { clientWidth: width, clientHeight: height } = metricsOf(root);
  const hit = element ?? (askEngine((engine) => engine.hitTest(width / 2, height / 2)) as PageNode | null) ?? root;
  if (turnWheel(document, { x: width / 2, y: height / 2, hit }, deltaX, deltaY)) scrollBy(scroller, deltaX, deltaY);
  return 'done';
}

/** Turns the wheel at a point of the viewport: what is below it scrolls, or the page. */
export function wheelAt(document: PageNode, x: number, y: number, dx: number, dy: number): InputOutcome {
  const root = rootElement(document);
  if (root === null) return 'done';
  const hit = (askEngine((engine) => engine.hitTest(x, y)) as PageNode | null | undefined) ?? root;
  if (turnWheel(document, { x, y, hit }, dx, dy)) scrollBy(scrollerAround(hit, root, dx !== 0), dx, dy);
  return 'done';
}

function scrollerAround(element: PageNode, root: PageNode, isHorizontal: boolean): PageNode {
  const property = isHorizontal ? 'overflow-x' : 'overflow-y';
  for (let at: PageNode | null = element; at !== null && at !== root; at = parentElement(at) as PageNode | null) {
    const node = at;
    const overflow = askEngine((engine) => engine.computedValue(node, '', property));
    if (overflow === 'auto' || overflow === 'scroll') return at;
  }
  return root;
}
