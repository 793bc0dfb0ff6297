import { vi } from 'vitest';

/**
 * The parts of a browser that the state classes of the page use, for tests in Node: storage, history, the address and the root element.
 * The browser tests in `e2e` check the same classes in Chromium.
 */
export interface TestBrowser {
  readonly storage: Map<string, string>;
  /** The paths in the history, oldest first. */
  readonly history: string[];
  readonly root: { lang: string; readonly dataset: Record<string, string | undefined> };
  readonly window: EventTarget;
  /** Leaves the last entry of the history, as the back button does. */
  back(): void;
  /** Clicks on a link; returns whether the router followed it itself. */
  click(link: Partial<TestLink>, event?: Partial<TestClick>): boolean;
}

/** A link as the router reads it. */
export interface TestLink {
  readonly href: string;
  readonly target: string;
  readonly download: boolean;
}

/** A click as the router reads it; the default is a plain one. */
export interface TestClick {
  readonly button: number;
  readonly ctrlKey: boolean;
  /** Whether a component has prevented the default before. */
  readonly isHandled: boolean;
}

export interface BrowserParts {
  readonly path?: string;
  readonly languages?: readonly string[];
  readonly stored?: Readonly<Record<string, unknown>>;
  /** The browser forbids storage. */
  readonly forbidsStorage?: boolean;
  /** The number of characters that the storage holds; absent: any number. */
  readonly storageSize?: number;
  /** The system asks for more contrast. */
  readonly wantsContrast?: boolean;
}

const ORIGIN = 'https://tablier.example';

/** Installs a browser until `closeBrowser`; modules imported afterwards with `import()` are new ones that see it. */
export function openBrowser(parts: BrowserParts = {}): TestBrowser {
  vi.resetModules();
  const {
    path = '/',
    languages = ['en'],
    stored = {},
    forbidsStorage = false,
    storageSize = Infinity,
    wantsContrast = false,
  } = parts;
  const storage = new Map(Object.entries(stored).map(([key, value]) => [key, textOf(value)]));
  const history = [path];
  const root = { lang: '', dataset: {} };
  const matchMedia = (query: string) => ({ matches: !query.includes('contrast') || wantsContrast });
  const window = Object.assign(new EventTarget(), { matchMedia });
  const current = (): URL => new URL(history.at(-1) ?? '/', ORIGIN);
  const location = new Proxy(
    {},
    {
      get: (_, name): unknown => (name === 'assign' ? (to: string) => history.push(to) : Reflect.get(current(), name)),
    },
  );
  vi.stubGlobal('localStorage', storageOf(storage, { forbidsStorage, storageSize }));
  vi.stubGlobal('location', location);
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('window', window);
  vi.stubGlobal('matchMedia', window.matchMedia);
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', {
    documentElement: root,
    querySelector: () => null,
    querySelectorAll: () => [],
    cookie: '',
  });
  vi.stubGlobal('history', {
    state: null,
    pushState: (_: unknown, __: string, to: string) => history.push(to),
    replaceState: (_: unknown, __: string, to: string) => history.splice(-1, 1, to),
  });
  return {
    storage,
    history,
    root,
    window,
    back: () => {
      history.pop();
      window.dispatchEvent(new Event('popstate'));
    },
    click: (link, { button = 0, ctrlKey = false, isHandled = false } = {}) => {
      const target = new FakeElement({ href: '/', target: '', download: false, ...link });
      const click = Object.assign(new Event('click', { cancelable: true }), { button, ctrlKey });
      Object.defineProperty(click, 'target', { value: target });
      if (isHandled) click.preventDefault();
      window.dispatchEvent(click);
      return click.defaultPrevented && !isHandled;
    },
  };
}

/** Removes the browser, and the modules that have seen it: other test files share the process. */
export function closeBrowser(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const storageOf = (
  storage: Map<string, string>,
  { forbidsStorage, storageSize }: Required<Pick<BrowserParts, 'forbidsStorage' | 'storageSize'>>,
) => {
  const check = (): void => {
    if (forbidsStorage) throw new Error('storage is forbidden');
  };
  return {
    get length() {
      check();
      return storage.size;
    },
    key: (index: number) => {
      check();
      return [...storage.keys()][index] ?? null;
    },
    getItem: (key: string) => {
      check();
      return storage.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      check();
      const others = [...storage].filter(([each]) => each !== key);
      const size = others.reduce((sum, [each, value]) => sum + each.length + value.length, key.length + text.length);
      if (size > storageSize) throw new Error('the storage is full');
      storage.set(key, text);
    },
    removeItem: (key: string) => {
      check();
      storage.delete(key);
    },
  };
};

class FakeElement {
  readonly #link: TestLink;

  constructor(link: TestLink) {
    this.#link = link;
  }

  closest(): object {
    const { href, target, download } = this.#link;
    const { origin, pathname, search, hash } = new URL(href, ORIGIN);
    return { origin, pathname, search, hash, target, hasAttribute: (name: string) => name === 'href' || download };
  }
}
