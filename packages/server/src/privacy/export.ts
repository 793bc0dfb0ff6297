import type { OwnToken } from '@tablier/protocol';
import {
  type Account,
  type NotificationTargets,
  type RatedGame,
  type Store,
  type StoredReport,
  type StoredStudy,
  StoreUnavailable,
} from '@tablier/store';
import type { PersonalData } from './personal-data.ts';
import { passkeyName } from '../accounts/people.ts';
import { pagesOf, Slices } from '../lib/tasks.ts';

const FORMAT = 1;
/** The most absences and reports in an export. */
const MOST = 10_000;

interface ExportDeps {
  readonly store: Store;
  readonly personalData: PersonalData;
  readonly account: Account;
  readonly tokens: readonly OwnToken[];
  readonly now: number;
}

/**
 * The personal data of a person, as the text of one JSON object in pieces, without hashes, keys and secrets. Running games are included in the
 * view of their seat, finished ones with their record. `unreadable`: how many parts were left out because they cannot be read.
 */
export async function* exportOf(deps: ExportDeps): AsyncGenerator<string> {
  const { personalData, store } = deps;
  const { id: person } = deps.account;
  const list = new ExportedList();
  const tables = await personalData.tables(person);
  const rated = pagesOf<RatedGame>(PAGE, (last) => store.ratings.games(person, PAGE, last?.seq));
  const parts = {
    tables: list.of(tables, async (table) => (await personalData.view(table, person)) ?? []),
    prepared: list.of(tables, (table) => personalData.prepared(table, person)),
    said: list.of(new Set([...tables, ...(await store.accounts.streamsOf(person))]), (table) =>
      personalData.chatLines(table, person),
    ),
    rated: list.of(rated, async (game) => ownResult(game)),
    studies: list.of(await store.studies.of(person), async ({ id }) =>
      ownStudy(await store.studies.findRemovedToo(id)),
    ),
    tournaments: list.of([person], () => store.tournaments.of(person)),
    clubs: list.of([person], () => store.clubs.of(person)),
    articles: list.of([person], () => store.articles.by(person)),
  };
  yield JSON.stringify(await headOf(deps)).slice(0, -1);
  for (const [name, part] of Object.entries(parts)) {
    yield `,"${name}":`;
    yield* part;
  }
  yield `,"unreadable":${list.unreadable}}\n`;
}

async function headOf({ store, account, tokens, now }: ExportDeps): Promise<object> {
  const { accounts, gauges, mutes, moderators, notifications, passwordResets, programs, ratings, relations } = store;
  const { id: person, name, username: login, createdAt, sessions, passkeys, passwordHash } = account;
  const reset = await passwordResets.find(person);
  return {
    tablier: 'export',
    format: FORMAT,
    at: now,
    person: { name, createdAt, login, hasPassword: passwordHash !== null },
    settings: await accounts.settingsOf(person),
    profile: await ratings.profileOf(person),
    ratings: await ratings.of(person),
    program: await programs.of(person),
    contact: await relations.contactOf(person),
    ...(await relationsOf(store, person)),
    notifications: ownNotifications(await notifications.targetsOf(person)),
    passwordReset: reset && { createdAt: reset.createdAt, expiresAt: reset.expiresAt },
    isModerator: await moderators.has(person),
    mute: await mutes.of(person, now),
    gauges: await gauges.of(person),
    passkeys: passkeys.map(({ id, agent, addedAt }) => ({ id: passkeyName(id), agent, addedAt })),
    tokens,
    sessions: sessions.map(({ id, openedAt, usedOn, agent }) => ({ id, openedAt, usedOn, agent })),
  };
}

async function relationsOf({ relations, reports }: Store, person: string): Promise<object> {
  return {
    relations: (await relations.of(person)).map(({ kind, name, username, since }) => ({ kind, name, username, since })),
    absences: (await relations.listAbsences(person, MOST)).map(({ match, at, how }) => ({ table: match, at, how })),
    reported: (await reports.by(person, MOST)).map((report) => {
      const { table, tournament, about, reason, words, at } = report;
      return { table, tournament, about, reason, words, at };
    }),
    reportedBy: (await reports.about(person, MOST)).filter(({ isOpen }) => !isOpen).map(decidedReport),
  };
}

/** A report about the person, without its author and their words. Shown once an operator has decided about it. */
const decidedReport = ({ table, tournament, about, reason, at, actions }: StoredReport) => ({
  ...{ table, tournament, about, reason, at },
  decisions: actions.map(({ action, note, at: decidedAt, until }) => ({
    ...{ action, note, at: decidedAt },
    ...(until !== null && { until }),
  })),
});

/** Without the keys of browsers, and without the path at their push services, which is a secret too. */
const ownNotifications = ({ settings, email, subscriptions }: NotificationTargets) => ({
  settings,
  email,
  push: subscriptions.map(({ session, endpoint, createdAt }) => ({
    session,
    service: new URL(endpoint).host,
    createdAt,
  })),
});

const ownStudy = (study: StoredStudy | null): object =>
  study === null ? [] : { id: study.id, updatedAt: study.updatedAt, ...(study.content as object) };

const PAGE = 100;

function ownResult({ game, pace, at, record, seat, seats }: RatedGame) {
  const own = seats[seat];
  return { game, pace, at, record, seat, place: own?.place, before: own?.before, after: own?.after };
}

class ExportedList {
  /** Items whose results could not be read. They keep no others from the export. */
  unreadable = 0;

  /** The result of `find` for each item, or its results: one piece for each. Other work runs in between: someone may have thousands of tables. */
  async *of<T>(items: Iterable<T> | AsyncIterable<T>, find: (item: T) => Promise<object>): AsyncGenerator<string> {
    const slices = new Slices();
    let before = '[';
    for await (const item of items) {
      for (const each of [await this.#found(find(item))].flat()) {
        yield `${before}${JSON.stringify(each)}`;
        before = ',';
      }
      await slices.pause();
    }
    yield before === '[' ? '[]' : ']';
  }

  async #found(results: Promise<object>): Promise<object> {
    try {
      return await results;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.unreadable++;
      return [];
    }
  }
}
