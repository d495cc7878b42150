/**
 * The rows of the method table about signing in. Secrets go in and never come out.
 */
import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { callName } from './page-methods.ts';
import { spatialDomSchema } from './spatial-schema.ts';

const nothing = z.strictObject({});
const session = z.string().min(1).max(64).describe('The session, as session.create named it');
const timeoutMs = z.int().min(1).max(LIMITS.maxCallMs).optional().describe('Deadline of this call in milliseconds');
export const loginName = z.string().min(1).max(100).describe('The name of a sign-in in the vault');
const secret = z.string().max(LIMITS.loginChars);
const path = z.string().min(1).max(LIMITS.loginChars);

const vaultSettings = z.strictObject({
  folder: path.optional().describe("Where the vault and the sessions are; the user's own folder when not given"),
  passphrase: secret.min(1).optional(),
  keyFile: path.optional().describe('A file with at least 32 random bytes, in place of a passphrase'),
  keychain: z.boolean().optional().describe("The key is in the system's keychain, in place of both"),
  passphraseVariable: z.string().min(1).max(200).optional().describe('An environment variable with the passphrase'),
});

const mailbox = z
  .strictObject({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).optional(),
    secure: z.boolean().optional().describe('TLS from the start, which is the default'),
    user: secret.min(1),
    password: secret.min(1),
    from: z.string().max(300).optional().describe('A part of the address that codes come from'),
  })
  .describe('A mailbox (IMAP) in which codes arrive');

const login = {
  url: z.string().max(LIMITS.loginChars).describe('The page where signing in begins'),
  origins: z
    .array(z.string().max(300))
    .max(20)
    .readonly()
    .optional()
    .describe('Further origins that may get the secrets'),
  username: secret.optional(),
  password: secret.optional(),
  totp: secret.optional().describe('The secret of one-time codes: base32 or an otpauth:// URI'),
  totpSkewSeconds: z.int().min(-86_400).max(86_400).optional().describe("How far the server's clock is ahead"),
  mail: mailbox.optional(),
  account: z
    .string()
    .max(300)
    .optional()
    .describe('Which account, organisation or profile to choose where the site asks'),
};

const loginSummary = z.strictObject({ name: z.string(), origins: z.array(z.string()).readonly() });

export const AUTH_METHODS = {
  'auth.open': {
    description: 'Says where the vault is and what opens it. It is opened when it is first needed.',
    params: vaultSettings,
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
  'auth.add': {
    description: 'Keeps a sign-in in the vault, in place of one of the same name.',
    params: z.strictObject({ name: loginName, ...login, timeoutMs }),
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
  'auth.remove': {
    description: 'Removes a sign-in and its session.',
    params: z.strictObject({ name: loginName, timeoutMs }),
    result: z.strictObject({ removed: z.boolean() }),
    deadlineMs: LIMITS.callMs,
  },
  'auth.list': {
    description: 'The sign-ins in the vault: names and origins, nothing else.',
    params: z.strictObject({ timeoutMs }),
    result: z.strictObject({ logins: z.array(loginSummary).readonly() }),
    deadlineMs: LIMITS.callMs,
  },
  'auth.test': {
    description: 'Signs in, in a session of its own, and says whether that worked.',
    params: z.strictObject({ name: loginName, timeoutMs }),
    result: z.strictObject({ ok: z.boolean(), reason: z.string().exactOptional(), message: z.string() }),
    deadlineMs: LIMITS.loginMs,
  },
  'auth.rekey': {
    description: 'Seals the vault with another passphrase or key file.',
    params: vaultSettings.omit({ folder: true }),
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
  'auth.export': {
    description: 'Writes all sign-ins to a file that opens with a passphrase of its own.',
    params: z.strictObject({ path, passphrase: secret.min(1), timeoutMs }),
    result: z.strictObject({ logins: z.int() }),
    deadlineMs: LIMITS.callMs,
  },
  'auth.import': {
    description: 'Takes over the sign-ins of an exported file.',
    params: z.strictObject({ path, passphrase: secret.min(1), replace: z.boolean().optional(), timeoutMs }),
    result: z.strictObject({ logins: z.int() }),
    deadlineMs: LIMITS.callMs,
  },
  'session.login': {
    description: 'Signs in with what the vault has under a name, and gives the page that this leads to.',
    params: z.strictObject({ session, name: loginName, call: callName, timeoutMs }),
    result: spatialDomSchema,
    deadlineMs: LIMITS.loginMs,
  },
  'session.answer': {
    description: 'Answers an auth_pending or captcha_pending event: with a code, or that it was done elsewhere.',
    params: z.strictObject({
      session,
      pending: z.int().min(1).describe('The number at the beginning of the event'),
      code: z
        .string()
        .min(1)
        .max(LIMITS.loginChars)
        .optional()
        .describe('The code or link; of a choice, the number or the words'),
      done: z.boolean().optional().describe('true: approved or solved; false: nobody will'),
      timeoutMs,
    }),
    result: nothing,
    deadlineMs: LIMITS.callMs,
  },
};

export type VaultOptions = z.output<typeof vaultSettings>;
export type Login = z.output<z.ZodObject<typeof login>>;
export type LoginSummary = z.output<typeof loginSummary>;
