/*
 * Checks puzzles by other means than those that found them: `node lab/strength/puzzles.ts FILE > SOUND` writes those that are sound, and names
 * the others on stderr.
 *
 * - Games that hide nothing: every move is tried to the end of the game where few plies are left.
 * - Games with beliefs: the answer must be the same whatever the solver believes about the skill of the others.
 */
import { readFileSync } from 'node:fs';
import { AnalysisSearch, type Beliefs, type BotGame, outcomeValues, seatTask } from '@tablier/ai';
import { legalMovesOf, type Move, NOBODY, type Position, type Puzzle, replayPuzzle, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { LENGTHS, NascaPosition } from '@tablier/games/nasca';

/** A puzzle with the game for bots. */
export interface Posed {
  readonly game: BotGame;
  readonly puzzle: Puzzle['puzzle'];
  readonly position: Position;
  readonly options: Puzzle['options'];
  readonly best: readonly Move[];
}

export function posed(data: unknown): Posed {
  const replayed = replayPuzzle(findGame, data);
  if (!replayed.ok) throw new Error(JSON.stringify(replayed.error));
  const { position, puzzle, best, setup } = replayed.value;
  const game = findGame(replayed.value.game.id);
  if (game === undefined) throw new Error(replayed.value.game.id);
  return { game, puzzle, position, options: setup.options, best };
}

/** Whether a seat scores at least `least` by best play: 1 for a win, 0.5 for a draw. Tries moves until the end of the game; two seats only. */
function reaches(game: BotGame, position: Position, seat: number, least: number): boolean {
  if (position.turn === NOBODY) {
    const values = new Float64Array(2);
    outcomeValues(position.outcome(), values);
    return (values[seat] as number) >= least;
  }
  const isOwn = position.turn === seat;
  const after = position.clone();
  for (const move of ordered(game, position)) {
    after.copyFrom(position);
    after.play(move);
    if (reaches(game, after, seat, least) === isOwn) return isOwn;
  }
  return !isOwn;
}

/** All moves, likely ones first: the order changes the time only. */
function ordered(game: BotGame, position: Position): Move[] {
  const moves = Array.from(legalMovesOf(game, position));
  const promise = new Map(moves.map((move) => [move, game.advice.priority?.(position, move) ?? 0]));
  return moves.sort((one, other) => (promise.get(other) ?? 0) - (promise.get(one) ?? 0));
}

/** What is wrong with a puzzle whose game ends within few plies; `null` if nothing. `best` has a greater result than every other move. */
export function faultByRules({ game, puzzle, position, best }: Posed): string | null {
  const after = (move: Move): Position => {
    const next = position.clone();
    next.play(move);
    return next;
  };
  const scores = (move: Move, least: number): boolean => reaches(game, after(move), position.turn, least);
  const result = best.every((move) => scores(move, 1)) ? 1 : best.every((move) => scores(move, 0.5)) ? 0.5 : 0;
  if (result === 0) return 'the answer loses';
  if (result < 1 && puzzle.goal !== 'best') return 'the answer only draws';
  const others = Array.from(legalMovesOf(game, position)).filter((move) => !best.includes(move));
  const equal = others.filter((move) => scores(move, result));
  return equal.length === 0 ? null : `${equal.length} other moves are as good`;
}

/** The odds of the worlds are raised to it: 0 for a solver who reads nothing from the moves, 2 for one who takes the others for experts. */
export const POWERS = [0, 0.2, 0.5, 1, 2] as const;
/** The answer must be better than any other move by so much of a share of a win. */
const CLEAR = 0.03;

function withPower(game: BotGame, beliefs: Beliefs, power: number): BotGame {
  const worlds: typeof beliefs.worlds = (knowledge, memory) => {
    const found = beliefs.worlds(knowledge, memory);
    const weights = found.map(({ probability }) => (probability > 0 ? probability ** power : 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return found.map((world, index) => ({ ...world, probability: (weights[index] as number) / total }));
  };
  return { ...game, advice: { ...game.advice, beliefs: { ...beliefs, worlds } } };
}

/** What is wrong with a puzzle if the others are believed to be of another skill; `null` if nothing. */
export function faultByBeliefs({ game, position, options, best, puzzle }: Posed, nodes: number): string | null {
  const { beliefs } = game.advice;
  if (beliefs === undefined) return null;
  for (const power of POWERS) {
    const task = seatTask(withPower(game, beliefs, power), options, position);
    const search = new AnalysisSearch(task, { nodes, lines: 2 }, new SeededRng(puzzle.id));
    while (!search.step(nodes)) continue;
    const [first, second] = search.result().lines;
    if (!best.includes(first?.moves[0] ?? -1)) return `another move is best with power ${power}`;
    if ((first?.score ?? 0) - (second?.score ?? 0) < CLEAR) return `another move is nearly as good with power ${power}`;
  }
  return null;
}

/** The placements until the end of the game; `Infinity` if more than the last round is left, and for other games. */
export function pliesLeft({ position }: Pick<Posed, 'position'>): number {
  if (!(position instanceof NascaPosition) || position.round + 1 < position.rounds) return Number.POSITIVE_INFINITY;
  return LENGTHS.reduce((sum, length) => sum + position.inHand(0, length) + position.inHand(1, length), 0);
}

/** The most plies that are tried. */
export const REACH = 6;

if (import.meta.main) {
  const [file = '', nodes = '50000'] = process.argv.slice(2);
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const each = posed(JSON.parse(line));
    const isNear = pliesLeft(each) <= REACH;
    const fault = isNear ? faultByRules(each) : faultByBeliefs(each, Number(nodes));
    if (fault === null) process.stdout.write(`${line}\n`);
    else process.stderr.write(`${each.puzzle.id} level ${each.puzzle.level}: ${fault}\n`);
  }
}
