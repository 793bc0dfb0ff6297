import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserProcess, type Engine, expressionOf, pressAt, WINDOW } from './engine.ts';

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'media.cubeb.backend': 'none',
  'dom.ipc.processCount': 1,
  'intl.accept_languages': 'en',
};
const EVENTS = ['log.entryAdded', 'network.fetchError', 'network.responseCompleted'];
/** The browser itself ends the requests of a page that is left. */
const LEFT = /NS_BINDING_ABORTED|NS_ERROR_ABORT/;
/** The browser's own request for the icon of a page that is left, which the service worker had passed on. */
const LEFT_ICON = /favicon\.ico.*ServiceWorker intercepted/s;

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: {
    readonly level?: string;
    readonly text?: string;
    readonly errorText?: string;
    readonly request?: { readonly url: string };
    readonly response?: { readonly status: number };
  };
}

function complaintOf({ method, params }: Message): string | null {
  if (method === 'log.entryAdded') {
    const text = params?.text ?? '';
    return (params?.level === 'error' || params?.level === 'warn') && !LEFT_ICON.test(text) ? text : null;
  }
  const url = params?.request?.url ?? '';
  if (method === 'network.fetchError')
    return LEFT.test(params?.errorText ?? '') ? null : `${url}: ${params?.errorText}`;
  const status = params?.response?.status ?? 0;
  return status >= 400 ? `${url}: ${status}` : null;
}

interface Asked {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A connection by WebDriver BiDi, which Firefox has built in. */
class Connection {
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Asked>();
  #id = 0;

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    this.#socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed the connection'));
    });
  }

  #receive(message: Message): void {
    if (message.type === 'event') {
      const complaint = complaintOf(message);
      if (complaint !== null) this.complaints.push(complaint);
      return;
    }
    const asked = this.#waiting.get(message.id ?? 0);
    this.#waiting.delete(message.id ?? 0);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(message.message));
  }

  opened(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#socket.addEventListener('open', resolve, { once: true });
      this.#socket.addEventListener('error', () => reject(new Error('Firefox does not answer')), { once: true });
    });
  }

  call<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.#id;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

interface Evaluated {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

export async function startFirefox(binary: string, base: string): Promise<Engine> {
  const browser = new BrowserProcess(
    (home) => {
      const lines = Object.entries(PREFERENCES).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      writeFileSync(join(home, 'user.js'), lines.join('\n'));
      return [binary, '--headless', '--remote-debugging-port=0', '--no-remote', '--profile', home];
    },
    { MOZ_CRASHREPORTER_DISABLE: '1' },
  );
  const [, address = ''] = await browser.line(/WebDriver BiDi listening on (\S+)/);
  const connection = new Connection(`${address}/session`);
  await connection.opened();
  await connection.call('session.new', { capabilities: {} });
  await connection.call('session.subscribe', { events: EVENTS });
  const { contexts } = await connection.call<{ readonly contexts: readonly { readonly context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context ?? '';
  await connection.call('browsingContext.setViewport', { context, viewport: WINDOW });
  return {
    complaints: async () => connection.complaints,
    goto: async (path) => {
      await connection.call('browsingContext.navigate', { context, url: `${base}${path}`, wait: 'complete' });
    },
    evaluate: async <A, T>(run: (argument: A) => T, argument: A): Promise<T> => {
      const { result, exceptionDetails } = await connection.call<Evaluated>('script.evaluate', {
        expression: expressionOf(run, argument),
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null') as T;
    },
    press: async (x, y) => {
      await connection.call('input.performActions', { context, actions: [pressAt(x, y)] });
    },
    close: () => browser.close(),
  };
}
