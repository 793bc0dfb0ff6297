import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@tablier/store';
import { refuse } from '../http/errors.ts';
import { tokensOf } from './cookies.ts';
import type { Identity, People } from './people.ts';
import { parseUsername } from './usernames.ts';

/** The person of a request with a valid session, with their account. */
export interface Caller extends Identity {
  readonly account: Account;
}

/** Finds the session of a request. `null` if there is none; the request has then been refused with `no-session`. */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  people: People,
): Promise<Caller | null> {
  const known = await identityOf(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  if (known !== null && account !== null) return { ...known, account };
  refuse(reply, 401, { name: 'no-session' });
  return null;
}

/** Whether a username is that of the person of a request. */
export async function isUsernameOf(username: string, request: FastifyRequest, people: People): Promise<boolean> {
  const known = await identityOf(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  return account !== null && account.username !== null && account.username === parseUsername(username);
}

export const identityOf = ({ headers }: FastifyRequest, people: People): Promise<Identity | null> =>
  identityFrom(headers, people);

/** The person whose session the headers carry. Of several session cookies, the first valid one counts. */
export async function identityFrom(headers: IncomingHttpHeaders, people: People): Promise<Identity | null> {
  for (const token of tokensOf(headers)) {
    const known = await people.find(token);
    if (known !== null) return known;
  }
  return null;
}
