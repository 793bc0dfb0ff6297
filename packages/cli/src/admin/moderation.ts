import { MAX_MUTE_HOURS, MAX_NOTE } from '@tablier/protocol';
import { Operator, type ReportedTable, type ReportEvidence } from '@tablier/server/operator';
import type { ReportActionKind, StoredReport } from '@tablier/store';
import { called, dayOf, described, hoursOf, theOne, timeOf } from './people.ts';
import { type DatabaseFlags, withStore } from '../shared/database.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';

interface ReportsFlags extends DatabaseFlags {
  readonly closed?: boolean;
}

interface ActionFlags extends DatabaseFlags {
  readonly as: string;
  readonly note?: string;
  /** Of a mute. */
  readonly hours?: string;
}

const MAX_LISTED = 100;

export async function reports({ closed = false, ...flags }: ReportsFlags): Promise<number> {
  const status = closed ? 'closed' : 'open';
  const found = await withStore(flags, (store) => new Operator(store).reports.list(status, MAX_LISTED));
  for (const report of found) await writeLine(inOneLine(report));
  if (found.length === 0) await writeLine(`no ${status} reports`);
  return EXIT.ok;
}

export async function report(id: string, flags: DatabaseFlags): Promise<number> {
  const evidence = await withStore(flags, (store) => new Operator(store).reports.evidence(id));
  if (evidence === null) throw unknownReport(id);
  for (const line of linesOf(evidence)) await writeLine(line);
  return EXIT.ok;
}

type Act = (id: string, flags: ActionFlags) => Promise<number>;

export const dismissReport: Act = (id, flags) => act(id, 'dismiss', flags);
export const warnReport: Act = (id, flags) => act(id, 'warn', flags);
export const muteReport: Act = (id, flags) => act(id, 'mute', flags);
export const banReport: Act = (id, flags) => act(id, 'ban', flags);

async function act(id: string, action: ReportActionKind, flags: ActionFlags): Promise<number> {
  const { as: operator, note = '', hours = '' } = flags;
  const step = { action, by: { operator }, note, at: Date.now() };
  const done = await withStore(flags, (store) => new Operator(store).reports.act(id, step, { hours: hoursOf(hours) }));
  if (done === 'bad-hours') throw new UsageError(`bad-hours (${hours}: whole hours, at most ${MAX_MUTE_HOURS})`);
  if (done === 'bad-reason')
    throw new UsageError(`bad-reason (--note needs 1 to ${MAX_NOTE} characters: the person reads it)`);
  if (done !== 'done') throw unknownReport(id);
  await writeLine(`report ${id}: ${action}, by ${operator}`);
  return EXIT.ok;
}

export const removeStudy = (id: string, flags: DatabaseFlags): Promise<number> => changeStudy(id, 'removed', flags);

export const restoreStudy = (id: string, flags: DatabaseFlags): Promise<number> => changeStudy(id, 'restored', flags);

async function changeStudy(id: string, change: 'removed' | 'restored', flags: DatabaseFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).setStudyRemoved(id, change));
  if (!done.ok) throw new UsageError(`${done.error} (${id}: no study has this id)`);
  await writeLine(`the study ${id} is ${change}`);
  return EXIT.ok;
}

const unknownReport = (id: string): UsageError => new UsageError(`unknown-report (there is no report ${id})`);

const inOneLine = ({ id, at, reason, table, tournament, subject, actions }: StoredReport): string =>
  [
    `${id}  ${timeOf(at)}`,
    reason,
    `about ${subject}`,
    table === null ? 'no table' : `table ${table}`,
    ...(tournament === null ? [] : [`tournament ${tournament}`]),
    ...actions.map(({ action, operator }) => `${action} by ${operator}`),
  ].join(', ');

function linesOf({ report, subject, author, earlier, table, tournament }: ReportEvidence): readonly string[] {
  const { actions } = report;
  return [
    `report ${report.id}, ${timeOf(report.at)}: ${report.reason}`,
    `about: ${subject === null ? report.subject : described(subject)}`,
    `by: ${author === null ? 'a deleted account' : described(author)}`,
    `words: ${report.words === '' ? '(none)' : report.words}`,
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

/** Lost connections that the server remembered at the time of the report. */
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

interface EraseTextFlags extends DatabaseFlags {
  readonly of?: string;
}

export async function eraseText(table: string, { of, ...flags }: EraseTextFlags): Promise<number> {
  const erased = await withStore(flags, (store) => new Operator(store).eraseText(table, of ?? null));
  if (!erased.ok) throw new UsageError(`${erased.error} (there is no table ${table})`);
  if (erased.value === 0)
    throw new UsageError(`nothing-said (no chat line${of === undefined ? '' : ` of ${of}`} at table ${table})`);
  await writeLine(`lines of chat erased: ${erased.value}; backups made before still hold them`);
  return EXIT.ok;
}

export async function moderators(flags: DatabaseFlags): Promise<number> {
  for (const { account, name, username, since } of await withStore(flags, (store) => store.moderators.list()))
    await writeLine(`${account}  ${name}, username ${username ?? ''}, since ${dayOf(since)}`);
  return EXIT.ok;
}

export async function addModerator(who: string, flags: DatabaseFlags): Promise<number> {
  const { person, done } = await withStore(flags, async (store) => {
    const found = theOne(who, await new Operator(store).find(who));
    return { person: found, done: await store.moderators.add(found.id, Date.now()) };
  });
  if (done === 'no-username') throw new UsageError(`no-username (${who}: a moderator signs in with a username)`);
  await writeLine(done === 'known' ? `${called(person)} is a moderator already` : `${called(person)} is a moderator`);
  return EXIT.ok;
}

export async function removeModerator(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const found = theOne(who, await new Operator(store).find(who));
    if (!(await store.moderators.remove(found.id)))
      throw new UsageError(`not-a-moderator (${who}: see tablier admin moderators)`);
    return found;
  });
  await writeLine(`${called(person)} is not a moderator any more`);
  return EXIT.ok;
}

/** Plies of a game that was given up soon after it counted, how many of two opponents are shown, and for how long. */
const SHORT = { plies: 20, least: 3, limit: 100, days: 30 };
const DAY_MS = 86_400_000;

export async function shortGames(flags: DatabaseFlags): Promise<number> {
  const lines = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const nameOf = async (id: string): Promise<string> => called(theOne(id, await operator.find(id)));
    const pairs = await store.ratings.shortPairs({ ...SHORT, since: Date.now() - SHORT.days * DAY_MS });
    const found: string[] = [];
    for (const { accounts, matches } of pairs)
      found.push(`${matches} short rated games: ${await nameOf(accounts[0])}, ${await nameOf(accounts[1])}`);
    return found;
  });
  for (const line of lines) await writeLine(line);
  return EXIT.ok;
}

interface RenameTournamentFlags extends DatabaseFlags {
  readonly to: string;
}

const TOURNAMENT_REASONS = {
  'bad-name': 'a name has 1 to 60 visible characters',
  'unknown-tournament': 'the last part of its address is its id',
  'tournament-closed': 'it is over; "tablier admin rename-tournament" changes its name',
} as const;

export async function renameTournament(id: string, { to, ...flags }: RenameTournamentFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).renameTournament(id, to));
  if (!done.ok) throw tournamentRefusal(id, done.error);
  await writeLine(`the tournament ${id} is called ${done.value}`);
  return EXIT.ok;
}

export async function cancelTournament(id: string, flags: DatabaseFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).cancelTournament(id));
  if (!done.ok) throw tournamentRefusal(id, done.error);
  await writeLine(`the tournament ${id} is cancelled`);
  return EXIT.ok;
}

const tournamentRefusal = (id: string, error: keyof typeof TOURNAMENT_REASONS): UsageError =>
  new UsageError(`${error} (${id}: ${TOURNAMENT_REASONS[error]})`);
