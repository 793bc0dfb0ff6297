/** HTTP requests. Messages over the WebSocket are in `connection.svelte.ts`. */

import type { AnswerOf, Operations, SentRequest } from '@tablier/protocol/operations';
import { time } from '../time.svelte.ts';

/** Why a request failed: the name of the server's error, or `unreachable`. */
export interface Refusal {
  readonly error: string;
  /** Milliseconds to wait before the next attempt, after `too-many`. */
  readonly retryMs?: number;
  /** The field or line at fault, if the server says so. */
  readonly detail?: string;
  /** The HTTP status; absent if there was no answer. */
  readonly status?: number;
}

/** An operation of the server: `GET /api/v1/tables/{table}`. */
type Address = keyof Operations;
type Sent<A extends Address> = SentRequest<A, Operations[A]>;
type Arguments<A extends Address> = object extends Sent<A> ? [sent?: Sent<A>] : [sent: Sent<A>];

/** A value, or why there is none. The server of this page made it, so its form is not checked. */
export type Answer<A extends Address> = { readonly value: AnswerOf<Operations[A]> } | Refusal;

/** Calls an operation of the server with what it is declared to need. `value` is `null` if the answer has no content. */
export async function call<A extends Address>(address: A, ...[sent]: Arguments<A>): Promise<Answer<A>> {
  const [method = '', path = ''] = address.split(' ');
  const {
    params = {},
    query = {},
    body,
  } = (sent ?? {}) as {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number | undefined>>;
    readonly body?: unknown;
  };
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`;
  try {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${named}${search}`, { method, ...(body !== undefined && json) });
    time.answered(response.headers.get('date'));
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer: unknown = isJson ? await response.json() : null;
    if (!response.ok) return refusalOf(response.status, answer);
    // Without JSON something in between has answered.
    return isJson || response.status === 204 ? ({ value: answer } as Answer<A>) : { error: 'unreachable' };
  } catch {
    return { error: 'unreachable' };
  }
}

/** Hands the value of an answer to `take`. `null`, or why there is no value. */
export async function received<Value>(
  asked: Promise<{ readonly value: Value } | Refusal>,
  take: (value: Value) => void,
): Promise<Refusal | null> {
  const answer = await asked;
  if ('error' in answer) return answer;
  take(answer.value);
  return null;
}

/** Calls an operation of which only matters whether it succeeds: `null`, or why it failed. */
export const change = <A extends Address>(address: A, ...sent: Arguments<A>): Promise<Refusal | null> =>
  received(call(address, ...sent), () => undefined);

function refusalOf(status: number, answer: unknown): Refusal {
  const { error } = (answer ?? {}) as { readonly error?: Partial<Omit<Refusal, 'error'>> & { readonly name?: string } };
  const { name = 'unreachable', retryMs, detail } = error ?? {};
  return { error: name, status, ...(retryMs !== undefined && { retryMs }), ...(detail !== undefined && { detail }) };
}
