import type { Access, Declaration } from '@tablier/protocol/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller, identityOf, tokensOf } from '../accounts/authenticate.ts';
import type { Identity, People } from '../accounts/people.ts';
import type { TokenCaller, Tokens } from '../accounts/tokens.ts';
import type { Hosts } from '../http/hosts.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Bans } from '../moderation/bans.ts';
import { checkLimit, Refusal } from '../http/errors.ts';

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

export function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, deps }: { readonly gate: Gate; readonly deps: GateDeps },
): Promise<ApiCaller | null> {
  const isPage = isOfSession(gate) || (gate.form !== 'event-stream' && isFromPage(request, deps.hosts));
  return isPage ? enterBySession(request, reply, gate, deps) : enterByToken(request, reply, gate, deps);
}

async function enterBySession(
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: Gate,
  { people }: GateDeps,
): Promise<ApiCaller | null> {
  // Unlike the answers to programs, pages of other sites may not load what a session is for.
  reply.header('cross-origin-resource-policy', 'same-origin');
  if (access === 'anyone' || access === 'visitor') return identityOf(request, people);
  const caller = await findCaller(request, people);
  if (caller === null) throw new Refusal({ name: 'no-session' });
  if (access === 'member' && caller.person.guest !== false) throw new Refusal({ name: 'no-account' });
  return caller;
}

async function enterByToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: Gate,
  { tokens, bans, requests, onCall }: GateDeps,
): Promise<ApiCaller | null> {
  const { authorization } = request.headers;
  const caller = authorization === undefined ? null : await tokens.find(BEARER.exec(authorization)?.[1] ?? '');
  countRequest(caller?.token ?? request.ip, reply, requests);
  if (caller === null) {
    if (authorization === undefined && access === 'anyone') return null;
    reply.header('www-authenticate', 'Bearer');
    throw new Refusal({ name: authorization === undefined ? 'no-token' : 'bad-token' });
  }
  if (bans.has(caller.person.id)) throw new Refusal({ name: 'banned' });
  const isAllowed = access === 'anyone' || (access === 'read' ? mayRead(caller) : mayPlay(caller));
  if (!isAllowed) throw new Refusal({ name: 'wrong-scope', detail: access });
  onCall(caller.token);
  return caller;
}

/** Counts a request, and writes the headers that tell a program how many it has left. Throws a `Refusal`. */
function countRequest(name: string, reply: FastifyReply, requests: RateLimiter): void {
  const retryMs = requests.take(name);
  const { limit, remaining, resetMs } = requests.left(name);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000));
  checkLimit(retryMs);
}
