import { failure, type Result, success } from '@tablier/core';
import { MAX_TOURNAMENT_NAME, parseLine, parseName, ROOMS } from '@tablier/protocol';
import {
  type Account,
  type AccountName,
  type Session,
  type Store,
  type StoredEvent,
  type StoredTournament,
  type TournamentChange,
} from '@tablier/store';
import { isTableId, sha256, systemChance } from '../lib/context.ts';
import { pagesOf } from '../lib/tasks.ts';
import { parseNewUsername, parseUsername, RESET_LIFE, resetPath } from '../accounts/passwords.ts';
import { createReservedUsernames, type ReservedUsernames } from '../accounts/usernames.ts';
import { isPersonId } from '../accounts/people.ts';
import { chatLog } from '../tables/logs/chat.ts';
import { chatEraser, hasAuthorName, isLineBy, tableMarker } from '../privacy/personal-data.ts';
import { isTableHead } from '../tables/logs/table-log.ts';
import { createBans, type Bans } from '../moderation/moderation.ts';
import { isReason, muteEnd, OperatorReports } from './reports.ts';
import { termsOf } from '../tournaments/terms.ts';

export type { ReportedTable, ReportEvidence } from './reports.ts';

/** An account as an operator sees it. Times are milliseconds since 1970. */
export interface FoundPerson {
  readonly id: string;
  readonly name: string;
  /** `null` for a guest. */
  readonly username: string | null;
  readonly createdAt: number;
  /** The day they were last here; `null` if no session is left. */
  readonly usedOn: number | null;
  readonly isBanned: boolean;
  /** The end of the current mute; `null` for none. */
  readonly mutedUntil: number | null;
}

const PAGE = 500;

/** With or without a running server. Every method throws if the database does not answer. */
export class Operator {
  readonly #store: Store;
  readonly #bans: Bans;
  readonly #reserved: ReservedUsernames;
  readonly reports: OperatorReports;

  constructor(store: Store) {
    this.#store = store;
    this.#reserved = createReservedUsernames(store);
    this.#bans = createBans(store);
    this.reports = new OperatorReports(store, this);
  }

  async find(who: string): Promise<readonly FoundPerson[]> {
    await this.#bans.read();
    if (isPersonId(who)) {
      const account = await this.#store.accounts.find(who);
      if (account !== null || this.#bans.has(who)) return [await this.#found(who, account)];
    }
    const login = parseUsername(who);
    const owner = login === null ? null : await this.#store.accounts.findPassword(login);
    const found: FoundPerson[] = [];
    for await (const { id, name } of this.#names()) {
      if (id !== owner?.account && parseUsername(name) !== login) continue;
      const account = await this.#store.accounts.find(id);
      if (account !== null) found.push(await this.#found(id, account));
    }
    return found;
  }

  /** Bans a person (`tablier ban`) or lifts the ban. Every running server notices. */
  ban(person: string, change: 'banned' | 'unbanned'): Promise<void> {
    return this.#bans.set(person, change, Date.now());
  }

  /** All banned people. The name is empty if the account was deleted. */
  async banned(): Promise<readonly FoundPerson[]> {
    await this.#bans.read();
    const found: FoundPerson[] = [];
    for (const id of this.#bans.list()) found.push(await this.#found(id, await this.#store.accounts.find(id)));
    return found;
  }

  /** Prevents a person from chatting for a number of hours, on every running server. Replaces an earlier mute. The value is its end. */
  async mute(
    person: string,
    { hours, reason, at }: { readonly hours: number; readonly reason: string; readonly at: number },
  ): Promise<Result<number, 'bad-hours' | 'bad-reason' | 'unknown-person'>> {
    const until = muteEnd(hours, at);
    if (until === null) return failure('bad-hours');
    if (!isReason(reason)) return failure('bad-reason');
    const isMuted = await this.#store.mutes.set(person, { until, reason: reason.trim(), at });
    return isMuted ? success(until) : failure('unknown-person');
  }

  async unmute(person: string): Promise<Result<null, 'not-muted'>> {
    return (await this.#store.mutes.lift(person, Date.now())) ? success(null) : failure('not-muted');
  }

  /** Gives a person another display name, at tables from now on. Every running server notices. */
  async rename(person: string, text: string): Promise<Result<string, 'bad-name' | 'unknown-person'>> {
    const name = parseName(text);
    if (name === null) return failure('bad-name');
    return ofKnown(await this.#store.accounts.rename({ account: person }, name), name);
  }

  /** The path at which a person sets a new password, once and within an hour. An earlier one becomes invalid. */
  async resetPassword(person: string): Promise<Result<string, 'unknown-person'>> {
    const secret = systemChance.secret();
    const createdAt = Date.now();
    const reset = { tokenHash: sha256(secret), createdAt, expiresAt: createdAt + RESET_LIFE };
    return ofKnown(await this.#store.passwordResets.begin(person, null, reset), resetPath(secret));
  }

  async sessions(person: string): Promise<readonly Session[]> {
    return (await this.#store.accounts.find(person))?.sessions ?? [];
  }

  async endSessions(person: string): Promise<Result<number, 'unknown-person'>> {
    const closed = await this.#store.accounts.closeSessions(person, { except: person });
    return ofKnown(closed, closed.ok ? closed.value.length : 0);
  }

  /** Ends its sessions at once. A running server, or the next start, erases the rest. */
  async erase(person: string): Promise<Result<null, 'unknown-person'>> {
    return ofKnown(await this.#store.accounts.beginDeletion(person), null);
  }

  async reserve(
    text: string,
    change: 'reserved' | 'released',
  ): Promise<Result<string, 'bad-username' | 'unchanged' | 'full'>> {
    const username = change === 'reserved' ? parseNewUsername(text) : parseUsername(text);
    if (username === null) return failure('bad-username');
    const done = await this.#reserved.set(username, change, Date.now());
    return done === 'changed' ? success(username) : failure(done);
  }

  /** Removes a shared study from its address, which then says so, or restores it. */
  async setStudyRemoved(id: string, change: 'removed' | 'restored'): Promise<Result<null, 'unknown-study'>> {
    const isKnown = await this.#store.studies.setRemoved(id, change === 'removed' ? Date.now() : null);
    return isKnown ? success(null) : failure('unknown-study');
  }

  async renameTournament(id: string, text: string): Promise<Result<string, 'bad-name' | 'unknown-tournament'>> {
    const name = parseLine(text, MAX_TOURNAMENT_NAME);
    if (name === null) return failure('bad-name');
    const { tournaments } = this.#store;
    const done = await this.#changeTournament(id, (found) =>
      tournaments.rename(id, found.revision, { name, terms: { ...termsOf(found), name } }),
    );
    return done === 'done' ? success(name) : failure('unknown-tournament');
  }

  /** Cancels an open or running tournament, as its organiser could: games that have begun continue, but no longer count. */
  async cancelTournament(id: string): Promise<Result<null, 'unknown-tournament' | 'tournament-closed'>> {
    const { tournaments } = this.#store;
    let isClosed = false;
    const done = await this.#changeTournament(id, async ({ revision, status }) => {
      isClosed = status === 'over' || status === 'cancelled';
      return isClosed ? 'done' : tournaments.turn(id, revision, { status: 'cancelled', at: Date.now() });
    });
    if (done === 'unknown') return failure('unknown-tournament');
    return isClosed ? failure('tournament-closed') : success(null);
  }

  async #changeTournament(
    id: string,
    change: (found: StoredTournament) => Promise<TournamentChange>,
  ): Promise<'done' | 'unknown'> {
    for (;;) {
      const found = await this.#store.tournaments.find(id);
      if (found === null) return 'unknown';
      if ((await change(found)) === 'done') return 'done';
    }
  }

  async reserved(): Promise<readonly string[]> {
    return [...(await this.#reserved.list())].toSorted();
  }

  /** All lines, or those of one person by id or shown name. Returns their number. Open pages keep them. */
  async eraseText(table: string, who: string | null): Promise<Result<number, 'unknown-table'>> {
    if (!isTableId(table) || !isTableHead((await this.#store.head(table))?.head)) return failure('unknown-table');
    const isMeant = (event: StoredEvent): boolean => who === null || isLineBy(event, who) || hasAuthorName(event, who);
    let lines = 0;
    for (const room of ROOMS) {
      let erased = 0;
      const eraser = chatEraser(isMeant, (count) => (erased = count));
      await this.#store.redact(chatLog(table, room), eraser);
      lines += erased;
    }
    // A node that reads this event reads the chat again.
    if (lines > 0) await this.#store.redact(table, tableMarker(Date.now()));
    return success(lines);
  }

  #names(): AsyncGenerator<AccountName> {
    const { accounts } = this.#store;
    return pagesOf(PAGE, (last) => accounts.names({ after: last?.id ?? '', limit: PAGE }));
  }

  async #found(id: string, account: Account | null): Promise<FoundPerson> {
    const used = (account?.sessions ?? []).map(({ usedOn }) => usedOn);
    return {
      id,
      name: account?.name ?? '',
      username: account?.username ?? null,
      createdAt: account?.createdAt ?? 0,
      usedOn: used.length === 0 ? null : Math.max(...used),
      isBanned: this.#bans.has(id),
      mutedUntil: (await this.#store.mutes.of(id, Date.now()))?.until ?? null,
    };
  }
}

/** An account that is gone, or being deleted, is unknown to an operator. */
const ofKnown = <T>({ ok }: Result<unknown, string>, value: T): Result<T, 'unknown-person'> =>
  ok ? success(value) : failure('unknown-person');
