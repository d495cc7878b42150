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
import { choose } from './choose.ts';
import { countriesBeside } from './form-button.ts';
import { openLink } from './mailed-link.ts';
import { expiryOf, failed, isSignedIn, type LoginOutcome, refusalOf } from './outcome.ts';
import type { PageFacts } from './page-facts.ts';
import {
  askedFor,
  isStill,
  type LoginHelp,
  type LoginPage,
  nothingDone,
  type Progress,
  refused,
  send,
  type Work,
} from './progress.ts';
import { entryElsewhere, isOnItsWay, recognise, type SignInStep, wayPast } from './recognise.ts';
import { codeBesidePassword } from './recognise-code.ts';
import { sendCode, typeCodeBeside } from './send-code.ts';
import { signInFrame } from './sign-in-frame.ts';

export async function signIn(page: LoginPage, login: LoginFacts, help: LoginHelp): Promise<LoginOutcome> {
  const progress = nothingDone();
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

/** Does one step; gives an outcome when there is nothing more to do. */
async function nextStep(step: SignInStep, facts: PageFacts, work: Work): Promise<LoginOutcome | null> {
  const { page, progress, help } = work;
  if (progress.password > 0 && !isSignedIn(facts)) {
    const expiry = expiryOf(facts);
    if (expiry !== null) return failed('password_expired', expiry);
    // The window said yes, and the page does not know.
    if (progress.hasReturned && BEFORE_PASSWORD.has(step.kind)) return failed('own_window');
  }
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
    case 'choose':
      return choose(step, facts, work);
    case 'link':
      return openLink(step, facts, work);
    case 'banner':
    case 'choice':
      if (progress.choices++ >= 3) return finish(facts, work);
      await page.click(step.id);
      return null;
    case 'consent':
      return failed('consent_required', askedFor(facts, 'consent'));
    case 'entry':
      if (progress.password > 0 || isSignedIn(facts)) return finish(facts, work);
      if (await openFrame(facts, work)) return null;
      if (progress.entries++ >= 2) return failed('no_form');
      await page.click(step.id);
      return null;
    case 'none':
      if (await openFrame(facts, work)) return null;
      if (await begins(facts, work)) return null;
      return (await goesOn(facts, work)) ? null : finish(facts, work);
  }
}

const BEFORE_PASSWORD: ReadonlySet<SignInStep['kind']> = new Set(['entry', 'username', 'password']);

/** Nothing more is asked for here. What went on in a window of its own is looked for where it was opened. */
async function finish(facts: PageFacts, { page, login, progress }: Work): Promise<LoginOutcome | null> {
  if (!page.isInWindow || progress.hasReturned || progress.password === 0) return ended(facts, progress);
  progress.hasReturned = true;
  await page.open(login.url);
  return null;
}

/** Whether a page that asks for nothing comes to it: fields that are made late, or an account elsewhere that is ours. */
async function begins(facts: PageFacts, { page, login, progress }: Work): Promise<boolean> {
  if (progress.username + progress.password + progress.code > 0 || isSignedIn(facts) || facts.status >= 400)
    return false;
  const elsewhere = login.origins.length > 1 ? entryElsewhere(facts) : null;
  if (elsewhere !== null) {
    if (progress.entries++ >= 2) return false;
    await page.click(elsewhere);
    return true;
  }
  for (let waitedMs = 0; waitedMs < ANSWER_MS; waitedMs += STEP_MS) {
    await page.wait(STEP_MS);
    if (recognise(await page.look()).kind !== 'none') return true;
  }
  return false;
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
  const filled = await fillPassword(step, login.password, facts, { page, login });
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
  if (filled.remember !== null && (await isStill(page, filled.remember, facts))) await page.check(filled.remember);
  await send(filled.submit, facts, page, progress);
  return null;
}

/** Pages make their fields anew, or empty them, while somebody types: what is gone is typed again. */
async function fillPassword(
  step: PasswordStep,
  password: SecretHandle,
  seen: PageFacts,
  { page, login }: Pick<Work, 'page' | 'login'>,
): Promise<PasswordStep | null> {
  let current = step;
  for (let times = 0; ; times++) {
    if (current.username !== null && login.username !== null) {
      await page.typeSecret(current.username, login.username, countriesBeside(seen, current.username));
    }
    await page.typeSecret(current.password, password);
    const facts = await page.look();
    if (facts.document !== seen.document) return null;
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

async function sendUsername(
  step: Extract<SignInStep, { readonly kind: 'username' }>,
  facts: PageFacts,
  { page, login, progress }: Work,
): Promise<LoginOutcome | null> {
  if (progress.username > 0 || progress.password > 0) return refused(facts, progress, 'wrong_password');
  if (login.username === null) return failed('no_secret', 'a user name');
  await page.typeSecret(step.username, login.username, countriesBeside(facts, step.username));
  // Some forms show the field for the password once there is a name: both are sent together.
  const filled = await page.look();
  if (filled.document === facts.document && recognise(filled).kind === 'password') return null;
  progress.username++;
  await send(step.submit, facts, page, progress);
  return null;
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

/**
 * The same for the same fields of the same document: ids go with elements. Buttons go off and on while it is filled, and apps
 * change their address before they draw what is there.
 */
function formKey(facts: PageFacts): string {
  const step = recognise(facts);
  return `${facts.document} ${JSON.stringify({ ...step, submit: null, remember: null })}`;
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
  // A page that says no, and offers to sign in, or is where the form was.
  const isOutside = facts.status >= 400 || recognise(facts).kind === 'entry' || isSamePlace(facts, progress.before);
  if (said !== null && isOutside) return failed(progress.code > 0 ? 'wrong_code' : 'wrong_password', said.words);
  if (facts.status === 401 || facts.status === 403) return failed('wrong_password');
  return { ok: true, already: false };
}

function isSamePlace({ url }: PageFacts, before: PageFacts | null): boolean {
  return before !== null && URL.parse(url)?.pathname === URL.parse(before.url)?.pathname;
}
