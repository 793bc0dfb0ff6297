/** HTTP requests of the account and the archive. Messages over the WebSocket are in `connection.svelte.ts`. */

import { time } from '../time.svelte.ts';

/** Why a request failed: the name of the server's error, or `unreachable`. */
export interface Refusal {
  readonly error: string;
  /** Milliseconds to wait before the next attempt, after `too-many`. */
  readonly retryMs?: number;
  /** The HTTP status; absent if there was no answer. */
  readonly status?: number;
}

/** Sends a request with a JSON body. `value` is `null` if the answer has no JSON. */
export async function askServer(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly value: unknown } | Refusal> {
  try {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(path, { method, ...(body !== undefined && json) });
    time.answered(response.headers.get('date'));
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer: unknown = isJson ? await response.json() : null;
    return response.ok ? { value: answer } : refusalOf(response.status, answer);
  } catch {
    return { error: 'unreachable' };
  }
}

function refusalOf(status: number, answer: unknown): Refusal {
  const { error } = (answer ?? {}) as { readonly error?: { readonly name?: string; readonly retryMs?: number } };
  const refusal = { error: error?.name ?? 'unreachable', status };
  return error?.retryMs === undefined ? refusal : { ...refusal, retryMs: error.retryMs };
}
