import { Operator, type ReportedTable, type ReportEvidence } from '@tablier/server/operator';
import { MAX_MUTE_HOURS, MAX_NOTE } from '@tablier/protocol';
import type { ReportActionKind, StoredReport } from '@tablier/store';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { described, hoursOf, timeOf } from '../shared/people.ts';

export interface ReportsFlags extends DatabaseFlags {
  readonly closed?: boolean;
}

export interface ActionFlags extends DatabaseFlags {
  readonly as: string;
  readonly note?: string;
  /** Of a mute. */
  readonly hours?: string;
}

/** The most reports in a list. */
const MAX_LISTED = 100;

/** `tablier admin reports`: one per line, newest first. */
export async function list({ closed = false, ...flags }: ReportsFlags): Promise<number> {
  const status = closed ? 'closed' : 'open';
  const found = await withStore(flags, (store) => new Operator(store).reports.list(status, MAX_LISTED));
  for (const report of found) await writeLine(inOneLine(report));
  if (found.length === 0) await writeLine(`no ${status} reports`);
  return EXIT.ok;
}

/** `tablier admin report ID`: a report with its evidence. */
export async function show(id: string, flags: DatabaseFlags): Promise<number> {
  const evidence = await withStore(flags, (store) => new Operator(store).reports.evidence(id));
  if (evidence === null) throw unknownReport(id);
  for (const line of linesOf(evidence)) await writeLine(line);
  return EXIT.ok;
}

/** `tablier admin dismiss-report ID`, `warn-report ID`, `mute-report ID`, `ban-report ID`. */
export async function act(id: string, action: ReportActionKind, flags: ActionFlags): Promise<number> {
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

/** `tablier admin remove-study ID`. */
export const removeStudy = (id: string, flags: DatabaseFlags): Promise<number> => changeStudy(id, 'removed', flags);

/** `tablier admin restore-study ID`. */
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
