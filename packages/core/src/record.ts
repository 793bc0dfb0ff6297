import {
  type Ending,
  ENDINGS,
  failure,
  type Game,
  NOBODY,
  type Outcome,
  placesByScore,
  type Position,
  type PositionError,
  type Result,
  type Seat,
  type Setup,
  success,
} from './game.ts';
import { legalMovesOf } from './moves.ts';
import { completeOptions, isObject, type Options, type OptionsError, type OptionValue } from './options.ts';
import { words } from './words.ts';

/** Why a setup was refused. */
export interface SetupError {
  readonly name: OptionsError['name'] | 'bad-players' | 'bad-deal';
  readonly detail: string;
}

/** A setup from untrusted data. `deal` may only be left out if the game needs none with these options. */
export function makeSetup(
  game: Game,
  given: { readonly options?: Readonly<Record<string, unknown>>; readonly players?: number; readonly deal?: unknown },
): Result<Setup, SetupError> {
  const options = completeOptions(game.options, given.options ?? {});
  if (!options.ok) return options;
  const players = given.players ?? (game.players[0] as number);
  if (!game.players.includes(players)) return failure({ name: 'bad-players', detail: String(players) });
  const deal = game.deals.parse(options.value, players, given.deal ?? null);
  if (!deal.ok) return failure({ name: 'bad-deal', detail: deal.error });
  return success({ options: options.value, players, deal: deal.value });
}

/** The setup of a game that begins at a line of docs/positions.md. */
export function setupAt(game: Game, line: string): Result<Setup, SetupError | PositionError> {
  if (game.positions === undefined) {
    const detail = `${game.id} has no notation`;
    return failure({ name: 'bad-position', detail, field: 'game', reason: 'unreadable', value: game.id });
  }
  const read = game.positions.parse(line);
  if (!read.ok) return read;
  const { options, players } = read.value.view;
  return makeSetup(game, { options, players, deal: { position: line } });
}

/** The version of the record format that this code writes. Newer records are refused as `too-new`. */
export const RECORD_FORMAT = 1;

/** The end of a recorded game. */
export interface RecordEnd extends Outcome {
  readonly by: Ending;
}

/** A whole game as one JSON object. Other fields are allowed: `parseRecord` keeps them, `toStoredRecord` drops them before storage. */
export interface GameRecord {
  readonly format: number;
  readonly game: string;
  /** The version of the rules that it was played with. */
  readonly rules: number;
  /** Every option, defaults included. */
  readonly options: Options;
  readonly players: number;
  readonly deal: unknown;
  /** In the notation of the game. Forced passes are not recorded. */
  readonly moves: readonly string[];
  /** `counts[i]`: the number of legal moves before `moves[i]`. */
  readonly counts?: readonly number[];
  /** Absent while the game is running. */
  readonly end?: RecordEnd;
}

/** Why a record can be refused. */
export const RECORD_ERRORS = words(
  'bad-json bad-record unknown-game too-new unknown-rules bad-players unknown-option bad-option-value',
  'missing-option bad-deal unreadable-move illegal-move move-after-end count-mismatch end-mismatch',
);

/** Plies count from 1: the first move is ply 1. */
export interface RecordError {
  readonly name: (typeof RECORD_ERRORS)[number];
  readonly ply?: number;
  readonly detail?: string;
}

/** The error as one line of text: `illegal-move at ply 7 (00-02)`. */
export function formatError(error: { readonly name: string; readonly ply?: number; readonly detail?: string }): string {
  const place = error.ply === undefined ? '' : ` at ply ${error.ply}`;
  return `${error.name}${place}${error.detail === undefined ? '' : ` (${error.detail})`}`;
}

export interface Replay {
  readonly game: Game;
  readonly record: GameRecord;
  readonly setup: Setup;
  readonly position: Position;
}

/** Finds a game of the catalogue by its id, with the newest rules or those of version `rules`. `undefined` if there is none. */
export type FindGame<G extends Game = Game> = (id: string, rules?: number) => G | undefined;

/** What a text of JSON says; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function replayText(find: FindGame, text: string): Result<Replay, RecordError> {
  const data = parseJson(text);
  return data === undefined ? failure({ name: 'bad-json' }) : replay(find, data);
}

export function replay(find: FindGame, data: unknown): Result<Replay, RecordError> {
  return drained(replaySteps(find, data));
}

/** The result of work that can be done in short steps, at once. */
export function drained<T>(steps: Generator<void, T, void>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** As `replay`, but yields after every ply, so that a server can do other work in between. */
export function* replaySteps(find: FindGame, data: unknown): Generator<void, Result<Replay, RecordError>, void> {
  const parsed = parseRecord(data);
  if (!parsed.ok) return parsed;
  const record = parsed.value;
  const newest = find(record.game);
  if (newest === undefined) return failure({ name: 'unknown-game', detail: record.game });
  if (record.rules > newest.rulesVersion) return failure({ name: 'too-new', detail: `rules ${record.rules}` });
  const game = find(record.game, record.rules);
  if (game === undefined) return failure({ name: 'unknown-rules', detail: String(record.rules) });
  const missing = Object.keys(game.options).find((name) => !Object.hasOwn(record.options, name));
  if (missing !== undefined) return failure({ name: 'missing-option', detail: missing });
  const setup = makeSetup(game, record);
  if (!setup.ok) return setup;
  const position = game.start(setup.value);
  const fault = (yield* playMoves(game, position, record)) ?? endFault(position, record);
  return fault === null ? success({ game, record, setup: setup.value, position }) : failure(fault);
}

/** Plays checked moves, and yields after each. Returns what is wrong with the first that is not valid; `null` if all are. */
export function* playMoves(
  game: Game,
  position: Position,
  record: Pick<GameRecord, 'moves' | 'counts'>,
): Generator<void, RecordError | null, void> {
  const { moves, counts } = record;
  if (counts !== undefined && counts.length !== moves.length) {
    return {
      name: 'count-mismatch',
      ply: Math.min(counts.length, moves.length) + 1,
      detail: 'counts and moves differ in length',
    };
  }
  for (const [index, text] of moves.entries()) {
    const ply = index + 1;
    if (position.turn === NOBODY) return { name: 'move-after-end', ply, detail: text };
    const legal = legalMovesOf(game, position);
    const count = counts?.[index];
    if (count !== undefined && count !== legal.length) {
      return { name: 'count-mismatch', ply, detail: `${count} recorded, ${legal.length} legal` };
    }
    const move = game.parseMove(text);
    if (move === null) return { name: 'unreadable-move', ply, detail: text };
    if (!legal.includes(move)) return { name: 'illegal-move', ply, detail: text };
    position.play(move);
    yield;
  }
  return null;
}

function endFault(position: Position, record: GameRecord): RecordError | null {
  const { end } = record;
  const over = position.turn === NOBODY;
  const { scores, places } = position.outcome();
  if (end === undefined) {
    const missing = JSON.stringify({ by: 'rules', scores, places });
    return over ? { name: 'end-mismatch', detail: `add "end":${missing}` } : null;
  }
  if ((end.by === 'rules') !== over) {
    return { name: 'end-mismatch', detail: over ? 'the game ended by the rules' : 'the game is not over' };
  }
  if (!isRanking(end.places, record.players))
    return { name: 'end-mismatch', detail: 'places are no ranking of the seats' };
  if (!sameNumbers(end.scores, scores)) return { name: 'end-mismatch', detail: `scores are ${scores.join(' ')}` };
  if (over && !sameNumbers(end.places, places))
    return { name: 'end-mismatch', detail: `places are ${places.join(' ')}` };
  return null;
}

/** Whether every seat has a place from 1 to the number of seats, the first place among them. */
const isRanking = (places: readonly number[], seats: number): boolean =>
  places.length === seats &&
  places.includes(1) &&
  places.every((place) => Number.isInteger(place) && place >= 1 && place <= seats);

const sameNumbers = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((value, index) => value === right[index]);

export function makeRecord(game: Game, setup: Setup, moves: readonly number[]): GameRecord {
  const position = game.start(setup);
  const counts: number[] = [];
  for (const move of moves) {
    counts.push(position.countMoves());
    position.play(move);
  }
  const record: GameRecord = {
    format: RECORD_FORMAT,
    game: game.id,
    rules: game.rulesVersion,
    options: setup.options,
    players: setup.players,
    deal: setup.deal,
    moves: moves.map((move) => game.formatMove(move)),
    counts,
  };
  return position.turn === NOBODY ? { ...record, end: { by: 'rules', ...position.outcome() } } : record;
}

/** The end of a game that did not end by its rules. `losers` share the last place; without any, all share the first. */
export function endOtherwise(
  by: Exclude<Ending, 'rules'>,
  scores: readonly number[],
  losers: readonly Seat[],
): RecordEnd {
  if (losers.length === 0) return { by, scores, places: scores.map(() => 1) };
  const ranked = placesByScore(scores.map((score, seat) => (losers.includes(seat) ? Number.NEGATIVE_INFINITY : score)));
  return { by, scores, places: ranked };
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isOptionValue = (value: unknown): value is OptionValue => typeof value === 'string' || typeof value === 'number';
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));

/** Parses the fields of a record. Checks types only, not the rules. */
export function parseRecord(data: unknown): Result<GameRecord, RecordError> {
  const bad = (detail: string) => failure<RecordError>({ name: 'bad-record', detail });
  if (!isObject(data)) return bad('not an object');
  const { format, game, rules, options, players, deal = null, moves, counts, end } = data;
  if (!isCount(format) || format < 1) return bad('format');
  if (format > RECORD_FORMAT) return failure({ name: 'too-new', detail: `format ${format}` });
  if (typeof game !== 'string') return bad('game');
  if (!isCount(rules)) return bad('rules');
  if (!isObject(options) || !Object.values(options).every(isOptionValue)) return bad('options');
  if (!isCount(players)) return bad('players');
  if (!isTexts(moves)) return bad('moves');
  if (counts !== undefined && !isNumbers(counts)) return bad('counts');
  if (end !== undefined && !isEnd(end)) return bad('end');
  // Every field was checked above.
  return success({ ...data, ...declared({ ...data, deal } as unknown as GameRecord) });
}

const declared = ({ format, game, rules, options, players, deal, moves, counts, end }: GameRecord): GameRecord => ({
  ...{ format, game, rules, options, players, deal, moves },
  ...(counts === undefined ? {} : { counts }),
  ...(end === undefined ? {} : { end: { by: end.by, scores: end.scores, places: end.places } }),
});

function isEnd(end: unknown): end is RecordEnd {
  if (!isObject(end)) return false;
  const { by, scores, places } = end;
  return ENDINGS.some((ending) => ending === by) && isNumbers(scores) && isNumbers(places);
}

/** The deal and the setup that it was drawn for. All fields are part of the record of a game. */
export type Shuffle = Pick<GameRecord, 'game' | 'rules' | 'options' | 'players' | 'deal'>;

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/** The text whose hash is shown before the first move. The nonce has 256 random bits, so that no one can try all deals. */
export function shuffleText({ game, rules, options, players, deal }: Shuffle, nonce: string): string {
  return canonicalJson({ game, rules, options, players, deal, nonce });
}

/** Whether the hash shown before the first move matches the deal and nonce revealed at the end. If so, the deal was not changed. */
export async function verifyShuffle(
  hash: string,
  revealed: { readonly record: Shuffle; readonly nonce: string },
  sha256: Sha256,
): Promise<boolean> {
  return (await sha256(shuffleText(revealed.record, revealed.nonce))) === hash;
}

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
  const peeks = peeksOf(record);
  return { ...declared(record), ...(peeks.length === 0 ? {} : { peeks }) };
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
  isObject(item) &&
  Number.isInteger(item['after']) &&
  Number.isInteger(item['seat']) &&
  typeof item['peek'] === 'string';

/** JSON with the keys of every object sorted, so that equal data gives equal text. */
export const canonicalJson = (data: unknown): string => JSON.stringify(sorted(data));

function sorted(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(sorted);
  if (!isObject(data)) return data;
  const keys = Object.keys(data).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(data[key])]));
}

/** The encoding of a text that another program saved, for a `TextDecoder`: UTF-8, or UTF-16 by its byte order mark. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
