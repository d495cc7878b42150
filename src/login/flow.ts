/**
 * Signing in, step by step, until the page stops asking.
 *
 * In:  a page to act on, what there is to sign in with, and ways to ask for what a machine does not have. Out: signed in,
 *      or why not. A password is sent once; a one-time code at most twice.
 *
 * Secure: secrets are handles here. The page's port gives them to fields, through the events of typing.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { SecretHandle } from '../vault/secret.ts';
import type { LoginFacts } from '../vault/vault.ts';
import { failed, isSignedIn, type LoginOutcome, refusalOf } from './outcome.ts';
import { isButton, isLink, isText, type PageFacts, wordsOf } from './page-facts.ts';
import type { PendingAnswer, PendingKind } from './pending.ts';
import { isOnItsWay, recognise, type SignInStep, wayPast } from './recognise.ts';
import { codeBesidePassword } from './recognise-code.ts';
import { signInFrame } from './sign-in-frame.ts';
import { says } from './words.ts';

/** What signing in does to a page. Texts go in as a person's typing does. */
export interface LoginPage {
  look(): Promise<PageFacts>;
  typeSecret(id: number, secret: SecretHandle): Promise<void>;
  /** A code that somebody gave: one field, or one digit for each. */
  typeCode(fields: readonly number[], code: string): Promise<void>;
  typeSecretCode(fields: readonly number[], secret: SecretHandle): Promise<void>;
  click(id: number): Promise<void>;
  /** Goes to another page. */
  open(url: string): Promise<void>;
  check(id: number): Promise<void>;
  pressEnter(): Promise<void>;
  /** Lets the page's time pass. */
  wait(ms: number): Promise<void>;
}

/** Where signing in gets what the page asks for besides the password. */
export interface LoginHelp {
  ask(kind: PendingKind, reason: string, still?: () => Promise<boolean>): Promise<PendingAnswer>;
  /** A code that came by mail since signing in began; `null` when no mailbox is known or none came. */
  mailCode(): Promise<string | null>;
  /** Waits, in real time, until there is a code that is not about to end, or another one than the last. */
  codeReady(which: 'fresh' | 'next'): Promise<void>;
}

interface Progress {
  username: number;
  password: number;
  code: number;
  entries: number;
  frames: number;
  choices: number;
  /** The document whose captcha somebody has solved: many stay where they are. */
  solved: number;
  /** The page before the last thing was sent. */
  before: PageFacts | null;
}

const NOTHING_DONE: Progress = {
  username: 0,
  password: 0,
  code: 0,
  entries: 0,
  frames: 0,
  choices: 0,
  solved: -1,
  before: null,
};

type CodeStep = Extract<SignInStep, { readonly kind: 'code' }>;

export async function signIn(page: LoginPage, login: LoginFacts, help: LoginHelp): Promise<LoginOutcome> {
  const progress: Progress = { ...NOTHING_DONE };
  try {
    for (let steps = 0; steps < LIMITS.loginSteps; steps++) {
      const facts = await afterChange(page, progress);
      const outcome = await nextStep(recognise(facts, facts.document !== progress.solved), facts, {
        page,
        login,
        help,
        progress,
      });
      if (outcome !== null) return outcome;
    }
    return failed('too_many_steps');
  } catch (error) {
    if (!(error instanceof AgentBrowserError) || error.code !== 'not_allowed') throw error;
    return failed('wrong_origin', error.message);
  }
}

interface Work {
  readonly page: LoginPage;
  readonly login: LoginFacts;
  readonly help: LoginHelp;
  readonly progress: Progress;
}

/** Does one step; gives an outcome when there is nothing more to do. */
async function nextStep(step: SignInStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, progress, help } = work;
  switch (step.kind) {
    case 'password':
      return sendPassword(step, facts, work);
    case 'username':
      return sendUsername(step, facts, work);
    case 'code':
      return sendCode(step, facts, work);
    case 'push': {
      const still = async () => {
        await page.wait(STEP_MS);
        return recognise(await page.look()).kind === 'push';
      };
      const answer = await help.ask('push', askedFor(facts, 'push'), still);
      if (answer === null) return failed('no_answer', askedFor(facts, 'push'));
      progress.before = facts;
      return null;
    }
    case 'captcha': {
      if (progress.password > 0 && refusalOf(facts, progress.before) !== null) {
        return refused(facts, progress, 'wrong_password');
      }
      const still = async () => recognise(await page.look()).kind === 'captcha';
      const answer = await help.ask('captcha', askedFor(facts, 'captcha'), still);
      if (answer === null) return failed('captcha');
      if ('code' in answer && step.field !== null) await page.typeCode([step.field], answer.code);
      if (step.field === null) progress.solved = facts.document;
      return null;
    }
    case 'passkey':
      if (step.otherWay !== null && progress.choices++ < 2) {
        await page.click(step.otherWay);
        return null;
      }
      if (progress.password > 0 && isSignedIn(facts)) return { ok: true, already: false };
      await help.ask('passkey', askedFor(facts, 'passkey'), async () => false);
      return failed('passkey_required', askedFor(facts, 'passkey'));
    case 'banner':
    case 'choice':
      if (progress.choices++ >= 3) return ended(facts, progress);
      await page.click(step.id);
      return null;
    case 'consent':
      return failed('consent_required', askedFor(facts, 'consent'));
    case 'entry':
      if (progress.password > 0 || isSignedIn(facts)) return ended(facts, progress);
      if (await openFrame(facts, work)) return null;
      if (progress.entries++ >= 2) return failed('no_form');
      await page.click(step.id);
      return null;
    case 'none':
      if (await openFrame(facts, work)) return null;
      return (await goesOn(facts, work)) ? null : ended(facts, progress);
  }
}

/** Whether there is more to come behind a page that asks for nothing: one that leads on, or one that offers something. */
async function goesOn(facts: PageFacts, { page, progress }: Work): Promise<boolean> {
  if (progress.password + progress.code === 0 || isSignedIn(facts) || facts.status >= 400) return false;
  const past = wayPast(facts);
  if (past !== null) {
    if (progress.choices++ >= 3) return false;
    await page.click(past);
    return true;
  }
  if (!isOnItsWay(facts)) return false;
  for (let waitedMs = 0; waitedMs < ANSWER_MS; waitedMs += STEP_MS) {
    await page.wait(STEP_MS);
    if (!isOnItsWay(await page.look())) return true;
  }
  return false;
}

/** Where the page itself has no form, a frame in it may. True when it was opened. */
async function openFrame(facts: PageFacts, { page, login, progress }: Work): Promise<boolean> {
  if (progress.frames > 0 || progress.username > 0 || progress.password > 0 || isSignedIn(facts)) return false;
  const frame = signInFrame(facts.frames, login.origins);
  if (frame === null) return false;
  progress.frames++;
  await page.open(frame);
  return true;
}

type PasswordStep = Extract<SignInStep, { readonly kind: 'password' }>;

async function sendPassword(
  step: PasswordStep,
  facts: PageFacts,
  { page, login, help, progress }: Work,
): Promise<LoginOutcome | null> {
  const codeField = codeBesidePassword(facts);
  // Some forms come back with a field for the code, once they know that the password is right.
  const isNewField = codeField !== null && progress.before !== null && codeBesidePassword(progress.before) === null;
  if (progress.password > 0 && !isNewField) {
    return refused(facts, progress, progress.code > 0 ? 'wrong_code' : 'wrong_password');
  }
  if (login.password === null) return failed('no_secret', 'a password');
  const filled = await fillPassword(step, login.password, { page, login });
  progress.password++;
  if (filled === null) {
    // Some pages send the form by themselves.
    progress.before = facts;
    return null;
  }
  if (codeField !== null) {
    const typed = await typeCodeBeside(codeField, facts, { page, login, help, progress });
    if (typed === 'no answer') return failed('no_answer', askedFor(facts, 'code'));
    if (typed === 'typed') progress.code++;
  }
  if (filled.remember !== null) await page.check(filled.remember);
  await send(filled.submit, facts, page, progress);
  return null;
}

/** Pages make their fields anew, or empty them, while somebody types: what is gone is typed again. */
async function fillPassword(
  step: PasswordStep,
  password: SecretHandle,
  { page, login }: Pick<Work, 'page' | 'login'>,
): Promise<PasswordStep | null> {
  let current = step;
  for (let times = 0; ; times++) {
    if (current.username !== null && login.username !== null) await page.typeSecret(current.username, login.username);
    await page.typeSecret(current.password, password);
    const facts = await page.look();
    const next = recognise(facts);
    if (next.kind !== 'password') return facts.els.some(({ id }) => id === current.password) ? current : null;
    const isSame = next.password === current.password && next.username === current.username;
    const name = facts.els.find(({ id }) => id === next.username);
    const isThere = name === undefined || login.username === null || (name.val ?? '') !== '';
    if ((isSame && isThere) || times === TYPED_AGAIN) return next;
    current = next;
  }
}

/** How often fields are filled again that lost what was typed. */
const TYPED_AGAIN = 2;

/** Fields for codes are often there for those who have none: at first they stay empty where the vault has none either. */
async function typeCodeBeside(
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

async function sendUsername(
  step: Extract<SignInStep, { readonly kind: 'username' }>,
  facts: PageFacts,
  { page, login, progress }: Work,
): Promise<LoginOutcome | null> {
  if (progress.username > 0 || progress.password > 0) return refused(facts, progress, 'wrong_password');
  if (login.username === null) return failed('no_secret', 'a user name');
  await page.typeSecret(step.username, login.username);
  progress.username++;
  await send(step.submit, facts, page, progress);
  return null;
}

/** A code from the secret, from the mailbox, or from somebody who is asked. */
async function sendCode(step: CodeStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, login, help, progress } = work;
  const isFromApp = login.code !== null && step.channel !== 'sms' && step.channel !== 'mail';
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
    if (code === null) return failed('no_answer', askedFor(facts, 'code'));
    await page.typeCode(step.fields, code);
  }
  progress.code++;
  if (step.remember !== null && (await isStill(page, step.remember))) await page.check(step.remember);
  // Many pages send the form with the last digit.
  if (!(await isStill(page, step.fields[0]!))) {
    progress.before = facts;
    return null;
  }
  await send(step.submit, facts, page, progress);
  return null;
}

function isWayToApp(element: PageFacts['els'][number]): boolean {
  return (isButton(element) || isLink(element)) && says(wordsOf(element), 'app');
}

async function codeFromOutside(
  { channel }: Pick<CodeStep, 'channel'>,
  facts: PageFacts,
  help: LoginHelp,
): Promise<string | null> {
  if (channel !== 'sms') {
    const code = await help.mailCode();
    if (code !== null) return code;
  }
  const kind = channel === 'sms' ? 'sms' : channel === 'mail' ? 'email' : 'code';
  const answer = await help.ask(kind, askedFor(facts, 'code'));
  return answer !== null && 'code' in answer ? answer.code : null;
}

async function isStill(page: LoginPage, id: number): Promise<boolean> {
  const { els } = await page.look();
  return els.some((element) => element.id === id);
}

async function send(submit: number | null, facts: PageFacts, page: LoginPage, progress: Progress): Promise<void> {
  progress.before = facts;
  if (submit === null) {
    await page.pressEnter();
    return;
  }
  // A button that was off until the fields were filled is on now; one that is still off is passed by Enter.
  const { els } = await page.look();
  const button = els.find(({ id }) => id === submit);
  if (button !== undefined && button.disabled !== true) await page.click(submit);
  else await page.pressEnter();
}

/** How long a page may take to answer what was sent, after it has settled. */
const ANSWER_MS = 8_000;
const STEP_MS = 250;

/** The page, once it differs from the form that was sent, or says something about it. */
async function afterChange(page: LoginPage, { before }: Progress): Promise<PageFacts> {
  let facts = await page.look();
  if (before === null) return facts;
  const sent = formKey(before);
  for (let waitedMs = 0; waitedMs < ANSWER_MS; waitedMs += STEP_MS) {
    if (formKey(facts) !== sent || refusalOf(facts, before) !== null) return facts;
    await page.wait(STEP_MS);
    facts = await page.look();
  }
  return facts;
}

/** The same for the same fields of the same document: ids go with elements. Buttons go off and on while it is filled. */
function formKey(facts: PageFacts): string {
  const step = recognise(facts);
  return `${facts.document} ${facts.url} ${JSON.stringify({ ...step, submit: null, remember: null })}`;
}

/** The form is back. */
function refused(facts: PageFacts, { before }: Progress, otherwise: 'wrong_password' | 'wrong_code'): LoginOutcome {
  const said = refusalOf(facts, before);
  if (said === null) return failed('still_on_form');
  return failed(said.reason === 'locked' ? 'locked' : otherwise, said.words);
}

/** Nothing more is asked for. */
function ended(facts: PageFacts, progress: Progress): LoginOutcome {
  if (progress.password === 0 && progress.code === 0) {
    if (isSignedIn(facts)) return { ok: true, already: true };
    // The name was enough, and something else is wanted: often a link in a mail.
    return progress.username > 0 ? failed('no_secret', askedFor(facts, 'mail')) : failed('no_form');
  }
  if (isSignedIn(facts)) return { ok: true, already: false };
  const said = refusalOf(facts, progress.before);
  if (said?.reason === 'locked') return failed('locked', said.words);
  // A page that says no, and offers to sign in.
  const isOutside = facts.status >= 400 || recognise(facts).kind === 'entry';
  if (said !== null && isOutside) return failed(progress.code > 0 ? 'wrong_code' : 'wrong_password', said.words);
  if (facts.status === 401 || facts.status === 403) return failed('wrong_password');
  return { ok: true, already: false };
}

/** The page's own words for what it asks, cut short. */
function askedFor({ els, title }: PageFacts, idea: Parameters<typeof says>[1]): string {
  const said = els.find((element) => isText(element) && says(wordsOf(element), idea));
  return (said === undefined ? title : wordsOf(said)).slice(0, 200);
}
