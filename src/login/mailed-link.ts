/**
 * The step of a link that comes by mail: opened where the mailbox is known, else somebody is asked for it.
 *
 * Secure: a link is opened only if its origin is one that the sign-in is for.
 */
import { failed, type LoginOutcome } from './outcome.ts';
import { isButton, isField, isLink, type PageFacts, pageSays, wordsOf } from './page-facts.ts';
import { askedFor, type Work } from './progress.ts';
import { says } from './words.ts';

export interface LinkStep {
  readonly kind: 'link';
  /** Where the page offers the password instead. */
  readonly otherWay: number | null;
}

export function linkStep(facts: PageFacts): LinkStep | null {
  if (facts.els.some(isField) || !pageSays(facts, 'mailed_link')) return null;
  const otherWay = facts.els.find(
    (element) => (isButton(element) || isLink(element)) && says(wordsOf(element), 'password'),
  );
  return { kind: 'link', otherWay: otherWay?.id ?? null };
}

export async function openLink(step: LinkStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, login, help, progress } = work;
  if (step.otherWay !== null && login.password !== null && progress.choices++ < 2) {
    await page.click(step.otherWay);
    return null;
  }
  const words = askedFor(facts, 'mailed_link');
  if (progress.link++ > 0) return failed('still_on_form', words);
  const mailed = await help.mailLink(login.origins);
  if (mailed !== null) {
    await page.open(mailed);
    return null;
  }
  const still = async () => linkStep(await page.look()) !== null;
  const answer = await help.ask('email', words, still);
  if (answer === null) return failed('no_answer', words);
  if (!('code' in answer)) {
    progress.before = facts;
    return null;
  }
  const origin = URL.parse(answer.code.trim())?.origin ?? '';
  if (!login.origins.includes(origin))
    return failed('wrong_origin', 'The link leads to another site than the sign-in.');
  await page.open(answer.code.trim());
  return null;
}
