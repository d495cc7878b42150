/**
 * A site with the accounts of the examples: one with a password, and one with codes of an app as well.
 *
 * Its sign-in page is laid out as that of the site in the examples: a heading, two labelled fields and a button, with links
 * below. What is behind it has a button and two links.
 */
import { createHmac } from 'node:crypto';
import type { SiteKind } from '../../fixtures/sign-in/server.ts';

interface Account {
  readonly password: string;
  /** The bytes of the secret for codes; `null` where a password is enough. */
  readonly codeKey: string | null;
}

const ACCOUNTS: Readonly<Record<string, Account>> = {
  myusername: { password: 'mypassword', codeKey: null },
  // JBSWY3DP in base32.
  'user@email.com': { password: '***', codeKey: 'Hello' },
};

/** RFC 6238, written here so that the engine is not compared with itself. */
function codesNow(key: string): string[] {
  const step = Math.floor(Date.now() / 30_000);
  return [step - 1, step, step + 1].map((counter) => {
    const message = Buffer.alloc(8);
    message.writeBigUInt64BE(BigInt(counter));
    const hash = createHmac('sha1', key).update(message).digest();
    const offset = hash.at(-1)! & 15;
    return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
  });
}

const page = (title: string, body: string) => `<!doctype html><meta charset="utf-8"><title>${title}</title>
  <style>main { width: 340px; margin: 0 auto } label, input, button { display: block; width: 100%; box-sizing: border-box }</style>
  <main>${body}</main>`;

const loginPage = (error = '') =>
  page(
    'Sign in',
    `<h1>Sign in</h1>${error === '' ? '' : `<p role="alert">${error}</p>`}
    <form action="/session" method="post"><label for="login_field">Username or email address</label>
      <input type="text" name="login" id="login_field" autocomplete="username">
      <label for="password">Password</label><input type="password" name="password" id="password">
      <button>Sign in</button></form>
    <p>New here? <a href="/signup">Create an account</a></p><footer><a href="/terms">Terms</a></footer>`,
  );

const codePage = (error = '') =>
  page(
    'Two-factor authentication',
    `<h1>Two-factor authentication</h1><p>Enter the code from your authenticator app.</p><p role="alert">${error}</p>
    <form action="/two-factor" method="post"><label for="otp">Authentication code</label>
      <input name="otp" id="otp" inputmode="numeric" autocomplete="one-time-code"><button>Verify</button></form>`,
  );

const homePage = (user: string) =>
  page(
    'Home',
    `<button onclick="hint.textContent = 'Opened'">Repositories</button><p id="hint"></p><p>Signed in as ${user}</p>
    <a href="/settings">Settings</a> <a href="/logout">Sign out</a>`,
  );

export const accountSite: SiteKind = ({ path, method, form, visitor }) => {
  switch (`${method} ${path}`) {
    case 'GET /':
      return visitor.user === null ? { to: '/login' } : { html: homePage(visitor.user) };
    case 'GET /login':
      return { html: loginPage() };
    case 'POST /session': {
      const user = form.get('login') ?? '';
      const account = Object.hasOwn(ACCOUNTS, user) ? ACCOUNTS[user] : undefined;
      if (account?.password !== form.get('password')) return { html: loginPage('Incorrect username or password.') };
      visitor.half = user;
      if (account?.codeKey !== null) return { to: '/two-factor' };
      visitor.user = user;
      return { to: '/' };
    }
    case 'GET /two-factor':
      return { html: codePage() };
    case 'POST /two-factor': {
      const key = ACCOUNTS[visitor.half ?? '']?.codeKey ?? null;
      if (key === null || !codesNow(key).includes(form.get('otp') ?? '')) return { html: codePage('Wrong code.') };
      visitor.user = visitor.half;
      return { to: '/' };
    }
    default:
      return null;
  }
};
