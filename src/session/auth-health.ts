/**
 * Whether a session is still signed in, as far as its page and its cookies tell.
 *
 * In:  the page that is open, and what is known of the sign-in. Out: that it is, that it is not, or that it does not look so.
 *
 * Sites forget in three ways: they send to the sign-in page, they answer 401 or 403, or they show what everybody may see,
 * with 'Sign in' where 'Sign out' was. The last one is a guess, and is believed as long as signing in again helps.
 */
import { isSignedIn } from '../login/outcome.ts';
import { isSignInPage, recognise } from '../login/recognise.ts';
import { says } from '../login/words.ts';
import type { Cookie } from '../net/cookie.ts';
import { lookAt } from './auth-page.ts';
import type { Navigator } from './navigate.ts';

export type SignedInState = 'in' | 'out' | 'perhaps out';

/** A cookie that ends sooner than this is as good as gone. */
const EXPIRING_MS = 60_000;

export class SignedInHealth {
  /** Its pages offer to sign out, so that one that offers to sign in tells something. */
  #showsSignOut = false;
  #mayGuess = true;
  /** The cookies that signing in has set: they are what runs out. */
  #proofs: readonly string[] = [];

  /** What is kept with the session. */
  get kept(): { readonly showsSignOut: boolean; readonly proofs: readonly string[] } {
    return { showsSignOut: this.#showsSignOut && this.#mayGuess, proofs: this.#proofs };
  }

  restore(showsSignOut: boolean, proofs: readonly string[]): void {
    this.#showsSignOut = showsSignOut;
    this.#mayGuess = true;
    this.#proofs = proofs;
  }

  async look(navigator: Navigator, origins: readonly string[]): Promise<SignedInState> {
    const { document } = navigator;
    if (document === null || !origins.includes(document.url.origin)) return 'in';
    if (document.status === 401 || document.status === 403) return 'out';
    const facts = await lookAt(navigator);
    if (isSignInPage(facts)) return 'out';
    if (isSignedIn(facts)) this.#showsSignOut = true;
    else if (this.#showsSignOut && this.#mayGuess && recognise(facts).kind === 'entry') return 'perhaps out';
    return 'in';
  }

  /** It looked as if, and signing in again has changed nothing. */
  guessedWrong(): void {
    this.#mayGuess = false;
  }

  /** Signing in has ended: `before` and `after` are the cookies around it. */
  signedIn(before: readonly Cookie[], after: readonly Cookie[]): void {
    const old = new Set(before.map((cookie) => `${proofOf(cookie)}=${cookie.value}`));
    const set = after.filter((cookie) => !old.has(`${proofOf(cookie)}=${cookie.value}`));
    // What script can read is seldom what a server trusts.
    const hidden = set.filter(({ httpOnly }) => httpOnly);
    this.#proofs = (hidden.length > 0 ? hidden : set).map(proofOf);
    // Cookies for less than a minute are renewed all the time.
    if (this.hasRunOut(after)) this.#proofs = [];
  }

  /** Whether none of the cookies of the sign-in will be there for long. */
  hasRunOut(cookies: readonly Cookie[]): boolean {
    if (this.#proofs.length === 0) return false;
    const lasting = new Set(cookies.filter(isLasting).map(proofOf));
    return !this.#proofs.some((proof) => lasting.has(proof));
  }
}

export function isLasting({ expires }: Cookie): boolean {
  return expires === null || expires > Date.now() + EXPIRING_MS;
}

/** Somebody goes there to be signed out: that is to be had. */
export function signsOut({ pathname, search }: URL): boolean {
  return says(`${pathname} ${search}`.replaceAll('_', '-'), 'sign_out');
}

function proofOf({ name, domain, path }: Cookie): string {
  return `${domain}${path} ${name}`;
}
