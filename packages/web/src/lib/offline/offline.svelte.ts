import { online } from 'svelte/reactivity/window';
import { GONE, nextIdle } from '../load-part.ts';
import type { OfflineReply, OfflineRequest } from './offline-files.ts';

/** How often a page that stays open looks for a new version. Milliseconds. */
const UPDATE_AFTER = 60 * 60_000;

/** The page's side of the service worker: what is stored for offline use, and new versions. */
class Offline {
  /** Whether everything that works offline is stored; `null` in a browser without service workers. */
  isStored: boolean | null = $state(null);
  /** Whether this browser may store the page: it has service workers, and none has been refused. */
  isPossible = $state(import.meta.env.PROD && 'serviceWorker' in navigator);
  /** Whether the server has a newer version of the page. It is never loaded without the user's consent. */
  hasUpdate = $state(false);
  /** Whether a part of this page was wanted that the server no longer has. */
  isGone = $state(false);
  #language: string | null = null;
  #lookedAt = 0;

  /** Registers the service worker once the page has nothing else to load. */
  start(): void {
    window.addEventListener(GONE, () => (this.hasUpdate = this.isGone = true));
    if (!this.isPossible) return;
    const idle = (): void => void nextIdle().then(() => this.#register());
    if (document.readyState === 'complete') idle();
    else window.addEventListener('load', idle, { once: true });
  }

  async store(language: string): Promise<void> {
    this.#language = language;
    if (this.isStored === null) return;
    this.isStored = false;
    const { active } = await navigator.serviceWorker.ready;
    const reply = active === null ? null : await ask(active, { kind: 'store', language, entry: entry() });
    if (this.#language === language) this.isStored = reply !== null;
  }

  async #register(): Promise<void> {
    try {
      // A browser that blocks service workers resolves with nothing, or not at all.
      const register = (): Promise<ServiceWorkerRegistration | undefined> =>
        navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
      const registration = await register();
      if (registration === undefined) {
        this.isPossible = false;
        return;
      }
      this.isStored = false;
      this.#follow(registration);
      if (this.#language !== null) await this.store(this.#language);
    } catch {
      // Everything works as before, but only online.
      this.isStored = null;
      this.isPossible = false;
    }
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const check = (worker: ServiceWorker | null) => void this.#check(worker);
    check(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      const follow = () => installing?.state === 'installed' && check(registration.waiting);
      installing?.addEventListener('statechange', follow);
    });
    // A page of another version has let its service worker take over.
    navigator.serviceWorker.addEventListener('controllerchange', () => check(navigator.serviceWorker.controller));
    // The lost connection has interrupted it.
    window.addEventListener('online', () => {
      if (this.isStored === false && this.#language !== null) void this.store(this.#language);
    });
    this.#lookedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - this.#lookedAt < UPDATE_AFTER) return;
      this.#lookedAt = Date.now();
      registration.update().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    setInterval(look, UPDATE_AFTER / 4);
  }

  /** A service worker of the version of this page takes over at once; one of another version means that there is an update. */
  async #check(worker: ServiceWorker | null): Promise<void> {
    const reply = worker === null ? null : await ask(worker, { kind: 'take-over', entry: entry() });
    if (reply?.isSame === false) this.hasUpdate = true;
  }
}

/** The first script of this page: its name says which version it is. */
function entry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null ? '' : new URL(script.src).pathname;
}

/** Resolves with the reply, or with `null` if the service worker is gone before it answers. */
function ask(worker: ServiceWorker, request: OfflineRequest): Promise<OfflineReply | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<OfflineReply>) => resolve(data);
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve(null));
    worker.postMessage(request, [port2]);
  });
}

export const offline = new Offline();

/** Whether the device is connected to a network, as far as the browser knows. */
export const network = {
  get isOffline(): boolean {
    return online.current === false;
  },
};
