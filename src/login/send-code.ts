/**
 * The step of a code: from the secret in the vault, from the mailbox, or from somebody who is asked.
 */
import { failed, type LoginOutcome } from './outcome.ts';
import { isButton, isLink, type PageFacts, wordsOf } from './page-facts.ts';
import { askedFor, isStill, type LoginHelp, refused, send, type Work } from './progress.ts';
import type { CodeChannel, SignInStep } from './recognise.ts';
import { says } from './words.ts';

type CodeStep = Extract<SignInStep, { readonly kind: 'code' }>;

/** Fields for codes are often there for those who have none: at first they stay empty where the vault has none either. */
export async function typeCodeBeside(
  field: number,
  facts: PageFacts,
  { page, login, help, progress }: Work,
): Promise<'typed' | 'left empty' | 'no answer'> {
  if (login.code !== null) {
    await help.codeReady('fresh');
    await page.typeSecretCode([field], login.code);
    return 'typed';
  }
  if (progress.password === 1) return 'left empty';
  const code = await codeFromOutside({ channel: 'unknown' }, facts, help);
  if (code === null) return 'no answer';
  await page.typeCode([field], code);
  return 'typed';
}

/** A code from the secret, from the mailbox, or from somebody who is asked. */
export async function sendCode(step: CodeStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, login, help, progress } = work;
  const isFromApp = login.code !== null && !NOT_OF_APP.includes(step.channel);
  // A code that a machine can make is better than one that somebody has to read.
  const toApp = login.code === null || isFromApp ? undefined : facts.els.find(isWayToApp);
  if (toApp !== undefined && progress.choices++ < 2) {
    await page.click(toApp.id);
    return null;
  }
  if (progress.code >= (isFromApp ? 2 : 1)) return refused(facts, progress, 'wrong_code');
  if (isFromApp) {
    await help.codeReady(progress.code === 0 ? 'fresh' : 'next');
    await page.typeSecretCode(step.fields, login.code!);
  } else {
    const code = await codeFromOutside(step, facts, help);
    if (code === null) return failed('no_answer', wordsFor(step, facts));
    await page.typeCode(step.fields, code);
  }
  progress.code++;
  if (step.remember !== null && (await isStill(page, step.remember, facts))) await page.check(step.remember);
  // Many pages send the form with the last digit.
  if (!(await isStill(page, step.fields[0]!, facts))) {
    progress.before = facts;
    return null;
  }
  await send(step.submit, facts, page, progress);
  return null;
}

export const NOT_OF_APP: readonly CodeChannel[] = ['sms', 'mail', 'backup'];

function isWayToApp(element: PageFacts['els'][number]): boolean {
  return (isButton(element) || isLink(element)) && says(wordsOf(element), 'app');
}

export function wordsFor({ channel }: Pick<CodeStep, 'channel'>, facts: PageFacts): string {
  return askedFor(facts, channel === 'backup' ? 'backup' : 'code');
}

async function codeFromOutside(
  { channel }: Pick<CodeStep, 'channel'>,
  facts: PageFacts,
  help: LoginHelp,
): Promise<string | null> {
  if (channel !== 'sms' && channel !== 'backup') {
    const code = await help.mailCode();
    if (code !== null) return code;
  }
  const kind = channel === 'sms' ? 'sms' : channel === 'mail' ? 'email' : 'code';
  const answer = await help.ask(kind, wordsFor({ channel }, facts));
  return answer !== null && 'code' in answer ? answer.code : null;
}
