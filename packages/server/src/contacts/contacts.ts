import type { AbsenceShare, Store } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { findProfile } from '../ratings/profiles.ts';
import { LRUCache } from 'lru-cache';
import type { Log } from '../lib/log.ts';

const NEWEST = 50;
/** With fewer matches, or fewer absences, nothing is shown about a person. */
const MIN_MATCHES = 10;
const MIN_ABSENCES = 3;

export const createContacts = ({ store }: { readonly store: Pick<Store, 'ratings' | 'relations'> }) => ({
  async byUsername(username: string): Promise<Person | null> {
    const found = await findProfile(username, store);
    return found && { id: found.account, name: found.name, guest: false };
  },
  async mayChallenge(challenger: string, addressee: string): Promise<boolean> {
    const { own, theirs } = await store.relations.between(addressee, challenger);
    if (own.has('block') || theirs.has('block')) return false;
    const { challenges } = await store.relations.contactOf(addressee);
    return challenges === 'everyone' || (challenges === 'followed' && own.has('follow'));
  },
  blockedWith: async (person: string): Promise<ReadonlySet<string>> =>
    new Set(await store.relations.blockedWith(person)),
  /** How many of their newest matches a person left or missed; `null` if that is too few to show. */
  async absencesOf(person: string): Promise<AbsenceShare | null> {
    const share = await store.relations.absencesOf(person, NEWEST);
    return share.of >= MIN_MATCHES && share.absent >= MIN_ABSENCES ? share : null;
  },
});
export type Contacts = ReturnType<typeof createContacts>;

const MAX_KEPT = 10_000;
const NONE: ReadonlySet<string> = new Set();

interface HiddenAuthorsDeps {
  readonly store: { readonly relations: Pick<Store['relations'], 'hiddenFrom'> };
  readonly log: Pick<Log, 'error'>;
}

export class HiddenAuthors {
  readonly #deps: HiddenAuthorsDeps;
  readonly #known = new LRUCache<string, ReadonlySet<string>>({ max: MAX_KEPT });
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #outdated = new Set<string>();

  constructor(deps: HiddenAuthorsDeps) {
    this.#deps = deps;
  }

  /** `null` if the list must be read first; `onKnown` is then called once it is known. Anonymous readers hide no one. */
  of(person: string | null, onKnown: () => void): ReadonlySet<string> | null {
    if (person === null) return NONE;
    const known = this.#known.get(person);
    if (known !== undefined) return known;
    const waiting = this.#waiting.get(person);
    if (waiting !== undefined) waiting.push(onKnown);
    else {
      this.#waiting.set(person, [onKnown]);
      void this.#read(person);
    }
    return null;
  }

  changed(person: string): void {
    this.#known.delete(person);
    if (this.#waiting.has(person)) this.#outdated.add(person);
  }

  async #read(person: string): Promise<void> {
    try {
      const hidden = await this.#deps.store.relations.hiddenFrom(person);
      this.#known.set(person, hidden.length === 0 ? NONE : new Set(hidden));
    } catch (error) {
      this.#deps.log.error({ err: error }, 'hidden authors not read');
    }
    if (this.#outdated.delete(person)) return this.#read(person);
    const waiting = this.#waiting.get(person) ?? [];
    this.#waiting.delete(person);
    // Without the list no chat is sent; the next line tries again.
    if (this.#known.has(person)) for (const onKnown of waiting) onKnown();
  }
}
