import { TestClient } from '@tablier/testkit/online';
import type { Asked, Authenticator } from './authenticator.ts';

/** The answer of `GET /api/me`. */
export interface Profile {
  readonly name: string;
  readonly login: string | null;
  readonly hasPassword: boolean;
  readonly passkeys: readonly { readonly id: string; readonly agent: string; readonly addedAt: number }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly agent: string;
    readonly openedAt: number;
    readonly usedOn: number | null;
    readonly current: boolean;
  }[];
}

/** A client of the HTTP API with cookies. It records all answers. */
export class Browser {
  /** The URL of the server. Passkeys need a host name. */
  url: string;
  readonly cookies = new Map<string, string>();
  readonly answers: string[] = [];
  readonly agent: string;

  constructor(url: string, agent = 'Test Browser') {
    this.url = url.replace('127.0.0.1', 'localhost');
    this.agent = agent;
  }

  static async guest(url: string, name: string, agent?: string): Promise<Browser> {
    const browser = new Browser(url, agent);
    if ((await browser.ask('POST', '/api/guests', { name })).status !== 201) throw new Error('no guest');
    return browser;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        origin: this.url,
        cookie: this.cookie,
        'user-agent': this.agent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    this.answers.push(text);
    return { status: response.status, headers: response.headers, text, error: errorOf(text) };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (line.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async profile(): Promise<Profile> {
    return JSON.parse((await this.ask('GET', '/api/me')).text) as Profile;
  }

  async options(path: string): Promise<Asked> {
    return JSON.parse((await this.ask('POST', `${path}/options`, {})).text) as Asked;
  }

  setPassword(password: string, login?: string) {
    return this.ask('POST', '/api/me/password', { password, ...(login !== undefined && { login }) });
  }

  signIn(login: string, password: string) {
    return this.ask('POST', '/api/sign-in/password', { login, password });
  }

  async addPasskey(device: Authenticator) {
    const passkey = device.create(await this.options('/api/me/passkeys'));
    return this.ask('POST', '/api/me/passkeys', { passkey });
  }

  async signInWith(device: Authenticator) {
    return this.ask('POST', '/api/sign-in/passkey', {
      passkey: device.get(await this.options('/api/sign-in/passkey')),
    });
  }

  async confirmWith(device: Authenticator) {
    return this.ask('POST', '/api/me/confirm', { passkey: device.get(await this.options('/api/me/confirm')) });
  }

  /** Opens a WebSocket. Its command ids have a unique prefix: after a guest was merged into an account their ids must not collide. */
  connect(): Promise<TestClient> {
    return new TestClient(this.url, this.cookie, { commands: `d${++connections}-` }).connect();
  }
}

/** The number of connections opened so far. */
let connections = 0;

function errorOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly name: string } };
    return error?.name ?? null;
  } catch {
    return null;
  }
}
