import type { Game, Setup } from './game.ts';
import type { GameRecord, Replay } from './record.ts';
import type { Seat } from './vocabulary.ts';

/** A peek that the rules allowed during a turn. What it showed follows from the position. */
export interface RecordedPeek {
  /** The number of moves made before the peek. */
  readonly after: number;
  readonly seat: Seat;
  readonly peek: string;
}

/** A record as it is stored and sent. It has the fields declared here and in `GameRecord`, and no others. */
export interface StoredRecord extends GameRecord {
  /** Absent if there was no peek. */
  readonly peeks?: readonly RecordedPeek[];
}

/** The declared fields of a record; all other fields are dropped. Checks types only, not the rules. */
export function knownFields(record: GameRecord): StoredRecord {
  const { format, game, rules, options, players, deal, moves, counts, end } = record;
  const peeks = peeksOf(record);
  return {
    format,
    game,
    rules,
    options,
    players,
    deal,
    moves,
    ...(counts === undefined ? {} : { counts }),
    ...(end === undefined ? {} : { end: { by: end.by, scores: end.scores, places: end.places } }),
    ...(peeks.length === 0 ? {} : { peeks }),
  };
}

/** What is stored of a record that replayed: options, deal and moves in canonical form, without peeks that the rules do not allow. */
export function toStoredRecord({ game, record, setup }: Replay): StoredRecord {
  const { peeks: _, ...known } = knownFields(record);
  const peeks = allowedPeeks(game, setup, record);
  const moves = record.moves.map((text) => canonicalMove(game, text));
  const kept = { ...known, options: setup.options, deal: setup.deal, moves };
  return peeks.length === 0 ? kept : { ...kept, peeks };
}

function canonicalMove(game: Game, text: string): string {
  const move = game.parseMove(text);
  return move === null ? text : game.formatMove(move);
}

function allowedPeeks(game: Game, setup: Setup, record: GameRecord): readonly RecordedPeek[] {
  const { peeks: rules } = game;
  const recorded = peeksOf(record);
  if (rules === undefined || recorded.length === 0) return [];
  const position = game.start(setup);
  const allowed: RecordedPeek[] = [];
  for (let ply = 0; ply <= record.moves.length; ply++) {
    const here = recorded.filter(({ after, seat }) => after === ply && seat === position.turn);
    const places = here.length === 0 ? [] : rules.list(position);
    allowed.push(...here.filter(({ peek }) => places.includes(peek)));
    const move = game.parseMove(record.moves[ply] ?? '');
    if (move !== null) position.play(move);
  }
  return allowed;
}

/** The peeks of a record. Items of another shape are ignored. */
export function peeksOf(record: Pick<GameRecord, 'moves'>): readonly RecordedPeek[] {
  const peeks: unknown = Object.entries(record).find(([name]) => name === 'peeks')?.[1];
  return Array.isArray(peeks) ? peeks.filter(isPeek).map(({ after, seat, peek }) => ({ after, seat, peek })) : [];
}

const isPeek = (item: unknown): item is RecordedPeek =>
  typeof item === 'object' &&
  item !== null &&
  'after' in item &&
  'seat' in item &&
  'peek' in item &&
  Number.isInteger(item.after) &&
  Number.isInteger(item.seat) &&
  typeof item.peek === 'string';

/** JSON with the keys of every object sorted, so that equal data gives equal text. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (isObject(value) ? sorted(value) : value));
}

const sorted = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );

/** Whether untrusted data, as parsed from JSON, is an object: neither `null` nor an array. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** The encoding of a text that another program saved, for a `TextDecoder`: UTF-8, or UTF-16 by its byte order mark. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
