/**
 * What recognition knows of a page: plain data, so that it needs no page to be tested.
 *
 * In:  the whole page as Spatial DOM, and what attributes say (as elements that match certain selectors). Out: lists of
 *      fields and buttons, in reading order.
 */
import type { SpatialDom, SpatialElement } from '../spatial/spatial-dom.ts';
import { says } from './words.ts';

/** Attributes do not show, so that the Spatial DOM does not have them: each is asked for by a selector. */
export const HINT_SELECTORS = {
  username: 'input[autocomplete~="username" i], input[autocomplete~="email" i]',
  current_password: 'input[type="password"][autocomplete~="current-password" i]',
  new_password: 'input[autocomplete~="new-password" i]',
  code: 'input[autocomplete~="one-time-code" i]',
  user_name:
    'input[name*="user" i], input[id*="user" i], input[name*="login" i], input[name*="email" i], input[id*="email" i]',
  code_name:
    'input[name*="otp" i], input[name*="totp" i], input[name*="code" i], input[name*="token" i]:not([type="hidden"]), input[id*="otp" i]',
  /** Those that work unseen let people through; Turnstile does so most of the time. */
  captcha:
    'iframe[src*="captcha" i]:not([src*="invisible" i]), .g-recaptcha:not([data-size="invisible"]), .h-captcha:not([data-size="invisible"])',
  /** The button that Enter would press in the form with the password. */
  submit:
    'form:has(input[type="password"]) button[type="submit"], form:has(input[type="password"]) input[type="submit"], form:has(input[type="password"]) button:not([type])',
  sign_up_form: 'form:has(input[autocomplete~="new-password" i]) input[type="password"]',
} as const;

export type Hint = keyof typeof HINT_SELECTORS;

export interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly els: readonly SpatialElement[];
  /** The first element that shows for each selector. */
  readonly hints: ReadonlyMap<Hint, number>;
  /** HTTP status of the document. */
  readonly status: number;
  /** Another number for each document: ids of elements are its own. */
  readonly document: number;
  /** Addresses of the frames in it. */
  readonly frames: readonly string[];
  /** What was said in boxes of the browser since signing in began. */
  readonly dialogs: readonly string[];
}

export function factsOf(
  page: Pick<SpatialDom, 'url' | 'title' | 'els'>,
  hints: ReadonlyMap<Hint, number>,
  rest: Pick<PageFacts, 'status' | 'document' | 'frames' | 'dialogs'>,
): PageFacts {
  return { url: page.url, title: page.title, els: withoutTraps(page.els), hints, ...rest };
}

/**
 * Fields that a box cuts off are kept only where there is none of their kind in sight: a form may need scrolling, and
 * a field that nobody gets to see is one for machines to fill, so that they are found out.
 */
function withoutTraps(els: readonly SpatialElement[]): readonly SpatialElement[] {
  const fields = els.filter(isField);
  if (!fields.some(({ clipped }) => clipped === true)) return els;
  const isInSight = (kind: boolean) => fields.some((each) => each.clipped !== true && isPassword(each) === kind);
  const seen = { password: isInSight(true), other: isInSight(false) };
  const isTrap = (each: SpatialElement) =>
    each.clipped === true &&
    isField(each) &&
    (isPassword(each) || each.type === 'password' ? seen.password : seen.other);
  return els.filter((element) => !isTrap(element));
}

/** All words that belong to an element. */
export function wordsOf({ name, ph, text, val, tag, type }: SpatialElement): string {
  // A button's value is its label; a field's is what was typed.
  const label = tag === 'input' && (type === 'submit' || type === 'button') ? (val ?? '') : '';
  return [name, ph, text, label].filter(Boolean).join(' ');
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'password', 'url', 'search']);

export function isField(element: SpatialElement): boolean {
  const { tag, type, role, disabled, readonly: isReadonly } = element;
  if (disabled === true || isReadonly === true) return false;
  if (tag === 'input') return TEXT_TYPES.has(type ?? 'text');
  return role === 'textbox' || role === 'combobox';
}

export function isPassword({ tag, type }: SpatialElement): boolean {
  return tag === 'input' && type === 'password';
}

export function isButton({ tag, type, role, clickable }: SpatialElement): boolean {
  if (tag === 'button' || role === 'button') return true;
  if (tag === 'input') return type === 'submit' || type === 'button' || type === 'image';
  return clickable === true;
}

export function isLink({ tag, role }: SpatialElement): boolean {
  return tag === 'a' || role === 'link';
}

/** Plain text of the page: what is neither a field nor something to press. */
export function isText(element: SpatialElement): boolean {
  return !isField(element) && !isButton(element) && !isLink(element);
}

/** A field to tick, or a list to choose from: no text of the page, and nothing to type into. */
export function isRadio({ type, role }: SpatialElement): boolean {
  return type === 'radio' || role === 'radio' || role === 'menuitemradio' || role === 'option';
}

export function isHeading({ tag, role }: SpatialElement): boolean {
  return /^h[1-6]$/.test(tag) || tag === 'legend' || role === 'heading';
}

export function pageSays({ els, title }: PageFacts, idea: Parameters<typeof says>[1]): boolean {
  return says(title, idea) || els.some((element) => isText(element) && says(wordsOf(element), idea));
}
