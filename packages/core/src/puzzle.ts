import { canonicalJson, type FindGame, type GameRecord, type RecordError, type Replay, replay } from './record.ts';
import { failure, type Game, type Move, NOBODY, type Position, type Result, type Seat, success } from './game.ts';
import { type Level, LEVELS } from './levels.ts';
import { legalMovesOf } from './moves.ts';
import { hashText } from './rng.ts';

/** How it is known that the move is best: by an exact search to the end, or by a deep search. */
export const PUZZLE_KINDS = ['proven', 'deep'] as const;
export type PuzzleKind = (typeof PUZZLE_KINDS)[number];

/** What the player has to find: the only move that wins, the only one that stays ahead, or the best one. */
export const PUZZLE_GOALS = ['win', 'lead', 'best'] as const;
export type PuzzleGoal = (typeof PUZZLE_GOALS)[number];

/** The unit of scores: a proven result, a lead in points, or a share of a win. */
export const PUZZLE_UNITS = ['result', 'points', 'chance'] as const;
export type PuzzleUnit = (typeof PUZZLE_UNITS)[number];

/** What a puzzle adds to a record. */
export interface PuzzleFacts {
  /** 8 hexadecimal digits: a hash of what the seat to move sees. */
  readonly id: string;
  /** The seat to move: the player of the puzzle. */
  readonly seat: Seat;
  /** The right moves in notation: each of them keeps the value of the position. */
  readonly best: readonly string[];
  readonly kind: PuzzleKind;
  readonly goal: PuzzleGoal;
  readonly unit: PuzzleUnit;
  /** The score of a right move for the seat; 1 for a proven win. */
  readonly score: number;
  /** The least cost of any other move, in the same unit. */
  readonly margin: number;
  /** The weakest level of the bots that finds a right move. */
  readonly level: Level;
  /** The best of the other moves, and the best answer of an opponent to it in notation; `null` if the game is over. It costs the margin. */
  readonly second?: { readonly move: string; readonly reply: string | null };
}

/** A position with one best move: the record of a game up to there, as one JSON object. `replay` reads it as well. */
export interface Puzzle extends GameRecord {
  readonly puzzle: PuzzleFacts;
}

export interface ReplayedPuzzle extends Replay {
  readonly puzzle: PuzzleFacts;
  readonly best: readonly Move[];
}

/** Why a puzzle was refused: the error of its record, or `bad-puzzle` with what is wrong. */
export type PuzzleError = RecordError | { readonly name: 'bad-puzzle'; readonly detail: string };

/** The id of a puzzle at a position that is not over. */
export const puzzleId = (game: Game, position: Position): string =>
  (hashText(canonicalJson([game.id, game.puzzleView(game.view(position, position.turn))])) >>> 0)
    .toString(16)
    .padStart(8, '0');

/** Replays an untrusted puzzle. Checks its record by the rules, that the seat is to move, and that the right moves are legal and not all moves. */
export function replayPuzzle(find: FindGame, data: unknown): Result<ReplayedPuzzle, PuzzleError> {
  const replayed = replay(find, data);
  if (!replayed.ok) return replayed;
  const { game, position } = replayed.value;
  const bad = (detail: string) => failure<PuzzleError>({ name: 'bad-puzzle', detail });
  const puzzle = (data as { readonly puzzle?: unknown }).puzzle;
  if (!isFacts(puzzle)) return bad('not the facts of a puzzle');
  if (position.turn === NOBODY) return bad('the game is over');
  if (puzzle.seat !== position.turn) return bad(`seat ${puzzle.seat} is not to move`);
  if (puzzle.id !== puzzleId(game, position)) return bad(`the id is ${puzzleId(game, position)}`);
  const legal = legalMovesOf(game, position);
  const best = puzzle.best.map((text) => game.parseMove(text)).filter((move) => move !== null && legal.includes(move));
  if (best.length === 0 || best.length !== puzzle.best.length) return bad('a right move is not legal');
  if (best.length >= legal.length) return bad('every move is right');
  return success({ ...replayed.value, puzzle, best: best as Move[] });
}

function isFacts(data: unknown): data is PuzzleFacts {
  if (typeof data !== 'object' || data === null) return false;
  const { id, seat, best, kind, goal, unit, score, margin, level } = data as Readonly<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    Number.isInteger(seat) &&
    Array.isArray(best) &&
    best.every((move) => typeof move === 'string') &&
    isIn(PUZZLE_KINDS, kind) &&
    isIn(PUZZLE_GOALS, goal) &&
    isIn(PUZZLE_UNITS, unit) &&
    Number.isFinite(score) &&
    Number.isFinite(margin) &&
    Number(margin) > 0 &&
    isIn(LEVELS, level)
  );
}

const isIn = (values: readonly unknown[], value: unknown): boolean => values.includes(value);
