import * as z from 'zod/mini';
import type { ModerationEvidence, ModerationReport } from '@tablier/protocol';
import { MODERATION } from '@tablier/protocol/operations';
import type { ReportPlace, Store, StoredReport } from '@tablier/store';
import { Operator } from '../operator/operator.ts';
import type { ActionFault, ReportedTable, ReportEvidence } from '../operator/reports.ts';
import { textIn } from '../moderation/moderation.ts';
import { type Asked, implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';

const RECENT_GAMES = 50;
const MAX_LINES = 300;

const REFUSALS = {
  unknown: { name: 'not-found' },
  'bad-name': { name: 'bad-name' },
  'bad-hours': { name: 'bad-decision', detail: 'hours' },
  'bad-reason': { name: 'bad-decision', detail: 'note' },
  'no-text': { name: 'bad-decision', detail: 'action' },
  'no-tournament': { name: 'bad-decision', detail: 'action' },
  'tournament-closed': { name: 'tournament-closed' },
} as const satisfies Readonly<Record<ActionFault, object>>;

export function moderationOperations({ context: { store, now } }: Services): readonly Operation[] {
  const { reports } = new Operator(store);
  /** The id of a caller who is a moderator. */
  const moderator = async ({ caller, refuse }: Asked<'not-moderator', 'session'>): Promise<string> =>
    (await store.moderators.has(caller.person.id)) ? caller.person.id : refuse({ name: 'not-moderator' });
  return implement(MODERATION, {
    'GET /api/moderation/reports': async ({ query: { status, limit, before }, ...input }) => {
      const me = await moderator(input);
      const page = await store.reports.list(status, limit, before === undefined ? undefined : placeIn(before));
      const last = page.length < limit ? undefined : page.at(-1);
      const others = page.filter(({ subject }) => subject !== me);
      return {
        reports: await Promise.all(others.map((report) => listed(report, store))),
        next: last === undefined ? null : `${last.at}_${last.id}`,
      };
    },
    'GET /api/moderation/reports/{report}': async ({ params, ...input }) => {
      const me = await moderator(input);
      const evidence = await reports.evidence(params.report);
      if (evidence === null || evidence.report.subject === me) return input.refuse({ name: 'not-found' });
      return shown(evidence, me, store);
    },
    'POST /api/moderation/reports/{report}': async ({ params, body, ...input }) => {
      const { refuse } = input;
      const me = await moderator(input);
      const report = await store.reports.find(params.report);
      if (report === null || report.subject === me) return refuse({ name: 'not-found' });
      if (report.author === me) return refuse({ name: 'own-report' });
      const { action, note, name, hours } = body;
      const done = await reports.act(report.id, { action, by: { moderator: me }, note, at: now() }, { name, hours });
      return done === 'done' ? null : refuse(REFUSALS[done]);
    },
  });
}

const placeIn = (text: string): ReportPlace => ({
  at: Number.parseInt(text, 10),
  id: text.slice(text.indexOf('_') + 1),
});

async function listed(report: StoredReport, store: Store): Promise<ModerationReport> {
  const account = await store.accounts.find(report.subject);
  const shown = withoutPeople(report, { name: account?.name ?? '', username: account?.username ?? null });
  const tournament = report.tournament === null ? null : await store.tournaments.find(report.tournament);
  return tournament === null ? shown : { ...shown, tournamentName: tournament.name };
}

const withoutPeople = (
  { id, at, reason, isOpen, tournament, about, actions }: StoredReport,
  { name, username }: { readonly name: string; readonly username: string | null },
): ModerationReport => ({
  id,
  at,
  reason,
  name,
  username,
  isOpen,
  isTournament: tournament !== null,
  text: textIn(about),
  decisions: actions.map(({ operator: by, ...action }) => ({ ...action, by })),
});

async function shown(
  { report, subject, earlier, table, tournament }: ReportEvidence,
  caller: string,
  store: Store,
): Promise<ModerationEvidence> {
  const person = { name: subject?.name ?? '', username: subject?.username ?? null };
  const known = remembered.safeParse(report.evidence).data;
  return {
    ...withoutPeople(report, person),
    words: report.words,
    isOwn: report.author === caller,
    isBanned: subject?.isBanned ?? false,
    mutedUntil: subject?.mutedUntil ?? null,
    memberSince: subject?.createdAt ?? 0,
    absences: await store.relations.absencesOf(report.subject, RECENT_GAMES),
    losses: (known?.losses ?? []).flatMap((each) => loss.safeParse(each).data ?? []),
    reportedText: known?.text ?? null,
    tournament,
    table: table && shownTable(table),
    earlier: earlier.map((other) => withoutPeople(other, person)),
  };
}

function shownTable({ events: _, ...table }: ReportedTable): NonNullable<ModerationEvidence['table']> {
  return { ...table, chat: table.chat.toSorted((one, other) => one.at - other.at).slice(-MAX_LINES) };
}

/** One damaged entry hides no others. */
const remembered = z.object({ losses: z.array(z.unknown()), text: z.optional(z.string()) });
const loss = z.object({ since: z.number(), until: z.nullable(z.number()) });
