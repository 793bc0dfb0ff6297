import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@tablier/store';
import { refuse } from '../http/errors.ts';
import { tokensOf } from './cookies.ts';
import type { Known, People } from './people.ts';

/** A client with a valid session, and the whole account. */
export interface Asking extends Known {
  readonly account: Account;
}

/** Finds the session of a request. `null` where there is none: the request has been refused with `no-session` then. */
export async function askedBy(request: FastifyRequest, reply: FastifyReply, people: People): Promise<Asking | null> {
  const known = await knownBy(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  if (known !== null && account !== null) return { ...known, account };
  refuse(reply, 401, { name: 'no-session' });
  return null;
}

export const knownBy = ({ headers }: FastifyRequest, people: People): Promise<Known | null> =>
  knownFrom(headers, people);

/** The person whose session the headers carry. Of several session cookies, the first valid one counts. */
export async function knownFrom(headers: IncomingHttpHeaders, people: People): Promise<Known | null> {
  for (const token of tokensOf(headers)) {
    const known = await people.find(token);
    if (known !== null) return known;
  }
  return null;
}
