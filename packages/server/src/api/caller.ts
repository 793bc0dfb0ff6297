import type { Access, Declaration } from '@tablier/protocol/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller, identityOf, tokensOf } from '../accounts/authenticate.ts';
import type { Identity, People } from '../accounts/people.ts';
import type { TokenCaller, Tokens } from '../accounts/tokens.ts';
import type { Hosts } from '../http/hosts.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Bans } from '../moderation/bans.ts';
import { type OperationError, refused } from '../http/errors.ts';

export type ApiCaller = TokenCaller | Identity;

export type CallerOf<A extends Access> = A extends 'session' | 'member'
  ? Caller
  : A extends 'visitor'
    ? Identity | null
    : ApiCaller | (A extends 'anyone' ? null : never);

export interface GateDeps {
  readonly tokens: Tokens;
  readonly people: People;
  readonly bans: Bans;
  readonly hosts: Pick<Hosts, 'isOwnPage'>;
  readonly requests: RateLimiter;
  readonly onCall: (token: string) => void;
}

type Gate = Pick<Declaration, 'access' | 'form'>;
type Entered = { readonly caller: ApiCaller | null } | OperationError;

const BEARER = /^Bearer +(\S+) *$/i;

export const mayPlay = ({ scopes }: TokenCaller): boolean => scopes.has('play') || scopes.has('bot');

const mayRead = (caller: TokenCaller): boolean => caller.scopes.has('read') || mayPlay(caller);

export const isOfSession = ({ access }: Pick<Declaration, 'access'>): boolean =>
  access === 'visitor' || access === 'session' || access === 'member';

/** Whether a request comes from the page of this server: it has a session, or the browser says so. No other site can send either. */
const isFromPage = ({ headers }: FastifyRequest, hosts: GateDeps['hosts']): boolean =>
  headers.authorization === undefined &&
  hosts.isOwnPage(headers) &&
  (tokensOf(headers).length > 0 || headers['sec-fetch-site'] === 'same-origin');

export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, deps }: { readonly gate: Gate; readonly deps: GateDeps },
): Promise<ApiCaller | null | undefined> {
  const isPage = isOfSession(gate) || (gate.form !== 'event-stream' && isFromPage(request, deps.hosts));
  const entered = isPage
    ? await enterBySession(request, reply, gate, deps)
    : await enterByToken(request, reply, gate, deps);
  if (!('name' in entered)) return entered.caller;
  refused(reply, entered);
  return undefined;
}

async function enterBySession(
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: Gate,
  { people }: GateDeps,
): Promise<Entered> {
  // Unlike the answers to programs, pages of other sites may not load what a session is for.
  reply.header('cross-origin-resource-policy', 'same-origin');
  if (access === 'anyone' || access === 'visitor') return { caller: await identityOf(request, people) };
  const caller = await findCaller(request, people);
  if (caller === null) return { name: 'no-session' };
  return access === 'member' && caller.person.guest !== false ? { name: 'no-account' } : { caller };
}

async function enterByToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: Gate,
  { tokens, bans, requests, onCall }: GateDeps,
): Promise<Entered> {
  const { authorization } = request.headers;
  const caller = authorization === undefined ? null : await tokens.find(BEARER.exec(authorization)?.[1] ?? '');
  const retryMs = countRequest(caller?.token ?? request.ip, reply, requests);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  if (caller === null) {
    if (authorization === undefined && access === 'anyone') return { caller };
    reply.header('www-authenticate', 'Bearer');
    return { name: authorization === undefined ? 'no-token' : 'bad-token' };
  }
  if (bans.has(caller.person.id)) return { name: 'banned' };
  const isAllowed = access === 'anyone' || (access === 'read' ? mayRead(caller) : mayPlay(caller));
  if (!isAllowed) return { name: 'wrong-scope', detail: access };
  onCall(caller.token);
  return { caller };
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
