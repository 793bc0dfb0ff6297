import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../lib/fair-turns.ts';
import { type ApiError, refuse } from './errors.ts';

export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined;

/** The client of a request, for work that ends when it leaves. `person`: an id, or the address. */
export function clientOf({ ip }: FastifyRequest, { raw }: FastifyReply, person: string): Client {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once('close', () => leaving.abort());
  return { address: ip, person, left: leaving.signal };
}

/** Whether the client used HTTPS. Headers of untrusted proxies were removed before. */
export const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

export const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

export const tooMany = (reply: FastifyReply, retryMs: number): FastifyReply =>
  refuse(reply, 429, { name: 'too-many', retryMs });

/** The database does not answer; the change may or may not have been made. */
export const unavailable = (reply: FastifyReply): FastifyReply => refuse(reply, 503, { name: 'unavailable' });

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** The number of items to list; `null` if the text is not a number from 1 to 100. */
export function parseLimit(text: unknown): number | null {
  if (text === undefined) return DEFAULT_LIMIT;
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return null;
  const limit = Number(text);
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null;
}

export const BAD_LIMIT: ApiError = { name: 'bad-limit', detail: `from 1 to ${MAX_LIMIT}` };
