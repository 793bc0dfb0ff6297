import { ENDINGS, isObject, placedAt, type RecordEnd, type Level, type LevelGame } from '@tablier/core';
import { parseJson } from '../../lib/local-storage.ts';
import { type LocalSeat, parseSeats, personSeats } from './seats.ts';
import { winners } from '../../table/match-ui/match-texts.ts';

export const SAVE_FORMAT = 2;

/** The summary of a local game for lists. It is stored with the game, so a list need not replay every game. */
export interface GameSummary {
  readonly plies: number;
  readonly end: RecordEnd | null;
  /** When it was last changed. Milliseconds since 1970. */
  readonly changed: number;
  /** How long a person alone against bots thought, in milliseconds. Absent: not measured. */
  readonly thought?: number;
}

export interface GameEntry extends GameSummary {
  readonly id: string;
  readonly game: string;
  readonly seats: readonly LocalSeat[];
  /** Whether it began at a position instead of where the rules begin. Absent: no. */
  readonly isPlaced?: boolean;
}

export const isCount = (data: unknown): data is number => Number.isSafeInteger(data) && Number(data) >= 0;

/** Reads the summary from an untrusted stored text; `null` if it is damaged or of another format. */
export function parseEntry(id: string, text: string): GameEntry | null {
  const data = parseJson(text);
  if (!isObject(data) || data['format'] !== SAVE_FORMAT) return null;
  const { game, players, plies, end, changed, thought } = data;
  if (typeof game !== 'string' || !isCount(players) || !isCount(plies) || !isCount(changed)) return null;
  const seats = parseSeats(data['seats'], players);
  if (seats === null || (end !== null && !isEnd(end, players))) return null;
  const isPlaced = placedAt(data['deal']) !== null;
  return { id, game, seats, plies, changed, end, ...(isCount(thought) && { thought }), ...(isPlaced && { isPlaced }) };
}

/** The first script has the list of games, and not what reads whole records. */
function isEnd(data: unknown, players: number): data is RecordEnd {
  if (!isObject(data)) return false;
  const { by, scores, places } = data;
  const isRow = (row: unknown): boolean => Array.isArray(row) && row.length === players && row.every(Number.isFinite);
  return ENDINGS.some((each) => each === by) && isRow(scores) && isRow(places);
}

/** The level of the bots that a person played alone against; `null` for other games and for bots of several levels. */
export function levelAgainst(seats: readonly LocalSeat[]): Level | null {
  const levels = new Set(seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.level] : [])));
  const [level] = levels;
  return level === undefined || levels.size > 1 || personSeats(seats).length !== 1 ? null : level;
}

function levelGameOf({ seats, end, plies, thought }: GameEntry): LevelGame | null {
  const level = levelAgainst(seats);
  if (level === null || end === null || end.by === 'abort') return null;
  const [own = -1] = personSeats(seats);
  const first = winners(end);
  const result = first.length === end.places.length ? 0.5 : Number(first.includes(own));
  return { level, result, pace: thought === undefined || plies === 0 ? null : thought / plies };
}

/** The finished games against bots of one level, the first one first. `entries`: the last one first. */
export const levelGames = (
  entries: readonly GameEntry[],
  { game, players }: { readonly game: string; readonly players: number },
): LevelGame[] =>
  entries
    .filter((entry) => entry.game === game && entry.seats.length === players)
    .flatMap((entry) => levelGameOf(entry) ?? [])
    .reverse();

export const isMatch = (seats: readonly LocalSeat[]): boolean =>
  seats.some((seat) => seat.kind === 'bot' && seat.match);

/** The same seats, and from now on the level of the bots follows the person. */
export const followed = (seats: readonly LocalSeat[]): LocalSeat[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, match: true } : seat));

export const atLevel = (seats: readonly LocalSeat[], level: Level): LocalSeat[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, level } : seat));
