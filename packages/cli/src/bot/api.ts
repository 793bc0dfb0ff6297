import { formatError, parseJson } from '@tablier/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { note, systemErrorCode, UsageError } from '../shared/output.ts';

/** The longest wait for an answer. Milliseconds. */
const TIMEOUT = 30_000;
/** The wait before a request is repeated, or a stream resumed. Milliseconds. */
const RETRY = 1000;
const SECOND = 1000;
/** The longest wait that a server may ask for. Milliseconds. */
const LONGEST = 300_000;
/** A stream gets a line every 15 s at least: one that is silent for this long is lost. Milliseconds. */
const SILENCE = 60_000;

/** A client of the HTTP API (docs/api.md) that survives restarts of the server and of the network. */
export class BotApi {
  readonly #server: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #closing = new AbortController();

  readonly #silence: number;
  #isUnreachable = false;

  /** Throws a `UsageError` if `server` is no address, or no header can have the token. */
  constructor(server: string, token: string, silence = SILENCE) {
    this.#silence = silence;
    if (!/^https?:$/.test(URL.parse(server)?.protocol ?? '')) throw new UsageError(`bad-server (${server})`);
    if (!/^[!-~]+$/.test(token)) throw new UsageError('bad-token (it has other signs than letters, digits, - and _)');
    this.#server = server;
    this.#url = `${server.replace(/\/+$/, '')}/api/v1`;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  /** Ends the stream of events; requests that are not answered yet are rejected. */
  close(): void {
    this.#closing.abort();
  }

  async get(path: string): Promise<unknown> {
    return (await this.#request(path, {})).data;
  }

  /** Sends a command until it is answered. Returns `null`, or the name of the error. */
  async send(path: string, body: Readonly<Record<string, unknown>>): Promise<string | null> {
    const { status, data } = await this.#request(path, { method: 'POST', body: JSON.stringify(body) });
    if (status < 400) return null;
    return errorIn(data, status).name;
  }

  /** The data of the events, resumed as often as needed, until the client is closed. Throws a `UsageError` if the server refuses the token. */
  async *events(): AsyncGenerator {
    const { signal } = this.#closing;
    for (let last = ''; !signal.aborted; await this.#pause(RETRY)) {
      const lost = new AbortController();
      const silent = setTimeout(() => lost.abort(new Error(`silent for ${this.#silence} ms`)), this.#silence);
      const ends = AbortSignal.any([lost.signal, signal]);
      const headers = { ...this.#headers, 'last-event-id': last };
      try {
        const response = await this.#fetch('/events', { headers, signal: ends });
        if (response !== null && !response.ok) await refuseForGood(response);
        for await (const { id, data } of eventsIn(response?.body ?? null, ends, () => silent.refresh())) {
          last = id ?? last;
          yield JSON.parse(data) as unknown;
        }
      } finally {
        clearTimeout(silent);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, null, { signal: this.#closing.signal }).catch(() => null);
  }

  /** Says once that the server cannot be reached, and once that it can again. */
  #met(response: Response | null, reason: string): void {
    const isUnreachable = response === null || response.status >= 500;
    if (isUnreachable === this.#isUnreachable || this.#closing.signal.aborted) return;
    this.#isUnreachable = isUnreachable;
    note(isUnreachable ? `cannot reach ${this.#server} (${reason}), trying again` : `reaches ${this.#server} again`);
  }

  async #fetch(path: string, init: RequestInit): Promise<Response | null> {
    let reason = '';
    let response = await fetch(`${this.#url}${path}`, init).catch((error: unknown) => {
      reason = reasonOf(error);
      return null;
    });
    // The page of a proxy, whatever its status, says nothing about what was asked.
    const type = response?.headers.get('content-type') ?? 'json';
    if (!/json|event-stream/.test(type)) {
      reason = `status ${response?.status} with ${type}`;
      await response?.body?.cancel();
      response = null;
    }
    this.#met(response, reason || `status ${response?.status}`);
    return response;
  }

  /** An answer that repeating the request would not change. */
  async #request(path: string, init: RequestInit): Promise<{ readonly status: number; readonly data: unknown }> {
    const { signal } = this.#closing;
    for (;;) {
      signal.throwIfAborted();
      const options = {
        ...init,
        headers: this.#headers,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), signal]),
      };
      const response = await this.#fetch(path, options);
      if (response?.status === 401) await refuseForGood(response);
      if (response !== null && response.status < 500 && response.status !== 429) {
        // The rest of an answer may get lost, too.
        const text = await response.text().catch(() => null);
        if (text !== null) return { status: response.status, data: dataIn(text) };
      }
      const asked = Number(response?.headers.get('retry-after') ?? 0) * SECOND;
      await this.#pause(Math.min(asked || RETRY, LONGEST));
    }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return systemErrorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/** An answer without JSON, such as that of a proxy, has no fields. */
const dataIn = (text: string): unknown => parseJson(text) ?? {};

function errorIn(data: unknown, status: number): { readonly name: string; readonly detail?: string } {
  const { error } = data as { readonly error?: { readonly name: string; readonly detail?: string } };
  return error ?? { name: `status ${status}` };
}

async function refuseForGood(response: Response): Promise<void> {
  if (response.status >= 500 || response.status === 429) return;
  throw new UsageError(
    `the server refuses the token (${formatError(errorIn(dataIn(await response.text()), response.status))})`,
  );
}

/** The server-sent events of a body that have data. Ends if the connection does, or is given up. */
async function* eventsIn(body: ReadableStream<Uint8Array> | null, ends: AbortSignal, heard: () => void) {
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const part of body ?? []) {
      heard();
      const blocks = `${rest}${decoder.decode(part as Uint8Array, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) yield { id: /^id: (.*)$/m.exec(block)?.[1], data };
      }
    }
  } catch (error) {
    // The connection was lost, and the stream is resumed; or the client is closed.
    if (!ends.aborted && !(error instanceof TypeError)) throw error;
  }
}
