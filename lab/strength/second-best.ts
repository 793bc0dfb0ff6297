/*
 * Says what the second-best move of each puzzle runs into: `node lab/strength/second-best.ts FILE [NODES] > EXPLAINED` writes the puzzles with
 * `second`: that move, and the best answer of an opponent, as the seat of the puzzle expects it.
 */
import { readFileSync } from 'node:fs';
import { type AnalysisLine, AnalysisSearch, type BotGame, seatTask } from '@tablier/ai';
import {
  isLegal,
  legalMovesOf,
  type Move,
  NOBODY,
  type Position,
  type Puzzle,
  type Seat,
  SeededRng,
} from '@tablier/core';
import { type Posed, posed } from './puzzles.ts';

/** A move that a short search puts below so many others gets no long search. */
const RIVALS = 4;

interface Explained {
  readonly move: string;
  /** `null`: the game is over, or no other seat can answer. */
  readonly reply: string | null;
}

function lineOf({ game, options }: Posed, position: Position, nodes: number, only?: Move): AnalysisLine {
  const task = seatTask(game, options, position);
  const search = new AnalysisSearch(task, { nodes, ...(only !== undefined && { only }) }, new SeededRng('second'));
  while (!search.step(nodes)) continue;
  const [line] = search.result().lines;
  if (line === undefined) throw new Error('a search without a line');
  return line;
}

/** The best wrong move, with the line that it leads to: all are searched briefly, then those that come near at length. */
function secondIn(each: Posed, nodes: number): AnalysisLine {
  const { game, position, best } = each;
  const others = Array.from(legalMovesOf(game, position)).filter((move) => !best.includes(move));
  const glances = others.map((move) => lineOf(each, position, Math.max(500, nodes / others.length), move));
  const near = sorted(glances).slice(0, RIVALS);
  const [second] = sorted(near.map(({ moves }) => lineOf(each, position, nodes, moves[0])));
  if (second === undefined) throw new Error('a puzzle with one move');
  return second;
}

const sorted = (lines: readonly AnalysisLine[]): AnalysisLine[] =>
  lines.toSorted((one, other) => other.score - one.score);

/** The first move of another seat in a line. */
function answerIn(position: Position, game: BotGame, moves: readonly Move[], seat: Seat): Move | null {
  const after = position.clone();
  for (const move of moves) {
    if (!isLegal(game, after, move)) return null;
    if (after.turn !== seat) return move;
    after.play(move);
  }
  return null;
}

export function secondBest(each: Posed, nodes: number): Explained {
  const { game, position, puzzle } = each;
  const { moves } = secondIn(each, nodes);
  const [move = 0] = moves;
  const after = position.clone();
  after.play(move);
  const expected = puzzle.kind === 'proven' ? null : answerIn(position, game, moves, puzzle.seat);
  // A proof has no line, and a line can end early: then the opponent is asked, who sees as much.
  const mayAsk = !game.secrets.hides(each.options) && after.turn !== NOBODY && after.turn !== puzzle.seat;
  const reply = expected ?? (mayAsk ? (lineOf(each, after, nodes).moves[0] ?? null) : null);
  return { move: game.formatMove(move), reply: reply === null ? null : game.formatMove(reply) };
}

if (import.meta.main) {
  const [file = '', nodes = '50000'] = process.argv.slice(2);
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const data = JSON.parse(line) as Puzzle;
    const second = secondBest(posed(data), Number(nodes));
    process.stdout.write(`${JSON.stringify({ ...data, puzzle: { ...data.puzzle, second } })}\n`);
    if (second.reply === null) process.stderr.write(`${data.puzzle.id}: no answer to ${second.move}\n`);
  }
}
