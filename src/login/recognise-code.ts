/**
 * Forms that ask for a code: one field, or a row of small ones, and how the code reaches its owner.
 */
import type { SpatialElement } from '../spatial/spatial-dom.ts';
import { buttonBehind, rememberNear } from './form-button.ts';
import { isField, isHeading, isPassword, type PageFacts, pageSays, wordsOf } from './page-facts.ts';
import type { CodeChannel, SignInStep } from './recognise.ts';
import { says } from './words.ts';

export function recogniseCode(facts: PageFacts): SignInStep | null {
  const { els } = facts;
  const fields = splitFields(els) ?? singleField(facts);
  if (fields === null) return null;
  const last = els.indexOf(fields.at(-1)!);
  return {
    kind: 'code',
    fields: fields.map(({ id }) => id),
    submit: buttonBehind(els, last, undefined)?.id ?? null,
    channel: fields.some((field) => says(wordsOf(field), 'backup')) ? 'backup' : channelOf(facts),
    remember: rememberNear(els, last),
  };
}

/** A field for one digit is hardly higher than wide. */
const DIGIT_WIDTH = 90;
const LEAST_DIGITS = 4;
const MOST_DIGITS = 10;

/** Four to ten small fields in one row. */
function splitFields(els: readonly SpatialElement[]): readonly SpatialElement[] | null {
  const small = els.filter((element) => isField(element) && element.b[2] <= DIGIT_WIDTH && element.type !== 'search');
  for (const first of small) {
    const row = small.filter(
      (element) => Math.abs(element.b[1] - first.b[1]) <= 4 && Math.abs(element.b[2] - first.b[2]) <= 4,
    );
    if (row.length >= LEAST_DIGITS && row.length <= MOST_DIGITS) return row.sort((a, b) => a.b[0] - b.b[0]);
  }
  return null;
}

function singleField(facts: PageFacts): readonly SpatialElement[] | null {
  const { els, hints } = facts;
  const fields = els.filter(isField);
  // A field for a code beside user name and password is filled with them.
  const isAlone = !fields.some((field) => isPassword(field) && !isCodeField(field, hints));
  if (!isAlone) return null;
  const found = fields.find((field) => field.id === hints.get('code') || isCodeField(field, hints));
  if (found !== undefined) return [found];
  // One field without words on a page that speaks of a code.
  const [only] = fields;
  const isNamed = only !== undefined && only.id === hints.get('code_name');
  if (fields.length !== 1 || only === undefined || only.type === 'email' || says(wordsOf(only), 'user')) return null;
  return isNamed || (wordsOf(only) === '' && pageSays(facts, 'code')) ? [only] : null;
}

function isCodeField(field: SpatialElement, hints: PageFacts['hints']): boolean {
  const words = wordsOf(field);
  if (field.id === hints.get('code')) return true;
  if (says(words, 'captcha') || field.type === 'email') return false;
  const isCode = says(words, 'code');
  return isPassword(field) ? isCode && !says(words.replace(/passcode/gi, ''), 'password') : isCode;
}

/** What a page says about where the code is. A page that names several ways is one for the app, which needs nobody. */
function channelOf(facts: PageFacts): CodeChannel {
  if (facts.els.some((element) => isHeading(element) && says(wordsOf(element), 'backup'))) return 'backup';
  if (pageSays(facts, 'app')) return 'app';
  if (pageSays(facts, 'sms')) return 'sms';
  return pageSays(facts, 'mail') ? 'mail' : 'unknown';
}

/** The field for a code beside user name and password, on pages that ask for all at once. */
export function codeBesidePassword({ els, hints }: PageFacts): number | null {
  const found = els.find((element) => isField(element) && !isPassword(element) && isCodeField(element, hints));
  return found?.id ?? null;
}
