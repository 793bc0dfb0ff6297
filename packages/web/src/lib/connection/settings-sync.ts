import type { AccountSettings } from '@tablier/protocol';
import { readJson, removeItem, SETTINGS_SYNC, writeJson } from '../local-storage.ts';
import { type Choices, settings } from '../settings.svelte.ts';
import { me } from './me.svelte.ts';
import { call, change } from './server-request.ts';

type Key = keyof Choices;

/** Several changes shortly after each other are sent together. Milliseconds. */
const DELAY_MS = 400;

/** The changes of a member in this browser that the server has not confirmed; `null` for a browser without a member. */
function readPending(): Key[] | null {
  const stored = readJson(SETTINGS_SYNC);
  if (!Array.isArray(stored)) return null;
  return stored.filter((key): key is Key => typeof key === 'string' && key in settings.choices);
}

/** Keeps the settings of this browser and of the account the same: the last change wins. A guest's stay here; a new account starts with them. */
class SettingsSync {
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    settings.onChange = (keys) => this.#changed(keys);
    window.addEventListener('online', () => void this.#run());
  }

  known(): void {
    if (me.isMember) void this.#run();
    else if (me.profile !== null) removeItem(SETTINGS_SYNC);
  }

  #changed(keys: readonly Key[]): void {
    const pending = readPending();
    if (pending === null) return;
    writeJson(SETTINGS_SYNC, [...new Set([...pending, ...keys])]);
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), DELAY_MS);
  }

  /** Fetches, applies and sends. What fails is tried again with the next change, connection or visit. */
  async #run(): Promise<void> {
    if (!me.isMember || this.#isRunning) return;
    this.#isRunning = true;
    const isDone = await this.#exchange().catch(() => false);
    this.#isRunning = false;
    // Something was chosen in the meantime.
    if (isDone && (readPending()?.length ?? 0) > 0) this.#later();
  }

  async #exchange(): Promise<boolean> {
    const answer = await call('GET /api/me/settings');
    if ('error' in answer) return false;
    const { settings: stored } = answer.value;
    const known = readPending();
    if (stored === null) return this.#send(settings.hasChosen ? { ...settings.choices } : {});
    const pending = known ?? [];
    await settings.adopt(Object.fromEntries(Object.entries(stored).filter(([key]) => !pending.includes(key as Key))));
    if (known === null) writeJson(SETTINGS_SYNC, []);
    const own = Object.fromEntries(pending.map((key) => [key, settings.choices[key]]));
    return pending.length === 0 || this.#send({ ...stored, ...own });
  }

  async #send(sent: AccountSettings): Promise<boolean> {
    if (Object.keys(sent).length > 0) {
      if ((await change('PUT /api/me/settings', { body: sent })) !== null) return false;
    }
    const changed = (readPending() ?? []).filter((key) => settings.choices[key] !== sent[key]);
    writeJson(SETTINGS_SYNC, changed);
    return true;
  }
}

export const settingsSync = new SettingsSync();
