import { type GameRecord, makeRecord, type Move, NOBODY, type Seat, SeededRng } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import type { Opening } from './openings.ts';
import type { Fault, Player } from './players.ts';

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
}

/** Sides alternate, so that both games of a pair have the same opening with seats swapped. */
const sideAt = (seat: Seat, index: number): Side => ((seat + index) % 2 === 0 ? 'a' : 'b');

/** Plays one game to its end: by the rules, or because a side has no legal answer in time. */
export async function playGame(
  game: CatalogueGame,
  { setup, moves: opening, players, seed, index }: Pairing,
): Promise<{ readonly played: Played; readonly record: GameRecord }> {
  const position = game.start(setup);
  const moves: Move[] = [...opening];
  for (const move of moves) position.play(move);
  const rng = new SeededRng(`${seed} bots ${index}`);
  while (position.turn !== NOBODY) {
    const side = sideAt(position.turn, index);
    const texts = moves.map((move) => game.formatMove(move));
    const move = await players[side].choose({ setup, position, moves: texts, rng });
    if (typeof move !== 'number') {
      const played = { index, winner: OTHER[side], fault: `${side.toUpperCase()}: ${move.fault}` };
      return { played, record: forfeited(makeRecord(game, setup, moves), position.outcome().scores, move, played) };
    }
    moves.push(move);
    position.play(move);
  }
  const first = new Set(position.outcome().places.flatMap((place, seat) => (place === 1 ? [sideAt(seat, index)] : [])));
  const [only = null] = first.size === 1 ? first : [];
  return { played: { index, winner: only }, record: makeRecord(game, setup, moves) };
}

const forfeited = (record: GameRecord, scores: readonly number[], { by }: Fault, { index, winner }: Played) => ({
  ...record,
  end: { by, scores, places: scores.map((_, seat) => (sideAt(seat, index) === winner ? 1 : 2)) },
});
