import { findGame } from '@tablier/games';
import { formatRoute } from '@tablier/protocol/routes';
import type { ListedTournament, StoredTournament } from '@tablier/store';
import { termsOf } from './terms.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkLimit, refuse } from '../http/errors.ts';
import type { Hosts } from '../http/hosts.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Tournaments } from './tournaments.ts';

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

interface CalendarApiDeps {
  readonly tournaments: Tournaments;
  readonly hosts: Pick<Hosts, 'originOf'>;
  readonly lookups: RateLimiter;
}

/** A place in a list, `time.id`; `undefined` for anything else, so that the page is the first. */
export function parsePlace(text: unknown): Pick<ListedTournament, 'sortedAt' | 'id'> | undefined {
  const [, at, id] = (typeof text === 'string' ? /^(\d{1,15})\.([\w-]{22})$/.exec(text) : null) ?? [];
  return at === undefined || id === undefined ? undefined : { sortedAt: Number(at), id };
}

/** `GET /tournaments.atom`: a feed of the listed tournaments. `GET /tournament/:id.ics` and `GET /club/:id.ics`: the date of a tournament, or those of a club, as a calendar file. */
export function addCalendarApi(app: FastifyInstance, { tournaments, lookups, hosts }: CalendarApiDeps): void {
  app.get('/tournaments.atom', async (request, reply) => {
    checkLimit(lookups.take(request.ip));
    const feed = await tournaments.feed(hosts.originOf(request.headers) ?? '');
    return reply.header('cache-control', 'no-cache').type('application/atom+xml; charset=utf-8').send(feed);
  });
  // Shown, not sent as an attachment: a browser that can add it to a calendar then offers that.
  app.get('/club/:id(^[a-z0-9-]{3,30}$).ics', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    checkLimit(lookups.take(request.ip));
    return send(reply, await tournaments.clubCalendar(request.params.id, hosts.originOf(request.headers) ?? ''));
  });
  app.get('/tournament/:id(^[\\w-]{22}$).ics', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    checkLimit(lookups.take(request.ip));
    return send(reply, await tournaments.calendar(request.params.id, hosts.originOf(request.headers) ?? ''));
  });
}

function send(reply: FastifyReply, file: string | null): FastifyReply {
  if (file === null) return refuse(reply, 404, { name: 'not-found' });
  const headers = { 'cache-control': 'no-cache', 'content-disposition': 'inline; filename="tablier.ics"' };
  return reply.headers(headers).type('text/calendar; charset=utf-8').send(file);
}
