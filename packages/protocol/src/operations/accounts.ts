import * as z from 'zod/mini';
import { member, session, visitor } from './declare.ts';
import { type Declarations, trusted } from './operation.ts';

/** The profile that a person gets of themselves, without hashes and keys. Times are milliseconds since 1970. */
export interface OwnAccount {
  readonly name: string;
  readonly createdAt: number;
  /** The username to sign in with a password; `null` if there is none. */
  readonly login: string | null;
  readonly hasPassword: boolean;
  /** Whether they see the reports of players, at `/moderation`. */
  readonly isModerator: boolean;
  readonly passkeys: readonly { readonly id: string; readonly agent: string; readonly addedAt: number }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly openedAt: number;
    /** The day of its last use, as its beginning in UTC; `null` if that is not known. */
    readonly usedOn: number | null;
    readonly agent: string;
    readonly current: boolean;
  }[];
}

/** The answer of a passkey to a challenge. The server checks it. */
const passkey = z.unknown();
/** Whether the games of the guest in this browser move to the account. */
const along = z.optional(z.boolean());
const named = z.object({ name: z.string() });
const proof = <const D extends object>(declared: D) =>
  visitor({ answer: named, errors: ['wrong-sign-in', 'no-passkeys-here'], ...declared });
const changing = <const D extends object>(declared: D) => session({ limits: { changes: 'person' }, ...declared });
const resetting = <const D extends object>(declared: D) => visitor({ limits: { signIns: 'address' }, ...declared });
/** The options of a passkey, for the browser. */
const challenge = trusted<object>();

/** Guests, accounts and their sessions. */
export const ACCOUNTS = {
  'POST /api/guests': visitor({
    summary: 'Become a guest of this name. With a session: the name of its person',
    body: named,
    answer: named,
    errors: ['bad-name', 'banned'],
  }),
  'GET /api/me': visitor({
    summary: 'The account of the caller. `unsure`: no session is no error, but no content',
    query: z.object({ unsure: z.optional(z.string()) }),
    answer: trusted<OwnAccount>(),
    orNone: true,
  }),
  'PATCH /api/me': session({ summary: 'Change the display name', body: named, answer: named, errors: ['bad-name'] }),
  'DELETE /api/sessions/{session}': session({
    summary: 'Sign out a session, the `current` one, or the `others`',
    errors: ['not-found'],
  }),
} as const satisfies Declarations;

export const PERSONAL_DATA = {
  'DELETE /api/me': session({ summary: 'Delete everything of the caller', errors: ['confirm-first'] }),
  'GET /api/me/export': session({
    summary: 'Everything that the server stores about the caller',
    limits: { exports: 'person' },
    answer: trusted<object>(),
    form: 'file',
    errors: ['confirm-first'],
  }),
} as const satisfies Declarations;

/** Sign-in. All attempts count, by address. */
export const SIGN_IN = {
  'POST /api/sign-in/password': proof({
    summary: 'Sign in with a password',
    body: z.object({ login: z.string(), password: z.string(), along }),
  }),
  'POST /api/sign-in/passkey/options': visitor({
    summary: 'A challenge for a passkey',
    limits: { signIns: 'address' },
    answer: challenge,
    errors: ['no-passkeys-here'],
  }),
  'POST /api/sign-in/passkey': proof({
    summary: 'Sign in with a passkey',
    limits: { signIns: 'address' },
    body: z.object({ passkey, along }),
  }),
} as const satisfies Declarations;

/** The confirmation that credentials may be changed. */
export const CONFIRMATIONS = {
  'POST /api/me/confirm/options': session({
    summary: 'A challenge for a passkey of the caller',
    answer: challenge,
    errors: ['no-passkeys-here'],
  }),
  'POST /api/me/confirm': changing({
    summary:
      'Confirm, with a password or a passkey, that the caller is the owner. For some minutes credentials can change',
    body: z.object({ password: z.optional(z.string()), passkey: z.optional(passkey) }),
    errors: ['wrong-sign-in', 'no-passkeys-here'],
  }),
} as const satisfies Declarations;

export const CREDENTIALS = {
  'POST /api/me/password': changing({
    summary: 'Set a first password with a username, or change the password, which signs other browsers out',
    body: z.object({ password: z.string(), login: z.optional(z.string()) }),
    errors: ['confirm-first', 'bad-login', 'bad-password', 'login-taken'],
  }),
  'POST /api/me/passkeys/options': changing({
    summary: 'A challenge for a new passkey',
    answer: challenge,
    errors: ['confirm-first', 'no-passkeys-here'],
  }),
  'POST /api/me/passkeys': changing({
    summary: 'Add a passkey',
    body: z.object({ passkey }),
    errors: ['confirm-first', 'no-passkeys-here', 'bad-passkey', 'too-many-passkeys'],
  }),
  'DELETE /api/me/passkeys/{passkey}': changing({
    summary: 'Remove a passkey. `last`: even if it is the last credential',
    query: z.object({ last: z.optional(z.literal('yes')) }),
    errors: ['confirm-first', 'not-found', 'last-way-in'],
  }),
} as const satisfies Declarations;

const field = z.string().check(z.maxLength(500));
const given = z.optional(field);

export const AUTHORIZATIONS = {
  'POST /api/me/authorizations': member({
    limits: { changes: 'person' },
    summary: 'Let a program or another site act for the caller. Answers where the browser goes next',
    body: z.object({
      ...{ client_id: field, redirect_uri: field, response_type: given, scope: given, state: given },
      ...{ code_challenge: given, code_challenge_method: given },
    }),
    answer: z.object({ location: z.string() }),
    errors: ['confirm-first', 'bad-address', 'too-many-tokens'],
  }),
} as const satisfies Declarations;

/** A forgotten password, without a session. All attempts count as sign-ins of their address. */
export const RESETS = {
  'GET /api/password-resets': visitor({
    summary: 'Whether this server sends mail, and so links that set a new password',
    answer: z.object({ hasMail: z.boolean() }),
  }),
  'POST /api/password-resets': resetting({
    summary: 'Send a link to an address. The answer does not tell whether an account has it',
    body: z.object({ address: z.string(), language: z.optional(z.string()) }),
    errors: ['no-mail', 'bad-address'],
  }),
  'POST /api/password-resets/token': resetting({
    summary: 'Whose token this is',
    body: z.object({ token: z.string() }),
    answer: z.object({ username: z.nullable(z.string()) }),
    errors: ['bad-link'],
  }),
  'POST /api/password-resets/password': resetting({
    summary: 'Set a new password',
    body: z.object({ token: z.string(), login: z.optional(z.string()), password: z.string() }),
    answer: z.object({ username: z.string() }),
    errors: ['bad-link', 'bad-login', 'bad-password', 'login-taken'],
  }),
} as const satisfies Declarations;
