import { findGame } from '@tablier/games';
import { formatRoute } from '@tablier/protocol/routes';
import type { StoredTournament } from '@tablier/store';
import { termsOf } from './terms.ts';

/** The most octets of a line without its end (RFC 5545, 3.1). */
const LINE = 75;
/** Milliseconds. */
const MINUTE = 60_000;

type DatedTournament = Pick<StoredTournament, 'id' | 'name' | 'game' | 'status' | 'startsAt' | 'revision' | 'terms'>;

/**
 * The date of a tournament as a calendar file (RFC 5545); `null` if it has none. Times are in UTC, which calendars show in their own zone. A
 * file that is read again replaces the earlier one: the same UID with a higher SEQUENCE.
 */
export function calendarOf(tournament: DatedTournament, origin: string, now: number): string | null {
  const { id, name, game, status, startsAt, revision } = tournament;
  if (startsAt === null) return null;
  const { minutes } = termsOf(tournament);
  const address = `${origin}${formatRoute({ page: 'tournament', id })}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tablier//Tournaments//EN',
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
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
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
