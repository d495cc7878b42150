/**
 * What belongs to a form besides its fields: the button that sends it, and the box that says to stay signed in.
 *
 * In:  the elements of a page in reading order, and where a field of the form is. Out: an element, or none.
 */
import type { SpatialElement } from '../spatial/spatial-dom.ts';
import { isButton, isLink, isPassword, type PageFacts, wordsOf } from './page-facts.ts';
import type { CountryList } from './progress.ts';
import { says } from './words.ts';

/** How far apart the parts of one form may stand. */
export const FORM_HEIGHT = 320;

/** The button behind a field that sends its form. */
export function buttonBehind(
  els: readonly SpatialElement[],
  at: number,
  hinted: number | undefined,
): SpatialElement | null {
  let best: { readonly element: SpatialElement; readonly score: number } | null = null;
  for (let nth = at + 1; nth < els.length; nth++) {
    const element = els[nth]!;
    // The next form's fields.
    if (isPassword(element) && nth > at + 1 && best !== null) break;
    // One that is off may be on when the fields are filled.
    if (!isButton(element) && !isLinkThatSends(element)) continue;
    const score = buttonScore(element, hinted) - (nth - at) / 10;
    if (best === null || score > best.score) best = { element, score };
  }
  return best === null || best.score < 0 ? null : best.element;
}

/** Many pages have links that look like buttons. */
function isLinkThatSends(element: SpatialElement): boolean {
  const words = wordsOf(element);
  return isLink(element) && words.length <= 24 && (says(words, 'sign_in') || says(words, 'next'));
}

/** Whether what sends the form that a field is in makes an account instead. */
export function sendsSignUp(els: readonly SpatialElement[], at: number): boolean {
  const buttons = els.filter((element, nth) => nth > at && isButton(element) && isNear(element, els[at]!));
  return (
    buttons.some((each) => says(wordsOf(each), 'sign_up')) && !buttons.some((each) => says(wordsOf(each), 'sign_in'))
  );
}

function isNear(a: SpatialElement, b: SpatialElement): boolean {
  return Math.abs(a.b[1] - b.b[1]) < FORM_HEIGHT && Math.abs(a.b[0] - b.b[0]) < FORM_HEIGHT;
}

function buttonScore(element: SpatialElement, hinted: number | undefined): number {
  const words = wordsOf(element);
  let score = 0;
  if (element.id === hinted) score += 3;
  if (element.tag === 'input' && element.type === 'submit') score += 2;
  if (says(words, 'sign_in')) score += 4;
  if (says(words, 'next')) score += 2;
  if (isLink(element)) score -= 1;
  if (says(words, 'other_account') || says(words, 'passkey')) score -= 6;
  if (says(words, 'sign_up')) score -= 4;
  if (says(words, 'side_door') || says(words, 'search')) score -= 6;
  return score;
}

export function rememberNear(els: readonly SpatialElement[], at: number): number | null {
  const field = els[at]!;
  const found = els.find(
    (element) =>
      (element.type === 'checkbox' || element.role === 'checkbox' || element.role === 'switch') &&
      element.checked === false &&
      Math.abs(element.b[1] - field.b[1]) < FORM_HEIGHT &&
      says(wordsOf(element), 'remember'),
  );
  return found?.id ?? null;
}

/** A list of telephone codes in the same row as a field. */
export function countriesBeside({ els }: Pick<PageFacts, 'els'>, id: number): CountryList | null {
  const field = els.find((element) => element.id === id);
  const list = els.find(
    ({ tag, options = [], b }) =>
      tag === 'select' &&
      field !== undefined &&
      Math.abs(b[1] - field.b[1]) < FORM_HEIGHT / 2 &&
      options.filter((option) => TELEPHONE_CODE.test(option)).length * 2 > options.length,
  );
  return list === undefined ? null : { id: list.id, options: list.options! };
}

/** `Germany (+49)` */
export const TELEPHONE_CODE = /\+\s?(\d{1,4}(?:[ -]\d{3})?)(?!\d)/;
