import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer, UNLIMITED } from '@tablier/server';
import { vi } from 'vitest';
import { openBrowser, type TestBrowser } from '../../browser.ts';

export interface RealServer extends RunningServer {
  remove(): Promise<void>;
}

/** A real server on a free port, with a page that is only its own HTML. */
export async function startRealServer(): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Tablier</title>');
  const online = { ...UNLIMITED };
  const parts = {
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    pageDir: folder,
    log: () => undefined,
    online,
  };
  const server = await startServer(parts);
  const remove = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
  return { ...server, remove };
}

/** A browser at this server: its requests and its WebSocket carry the cookies of the server, as in a real one. */
export function openBrowserAt(server: RunningServer, stored: Readonly<Record<string, unknown>> = {}): TestBrowser {
  const browser = openBrowser({ stored });
  const cookies = new Map<string, string>();
  /** Those that scripts may read. */
  const readable = new Set<string>();
  const keep = (line: string): void => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
    if (/; *httponly/i.test(line)) readable.delete(name);
    else readable.add(name);
  };
  Object.defineProperty(document, 'cookie', {
    get: () => [...cookies].flatMap(([name, value]) => (readable.has(name) ? [`${name}=${value}`] : [])).join('; '),
    set: keep,
  });
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const [realFetch, RealSocket] = [fetch, WebSocket];
  vi.stubGlobal('location', { href: `${server.url}/`, hash: '', pathname: '/', search: '', origin: server.url });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: cookie(), origin: server.url };
    const response = await realFetch(new URL(path, server.url), { ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  });
  vi.stubGlobal(
    'WebSocket',
    class extends RealSocket {
      constructor(url: URL) {
        // Node's WebSocket accepts headers; a browser adds its cookies itself.
        super(url, { headers: { cookie: cookie(), origin: server.url } } as never);
      }
    },
  );
  return browser;
}
