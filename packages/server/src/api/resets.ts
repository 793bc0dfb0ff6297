import { RESETS } from '@tablier/protocol/operations';
import type { PasswordResetRepository } from '@tablier/store';
import type { AccountServices } from '../accounts/account-services.ts';
import { isEasyToGuess } from '../accounts/common-passwords.ts';
import { parseReset } from '../accounts/reset-link.ts';
import { parseNewUsername, parsePassword } from '../accounts/usernames.ts';
import { sha256 } from '../lib/chance.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { isMailAddress } from '../notifications/mailer.ts';
import type { ResetMail } from '../notifications/reset-mail.ts';
import { EASY, TOO_SHORT } from './credentials.ts';
import { implement, type Operation } from './operation.ts';
import { rememberDevice } from './sign-in.ts';

interface ResetDeps {
  readonly resets: PasswordResetRepository;
  readonly accounts: AccountServices;
  /** `null` on a server that sends no mail. */
  readonly mail: ResetMail | null;
  /** Requested links, by mail address. */
  readonly byAddress: RateLimiter;
}

const BAD_LINK = { name: 'bad-link' } as const;

export function resetOperations({ resets, accounts, mail, byAddress }: ResetDeps): readonly Operation[] {
  /** The account of a token that is valid now. */
  const accountOf = async (token: string) => {
    const secret = parseReset(token);
    if (secret === null) return null;
    const tokenHash = sha256(secret);
    const account = await resets.accountOf(tokenHash);
    const found = account === null ? null : await resets.find(account);
    if (account === null || found?.tokenHash !== tokenHash || found.expiresAt <= accounts.now()) return null;
    return { account, tokenHash, name: found.name, username: found.username };
  };
  return implement(RESETS, {
    'GET /api/password-resets': async () => ({ hasMail: mail !== null }),
    // The answer is the same for every address, and comes before anything is looked up.
    'POST /api/password-resets': async ({ body: { address, language = 'en' }, refuse }) => {
      if (mail === null) return refuse({ name: 'no-mail' });
      if (!isMailAddress(address)) return refuse({ name: 'bad-address' });
      const retryMs = byAddress.take(`to ${address.toLowerCase()}`);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      await mail.request(address, language.slice(0, 20));
    },
    'POST /api/password-resets/token': async ({ body, refuse }) => {
      const found = await accountOf(body.token);
      return found === null ? refuse(BAD_LINK) : { username: found.username };
    },
    'POST /api/password-resets/password': async ({ body, request, reply, refuse }) => {
      const found = await accountOf(body.token);
      if (found === null) return refuse(BAD_LINK);
      const username = found.username ?? parseNewUsername(body.login);
      if (username === null) return refuse({ name: 'bad-login' });
      const password = parsePassword(body.password);
      if (password === null) return refuse(TOO_SHORT);
      if (await isEasyToGuess(password, [username, found.name])) return refuse(EASY);
      if (found.username === null && (await accounts.reservedUsernames.has(username)))
        return refuse({ name: 'login-taken' });
      const hash = await accounts.passwords.hash(password);
      if (hash === null) return refuse({ name: 'too-many', retryMs: 1000 });
      const done = await resets.finish(found.account, found.tokenHash, { username, hash, at: accounts.now() });
      if (!done.ok && done.error === 'unavailable') return refuse({ name: 'unavailable' });
      if (!done.ok) return refuse(done.error === 'username-taken' ? { name: 'login-taken' } : BAD_LINK);
      // Attempts to guess the old password must not keep the owner from signing in with the new one.
      await rememberDevice(request, reply, accounts, username);
      return { username };
    },
  });
}
