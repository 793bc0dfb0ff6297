import { type Entrant, type Pairing, parseTrf, type Tournament, type TrfPlayer } from '../../src/index.ts';
import { ALONE } from './simulate.ts';

/** The state before a round, and the pairings that the file has for it. */
interface TrfRound {
  readonly round: number;
  readonly before: Tournament;
  readonly pairings: readonly Pairing[];
}

/** Reads a report. The first seat is that of the colour that the first entrant has in the first round, which is drawn by lot. */
export function readTrf(text: string): {
  readonly name: string;
  readonly roundsOf: () => Generator<TrfRound>;
} {
  const report = parseTrf(text);
  if (!report.ok) throw new Error(`line ${report.error.line}: ${report.error.name}`);
  const { name, players, rounds, pairings } = report.value;
  const paired = players.filter((player) => isPaired(player, 1));
  const drawn = paired.findIndex(({ cells }) => (cells[0]?.opponent ?? 0) > 0);
  const isWhiteFirst = (paired[drawn]?.cells[0]?.colour === 'w') === (drawn % 2 === 0);
  const seated = pairings.map((pairing) =>
    isWhiteFirst || pairing.seats.length === 1 ? pairing : { ...pairing, seats: pairing.seats.toReversed() },
  );
  return { name, roundsOf: () => roundsIn(players, seated, rounds) };
}

/** Whether a cell came from the pairing of its round, and not from an absence that was announced. */
const isPaired = ({ cells }: TrfPlayer, round: number): boolean => {
  const cell = cells[round - 1];
  return cell !== undefined && (cell.opponent > 0 || cell.result === 'U');
};

function* roundsIn(players: readonly TrfPlayer[], pairings: readonly Pairing[], rounds: number): Generator<TrfRound> {
  for (let round = 1; round <= rounds; round++) {
    const entrants = players.map((player): Entrant => ({
      number: player.number,
      rating: player.rating ?? 0,
      firstRound: 1,
      isIn: isPaired(player, round),
    }));
    const isIn = new Set(entrants.filter((entrant) => entrant.isIn).map(({ number }) => number));
    yield {
      round,
      before: {
        ...{ kind: 'swiss', seats: 2, entrants, partners: ALONE, rounds },
        pairings: pairings.filter((pairing) => pairing.round < round),
      },
      pairings: pairings.filter((pairing) => pairing.round === round && isIn.has(pairing.seats[0]?.entrant ?? 0)),
    };
  }
}
