import type { Profile } from './profile.ts';
import { askServer, type Refusal } from './server-request.ts';
import { rememberedName } from './guest.ts';

const KEY = 'tablier.known';

/** Whether this browser was known to the server when it last looked; who only played by name before is asked after. */
function wasKnown(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? (rememberedName() === '' ? 'no' : 'yes')) === 'yes';
  } catch {
    return true;
  }
}

function remember(known: boolean): void {
  try {
    localStorage.setItem(KEY, known ? 'yes' : 'no');
  } catch {
    // It is asked for again next time, then.
  }
}

/** Who uses this browser, as far as the server knows. */
class Me {
  /** `null` for nobody, or where it has not been asked yet. */
  name: string | null = $state(null);
  profile: Profile | null = $state.raw(null);
  failed: Refusal | null = $state.raw(null);
  isLoading = $state(false);

  /** Asks the server, unless this browser has never been known to it. */
  async load(): Promise<void> {
    if (!wasKnown()) return this.forget();
    this.isLoading = true;
    const answer = await askServer('GET', '/api/me');
    this.isLoading = false;
    if ('value' in answer) this.#known(answer.value as Profile);
    else if (answer.error === 'no-session') this.forget();
    else this.failed = answer;
  }

  /** Somebody has signed in here. */
  returned(): Promise<void> {
    remember(true);
    return this.load();
  }

  /** The server knows this browser by a name from now on. */
  named(name: string): void {
    remember(true);
    this.name = name;
  }

  /** The server knows this browser no more. */
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
