import type { ServerContext } from '../lib/context.ts';
import { failure, type Result, success } from '@tablier/core';
import {
  type HiddenPerson,
  MAX_FOLLOWED,
  MAX_HIDDEN,
  MAX_REPORT,
  MAX_REPORTS,
  type NewReportTerms,
  type OwnRelations,
  parseLine,
  type PersonAt,
  type RelationName,
  type Reported,
  type Warning,
} from '@tablier/protocol';
import { type OwnRelation, type Store, StoreUnavailable, type UnreadWarning } from '@tablier/store';
import type { Person, PersonalDataIndex } from '../accounts/people.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
import { findText, formatText, textIn } from '../moderation/moderation.ts';
import { publicUsername } from '../ratings/profiles.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { Room } from '../tables/room.ts';
import { DELETED, invitedTo, peopleOf, phaseOf, readerOf, type TableState } from '../tables/state/table-state.ts';

interface RelationsDeps extends Pick<ServerContext, 'now' | 'chance'> {
  readonly store: Pick<Store, 'relations' | 'reports' | 'tournaments' | 'articles' | 'clubs'>;
  readonly contacts: Contacts;
  readonly personalDataIndex: PersonalDataIndex;
  readonly rooms: Rooms;
  readonly presence: Pick<PersonPresence, 'isHere'>;
}

type AddingError = 'no-account' | 'unknown-person' | 'yourself' | 'relations-full';
type ReportError = 'unknown-person' | 'yourself' | 'reports-full' | 'bad-report';
export type RelationError = AddingError | ReportError;

const DAY = 86_400_000;
/** The suggested wait after the most reports of a day. Milliseconds. */
const REPORTS_RETRY = 3_600_000;

export const relationError = <Name extends RelationError>(name: Name) => ({
  name,
  ...(name === 'reports-full' && { retryMs: REPORTS_RETRY }),
});

/** A game that began longer ago does not count as the one that a person is playing. Milliseconds. */
const NOW_PLAYED = DAY;

export class Relations {
  readonly #deps: RelationsDeps;

  constructor(deps: RelationsDeps) {
    this.#deps = deps;
  }

  async own(person: string): Promise<OwnRelations> {
    const { store, presence, now } = this.#deps;
    const all = await store.relations.of(person);
    const ofKind = (kind: RelationName): OwnRelation[] => all.filter((relation) => relation.kind === kind);
    const follows = ofKind('follow');
    const seen = follows.filter(({ showsPresence }) => showsPresence).map(({ other }) => other);
    const playing = await store.relations.playing(seen, now() - NOW_PLAYED);
    const warnings = await store.reports.warnings(person);
    return {
      followed: follows.map((relation) => ({
        ...shown(relation),
        here: relation.showsPresence && presence.isHere(relation.other),
        tables: playing.filter(({ account }) => account === relation.other).map(({ match }) => ({ id: match })),
      })),
      blocked: ofKind('block').map(shown),
      muted: ofKind('mute').map(shown),
      contact: await store.relations.contactOf(person),
      warnings: await Promise.all(warnings.map((warning) => this.#told(warning))),
    };
  }

  async #told({ action, tournament: id, about, reason, note, at }: UnreadWarning): Promise<Warning> {
    const text = textIn(about);
    if (text !== null) return { reason, note, at, text };
    const found = id === null ? null : await this.#deps.store.tournaments.find(id);
    if (action === 'warn' || action === 'remove-text' || found === null) return { reason, note, at };
    return { reason, note, at, tournament: { id: found.id, name: found.name, decision: action } };
  }

  async add(person: Person, kind: RelationName, named: PersonAt): Promise<Result<string, AddingError>> {
    const { store, chance, now } = this.#deps;
    // Only members follow, and only those who have a profile.
    if (kind === 'follow' && person.guest !== false) return failure('no-account');
    if (kind === 'follow' && !('username' in named)) return failure('unknown-person');
    const other = await findNamed(named, person.id, this.#deps);
    if (other === null) return failure('unknown-person');
    if (other.id === person.id) return failure('yourself');
    const id = chance.id();
    const relation = { id, kind, other: other.id, at: now() };
    const added = await store.relations.add(person.id, relation, kind === 'follow' ? MAX_FOLLOWED : MAX_HIDDEN);
    if (kind === 'block' && (added === 'added' || added === 'known'))
      await withdrawInvitations([person.id, other.id], this.#deps);
    if (added === 'added') return success(id);
    if (added === 'full') return failure('relations-full');
    if (added === 'gone') return failure('unknown-person');
    const known = (await store.relations.of(person.id, kind)).find((each) => each.other === other.id);
    if (known === undefined) throw new StoreUnavailable('a relation was removed meanwhile');
    return success(known.id);
  }

  /** Reports a person to the operator. The report includes data about the table that is only in memory. */
  async report(
    person: string,
    { person: named, table, reason, text }: NewReportTerms,
  ): Promise<Result<null, ReportError>> {
    const { store, rooms, chance, now } = this.#deps;
    const words = text.trim() === '' ? '' : parseLine(text, MAX_REPORT);
    if (words === null || (reason === 'other' && words === '')) return failure('bad-report');
    const subject = await this.#reported(named, person);
    if (subject === null) return failure('unknown-person');
    if (subject.id === person) return failure('yourself');
    const { tournament, text: about } = subject;
    const room = subject.room ?? (table === undefined ? null : await rooms.find(table));
    const losses = room?.subscribers.presence.lossesOf(subject.id) ?? [];
    const at = now();
    const where = { subject: subject.id, table: room?.id ?? null, tournament, about: about && formatText(about.at) };
    const evidence = { losses, ...(about !== null && { text: about.words }) };
    const added = await store.reports.add(
      { id: chance.id(), author: person, ...where, reason, words, evidence, at },
      { since: at - DAY, most: MAX_REPORTS },
    );
    if (added === 'added') return success(null);
    return failure(added === 'full' ? 'reports-full' : 'unknown-person');
  }

  async #reported(named: Reported, caller: string) {
    const { store } = this.#deps;
    if ('tournament' in named) {
      const found = await store.tournaments.find(named.tournament);
      if (found === null || found.organiser === null) return null;
      return { id: found.organiser, room: null, tournament: found.id, text: null };
    }
    if ('article' in named || 'club' in named) {
      const text = await findText(named, store);
      return text && { id: text.author, room: null, tournament: null, text: { at: named, words: text.words } };
    }
    const person = await findNamed(named, caller, this.#deps);
    return person && { ...person, tournament: null, text: null };
  }
}

const shown = ({ id, name, username }: OwnRelation): HiddenPerson => ({
  id,
  name,
  username: publicUsername(username),
});

/** Finds people by what others see of them; `null` for none. Ids never leave the server, so requests do not contain them. */
export async function findNamed(
  person: PersonAt,
  caller: string,
  { contacts, rooms }: { readonly contacts: Pick<Contacts, 'byUsername'>; readonly rooms: Pick<Rooms, 'find'> },
): Promise<{ readonly id: string; readonly room: Room | null } | null> {
  if ('username' in person) {
    const found = await contacts.byUsername(person.username);
    return found && { id: found.id, room: null };
  }
  const room = await rooms.find(person.table);
  if (room === null) return null;
  const id = 'seat' in person ? seatedAt(room, person.seat) : authorAt(room, person, caller);
  return id === DELETED ? null : { id, room };
}

function seatedAt({ state }: Room, seat: number): string {
  const chair = state.chairs[seat];
  return chair?.kind === 'person' ? chair.person : DELETED;
}

/** The author of a line that the caller may read. */
function authorAt(
  { state, subscribers, chats }: Room,
  { room, line }: Extract<PersonAt, { readonly room: unknown }>,
  caller: string,
): string {
  const isReadable = subscribers.roomsFor(readerOf(state, caller).you).includes(room);
  return isReadable ? chats[room].authorOf({ n: line }) : DELETED;
}

interface WithdrawDeps {
  readonly rooms: Rooms;
  readonly personalDataIndex: PersonalDataIndex;
  readonly now: () => number;
}

/** More tables than wait for one person. */
const MOST = 300;

/** One has blocked the other. A host alone closes the table; elsewhere the chair becomes free. Repeatable. */
export async function withdrawInvitations([one, other]: readonly [string, string], deps: WithdrawDeps): Promise<void> {
  for (const state of await deps.rooms.tablesOf(one, MOST, ['open'])) {
    const guest = guestAt(state, [one, other]) ?? guestAt(state, [other, one]);
    const room = guest === null ? null : await deps.rooms.find(state.id);
    if (guest !== null && room !== null) await withdraw(room, guest, deps);
  }
}

function guestAt(state: TableState, [host, guest]: readonly [string, string]): string | null {
  const isOpen = phaseOf(state) === 'waiting' && state.head.host === host;
  return isOpen && invitedTo(state, guest) >= 0 ? guest : null;
}

async function withdraw(room: Room, guest: string, { personalDataIndex, now }: WithdrawDeps): Promise<void> {
  const { state } = room;
  const { host } = state.head;
  const isClosing = peopleOf(state).every((person) => person === host || person === guest);
  const kind = isClosing ? 'stand' : 'decline';
  const id = isClosing ? host : guest;
  // The command leaves the person in the log of a table where they no longer have a chair.
  if ((await personalDataIndex.note(id, state.id)) === 'gone') return;
  const person: Person = { id, name: '' };
  // No client can choose a name with a colon.
  const key = `${id}_withdrawing:${kind}`;
  const result = await room.do(key, { kind, table: state.id }, { person, at: now(), lag: 0 });
  if (!result.ok && result.error.name === 'unavailable') throw new StoreUnavailable('invitation not withdrawn');
}
