/**
 * Whether a game of Masker reveals more to a seat than it may know. The worlds that a seat must not distinguish are found with the slow
 * oracle: the same grid and moves, other tokens, the same announcements [M12].
 */
import { type Game, legalMovesOf, type Move, NOBODY, type Rng, type Setup, type Viewer } from '@tablier/core';
import type { MaskerPosition, MaskerView } from '../../src/masker/index.ts';
import { begin, play, sideOf, sidesOf } from './oracle.ts';
import { CASES, setupOf } from './support.ts';

export type MaskerGame = Game<MaskerPosition, MaskerView, MaskerView>;

/** A position of a random game with its history. Valid only during the visit, because the game then continues on it. */
export interface Reached {
  readonly setup: ReturnType<typeof setupOf>;
  readonly moves: readonly Move[];
  readonly position: MaskerPosition;
  /** The colours without a cross in play, with the ply at which each vanished. */
  readonly vanished: ReadonlyMap<string, number>;
}

/** Every position of `games` random games for each combination. */
export function visitRandom(
  game: MaskerGame,
  games: number,
  newRng: (title: string) => Rng,
  visit: (at: Reached, rng: Rng) => void,
): void {
  for (const { title, options, players } of CASES) {
    for (let index = 0; index < games; index++) {
      const rng = newRng(`${title} ${index}`);
      const setup = setupOf({ options, players }, readTexts(game.deals.draw(options, players, rng)));
      visitGame(game, setup, rng, visit);
    }
  }
}

function visitGame(game: MaskerGame, setup: Reached['setup'], rng: Rng, visit: (at: Reached, rng: Rng) => void): void {
  const position = game.start(setup);
  const world = begin(readOptions(setup), setup.players, setup.deal);
  const moves: Move[] = [];
  const vanished = new Map<string, number>();
  visit({ setup, moves, position, vanished }, rng);
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
    play(world, game.formatMove(move));
    const left = Object.values(world.stacks).flat();
    for (const letter of LETTERS)
      if (!vanished.has(letter) && !left.includes(letter)) vanished.set(letter, moves.length);
    visit({ setup, moves, position, vanished }, rng);
  }
}

const readTexts = (deal: unknown): { grid: string; tokens: string } => {
  if (typeof deal !== 'object' || deal === null || !('grid' in deal) || !('tokens' in deal)) throw new Error('no deal');
  return { grid: String(deal.grid), tokens: String(deal.tokens) };
};

const LETTERS = ['R', 'Y', 'G', 'B', 'P'];

/** Every way to give `count` sides different tokens. */
const assignments = (count: number): string[] =>
  count === 0
    ? ['']
    : assignments(count - 1).flatMap((head) =>
        LETTERS.filter((letter) => !head.includes(letter)).map((letter) => head + letter),
      );

const readOptions = (setup: Setup): { touch: string; board: string } => ({
  touch: String(setup.options['touch']),
  board: String(setup.options['board']),
});

/** The announcements with these tokens: the sides that went out, and at which ply [M12]. */
const announced = (vanished: ReadonlyMap<string, number>, tokens: string): string =>
  tokens
    .split('')
    .map((letter) => (vanished.has(letter) ? `${letter}${vanished.get(letter)}` : 'in'))
    .join();

/** The tokens of all worlds that the viewer cannot tell from this one, including this one. */
export function twinTokens({ setup, position, vanished }: Reached, viewer: Viewer): string[] {
  const { tokens } = setup.deal;
  if (position.turn === NOBODY) return [tokens];
  const own = typeof viewer === 'number' ? sideOf(setup.players, viewer) : null;
  return assignments(sidesOf(setup.players).length).filter(
    (other) =>
      announced(vanished, other) === announced(vanished, tokens) && (own === null || other[own] === tokens[own]),
  );
}

export const viewersOf = (players: number): Viewer[] => [
  ...Array.from({ length: players }, (_, seat) => seat),
  'spectator',
];

/** Everything that is sent to the viewer, as JSON. Choices and drawings follow from the view. */
function sent(game: MaskerGame, position: MaskerPosition, viewer: Viewer): Record<string, string> {
  return {
    view: JSON.stringify(game.view(position, viewer)),
    knowledge: typeof viewer === 'number' ? JSON.stringify(game.secrets.knowledge(position, viewer)) : '',
    moves: String(legalMovesOf(game, position)),
    count: String(position.countMoves()),
    turn: `${position.turn} ${position.turnIndex}`,
  };
}

/** The difference in what is sent in the world with `tokens`; `null` if there is none. */
export function twinFault(game: MaskerGame, at: Reached, viewer: Viewer, tokens: string): string | null {
  const twin = game.start({ ...at.setup, deal: { ...at.setup.deal, tokens } });
  for (const move of at.moves) twin.play(move);
  const here = sent(game, at.position, viewer);
  const there = sent(game, twin, viewer);
  const field = Object.keys(here).find((name) => here[name] !== there[name]);
  return field === undefined
    ? null
    : `${viewer} sees it in ${field}: ${at.setup.deal.tokens} or ${tokens} after ${at.moves.length} moves`;
}

/** The tokens of a world, by side. */
export const tokensOf = (position: MaskerPosition): string =>
  sidesOf(position.players)
    .map((side) => LETTERS[position.owners.indexOf(side) - 1])
    .join('');

/** The fault in samples of the seat's knowledge, which must give all twins and no others, with the same view; `null` if there is none. */
export function sampleFault(game: MaskerGame, at: Reached, seat: number, rng: Rng): string | null {
  const twins = new Set(twinTokens(at, seat));
  const knowledge = game.secrets.knowledge(at.position, seat);
  const drawn = new Set<string>();
  const into = game.start(at.setup);
  // The probability that 400 draws miss one of 12 twins is 10^-15.
  for (let draw = 0; draw < 400 && drawn.size < twins.size; draw++) {
    const world = game.secrets.sample(knowledge, rng, into);
    const tokens = tokensOf(world);
    if (!twins.has(tokens)) return `${tokens} was drawn, which cannot be`;
    if (!drawn.has(tokens)) {
      const here = JSON.stringify(sent(game, at.position, seat));
      if (JSON.stringify(sent(game, world, seat)) !== here) return `seat ${seat} sees another table in a sample`;
    }
    drawn.add(tokens);
  }
  return drawn.size === twins.size ? null : `of ${[...twins].join()} only ${[...drawn].join()} were drawn`;
}
