import type { AbsenceShare, Store } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { findProfile } from '../ratings/profiles.ts';

/** The newest matches that count for a person's share of matches that they left or missed. */
const NEWEST = 50;
/** With fewer matches, or fewer absences, nothing is shown about a person. */
const MIN_MATCHES = 10;
const MIN_ABSENCES = 3;

interface ContactsDeps {
  readonly store: Pick<Store, 'ratings' | 'relations'>;
}

/** Who may contact whom: challenges and blocks. */
export class Contacts {
  readonly #store: ContactsDeps['store'];

  constructor({ store }: ContactsDeps) {
    this.#store = store;
  }

  /** The person whose profile has this username; `null` for none. */
  async byUsername(username: string): Promise<Person | null> {
    const found = await findProfile(username, this.#store);
    return found && { id: found.account, name: found.name, guest: false };
  }

  /** Whether one person may reserve a chair for the other. */
  async mayChallenge(challenger: string, addressee: string): Promise<boolean> {
    const { own, theirs } = await this.#store.relations.between(addressee, challenger);
    if (own.has('block') || theirs.has('block')) return false;
    const { challenges } = await this.#store.relations.contactOf(addressee);
    return challenges === 'everyone' || (challenges === 'followed' && own.has('follow'));
  }

  /** The people that a person blocks, or that block them. */
  async blockedWith(person: string): Promise<ReadonlySet<string>> {
    return new Set(await this.#store.relations.blockedWith(person));
  }

  /** How many of their newest matches a person left or missed; `null` if that is too few to show. */
  async absencesOf(person: string): Promise<AbsenceShare | null> {
    const share = await this.#store.relations.absencesOf(person, NEWEST);
    return share.of >= MIN_MATCHES && share.absent >= MIN_ABSENCES ? share : null;
  }
}
