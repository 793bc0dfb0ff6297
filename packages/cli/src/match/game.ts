import {
  type GameRecord,
  makeRecord,
  type Move,
  movesIn,
  NOBODY,
  playRandomly,
  type Seat,
  SeededRng,
  type Setup,
} from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { UsageError } from '../shared/output.ts';
import { onLine, readLines } from '../shared/lines.ts';
import { type Conditions, dealtSetup, gameRng, playTexts, readRecord } from '../shared/setup.ts';
import { createClocks, type Clocks } from './clocks.ts';
import { type Answer, type Budget, type Fault, late, type Player } from './players.ts';

/** How both games of a pair begin. */
export interface Opening {
  readonly setup: Setup;
  readonly moves: readonly Move[];
}

/** The opening of a pair, counted from 0. */
export type Openings = (pair: number) => Opening;

/** A deal, and as many random moves. The same seed gives the same openings. */
export function randomOpenings(conditions: Conditions, seed: string, plies: number): Openings {
  return (pair) => {
    const rng = gameRng(seed, pair);
    const setup = dealtSetup(conditions, rng);
    return { setup, moves: playRandomly(conditions.game.start(setup), rng, plies) };
  };
}

/** The openings of a file, one a line, again from the first after the last: moves separated by blanks, or records. */
export async function openingsOf(path: string, conditions: Conditions, seed: string): Promise<Openings> {
  const openings: Openings[] = [];
  for await (const line of readLines(path)) {
    if (line.text?.trim() === '') continue;
    openings.push(await onLine(line, (text) => openingOf(text.trim(), conditions, seed), `${path}, line`));
  }
  if (openings.length === 0) throw new UsageError(`${path} has no openings`);
  return (pair) => (openings[pair % openings.length] as Openings)(pair);
}

function openingOf(text: string, conditions: Conditions, seed: string): Openings {
  const { game } = conditions;
  if (text.startsWith('{')) {
    const { record, setup, position } = readRecord(text);
    if (record.game !== game.id) throw new UsageError(`a game of ${record.game}`);
    if (position.turn === NOBODY) throw new UsageError('the game is over');
    return () => ({ setup, moves: movesIn(game, record.moves) });
  }
  const opening = (pair: number): Opening => {
    const setup = dealtSetup(conditions, gameRng(seed, pair));
    return { setup, moves: playTexts(game, game.start(setup), text) };
  };
  // Said before the first game, not in the middle of the match.
  opening(0);
  return opening;
}

export type Side = 'a' | 'b';
export const OTHER = { a: 'b', b: 'a' } as const;

/** A finished game of a match. `winner`: the only side with a seat in first place. */
export interface Played {
  readonly index: number;
  readonly winner: Side | null;
  /** Why the other side lost without playing on. */
  readonly fault?: string;
}

interface Pairing extends Opening {
  readonly players: Readonly<Record<Side, Player>>;
  readonly seed: string;
  readonly index: number;
  readonly budget: Budget;
}

/** Sides alternate, so that both games of a pair have the same opening with seats swapped. */
const sideAt = (seat: Seat, index: number): Side => ((seat + index) % 2 === 0 ? 'a' : 'b');

/** Plays one game to its end: by the rules, or because a side has no legal answer in time. */
export async function playGame(
  game: CatalogueGame,
  { setup, moves: opening, players, seed, index, budget: { tc, margin } }: Pairing,
): Promise<{ readonly played: Played; readonly record: GameRecord }> {
  const position = game.start(setup);
  const moves: Move[] = [...opening];
  for (const move of moves) position.play(move);
  const rng = new SeededRng(`${seed} bots ${index}`);
  const clocks = tc === undefined ? null : createClocks(tc, setup.players, margin);
  while (position.turn !== NOBODY) {
    const { turn } = position;
    const side = sideAt(turn, index);
    const texts = moves.map((move) => game.formatMove(move));
    const chosen = await players[side].choose({ setup, position, moves: texts, rng, clocks });
    const answer = clocks === null ? chosen : inTime(clocks, turn, chosen);
    if ('fault' in answer) {
      const played = { index, winner: OTHER[side], fault: `${side.toUpperCase()}: ${answer.fault}` };
      return { played, record: forfeited(makeRecord(game, setup, moves), position.outcome().scores, answer, played) };
    }
    moves.push(answer.move);
    position.play(answer.move);
  }
  const first = new Set(position.outcome().places.flatMap((place, seat) => (place === 1 ? [sideAt(seat, index)] : [])));
  const [only = null] = first.size === 1 ? first : [];
  return { played: { index, winner: only }, record: makeRecord(game, setup, moves) };
}

/** The answer, or the loss on time. */
function inTime(clocks: Clocks, seat: Seat, answer: Answer | Fault): Answer | Fault {
  const limit = clocks.limit(seat);
  return 'fault' in answer || clocks.spend(seat, answer.used) ? answer : late(limit);
}

const forfeited = (record: GameRecord, scores: readonly number[], { by }: Fault, { index, winner }: Played) => ({
  ...record,
  end: { by, scores, places: scores.map((_, seat) => (sideAt(seat, index) === winner ? 1 : 2)) },
});
