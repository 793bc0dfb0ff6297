import { type Move, NOBODY, type Position, type Seat, SeededRng, type Setup } from '@tablier/core';
import type { BotGame } from './advice.ts';
import { type Analysis, type AnalysisControl, type AnalysisLine, analyse, openTask, seatTask } from './analyse.ts';
import { costOf, labelOf, type MoveLabel, thresholdsOf } from './analyse-scores.ts';

/** A game to analyse. */
export interface PlayedGame {
  readonly game: BotGame;
  readonly setup: Setup;
  /** Legal moves from the start. */
  readonly moves: readonly Move[];
}

/** How each position of a game is analysed. */
export interface GameAnalysisOptions {
  /** The budget of a position. If the move played is not the best, both get the same again. */
  readonly nodes: number;
  /** How many lines, from 1 to 5. */
  readonly lines: number;
  readonly seed: string;
  /** `seat`: by what the seat to move knew. `open`: by all that was hidden. They differ only in games with hidden information. */
  readonly by: 'seat' | 'open';
}

/** The judgement of a move that was played. */
export interface Judgement {
  /** The best move, searched alone: among others, the luckiest estimate would come first. */
  readonly best: AnalysisLine;
  /** The move played, searched alone. */
  readonly played: AnalysisLine;
  /** What it costs compared with the best move, in the unit of the analysis; at least 0. */
  readonly cost: number;
  readonly label: MoveLabel;
}

/** The analysis of the position before a ply, and of the move that was played there. */
export interface PlyAnalysis {
  /** How many moves were made before. */
  readonly ply: number;
  readonly seat: Seat;
  readonly analysis: Analysis;
  /** `null` until it is known, and after the last move. */
  readonly judgement: Judgement | null;
}

/**
 * Analyses the position before a ply, and then the move that was played there. Yields improving results; nothing if the game is over.
 * Equal games, options and plies give equal results.
 */
export async function* analysePly(
  played: PlayedGame,
  ply: number,
  options: GameAnalysisOptions,
  control: AnalysisControl = {},
): AsyncGenerator<PlyAnalysis, void, void> {
  const position = positionAt(played, ply);
  if (position.turn === NOBODY) return;
  const seat = position.turn;
  const search = searchOf(played, position, `${options.seed}/${ply}`, options, control);
  let last: Analysis | null = null;
  for await (const analysis of search(null)) {
    last = analysis;
    yield { ply, seat, analysis, judgement: null };
  }
  const move = played.moves[ply];
  const best = last?.lines[0];
  if (last === null || best === undefined || move === undefined || isAborted(control)) return;
  if (best.moves[0] === move) {
    yield { ply, seat, analysis: last, judgement: { best, played: best, cost: 0, label: 'best' } };
    return;
  }
  const line = await lastLine(search(move));
  const alone = await lastLine(search(best.moves[0] ?? move));
  if (line === null || alone === null || isAborted(control)) return;
  const label = labelOf(alone, line, seat, thresholdsOf(played.game.advice.analysis, last.unit));
  yield { ply, seat, analysis: last, judgement: { best: alone, played: line, cost: costOf(alone, line), label } };
}

async function lastLine(search: AsyncGenerator<Analysis, void, void>): Promise<AnalysisLine | null> {
  let line: AnalysisLine | null = null;
  for await (const { lines } of search) line = lines[0] ?? null;
  return line;
}

const isAborted = ({ signal }: AnalysisControl): boolean => signal?.aborted === true;

/** Analyses a position: all moves for `null`, or one. */
function searchOf(
  { game, setup }: PlayedGame,
  position: Position,
  seed: string,
  { nodes, lines, by }: GameAnalysisOptions,
  control: AnalysisControl,
): (only: Move | null) => AsyncGenerator<Analysis, void, void> {
  const task = by === 'open' ? openTask(game, setup.options, position) : seatTask(game, setup.options, position);
  return (only) => analyse(task, only === null ? { nodes, lines } : { nodes, only }, new SeededRng(seed), control);
}

function positionAt({ game, setup, moves }: PlayedGame, ply: number): Position {
  const position = game.start(setup);
  for (const move of moves.slice(0, ply)) position.play(move);
  return position;
}
