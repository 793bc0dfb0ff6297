import { isStorageAllowed, readItem, writeItem } from '../lib/local-storage.ts';
import type { Profile } from './profile.ts';
import { askServer, type Refusal } from './server-request.ts';
import { rememberedName } from './guest.ts';

const KEY = 'tablier.known';

/** Whether the server knew this browser the last time. A browser with only a remembered name, or without storage, counts as known. */
const wasKnown = (): boolean =>
  !isStorageAllowed() || (readItem(KEY) ?? (rememberedName() === '' ? 'no' : 'yes')) === 'yes';

const remember = (known: boolean): boolean => writeItem(KEY, known ? 'yes' : 'no');

/** The user of this browser, as far as the server knows them. */
class Me {
  /** `null` for an unknown user, or before the server has answered. */
  name: string | null = $state(null);
  profile: Profile | null = $state.raw(null);
  failed: Refusal | null = $state.raw(null);
  isLoading = $state(false);

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
    remember(true);
    return this.load();
  }

  /** From now on the server knows this browser by a name. */
  named(name: string): void {
    remember(true);
    this.name = name;
  }

  /** The server no longer knows this browser. */
  forget(): void {
    remember(false);
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
