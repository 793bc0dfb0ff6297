import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@tablier/store';
import { refuse } from '../errors.ts';
import { tokensOf } from './cookie.ts';
import type { Known, People } from './people.ts';

/** Somebody who asks, with all that is kept of him. */
export interface Asking extends Known {
  readonly account: Account;
}

/** Who asks; `null` for nobody known, who has been told so then. */
export async function askedBy(request: FastifyRequest, reply: FastifyReply, people: People): Promise<Asking | null> {
  const known = await knownBy(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  if (known !== null && account !== null) return { ...known, account };
  refuse(reply, 401, { name: 'no-session' });
  return null;
}

export const knownBy = ({ headers }: FastifyRequest, people: People): Promise<Known | null> =>
  knownFrom(headers, people);

/** The person whose session the headers of a request carry: of several cookies the first that is known counts. */
export async function knownFrom(headers: IncomingHttpHeaders, people: People): Promise<Known | null> {
  for (const token of tokensOf(headers)) {
    const known = await people.find(token);
    if (known !== null) return known;
  }
  return null;
}

export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined;

/** Whether a proxy took the request in encrypted: only a trusted one can still say so here. */
export const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

export const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

export const tooMany = (reply: FastifyReply, retryMs: number): FastifyReply =>
  refuse(reply.header('retry-after', Math.ceil(retryMs / 1000)), 429, { name: 'too-many', retryMs });

/** The database does not answer: what was asked for may or may not have been done. */
export const unavailable = (reply: FastifyReply): FastifyReply => refuse(reply, 503, { name: 'unavailable' });
