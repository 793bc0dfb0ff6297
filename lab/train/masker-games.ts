import { chooseMove } from '@tablier/ai';
import { makeSetup, type Move, NOBODY, type Rng } from '@tablier/core';
import { masker, type MaskerPosition } from '@tablier/games/masker';
import { sideOf } from '../../packages/games/src/masker/board.ts';
import { afterFeature, stageOf, takenFeature } from '../../packages/games/src/masker/beliefs.ts';
import { STOP } from '../../packages/games/src/masker/position.ts';
import type { Choice } from './choices.ts';
import type { GamePlayer } from './training.ts';

const OPTIONS = { touch: 'side', board: 'flat' } as const;
/** The numbers of players of the games, in turn. */
const PLAYERS = [2, 3, 4] as const;
/** By generation: the nodes of a move. */
const NODES = [4_000, 10_000] as const;

/** A choice of a player whose colour is known afterwards. */
export interface MaskerChoice extends Choice {
  readonly players: number;
}

export const play: GamePlayer<MaskerChoice> = (rng, generation, game) => {
  const players = PLAYERS[game % PLAYERS.length] as number;
  const position = startOf(players, rng);
  const plan = { nodes: NODES[Math.min(generation, NODES.length - 1)] as number, exploration: 1 };
  const choices: MaskerChoice[] = [];
  while (position.turn !== NOBODY) {
    const knowledge = masker.secrets.knowledge(position, position.turn);
    const { move } = chooseMove({ game: masker, options: OPTIONS, knowledge }, plan, rng);
    const choice = choiceOf(position, move);
    if (choice !== null) choices.push(choice);
    position.play(move);
  }
  return choices;
};

function startOf(players: number, rng: Rng): MaskerPosition {
  const setup = makeSetup(masker, { options: OPTIONS, players, deal: masker.deals.draw(OPTIONS, players, rng) });
  if (!setup.ok) throw new Error(setup.error.detail);
  return masker.start(setup.value);
}

/** None for a move that says nothing about the colour of the player. */
function choiceOf(position: MaskerPosition, made: Move): MaskerChoice | null {
  const legal = new Uint16Array(masker.maxMoves);
  const list = legal.subarray(0, position.legalMoves(legal));
  if (list.length < 2 || made > STOP) return null;
  const { players, owners, turn } = position;
  const colour = owners.indexOf(sideOf(players, turn));
  const stage = stageOf(position);
  const features = Uint16Array.from(
    [...list].flatMap((move) => [
      takenFeature(position, move, colour, stage),
      afterFeature(position, move, colour, stage),
    ]),
  );
  return { players, features, chosen: list.indexOf(made) };
}
