/** Checks that the C program and the TypeScript rules play the same game. */
import { legalMovesOf, perft, type Setup } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import type { PlainProgram } from './program.ts';
import { setupOf, type Tally } from './random-games.ts';

/** Seeds of the setups that are checked; only deals depend on them. */
const SEEDS = [1, 2, 3];
const RECORDS = 200;
/** A perft that counts this many sequences is deep enough. */
const SEQUENCES = 100_000;
/** Standard errors. Chance alone exceeds it once in 1.7 million figures. */
const TOLERANCE = 5;

export function checkPerft(game: CatalogueGame, plain: PlainProgram): void {
  for (const seed of SEEDS) {
    const setup = setupOf(game, seed);
    for (let depth = 1, count = 0; count < SEQUENCES; depth++) {
      count = perft(game, game.start(setup), depth);
      demand(plain.perft(setup, depth), count, `${game.id}: perft of depth ${depth}`);
    }
  }
}

/** Replays random games of the C program: the moves, the number of legal moves before each, the scores and the places. */
export function checkRecords(game: CatalogueGame, plain: PlainProgram): void {
  for (const seed of SEEDS) {
    const setup = setupOf(game, seed);
    for (const record of plain.records(setup, RECORDS, seed)) checkRecord(game, setup, record);
  }
}

function checkRecord(game: CatalogueGame, setup: Setup, record: string): void {
  const [course = '', result = ''] = record.split('= ');
  const position = game.start(setup);
  for (const [ply, entry] of course.trim().split(' ').entries()) {
    const [text, count] = entry.split('/');
    const legal = legalMovesOf(game, position);
    const move = legal.find((each) => game.formatMove(each) === text);
    if (move === undefined) throw new Error(`${game.id}: move ${ply + 1}, ${text}, is not legal in ${record}`);
    demand(Number(count), legal.length, `${game.id}: moves before move ${ply + 1} of ${record}`);
    position.play(move);
  }
  const { scores, places } = position.outcome();
  demand(result, [...scores, ...places].join(' '), `${game.id}: result of ${record}`);
  demand(position.turn, -1, `${game.id}: turn at the end of ${record}`);
}

/** The mean length and the shares of wins of many games with one setup must agree within their errors. */
export function checkTallies(id: string, ours: Tally, theirs: Tally): void {
  const near = (what: string, read: (tally: Tally) => readonly [mean: number, variance: number]): void => {
    const [[mean, variance], [otherMean, otherVariance]] = [read(ours), read(theirs)];
    const error = Math.sqrt(variance / ours.games + otherVariance / theirs.games);
    if (Math.abs(mean - otherMean) <= TOLERANCE * error) return;
    throw new Error(`${id}: ${what} is ${mean}, in plain C ${otherMean}; the standard error is ${error}`);
  };
  near('the length', lengthOf);
  for (const seat of [0, 1]) near(`the share of games won by seat ${seat}`, (tally) => shareWonBy(tally, seat));
}

function lengthOf({ games, plies, squares }: Tally): readonly [number, number] {
  const mean = plies / games;
  return [mean, squares / games - mean * mean];
}

function shareWonBy({ games, wins }: Tally, seat: number): readonly [number, number] {
  const share = (wins[seat] as number) / games;
  return [share, share * (1 - share)];
}

function demand(found: number | string, expected: number | string, what: string): void {
  if (found !== expected) throw new Error(`${what} is ${found} in plain C, ${expected} in TypeScript`);
}
