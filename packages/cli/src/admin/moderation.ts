import type { Result } from '@tablier/core';
import { MAX_MUTE_HOURS, MAX_NOTE } from '@tablier/protocol';
import { Operator, type ReportedTable, type ReportEvidence } from '@tablier/server/operator';
import type { ReportActionKind, StoredReport } from '@tablier/store';
import { called, dayOf, described, hoursOf, theOne, timeOf } from './people.ts';
import { storeCommand } from '../shared/database.ts';
import { UsageError } from '../shared/output.ts';

interface ActionFlags {
  readonly as: string;
  readonly note?: string;
  readonly hours?: string;
}

const MAX_LISTED = 100;

export const reports = storeCommand(async (store, { closed = false }: { readonly closed?: boolean }) => {
  const status = closed ? 'closed' : 'open';
  const found = await store.reports.list(status, MAX_LISTED);
  return found.length === 0 ? `no ${status} reports` : found.map(inOneLine);
});

export const report = storeCommand(async (store, id: string) => {
  const evidence = await new Operator(store).reports.evidence(id);
  if (evidence === null) throw unknownReport(id);
  return linesOf(evidence);
});

const acting = (action: ReportActionKind) =>
  storeCommand(async (store, id: string, { as: operator, note = '', hours = '' }: ActionFlags) => {
    const step = { action, by: { operator }, note, at: Date.now() };
    const done = await new Operator(store).reports.act(id, step, { hours: hoursOf(hours) });
    if (done === 'bad-hours') throw new UsageError(`bad-hours (${hours}: whole hours, at most ${MAX_MUTE_HOURS})`);
    if (done === 'bad-reason')
      throw new UsageError(`bad-reason (--note needs 1 to ${MAX_NOTE} characters: the person reads it)`);
    if (done === 'no-text')
      throw new UsageError(`no-text (report ${id} is not about an article or the text of a club)`);
    if (done !== 'done') throw unknownReport(id);
    return `report ${id}: ${action}, by ${operator}`;
  });

export const dismissReport = acting('dismiss');
export const warnReport = acting('warn');
export const muteReport = acting('mute');
export const banReport = acting('ban');
export const removeTextReport = acting('remove-text');

const changingStudy = (change: 'removed' | 'restored') =>
  storeCommand(async (store, id: string) => {
    const done = await new Operator(store).setStudyRemoved(id, change);
    if (!done.ok) throw new UsageError(`${done.error} (${id}: no study has this id)`);
    return `the study ${id} is ${change}`;
  });

export const removeStudy = changingStudy('removed');
export const restoreStudy = changingStudy('restored');

const unknownReport = (id: string): UsageError => new UsageError(`unknown-report (there is no report ${id})`);

const inOneLine = ({ id, at, reason, table, tournament, about, subject, actions }: StoredReport): string =>
  [
    `${id}  ${timeOf(at)}`,
    reason,
    `about ${subject}`,
    table === null ? 'no table' : `table ${table}`,
    ...(tournament === null ? [] : [`tournament ${tournament}`]),
    ...(about === null ? [] : [about]),
    ...actions.map(({ action, operator }) => `${action} by ${operator}`),
  ].join(', ');

function linesOf({ report, subject, author, earlier, table, tournament }: ReportEvidence): readonly string[] {
  const { actions } = report;
  return [
    `report ${report.id}, ${timeOf(report.at)}: ${report.reason}`,
    `about: ${subject === null ? report.subject : described(subject)}`,
    `by: ${author === null ? 'a deleted account' : described(author)}`,
    `words: ${report.words === '' ? '(none)' : report.words}`,
    ...(report.about === null ? [] : [`text: ${report.about}`]),
    ...lossLines(report.evidence),
    ...(tournament === null
      ? []
      : [`tournament ${tournament.id}: ${tournament.name}, ${tournament.game}, ${tournament.status}`]),
    ...(table === null ? ['table: none'] : tableLines(table)),
    `earlier reports: ${earlier.length}`,
    ...earlier.map((other) => `  ${inOneLine(other)}`),
    `actions: ${actions.length}`,
    ...actions.map(
      ({ at, action, operator, note, until }) =>
        `  ${timeOf(at)} ${action}${until === null ? '' : ` until ${timeOf(until)}`} by ${operator}: ${note}`,
    ),
  ];
}

function lossLines(evidence: unknown): readonly string[] {
  const losses =
    typeof evidence === 'object' && evidence !== null && 'losses' in evidence && Array.isArray(evidence.losses)
      ? (evidence.losses as readonly { readonly since: number; readonly until: number | null; readonly how: string }[])
      : [];
  const spans = losses.map(
    ({ since, until, how }) => `  ${timeOf(since)} to ${until === null ? 'the report' : timeOf(until)} (${how})`,
  );
  return [`lost connections: ${losses.length}`, ...spans];
}

function tableLines(table: ReportedTable): readonly string[] {
  const ended = table.ended === null ? 'not over' : `ended by ${table.ended}, places ${table.places.join(' ')}`;
  return [
    `table ${table.id}: ${table.game}, ${table.clock}, ${ended}`,
    ...table.players.map(({ name, isSubject }, seat) => `  seat ${seat}: ${name}${isSubject ? ' (reported)' : ''}`),
    `moves: ${table.moves.join(' ')}`,
    'log:',
    ...table.events.map(({ at, kind, seat }) => `  ${timeOf(at)} ${kind}${seat === null ? '' : `, seat ${seat}`}`),
    `chat: ${table.chat.length}`,
    ...table.chat.map(
      ({ at, room, name, text, isSubject }) =>
        `  ${timeOf(at)} ${room} ${name}${isSubject ? ' (reported)' : ''}: ${text === '' ? '(erased)' : text}`,
    ),
  ];
}

export const eraseText = storeCommand(async (store, table: string, { of }: { readonly of?: string }) => {
  const erased = await new Operator(store).eraseText(table, of ?? null);
  if (!erased.ok) throw new UsageError(`${erased.error} (there is no table ${table})`);
  if (erased.value === 0)
    throw new UsageError(`nothing-said (no chat line${of === undefined ? '' : ` of ${of}`} at table ${table})`);
  return `lines of chat erased: ${erased.value}; backups made before still hold them`;
});

export const moderators = storeCommand(async (store) =>
  (await store.moderators.list()).map(
    ({ account, name, username, since }) => `${account}  ${name}, username ${username ?? ''}, since ${dayOf(since)}`,
  ),
);

export const addModerator = storeCommand(async (store, who: string) => {
  const person = theOne(who, await new Operator(store).find(who));
  const done = await store.moderators.add(person.id, Date.now());
  if (done === 'no-username') throw new UsageError(`no-username (${who}: a moderator signs in with a username)`);
  return done === 'known' ? `${called(person)} is a moderator already` : `${called(person)} is a moderator`;
});

export const removeModerator = storeCommand(async (store, who: string) => {
  const person = theOne(who, await new Operator(store).find(who));
  if (await store.moderators.remove(person.id)) return `${called(person)} is not a moderator any more`;
  throw new UsageError(`not-a-moderator (${who}: see tablier admin moderators)`);
});

/** Plies of a game that was given up soon after it counted, how many of two opponents are shown, and for how long. */
const SHORT = { plies: 20, least: 3, limit: 100, days: 30 };
const DAY_MS = 86_400_000;

export const shortGames = storeCommand(async (store) => {
  const operator = new Operator(store);
  const nameOf = async (id: string): Promise<string> => called(theOne(id, await operator.find(id)));
  const pairs = await store.ratings.shortPairs({ ...SHORT, since: Date.now() - SHORT.days * DAY_MS });
  const found: string[] = [];
  for (const { accounts, matches } of pairs)
    found.push(`${matches} short rated games: ${await nameOf(accounts[0])}, ${await nameOf(accounts[1])}`);
  return found;
});

const TOURNAMENT_REASONS = {
  'bad-name': 'a name has 1 to 60 visible characters',
  'unknown-tournament': 'the last part of its address is its id',
  'tournament-closed': 'it is over; "tablier admin rename-tournament" changes its name',
} as const;

function orRefusal<T>(id: string, done: Result<T, keyof typeof TOURNAMENT_REASONS>): T {
  if (done.ok) return done.value;
  throw new UsageError(`${done.error} (${id}: ${TOURNAMENT_REASONS[done.error]})`);
}

export const renameTournament = storeCommand(async (store, id: string, { to }: { readonly to: string }) => {
  const name = orRefusal(id, await new Operator(store).renameTournament(id, to));
  return `the tournament ${id} is called ${name}`;
});

export const cancelTournament = storeCommand(async (store, id: string) => {
  orRefusal(id, await new Operator(store).cancelTournament(id));
  return `the tournament ${id} is cancelled`;
});
