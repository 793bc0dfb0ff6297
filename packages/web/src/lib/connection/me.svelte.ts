import type { OwnAccount } from '@tablier/protocol/operations';
import { KNOWN_COOKIE } from '@tablier/protocol/language';
import { hasCookie, readItem, removeItem, setCookie, SETTINGS_SYNC, writeItem } from '../local-storage.ts';
import { call, type Refusal } from './server-request.ts';

export type Profile = OwnAccount;
export type ShownPasskey = Profile['passkeys'][number];

const KEY = 'tablier.known';
/** The name by which the server knew this browser the last time. */
const NAME = 'tablier.known-as';

/** Whether the server knows this browser, by its cookie or its last answer; `null` if the storage is new, wiped or forbidden. */
function isKnown(): boolean | null {
  if (hasCookie(KNOWN_COOKIE, 'yes')) return true;
  const known = readItem(KEY);
  return known === null ? null : known === 'yes';
}

function remember(name: string | null): void {
  writeItem(KEY, name === null ? 'no' : 'yes');
  setCookie(KNOWN_COOKIE, name === null ? '' : 'yes');
  if (name === null) removeItem(NAME);
  else writeItem(NAME, name);
}

class Me {
  /** `null` for an unknown user, or before the server has answered. */
  name: string | null = $state(null);
  /** The last known name, until the server has answered, so that the layout does not move. */
  #expected: string | null = $state(isKnown() === true ? readItem(NAME) : null);
  profile: Profile | null = $state.raw(null);
  failed: Refusal | null = $state.raw(null);
  isLoading = $state(false);

  /** The name to show: that of the server, or the expected one. `null` for an unknown user. */
  get shownName(): string | null {
    return this.name ?? this.#expected;
  }

  /** Whether the user has an account with a credential, and is no guest. */
  get isMember(): boolean {
    return this.profile !== null && (this.profile.hasPassword || this.profile.passkeys.length > 0);
  }

  /** Asks the server, unless it has said that it does not know this browser. */
  async load(): Promise<void> {
    const known = isKnown();
    if (known === false) return this.forget();
    this.isLoading = true;
    const answer = await call('GET /api/me', { query: known === null ? { unsure: 'yes' } : {} });
    this.isLoading = false;
    if (!('value' in answer)) return answer.error === 'no-session' ? this.forget() : void (this.failed = answer);
    if (answer.value === null) return this.forget();
    this.named(answer.value.name);
    this.profile = answer.value;
    this.failed = null;
  }

  signedIn(): Promise<void> {
    writeItem(KEY, 'yes');
    return this.load();
  }

  named(name: string): void {
    remember(name);
    this.name = name;
  }

  forget(): void {
    remember(null);
    removeItem(SETTINGS_SYNC);
    this.#expected = null;
    this.name = null;
    this.profile = null;
    this.failed = null;
  }
}

export const me = new Me();

const REFUSALS = ['bad-name', 'too-many', 'banned'] as const;
export type GuestError = (typeof REFUSALS)[number] | 'no-session' | 'unreachable';

const GIVEN = 'tablier.name';

/** The name last used on this device; empty for none. */
export const rememberedName = (): string => readItem(GIVEN) ?? '';

/** Registers this browser as a guest; `null` if that succeeded. */
export async function becomeGuest(name: string): Promise<GuestError | null> {
  // The first script only reads the name.
  const parsed = await import('@tablier/protocol').then(
    ({ parseName }) => parseName(name),
    () => undefined,
  );
  if (parsed === undefined) return 'unreachable';
  if (parsed === null) return 'bad-name';
  const answer = await call('POST /api/guests', { body: { name } });
  if ('error' in answer) return REFUSALS.find((error) => error === answer.error) ?? 'unreachable';
  // Without storage the page asks for the name again next time.
  writeItem(GIVEN, answer.value.name);
  return null;
}
