import type { Word } from '@tablier/core';
import { formatClockTerms, recordOf } from '@tablier/match';
import {
  type ChatRoom,
  MAX_MUTE_HOURS,
  MAX_NOTE,
  MAX_TOURNAMENT_NAME,
  type ModerationEvidence,
  parseLine,
  parseName,
  ROOMS,
} from '@tablier/protocol';
import { type NewReportAction, type Store, type StoredReport, TOLD_ACTIONS } from '@tablier/store';
import { TableLog, unlessFaulty } from '../tables/logs/table-log.ts';
import { removeText, textIn } from '../moderation/moderation.ts';
import type { FoundPerson, Operator } from './operator.ts';
import { authorOf, CHAT_STREAM, chatLog } from '../tables/logs/chat.ts';
import type { TableState } from '../tables/state/table-state.ts';

const MAX_EARLIER = 20;

export type ReportStep = Omit<NewReportAction, 'until'>;

/** `events`: those of the log by time, without what they contain. */
export type ReportedTable = NonNullable<ModerationEvidence['table']> & {
  readonly events: readonly { readonly at: number; readonly kind: string; readonly seat: number | null }[];
};

interface ActionTerms {
  readonly name?: string | undefined;
  readonly hours?: number | undefined;
}

export type ActionFault = Word<'unknown bad-name bad-hours bad-reason no-tournament no-text tournament-closed'>;

export interface ReportEvidence {
  readonly report: StoredReport;
  readonly subject: FoundPerson | null;
  readonly author: FoundPerson | null;
  readonly earlier: readonly StoredReport[];
  /** `null` if the report names none, or it is gone. */
  readonly table: ReportedTable | null;
  readonly tournament: ModerationEvidence['tournament'];
}

/** The reports of a server, for its operator, with or without a running server. Every method throws if the database does not answer. */
export class OperatorReports {
  readonly #store: Store;
  readonly #operator: Operator;

  constructor(store: Store, operator: Operator) {
    this.#store = store;
    this.#operator = operator;
  }

  async evidence(id: string): Promise<ReportEvidence | null> {
    const report = await this.#store.reports.find(id);
    if (report === null) return null;
    const [subject = null] = await this.#operator.find(report.subject);
    const [author = null] = report.author === null ? [] : await this.#operator.find(report.author);
    const about = await this.#store.reports.about(report.subject, MAX_EARLIER + 1);
    const earlier = about.filter((other) => other.id !== id).slice(0, MAX_EARLIER);
    const table = report.table === null ? null : await this.#table(report.table, report.subject);
    return { report, subject, author, earlier, table, tournament: await this.#tournament(report) };
  }

  /** Closes a report: dismissed, or with a warning, another name, a mute, a ban, or for its tournament or text. */
  async act(id: string, action: ReportStep, terms: ActionTerms = {}): Promise<'done' | ActionFault> {
    const report = await this.#store.reports.find(id);
    if (report === null) return 'unknown';
    const fault = faultOf(action, terms) ?? (await this.#aboutFault(report, action, terms));
    if (fault !== null) return fault;
    const until = action.action === 'mute' ? muteEnd(terms.hours ?? 0, action.at) : null;
    // Stored first, so every ban has a reason.
    if (!(await this.#store.reports.act(id, until === null ? action : { ...action, until }))) return 'unknown';
    await this.#carryOut(report, action, terms);
    return 'done';
  }

  async #carryOut({ subject, tournament, about }: StoredReport, step: ReportStep, terms: ActionTerms): Promise<void> {
    const { name = '', hours = 0 } = terms;
    const { action, note: reason, at } = step;
    if (action === 'ban') await this.#operator.ban(subject, 'banned');
    if (action === 'mute') await this.#operator.mute(subject, { hours, reason, at });
    if (action === 'rename') await this.#operator.rename(subject, name);
    if (action === 'rename-tournament') await this.#operator.renameTournament(tournament ?? '', name);
    if (action === 'cancel-tournament') await this.#operator.cancelTournament(tournament ?? '');
    const text = action === 'remove-text' ? textIn(about) : null;
    if (text !== null) await removeText(text, this.#store);
  }

  async #aboutFault(report: StoredReport, { action }: ReportStep, { name }: ActionTerms): Promise<ActionFault | null> {
    if (action === 'remove-text') return textIn(report.about) === null ? 'no-text' : null;
    if (action !== 'rename-tournament' && action !== 'cancel-tournament') return null;
    const tournament = await this.#tournament(report);
    if (tournament === null) return 'no-tournament';
    if (action === 'rename-tournament') return parseLine(name, MAX_TOURNAMENT_NAME) === null ? 'bad-name' : null;
    return tournament.status === 'open' || tournament.status === 'running' ? null : 'tournament-closed';
  }

  async #tournament({ tournament: id }: StoredReport): Promise<ModerationEvidence['tournament']> {
    const found = id === null ? null : await this.#store.tournaments.find(id);
    return found && { id: found.id, name: found.name, game: found.game, status: found.status };
  }

  async #table(id: string, subject: string): Promise<ReportedTable | null> {
    const loaded = await unlessFaulty(new TableLog(this.#store, Date.now).load(id));
    if (loaded === null) return null;
    const { state } = loaded;
    const events = await this.#store.read(id, 1);
    return {
      id,
      game: state.head.terms.game,
      clock: formatClockTerms(state.head.terms.clock),
      players: playersOf(state, subject),
      ended: state.match?.end?.by ?? null,
      places: state.match?.end?.places ?? [],
      moves: state.match === null ? [] : recordOf(state.match).moves,
      events: events.map(({ at, kind, data }) => ({ at, kind, seat: seatIn(data) })),
      chat: (await Promise.all(ROOMS.map((room) => this.#chat(id, room, subject)))).flat(),
    };
  }

  async #chat(table: string, room: ChatRoom, subject: string): Promise<ReportedTable['chat']> {
    const events = await this.#store.read(chatLog(table, room), 1);
    return events.map((event) => {
      const { at, name, text, by } = CHAT_STREAM.readEvent(event);
      return { room, at, name, text, isSubject: by !== undefined && authorOf(by) === subject };
    });
  }
}

function faultOf({ action, note, at }: ReportStep, { name, hours = 0 }: ActionTerms): ActionFault | null {
  if (action === 'rename' && parseName(name) === null) return 'bad-name';
  if (action === 'mute' && muteEnd(hours, at) === null) return 'bad-hours';
  const isRead = action === 'mute' || TOLD_ACTIONS.some((each) => each === action);
  return isRead && !isReason(note) ? 'bad-reason' : null;
}

const playersOf = ({ chairs }: TableState, subject: string): ReportedTable['players'] =>
  chairs.map((chair) => {
    if (chair.kind === 'bot') return { name: `bot (${chair.level})`, isSubject: false };
    return chair.kind === 'person' || chair.kind === 'invited'
      ? { name: chair.name, isSubject: chair.person === subject }
      : { name: '', isSubject: false };
  });

function seatIn(data: unknown): number | null {
  const seat = typeof data === 'object' && data !== null && 'seat' in data ? data.seat : null;
  return typeof seat === 'number' ? seat : null;
}

const HOUR = 3_600_000;

/** The end of a mute of whole hours; `null` if it would be too short or too long. Milliseconds. */
export const muteEnd = (hours: number, at: number): number | null =>
  Number.isSafeInteger(hours) && hours >= 1 && hours <= MAX_MUTE_HOURS ? at + hours * HOUR : null;

export const isReason = (text: string): boolean => text.trim() !== '' && text.length <= MAX_NOTE;
