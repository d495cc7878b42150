/**
 * Choosing where a page offers several: what the sign-in says decides it, else the user name, else a person.
 *
 * In:  the options of a page and the sign-in. Out: one of them is taken; or why none could be.
 */
import { failed, type LoginOutcome } from './outcome.ts';
import type { PageFacts } from './page-facts.ts';
import type { Work } from './progress.ts';
import { recognise } from './recognise.ts';
import type { ChoiceOption, ChoiceStep } from './recognise-choice.ts';
import { plainWords, says } from './words.ts';

export async function choose(step: ChoiceStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, progress, login } = work;
  const key = `${step.what} ${step.options.map(({ words }) => words).join(' ')}`;
  // The same question once more: what was chosen did not do.
  if (progress.chosen.has(key))
    return failed(step.what === 'account' ? 'account_choice' : 'still_on_form', listOf(step));
  progress.chosen.add(key);
  const decided = step.what === 'account' ? await accountOf(step, work) : wayOf(step, work);
  if (decided !== null) {
    await take(decided, step, work);
    progress.before = facts;
    return null;
  }
  const isBefore = progress.password === 0 && login.account === null;
  if (step.what === 'account' && step.other !== null && isBefore) {
    await page.click(step.other);
    return null;
  }
  return askFor(step, facts, work);
}

/** The one that the sign-in names; the one with its user name; the only one. */
async function accountOf({ options, other }: ChoiceStep, { page, login }: Work): Promise<ChoiceOption | null> {
  if (login.account !== null) return named(options, login.account);
  if (login.username !== null && options.length > 0) {
    const ids = options.map(({ id, words }) => ({ id, words }));
    const nth = await page.namedBy(ids, login.username);
    if (nth !== null) return options[nth]!;
  }
  return options.length === 1 && other === null ? options[0]! : null;
}

/** Whatever needs nobody: the password, a code of the app, one by mail where there is a mailbox. */
function wayOf({ options }: ChoiceStep, { login, progress }: Work): ChoiceOption | null {
  const first = (idea: Parameters<typeof says>[1]) => options.find(({ words }) => says(words, idea)) ?? null;
  if (progress.password === 0 && login.password !== null && first('password') !== null) return first('password');
  if (login.code !== null && first('app') !== null) return first('app');
  if (login.mail !== null && first('mail') !== null) return first('mail');
  return options.length === 1 && !says(options[0]!.words, 'passkey') ? options[0]! : null;
}

/** The option that has exactly these words, else the only one that has them among others. */
function named(options: readonly ChoiceOption[], wanted: string): ChoiceOption | null {
  const plain = plainWords(wanted).trim();
  const exact = options.filter(({ words }) => plainWords(words).trim() === plain);
  if (exact.length === 1) return exact[0]!;
  const having = options.filter(({ words }) => plainWords(words).includes(plain));
  return having.length === 1 ? having[0]! : null;
}

async function take({ id, words, how }: ChoiceOption, step: ChoiceStep, { page }: Work): Promise<void> {
  if (how === 'press') return page.click(id);
  if (how === 'tick') await page.check(id);
  else await page.select(id, words);
  if (step.submit !== null) await page.click(step.submit);
}

/** A person names one, or its number, or chooses it on the page. */
async function askFor(step: ChoiceStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { help, page, progress } = work;
  const still = async () => {
    const now = recognise(await page.look());
    return now.kind === 'choose' && now.words === step.words;
  };
  const answer = await help.ask(step.what, listOf(step), still);
  const nobody = failed(step.what === 'account' ? 'account_choice' : 'no_answer', listOf(step));
  if (answer === null) return nobody;
  if ('code' in answer) {
    const option = step.options[Number(answer.code) - 1] ?? named(step.options, answer.code);
    if (option === null) return nobody;
    await take(option, step, work);
  }
  progress.before = facts;
  return null;
}

/** `Choose an account: 1 Bob, 2 Alice` */
function listOf({ words, options }: ChoiceStep): string {
  const list = options.map((option, nth) => `${nth + 1} ${option.words.slice(0, 60)}`);
  return `${words.slice(0, 120)}: ${list.join(', ')}`.slice(0, 600);
}
