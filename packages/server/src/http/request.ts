import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';

export const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined;

/** Whether the client used HTTPS. Headers of untrusted proxies were removed before. */
export const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

export const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

export const tooMany = (reply: FastifyReply, retryMs: number): FastifyReply =>
  refuse(reply, 429, { name: 'too-many', retryMs });

/** The database does not answer; the change may or may not have been made. */
export const unavailable = (reply: FastifyReply): FastifyReply => refuse(reply, 503, { name: 'unavailable' });
