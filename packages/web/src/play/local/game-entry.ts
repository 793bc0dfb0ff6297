import { ENDINGS, isObject, placedAt, type RecordEnd } from '@tablier/core';
import { type LocalSeat, parseSeats } from './seats.ts';

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

const isCount = (data: unknown): data is number => Number.isSafeInteger(data) && Number(data) >= 0;

/** Reads the summary from an untrusted stored text; `null` if it is damaged or of another format. */
export function parseEntry(id: string, text: string): GameEntry | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(data) || data['format'] !== SAVE_FORMAT) return null;
  const { game, players, plies, changed, thought } = data;
  if (typeof game !== 'string' || !isCount(players) || !isCount(plies) || !isCount(changed)) return null;
  const seats = parseSeats(data['seats'], players);
  const end = parseEnd(data['end'], players);
  const isPlaced = placedAt(data['deal']) !== null;
  return seats === null || end === undefined
    ? null
    : { id, game, seats, plies, changed, end, ...(isCount(thought) && { thought }), ...(isPlaced && { isPlaced }) };
}

/** `undefined` if it is not valid. */
function parseEnd(data: unknown, players: number): RecordEnd | null | undefined {
  if (data === null) return null;
  if (!isObject(data)) return undefined;
  const { by, scores, places } = data;
  const known = ENDINGS.find((each) => each === by);
  const isRow = (row: unknown): row is number[] =>
    Array.isArray(row) && row.length === players && row.every(Number.isFinite);
  return known !== undefined && isRow(scores) && isRow(places) ? { by: known, scores, places } : undefined;
}
