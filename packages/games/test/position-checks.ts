import {
  canonicalJson,
  type Game,
  isLegal,
  makeSetup,
  NOBODY,
  type Options,
  type Position,
  type Rng,
  SeededRng,
  type View,
  type Viewer,
} from '@tablier/core';
import type { SecretPair } from '@tablier/testkit';

/* The claims of docs/positions.md, for the tests and for `npm run prove -- positions`. */

export interface State {
  readonly position: Position;
  readonly players: number;
}

/** A game under random conditions, before its first move. */
export function startAtRandom(game: Game, rng: Rng): State {
  const options: Options = Object.fromEntries(
    Object.entries(game.options).map(([name, { values }]) => [name, values[rng.below(values.length)] ?? '']),
  );
  const players = game.players[rng.below(game.players.length)] ?? 2;
  const setup = makeSetup(game, { options, players, deal: game.deals.draw(options, players, rng) });
  if (!setup.ok) throw new Error(setup.error.detail);
  return { position: game.start(setup.value), players };
}

/** Played at random for a random time; often to its end. */
export function stateAtRandom(game: Game, seed: number): State {
  const rng = new SeededRng(`position ${seed}`);
  const state = startAtRandom(game, rng);
  for (let plies = rng.below(200); plies > 0 && state.position.turn !== NOBODY; plies--) {
    state.position.play(state.position.randomMove(rng));
  }
  return state;
}

export const viewers = (players: number): Viewer[] => [
  ...Array.from({ length: players }, (_, seat) => seat),
  'spectator',
  'open',
];

/** Equal pieces of Isaac are numbered by their history, which is no part of a position. */
function withoutNumbers(view: View): unknown {
  if (!('pieces' in view) || !('phase' in view)) return view;
  const pieces = view.pieces as { id: number; slot: number }[];
  const plain = pieces.map(({ id: _, ...piece }) => piece);
  return { ...view, pieces: plain.sort((one, other) => one.slot - other.slot) };
}

/** Why the line of what a viewer sees is not read as that again; `null` if it is. */
export function faultOfLine(game: Game, position: Position, viewer: Viewer): string | null {
  const { positions } = game;
  if (positions === undefined) return 'no notation';
  const view = game.view(position, viewer);
  const line = positions.format(view);
  const read = positions.parse(line);
  if (!read.ok) return `${line}: ${read.error.detail}`;
  const again = read.value;
  if (canonicalJson(withoutNumbers(again.view)) !== canonicalJson(withoutNumbers(view))) return `${line}: another view`;
  if (positions.format(again.view) !== line) return `${line}: another line`;
  const moves = again.canPlay && position.turn !== NOBODY ? [again.position.countMoves(), position.countMoves()] : [];
  return moves[0] === moves[1] ? null : `${line}: ${moves.join(' moves, not ')}`;
}

/** Plays a pair to its end, and counts the states whose lines are equal. Returns the two lines if a viewer who cannot know has two. */
export function compareLines(
  game: Game,
  pair: SecretPair,
  rng: Rng,
): { readonly equal: number; readonly fault: string | null } {
  const worlds = [0, 1].map((world) => {
    const setup = makeSetup(game, { options: pair.options, players: pair.players, deal: pair.deals[world] });
    if (!setup.ok) throw new Error(setup.error.detail);
    const position = game.start(setup.value);
    for (const text of pair.openings[world] ?? []) position.play(game.parseMove(text) ?? 0);
    return position;
  });
  const lineOf = (position: Position, viewer: Viewer) => game.positions?.format(game.view(position, viewer));
  for (let equal = 0; ; equal++) {
    for (const viewer of [...pair.alike, 'spectator'] as const) {
      const [one, other] = worlds.map((position) => lineOf(position, viewer));
      if (one !== other) return { equal, fault: `${one} is for ${viewer} also ${other}` };
    }
    const next = pair.next(rng);
    if (next === null || !pair.made(next) || !pair.differs()) return { equal: equal + 1, fault: null };
    const move = next.kind === 'move' ? game.parseMove(next.text) : null;
    // A try that the rules do not allow is a peek.
    if (move !== null) for (const position of worlds) if (isLegal(game, position, move)) position.play(move);
  }
}
