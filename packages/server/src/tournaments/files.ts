import { findGame } from '@tablier/games';
import { formatRoute } from '@tablier/protocol/routes';
import type { ListedTournament, StoredTournament, TournamentPlace } from '@tablier/store';
import { hasTerms, termsOf } from './terms.ts';
import type { FastifyInstance } from 'fastify';
import { type FileRequest, serveText } from '../http/request.ts';
import type { Hosts } from '../http/hosts.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { escapeHtml } from '../http/page-html.ts';
import { formatTrf, standingsOf } from '@tablier/match';
import type { ServerContext } from '../lib/context.ts';
import { tournamentOf } from './plan.ts';

/** The most octets of a line without its end (RFC 5545, 3.1). */
const LINE = 75;
/** Milliseconds. */
const MINUTE = 60_000;

type DatedTournament = Pick<StoredTournament, 'id' | 'name' | 'game' | 'status' | 'startsAt' | 'revision' | 'terms'>;

/** RFC 5545, in UTC; `null` if none has a date. A later file replaces it: the same UID, a higher SEQUENCE. */
export function calendarOf(tournaments: readonly DatedTournament[], origin: string, now: number): string | null {
  const events = tournaments.flatMap((tournament) => eventOf(tournament, origin, now));
  if (events.length === 0) return null;
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tablier//Tournaments//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(tournament: DatedTournament, origin: string, now: number): readonly string[] {
  const { id, name, game, status, startsAt, revision } = tournament;
  if (startsAt === null) return [];
  const { minutes } = termsOf(tournament);
  const address = `${origin}${formatRoute({ page: 'tournament', id })}`;
  return [
    'BEGIN:VEVENT',
    `UID:tournament-${id}@tablier`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${revision}`,
    `DTSTART:${utc(startsAt)}`,
    ...(minutes === undefined ? [] : [`DTEND:${utc(startsAt + minutes * MINUTE)}`]),
    `SUMMARY:${escaped(`${name} · ${findGame(game)?.name ?? game}`)}`,
    `DESCRIPTION:${escaped(address)}`,
    `URL:${address}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** `20270327T190000Z`. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Continues a long line on the next ones, which begin with a space. No character is cut. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    const isFull = octets + size > LINE;
    text += isFull ? `\r\n ${sign}` : sign;
    octets = isFull ? 1 + size : octets + size;
  }
  return text;
}

/** A place in a list, `time.id`; `undefined` for anything else, so that the page is the first. */
export function parsePlace(text: unknown): TournamentPlace | undefined {
  const [, at, id] = (typeof text === 'string' ? /^(\d{1,15})\.([\w-]{22})$/.exec(text) : null) ?? [];
  return at === undefined || id === undefined ? undefined : { sortedAt: Number(at), id };
}

/** Of the feed, and of each state that it is made from. */
const MAX_ENTRIES = 50;
/** In the calendar file of a club. */
const MAX_DATES = 100;

type Told = Pick<
  ListedTournament,
  'id' | 'name' | 'game' | 'kind' | 'status' | 'organiserName' | 'createdAt' | 'startsAt' | 'startedAt' | 'endedAt'
>;

/** When a tournament last changed in a way that a reader of news wants to know. */
const newsAt = ({ createdAt, startedAt, endedAt }: Told): number => endedAt ?? startedAt ?? createdAt;

const isoOf = (at: number): string => new Date(at).toISOString();

/** Atom (RFC 4287): the tournaments that were announced, have begun or ended, newest first. */
export function feedOf(tournaments: readonly Told[], origin: string, now: number): string {
  const told = tournaments.toSorted((one, other) => newsAt(other) - newsAt(one)).slice(0, MAX_ENTRIES);
  const page = `${origin}${formatRoute({ page: 'tournaments' })}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeHtml(page)}</id>`,
    '<title>Tablier</title>',
    '<author><name>Tablier</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(`${page}.atom`)}"/>`,
    `<link href="${escapeHtml(page)}"/>`,
    `<updated>${isoOf(told[0] === undefined ? now : newsAt(told[0]))}</updated>`,
    ...told.flatMap((tournament) => entryOf(tournament, origin)),
    '</feed>',
    '',
  ].join('\n');
}

/** The state is a category, which needs no language. */
function entryOf(tournament: Told, origin: string): readonly string[] {
  const { id, name, game, kind, status, organiserName, createdAt, startsAt } = tournament;
  const address = escapeHtml(`${origin}${formatRoute({ page: 'tournament', id })}`);
  const title = `${name} · ${findGame(game)?.name ?? game}`;
  return [
    '<entry>',
    `<id>${address}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<link href="${address}"/>`,
    ...(organiserName === null ? [] : [`<author><name>${escapeHtml(organiserName)}</name></author>`]),
    ...[game, kind, status].map((term) => `<category term="${escapeHtml(term)}"/>`),
    `<published>${isoOf(createdAt)}</published>`,
    `<updated>${isoOf(newsAt(tournament))}</updated>`,
    `<summary>${escapeHtml(startsAt === null ? title : `${title} · ${isoOf(startsAt)}`)}</summary>`,
    '</entry>',
  ];
}

/** The report of a tournament of two seats that has begun; `null` for others, which the format cannot say. */
export function reportOf(stored: StoredTournament): string | null {
  const { kind, seats } = termsOf(stored);
  if (seats !== 2 || kind === 'arena' || stored.rounds.length === 0) return null;
  const tournament = tournamentOf(stored);
  const nameOf = (number: number): string => stored.entrants[number - 1]?.name ?? '';
  const people = standingsOf(tournament).map(
    ({ entrant, rank, points }) => [entrant, { name: nameOf(entrant), rank, points }] as const,
  );
  return formatTrf({
    name: stored.name,
    began: dayOf(stored.startedAt),
    ended: dayOf(stored.endedAt),
    tournament,
    people: new Map(people),
    rounds: stored.rounds.length,
  });
}

const dayOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10).replaceAll('-', '/');

interface TournamentFilesDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly hosts: Pick<Hosts, 'originOf'>;
  readonly limiter: RateLimiter;
}

/**
 * `/tournaments.atom`: a feed of the listed tournaments. `/tournament/ID.ics`, `/club/ID.ics`: the date of a tournament, or those of a club,
 * as a calendar. `/tournament/ID.trf`: a tournament as other programs for tournaments read it.
 */
export function addTournamentFiles(app: FastifyInstance, deps: TournamentFilesDeps): void {
  const { now, limiter, hosts } = deps;
  const { tournaments } = deps.store;
  const originOf = ({ headers }: FileRequest): string => hosts.originOf(headers) ?? '';
  const served = (type: string, disposition?: string) => ({
    limiter,
    type,
    headers: { 'cache-control': 'no-cache', ...(disposition && { 'content-disposition': disposition }) },
  });
  // Shown, not sent as an attachment: a browser that can add it to a calendar then offers that.
  const calendar = served('text/calendar', 'inline; filename="tablier.ics"');
  const report = served('text/plain', 'attachment; filename="tablier.trf"');
  const path = '/tournament/:id(^[\\w-]{22}$)';
  serveText(app, '/tournaments.atom', served('application/atom+xml'), async (request) => {
    const lists = (['open', 'running', 'over'] as const).map((status) => tournaments.list(status, MAX_ENTRIES));
    return feedOf((await Promise.all(lists)).flat(), originOf(request), now());
  });
  serveText(app, '/club/:id(^[a-z0-9-]{3,30}$).ics', calendar, async (request) => {
    const events = await tournaments.ofClub(request.params.id, ['open', 'running'], MAX_DATES);
    return calendarOf(events.filter(hasTerms), originOf(request), now());
  });
  serveText(app, `${path}.ics`, calendar, async (request) => {
    const found = await tournaments.find(request.params.id);
    return found && calendarOf([found], originOf(request), now());
  });
  serveText(app, `${path}.trf`, report, async ({ params }) => {
    const found = await tournaments.find(params.id);
    return found && reportOf(found);
  });
}
