/**
 * From a laid-out document to the Spatial DOM.
 *
 * In:  nodes, styles, boxes. Out: one entry for every interactive element and every run of visible text.
 *
 * gather.ts walks the document, candidate.ts decides what is worth an entry, and here each gets its fields. What a person
 * could not see is left out: no box, hidden, transparent, clipped away, off-canvas, inert, covered.
 */

import type { Rect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  hasAttribute,
  isElement,
  isText,
  nextSibling,
} from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import type { StyleResolver } from '../style/computed-style.ts';
import { FlatTree } from '../style/flat-tree.ts';
import { isGauge, isPlainRole, isWidgetRole } from './aria-roles.ts';
import { type Candidate, CELL_END, chooseEntries } from './candidate.ts';
import { NATIVE_ROLE } from './element-role.ts';
import type { FrameSource } from './framed-document.ts';
import { gather } from './gather.ts';
import type { ElementIds } from './ids.ts';
import { InkCollector } from './ink.ts';
import { accessibleName, type NameContext } from './name.ts';
import { indexNames } from './name-index.ts';
import { cleanText, shorten } from './page-text.ts';
import { headingLevel } from './role.ts';
import type { Bounds, EmitOptions, SpatialDom } from './spatial-dom.ts';
import { addStates, type States } from './state.ts';
import type { SpatialLayout } from './visible.ts';

export interface SpatialPage {
  readonly document: DomNode;
  readonly styles: StyleResolver & { readonly flatTree?: FlatTree };
  readonly layout: SpatialLayout;
  readonly ids: ElementIds;
  readonly url: string;
  readonly title: string;
  readonly viewport: readonly [number, number];
  readonly scroll: readonly [number, number];
  /** Where the documents in frames come from. */
  readonly frames?: FrameSource | null;
}

export function emitSpatialDom(page: SpatialPage, version: number, options: EmitOptions = {}): SpatialDom {
  const { document, styles, layout, url, title, viewport, scroll } = page;
  const tree = styles.flatTree ?? new FlatTree(document);
  const names: NameContext = { index: indexNames(document, tree.shadowTrees), styles, tree };
  const ink = options.drawing === true ? new InkCollector() : null;
  const { candidates, covers, skipped } = gather({
    document,
    styles,
    tree,
    layout,
    names: names.index,
    ink,
    roles: options.roles === true,
    frames: page.frames ?? null,
  });
  const els: States[] = [];
  const acted: Numbered[] = [];
  const told: Numbered[] = [];
  let above = 0;
  let below = skipped;
  for (const { candidate, interactive } of chooseEntries(candidates, covers, viewport, ink)) {
    if (els.length >= LIMITS.emittedElements) break;
    if (options.interactiveOnly && !interactive) continue;
    const { element } = candidate;
    if (options.scope === 'viewport' && !isInViewport(candidate.place.shown, page)) {
      if (interactive) acted.push({ element, entry: null });
      if (candidate.place.isClipped) continue;
      if (candidate.place.rect.y + candidate.place.rect.h <= scroll[1]) above++;
      else below++;
      continue;
    }
    const entry = entryOf(candidate, interactive, page, names, ink);
    if (entry === null) continue;
    (interactive ? acted : told).push({ element, entry });
    els.push(entry);
  }
  giveIds(acted, page.ids, ink !== null);
  giveIds(told, page.ids, ink !== null);
  const more = { ...(above > 0 ? { above } : {}), ...(below > 0 ? { below } : {}) };
  const rest = above + below > 0 ? { more } : {};
  return { url, title: shorten(cleanText(title), 200), vp: viewport, scroll, version, ...rest, els };
}

/** What has an id from now on, and the entry that says it; `null` for what is not on screen. */
interface Numbered {
  readonly element: DomElement;
  readonly entry: States | null;
}

/**
 * What can be acted on has its ids one after the other, all over the page and before texts: without boxes, rows of them are
 * told as `7-9`.
 */
function giveIds(numbered: readonly Numbered[], ids: ElementIds, isDrawing: boolean): void {
  for (const { element, entry } of numbered) {
    // Whoever only looks gives no ids.
    const id = isDrawing ? (entry === null ? 0 : ids.drawnIdOf(element)) : ids.idOf(element);
    if (entry !== null) entry.id = id;
  }
}

function isInViewport(rect: Rect | null, { viewport, scroll }: SpatialPage): boolean {
  if (rect === null) return false;
  const left = rect.x - scroll[0];
  const top = rect.y - scroll[1];
  return left < viewport[0] && top < viewport[1] && left + rect.w > 0 && top + rect.h > 0;
}

function entryOf(
  candidate: Candidate,
  interactive: boolean,
  { document: top }: SpatialPage,
  topNames: NameContext,
  ink: InkCollector | null,
): States | null {
  const { document, names } = candidate.within ?? { document: top, names: topNames };
  const { element, source, role, isImage, isLandmark, place } = candidate;
  const tag = element[LOCAL_NAME];
  // Faster: filled in the order in which it is written. Ids are given when it is sure which entries there will be.
  const states = { id: 0, tag: safeTag(tag) } as States;
  const isImplied = role === NATIVE_ROLE.get(tag) && (tag !== 'a' || hasAttribute(element, 'href'));
  if (role !== null && !isImplied && (isLandmark || !isPlainRole(role))) states.role = role;

  const text = shorten(visibleText(candidate, interactive), LIMITS.emittedTextLength);
  if (text !== '') states.text = text;
  else if (!interactive && !isImage && !isLandmark && ink?.isPainted(candidate) !== true) return null;
  if (interactive || isImage || isLandmark) {
    const name = shorten(accessibleName(source, role, names), LIMITS.emittedTextLength);
    if (isImage && name === '' && !isGauge(role) && !interactive && ink === null) return null;
    if (name !== '' && name.toLowerCase() !== text.toLowerCase()) states.name = name;
  }
  if (role === 'heading' && !HEADING_TAG.test(tag)) states.level = headingLevel(element);
  if (interactive && candidate.heading !== null && isAllOfHeading(candidate)) {
    states.level = headingLevel(candidate.heading.element);
  }
  // A link that is none to us, as the page keeps it from assistive technology, is a text.
  const href = interactive && (tag === 'a' || tag === 'area') ? attribute(element, 'href') : null;
  if (href !== null) states.href = shorten(cleanText(href), LIMITS.emittedHrefLength);
  addStates(source, document, states);
  if (states.name !== undefined && states.name === states.ph) delete states.name;
  if (interactive && !isTold(element, role)) states.clickable = true;
  if (place.isClipped) states.clipped = true;
  const bounds = boundsOf(place.rect);
  states.b = bounds;
  return ink === null ? states : { ...states, ...ink.fieldsOf(candidate, bounds) };
}

/** Secure: script may name an element by almost any characters; a line of ours has room for letters only. */
function safeTag(localName: string): string {
  return TAG.test(localName) ? localName : shorten(localName.replace(/[^\w.:-]/g, '-'), LIMITS.emittedTagLength);
}

const TAG = /^[\w.:-]{1,60}$/;

/** Whether tag or role say already that something can be done with it. */
function isTold(element: DomElement, role: string | null): boolean {
  return isWidgetRole(role) || FIELDS.has(element[LOCAL_NAME]);
}

const FIELDS: ReadonlySet<string> = new Set(['audio', 'button', 'input', 'select', 'summary', 'textarea', 'video']);

const HEADING_TAG = /^h[1-6]$/;

/** A control without others inside says all that is in it. Fields say their value. */
function visibleText(candidate: Candidate, interactive: boolean): string {
  if (candidate.source[LOCAL_NAME] === 'select') return '';
  // A landmark does not repeat the links in it.
  if (candidate.isLandmark && !candidate.hasOwnText && !interactive) return '';
  const text = interactive && !candidate.hasInner ? candidate.whole : candidate.text;
  if (!text.includes(CELL_END)) return cleanText(text);
  return text.split(CELL_END).map(cleanText).filter(Boolean).join(' | ');
}

function isAllOfHeading({ heading }: Candidate): boolean {
  return heading !== null && heading.links === 1 && !heading.hasOwnText;
}

/** Sizes are rounded by themselves: elements of one size have the same numbers wherever they are, and keep them when moved. */
function boundsOf({ x, y, w, h }: Rect): Bounds {
  return [Math.round(x), Math.round(y), Math.round(w), Math.round(h)];
}

const HAS_TITLE: ReadonlySet<string> = new Set(['head', 'html', 'svg']);

/** The text of <title>, as the document has it now. */
export function documentTitle(document: DomNode): string {
  const stack: (DomNode | null)[] = [firstChild(document)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) continue;
    stack.push(nextSibling(node));
    if (!isElement(node)) continue;
    if (node[LOCAL_NAME] === 'title') {
      const text = firstChild(node);
      return text !== null && isText(text) ? characterData(text) : '';
    }
    if (HAS_TITLE.has(node[LOCAL_NAME])) stack.push(firstChild(node));
  }
  return '';
}
