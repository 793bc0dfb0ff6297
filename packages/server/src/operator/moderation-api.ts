import { type ModerationEvidence, type ModerationList, type ModerationReport, newDecision } from '@tablier/protocol';
import type { ReportPlace, Store, StoredReport } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { type ApiError, refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit, tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { Operator } from './operator.ts';
import type { ActionFault, OperatorReports, ReportEvidence } from './reports.ts';

interface ModerationApiDeps {
  readonly store: Store;
  readonly people: People;
  readonly now: () => number;
  /** By person. */
  readonly lookups: RateLimiter;
  readonly writes: RateLimiter;
}

const MAX_BODY = 4096;
/** The newest games that the share of absences is about. */
const RECENT_GAMES = 50;
/** The most chat lines of a report. */
const MAX_LINES = 300;

const REFUSALS: Readonly<Record<ActionFault, readonly [status: number, ApiError]>> = {
  unknown: [404, { name: 'not-found' }],
  'bad-name': [422, { name: 'bad-name' }],
  'bad-hours': [422, { name: 'bad-decision', detail: 'hours' }],
  'bad-reason': [422, { name: 'bad-decision', detail: 'note' }],
  'no-tournament': [422, { name: 'bad-decision', detail: 'action' }],
  'tournament-closed': [409, { name: 'tournament-closed' }],
};

/**
 * Reports for moderators, by the cookie of their session, not by a token: `GET /api/moderation/reports`, `GET …/:id` with the evidence,
 * `POST …/:id` decides. Moderators see no report about themselves, and not who made the others.
 */
export function addModerationApi(app: FastifyInstance, deps: ModerationApiDeps): void {
  const { reports } = new Operator(deps.store);
  addList(app, deps, reports);
  addEvidence(app, deps, reports);
  addDecision(app, deps, reports);
}

/** The person who asks; `null` if the request has been refused. */
async function moderator(
  request: FastifyRequest,
  reply: FastifyReply,
  { people, store }: ModerationApiDeps,
  limiter: RateLimiter,
): Promise<string | null> {
  const caller = await authenticate(request, reply, people);
  if (caller === null) return null;
  const { id } = caller.person;
  const retryMs = limiter.take(id);
  if (retryMs > 0) tooMany(reply, retryMs);
  else if (!(await store.moderators.has(id))) refuse(reply, 403, { name: 'not-moderator' });
  else return id;
  return null;
}

function addList(app: FastifyInstance, deps: ModerationApiDeps, reports: OperatorReports): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/api/moderation/reports',
    async (request, reply): Promise<ModerationList | FastifyReply> => {
      const me = await moderator(request, reply, deps, deps.lookups);
      if (me === null) return reply;
      const { status, before, limit: limitText } = request.query;
      const limit = parseLimit(limitText);
      if (limit === null) return refuse(reply, 422, BAD_LIMIT);
      const place = before === undefined ? undefined : parsePlace(before);
      if (place === null) return refuse(reply, 422, { name: 'bad-request', detail: 'before' });
      const page = await reports.list(status === 'closed' ? 'closed' : 'open', limit, place);
      const last = page.length < limit ? undefined : page.at(-1);
      const shown = page.filter(({ subject }) => subject !== me);
      return {
        reports: await Promise.all(shown.map((report) => listed(report, deps.store))),
        next: last === undefined ? null : `${last.at}_${last.id}`,
      };
    },
  );
}

function addEvidence(app: FastifyInstance, deps: ModerationApiDeps, reports: OperatorReports): void {
  app.get<{ Params: { id: string } }>(
    '/api/moderation/reports/:id',
    async (request, reply): Promise<ModerationEvidence | FastifyReply> => {
      const me = await moderator(request, reply, deps, deps.lookups);
      if (me === null) return reply;
      const evidence = await reports.evidence(request.params.id);
      if (evidence === null || evidence.report.subject === me) return refuse(reply, 404, { name: 'not-found' });
      return shown(evidence, me, deps.store);
    },
  );
}

function addDecision(app: FastifyInstance, deps: ModerationApiDeps, reports: OperatorReports): void {
  app.post<{ Params: { id: string } }>(
    '/api/moderation/reports/:id',
    { bodyLimit: MAX_BODY },
    async (request, reply) => {
      const me = await moderator(request, reply, deps, deps.writes);
      if (me === null) return reply;
      const wanted = newDecision.safeParse(request.body);
      if (!wanted.success) return refuse(reply, 422, { name: 'bad-decision' });
      const report = await deps.store.reports.find(request.params.id);
      if (report === null || report.subject === me) return refuse(reply, 404, { name: 'not-found' });
      if (report.author === me) return refuse(reply, 403, { name: 'own-report' });
      const { action, note, name, hours } = wanted.data;
      const done = await reports.act(
        report.id,
        { action, by: { moderator: me }, note, at: deps.now() },
        { name, hours },
      );
      if (done === 'done') return reply.code(204).send();
      const [status, error] = REFUSALS[done];
      return refuse(reply, status, error);
    },
  );
}

/** A place in a list: the time and the id of its last report. */
function parsePlace(text: unknown): ReportPlace | null {
  const [, at, id] = typeof text === 'string' ? (/^(\d{1,15})_([\w-]{22})$/.exec(text) ?? []) : [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

async function listed(report: StoredReport, store: Store): Promise<ModerationReport> {
  const account = await store.accounts.find(report.subject);
  const shown = withoutPeople(report, { name: account?.name ?? '', username: account?.username ?? null });
  const tournament = report.tournament === null ? null : await store.tournaments.find(report.tournament);
  return tournament === null ? shown : { ...shown, tournamentName: tournament.name };
}

const withoutPeople = (
  { id, at, reason, isOpen, tournament, actions }: StoredReport,
  { name, username }: { readonly name: string; readonly username: string | null },
): ModerationReport => ({
  id,
  at,
  reason,
  name,
  username,
  isOpen,
  isTournament: tournament !== null,
  decisions: actions.map(({ operator: by, ...action }) => ({ ...action, by })),
});

async function shown(
  { report, subject, earlier, table, tournament }: ReportEvidence,
  caller: string,
  store: Store,
): Promise<ModerationEvidence> {
  const person = { name: subject?.name ?? '', username: subject?.username ?? null };
  return {
    ...withoutPeople(report, person),
    words: report.words,
    isOwn: report.author === caller,
    isBanned: subject?.isBanned ?? false,
    mutedUntil: subject?.mutedUntil ?? null,
    memberSince: subject?.createdAt ?? 0,
    absences: await store.relations.absencesOf(report.subject, RECENT_GAMES),
    losses: lossesIn(report.evidence),
    tournament,
    table: table && {
      id: table.id,
      game: table.game,
      clock: table.clock,
      players: table.players,
      ended: table.ended,
      places: table.places,
      moves: table.moves,
      chat: table.chat.toSorted((one, other) => one.at - other.at).slice(-MAX_LINES),
    },
    earlier: earlier.map((other) => withoutPeople(other, person)),
  };
}

/** What the server remembered when the report came, as far as it can be read. */
function lossesIn(evidence: unknown): ModerationEvidence['losses'] {
  const losses = typeof evidence === 'object' && evidence !== null && 'losses' in evidence ? evidence.losses : [];
  return (Array.isArray(losses) ? losses : []).flatMap((loss: unknown) =>
    isLoss(loss) ? [{ since: loss.since, until: loss.until }] : [],
  );
}

const isLoss = (loss: unknown): loss is { readonly since: number; readonly until: number | null } =>
  typeof loss === 'object' && loss !== null && 'since' in loss && 'until' in loss && typeof loss.since === 'number';
