import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenCaller, Tokens } from '../accounts/tokens.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Bans } from '../moderation/bans.ts';
import { refused } from './errors.ts';

/** Who may call an operation: anyone, a token of the scope `read`, or one that may send commands (`play` or `bot`). */
export type Access = 'anyone' | 'read' | 'play';

export interface GateDeps {
  readonly tokens: Tokens;
  readonly bans: Bans;
  /** Requests, by token or address. */
  readonly requests: RateLimiter;
  /** Called with the token of every request that is not refused. */
  readonly onCall: (token: string) => void;
}

const BEARER = /^Bearer +(\S+) *$/i;

/** Whether a token may send commands in the name of its owner. */
export const mayPlay = ({ scopes }: TokenCaller): boolean => scopes.has('play') || scopes.has('bot');

const mayRead = (caller: TokenCaller): boolean => caller.scopes.has('read') || mayPlay(caller);

/**
 * Checks the token, the rate limit and the scope of a request. `null` without a token. If the request is refused it is answered, and
 * `isRefused` is true.
 */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, deps }: { readonly access: Access; readonly deps: GateDeps },
): Promise<{ readonly isRefused: boolean; readonly caller: TokenCaller | null }> {
  const { authorization } = request.headers;
  const caller = authorization === undefined ? null : await deps.tokens.find(BEARER.exec(authorization)?.[1] ?? '');
  const retryMs = countRequest(caller?.token ?? request.ip, reply, deps.requests);
  const error =
    retryMs > 0
      ? ({ name: 'too-many', retryMs } as const)
      : refusalOf(caller, { isNamed: authorization !== undefined, access, bans: deps.bans });
  if (error === null) {
    if (caller !== null) deps.onCall(caller.token);
    return { isRefused: false, caller };
  }
  if (error.name === 'no-token' || error.name === 'bad-token') reply.header('www-authenticate', 'Bearer');
  refused(reply, error);
  return { isRefused: true, caller: null };
}

/** Counts a request, and writes the headers that tell a program how many it has left. Returns how long to wait. Milliseconds. */
function countRequest(name: string, reply: FastifyReply, requests: RateLimiter): number {
  const retryMs = requests.take(name);
  const { limit, remaining, resetMs } = requests.left(name);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000));
  return retryMs;
}

interface RefusalContext {
  /** Whether the request names a token, valid or not. */
  readonly isNamed: boolean;
  readonly access: Access;
  readonly bans: Bans;
}

function refusalOf(caller: TokenCaller | null, { isNamed, access, bans }: RefusalContext) {
  if (caller === null) {
    if (isNamed) return { name: 'bad-token' } as const;
    return access === 'anyone' ? null : ({ name: 'no-token' } as const);
  }
  if (bans.has(caller.person.id)) return { name: 'banned' } as const;
  const isAllowed = access === 'anyone' || (access === 'read' ? mayRead(caller) : mayPlay(caller));
  return isAllowed ? null : ({ name: 'wrong-scope', detail: access } as const);
}
