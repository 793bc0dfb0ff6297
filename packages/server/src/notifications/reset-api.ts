import type { PasswordResetRepository } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isEasyToGuess } from '../accounts/common-passwords.ts';
import { parseReset } from '../accounts/reset-link.ts';
import { rememberDevice } from '../accounts/sign-in-api.ts';
import type { AccountServices } from '../accounts/account-services.ts';
import { MIN_PASSWORD_LENGTH, parseNewUsername, parsePassword } from '../accounts/usernames.ts';
import { refuse } from '../http/errors.ts';
import { fieldOf, tooMany, unavailable } from '../http/request.ts';
import { sha256 } from '../lib/chance.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { isMailAddress } from './mailer.ts';
import type { ResetMail } from './reset-mail.ts';

const MAX_BODY = 4096;

interface ResetApiDeps {
  readonly resets: PasswordResetRepository;
  readonly accounts: AccountServices;
  /** `null` on a server that sends no mail. */
  readonly mail: ResetMail | null;
  /** Requested links, by mail address. */
  readonly byAddress: RateLimiter;
}

/** A token that is valid now. */
interface ValidToken {
  readonly account: string;
  readonly tokenHash: string;
  readonly name: string;
  readonly username: string | null;
}

/**
 * A forgotten password, without a session: `GET /api/password-resets` returns whether this server sends mail, `POST` sends a link to an
 * address, `POST …/token` returns whose token it is, `POST …/password` sets the password. All attempts count as sign-ins of their network
 * address.
 */
export function addResetApi(app: FastifyInstance, deps: ResetApiDeps): void {
  app.get('/api/password-resets', () => ({ hasMail: deps.mail !== null }));
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      const retryMs = deps.accounts.signIns.take(request.ip);
      if (retryMs > 0) return tooMany(reply, retryMs);
    });
    scope.post('/api/password-resets', { bodyLimit: MAX_BODY }, (request, reply) => sendLink(request, reply, deps));
    scope.post('/api/password-resets/token', { bodyLimit: MAX_BODY }, async (request, reply) => {
      const token = await validToken(request, deps);
      return token === null ? badLink(reply) : { username: token.username };
    });
    scope.post('/api/password-resets/password', { bodyLimit: MAX_BODY }, (request, reply) =>
      setPassword(request, reply, deps),
    );
  });
}

const badLink = (reply: FastifyReply): FastifyReply => refuse(reply, 410, { name: 'bad-link' });

/** The answer is the same for every address, and comes before anything is looked up. */
async function sendLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { mail, byAddress }: ResetApiDeps,
): Promise<FastifyReply> {
  if (mail === null) return refuse(reply, 404, { name: 'no-mail' });
  const address = fieldOf(request.body, 'address');
  const language = fieldOf(request.body, 'language');
  if (!isMailAddress(address)) return refuse(reply, 422, { name: 'bad-address' });
  const retryMs = byAddress.take(`to ${address.toLowerCase()}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  await mail.request(address, typeof language === 'string' ? language.slice(0, 20) : 'en');
  return reply.code(204).send();
}

async function validToken(
  request: FastifyRequest,
  { resets, accounts }: Pick<ResetApiDeps, 'resets' | 'accounts'>,
): Promise<ValidToken | null> {
  const text = fieldOf(request.body, 'token');
  const secret = typeof text === 'string' ? parseReset(text) : null;
  if (secret === null) return null;
  const tokenHash = sha256(secret);
  const account = await resets.accountOf(tokenHash);
  const found = account === null ? null : await resets.find(account);
  if (account === null || found?.tokenHash !== tokenHash || found.expiresAt <= accounts.now()) return null;
  return { account, tokenHash, name: found.name, username: found.username };
}

async function setPassword(request: FastifyRequest, reply: FastifyReply, deps: ResetApiDeps): Promise<FastifyReply> {
  const { resets, accounts } = deps;
  const token = await validToken(request, deps);
  if (token === null) return badLink(reply);
  const username = token.username ?? parseNewUsername(fieldOf(request.body, 'login'));
  if (username === null) return refuse(reply, 422, { name: 'bad-login' });
  const password = parsePassword(fieldOf(request.body, 'password'));
  if (password === null) {
    return refuse(reply, 422, { name: 'bad-password', detail: `at least ${MIN_PASSWORD_LENGTH} characters` });
  }
  if (await isEasyToGuess(password, [username, token.name]))
    return refuse(reply, 422, { name: 'bad-password', detail: 'easy to guess' });
  if (token.username === null && (await accounts.reservedUsernames.has(username)))
    return refuse(reply, 409, { name: 'login-taken' });
  const hash = await accounts.passwords.hash(password);
  if (hash === null) return tooMany(reply, 1000);
  const done = await resets.finish(token.account, token.tokenHash, { username, hash, at: accounts.now() });
  if (!done.ok) {
    if (done.error === 'unavailable') return unavailable(reply);
    return done.error === 'username-taken' ? refuse(reply, 409, { name: 'login-taken' }) : badLink(reply);
  }
  // Attempts to guess the old password must not keep the owner from signing in with the new one.
  await rememberDevice(request, reply, accounts, username);
  return reply.code(200).send({ username });
}
