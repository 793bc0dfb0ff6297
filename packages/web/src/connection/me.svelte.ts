import { isStorageAllowed, readItem, removeItem, SETTINGS_SYNC, writeItem } from '../lib/local-storage.ts';
import type { Profile } from './profile.ts';
import { askServer, type Refusal } from './server-request.ts';
import { rememberedName } from './guest.ts';

const KEY = 'tablier.known';
/** The name by which the server knew this browser the last time. */
const NAME = 'tablier.known-as';

/** Whether the server knew this browser the last time. A browser with only a remembered name, or without storage, counts as known. */
const wasKnown = (): boolean =>
  !isStorageAllowed() || (readItem(KEY) ?? (rememberedName() === '' ? 'no' : 'yes')) === 'yes';

function remember(name: string | null): void {
  writeItem(KEY, name === null ? 'no' : 'yes');
  if (name === null) removeItem(NAME);
  else writeItem(NAME, name);
}

/** The user of this browser, as far as the server knows them. */
class Me {
  /** `null` for an unknown user, or before the server has answered. */
  name: string | null = $state(null);
  /** The last known name, until the server has answered, so that the layout does not move. */
  #expected: string | null = $state(wasKnown() ? readItem(NAME) : null);
  profile: Profile | null = $state.raw(null);
  failed: Refusal | null = $state.raw(null);
  isLoading = $state(false);

  /** The name to show: that of the server, or the expected one. `null` for an unknown user. */
  get shownName(): string | null {
    return this.name ?? this.#expected;
  }

  /** Asks the server, unless it has never known this browser. */
  async load(): Promise<void> {
    if (!wasKnown()) return this.forget();
    this.isLoading = true;
    const answer = await askServer('GET', '/api/me');
    this.isLoading = false;
    if ('value' in answer) this.#known(answer.value as Profile);
    else if (answer.error === 'no-session') this.forget();
    else this.failed = answer;
  }

  /** A user has signed in. */
  signedIn(): Promise<void> {
    writeItem(KEY, 'yes');
    return this.load();
  }

  /** From now on the server knows this browser by a name. */
  named(name: string): void {
    remember(name);
    this.name = name;
  }

  /** The server no longer knows this browser. */
  forget(): void {
    remember(null);
    removeItem(SETTINGS_SYNC);
    this.#expected = null;
    this.name = null;
    this.profile = null;
    this.failed = null;
  }

  #known(profile: Profile): void {
    this.named(profile.name);
    this.profile = profile;
    this.failed = null;
  }
}

export const me = new Me();
