import type { TokenScope } from '@tablier/protocol';
import { newGuest } from './client.ts';

/** One server-sent event. */
export interface ApiEvent {
  /** Absent events have the id of the last event before, as for any client of server-sent events. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** The answer to a request. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** Gives a guest a username and a password. Returns the new cookie of the session. */
export async function setPassword(url: string, cookie: string, login: string): Promise<string> {
  const response = await fetch(`${url}/api/me/password`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'correct horse battery', login }),
  });
  if (response.status !== 204) throw new Error(`no account: ${response.status} ${await response.text()}`);
  return (response.headers.get('set-cookie') ?? cookie).split(';')[0] ?? '';
}

/** An account with a password, and the cookie of its session. */
export const newMember = async (url: string, name: string): Promise<string> =>
  setPassword(url, await newGuest(url, name), name.toLowerCase());

/** A new token of an account, and its id. */
export async function newToken(url: string, cookie: string, scopes: readonly TokenScope[], days: number | null = null) {
  const response = await fetch(`${url}/api/me/tokens`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'test', scopes, days }),
  });
  if (response.status !== 201) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const { token, secret } = (await response.json()) as {
    readonly token: { readonly id: string };
    readonly secret: string;
  };
  return { id: token.id, secret };
}

/** A client of the documented API. */
export class ApiClient {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Every answer and event that came, as text. */
  readonly received: string[] = [];

  constructor(url: string, token: string | null = null, headers: Readonly<Record<string, string>> = {}) {
    this.url = `${url}/api/v1`;
    this.#headers = { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) };
  }

  async ask(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.received.push(text);
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }

  get(path: string): Promise<ApiAnswer> {
    return this.ask('GET', path);
  }

  post(path: string, body: unknown): Promise<ApiAnswer> {
    return this.ask('POST', path, body);
  }

  /** Opens a stream of events. `after`: the id of the last event that the client has. */
  async stream(path: string, after = ''): Promise<ApiStream> {
    const abort = new AbortController();
    const response = await fetch(`${this.url}${path}`, {
      headers: { ...this.#headers, accept: 'text/event-stream', ...(after !== '' && { 'last-event-id': after }) },
      signal: abort.signal,
    });
    if (response.status !== 200 || response.body === null) {
      throw new Error(`no stream: ${response.status} ${await response.text()}`);
    }
    return new ApiStream(response.body, { after, close: () => abort.abort(), received: this.received });
  }
}

interface ApiStreamOptions {
  readonly after: string;
  readonly close: () => void;
  readonly received: string[];
}

/** The events of a stream, in order. */
export class ApiStream {
  readonly #events: AsyncGenerator<ApiEvent, undefined>;
  readonly #close: () => void;
  readonly received: string[];
  /** The id of the last event. */
  lastId: string;

  constructor(body: ReadableStream<Uint8Array>, { after, close, received }: ApiStreamOptions) {
    this.lastId = after;
    this.#close = close;
    this.received = received;
    // At once: fetch cancels a stream that no one reads when its response is collected as garbage.
    this.#events = this.#read(body.getReader());
  }

  /** The next event that fits; `null` if the stream ends before. */
  async next(fits: (event: ApiEvent) => boolean = () => true): Promise<ApiEvent | null> {
    for (;;) {
      const { done, value } = await this.#events.next();
      if (done) return null;
      if (fits(value)) return value;
    }
  }

  close(): void {
    this.#close();
  }

  async *#read(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<ApiEvent, undefined> {
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
      if (done || value === undefined) return undefined;
      const blocks = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.replace(/^\w+: /, '')]),
        );
        const data = fields.get('data');
        if (data === undefined) continue;
        this.lastId = fields.get('id') ?? this.lastId;
        this.received.push(block);
        yield { id: this.lastId, event: fields.get('event') ?? 'message', data };
      }
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
