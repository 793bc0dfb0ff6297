import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tablier/testkit';
import { BrowserProcess, type Engine, expressionOf, pressAt, WINDOW } from './engine.ts';
import { Front } from './front.ts';

/** What a test may not depend on: a sandbox that root cannot have, and a graphics card. */
const ENVIRONMENT = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
  LC_ALL: 'C.UTF-8',
};
/** The driver passes on no messages of the console, so the page keeps them itself, from its first script on. */
const listen = (): void => {
  const heard: string[] = [];
  Object.assign(window, { heard });
  for (const kind of ['error', 'warn'] as const) console[kind] = (...all: unknown[]) => void heard.push(all.join(' '));
  const lost = (target: EventTarget | null): string => (target instanceof Element ? target.outerHTML : 'an error');
  addEventListener('error', ({ message, target }) => heard.push(message ?? lost(target)), true);
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
  addEventListener('securitypolicyviolation', (event) =>
    heard.push(`not allowed: ${String(Reflect.get(event, 'blockedURI'))}`),
  );
};

const heardSoFar = (): string[] => (window as unknown as { readonly heard: string[] }).heard;

interface Answer {
  readonly value: { readonly error?: string; readonly message?: string } | null;
}

/** Sends a command of the WebDriver protocol. */
async function send<T>(address: string, method: 'GET' | 'POST', body?: unknown): Promise<T> {
  const response = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value as T;
}

async function answered(address: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(`${address}/status`, 'GET');
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export interface Files {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** Starts the driver of WebKitGTK, and with it MiniBrowser, on a screen that no one sees. */
export async function startWebKit(files: Files, base: string): Promise<Engine> {
  const front = new Front(base, `(${String(listen)})()`);
  const [origin, port] = [await front.start(), await freePort()];
  const browser = new BrowserProcess((home) => {
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    return [files.screen, '-a', '-s', '-screen 0 1400x1000x24', files.driver, `--port=${port}`];
  }, ENVIRONMENT);
  const address = `http://127.0.0.1:${port}`;
  await answered(address);
  const args = ['--automation'];
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: files.browser, args } };
  const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, 'POST', {
    capabilities: { alwaysMatch },
  });
  const session = `${address}/session/${sessionId}`;
  await send(`${session}/window/rect`, 'POST', WINDOW);
  const evaluate = async <A, T>(run: (argument: A) => T, argument: A): Promise<T> => {
    const script = `return ${expressionOf(run, argument)}`;
    return JSON.parse(await send<string>(`${session}/execute/sync`, 'POST', { script, args: [] })) as T;
  };
  return {
    complaints: async () => [...front.failed, ...(await evaluate(heardSoFar, null))],
    goto: (path) => send(`${session}/url`, 'POST', { url: `${origin}${path}` }),
    evaluate,
    press: (x, y) => send(`${session}/actions`, 'POST', { actions: [pressAt(x, y)] }),
    close: async () => {
      await browser.close();
      front.close();
    },
  };
}
