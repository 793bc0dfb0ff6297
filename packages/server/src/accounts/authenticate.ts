import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Account } from '@tablier/store';
import { tokensOf } from './cookies.ts';
import type { Identity, People } from './people.ts';
import { parseUsername } from './usernames.ts';

/** The person of a request with a valid session, with their account. */
export interface Caller extends Identity {
  readonly account: Account;
}

/** The person of a request with their account; `null` without a valid session. */
export async function findCaller(request: FastifyRequest, people: People): Promise<Caller | null> {
  const known = await identityOf(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  return known === null || account === null ? null : { ...known, account };
}

/** Whether a username is that of the person of a request. */
export async function isUsernameOf(username: string, request: FastifyRequest, people: People): Promise<boolean> {
  const caller = await findCaller(request, people);
  return caller !== null && caller.account.username !== null && caller.account.username === parseUsername(username);
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
