import { type Move, NOBODY, type Position, type Seat, type Setup } from '@tablier/core';
import type { BotGame } from './advice.ts';
import { type Analysis, type AnalysisControl, openTask, seatTask } from './analyse.ts';
import { judgeBy, type Judgement, searchesOf } from './judge.ts';

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
  /**
   * `seat`: with the knowledge of the seat to move. `open`: with all hidden information. They differ only in games with
   * hidden information.
   */
  readonly by: 'seat' | 'open';
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
  const { game, setup } = played;
  const { nodes, lines, by } = options;
  const task = by === 'open' ? openTask(game, setup.options, position) : seatTask(game, setup.options, position);
  const searches = searchesOf(task, { nodes, lines, seed: `${options.seed}/${ply}` }, control);
  let last: Analysis | null = null;
  for await (const analysis of searches.search(null)) {
    last = analysis;
    yield { ply, seat, analysis, judgement: null };
  }
  const move = played.moves[ply];
  if (last === null || move === undefined) return;
  const judgement = await judgeBy(searches, last, move);
  if (judgement !== null) yield { ply, seat, analysis: last, judgement };
}

/** The position after `ply` moves. */
export function positionAt({ game, setup, moves }: PlayedGame, ply: number): Position {
  const position = game.start(setup);
  for (const move of moves.slice(0, ply)) position.play(move);
  return position;
}
