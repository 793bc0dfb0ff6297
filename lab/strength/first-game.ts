/*
 * First games of a person who knows nothing: they aim at a random move, and follow the bubble where there is one. A bubble proposes a move
 * in their first turns, what it speaks of unless that is a mistake, and later only before a bad move. The opponent is level 1. Prints the share of
 * wins and draws.
 *
 *   node lab/strength/first-game.ts GAME [GAMES] [SEED] [NODES]
 */
import { botMove, hintFor, judgeMove } from '@tablier/ai';
import { type Move, NOBODY, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { firstGame as arcanor } from '@tablier/games/arcanor/first-game';
import { firstGame as isaac } from '@tablier/games/isaac/first-game';
import { firstGame as masker } from '@tablier/games/masker/first-game';
import { firstGame as nasca } from '@tablier/games/nasca/first-game';
import { type FirstGame, guidanceOf, SHOWN_TURNS } from '@tablier/games/first-game';
import { wilson } from './levels/elo.ts';
import { openingOf } from './levels/play.ts';

const FIRST_GAMES = { arcanor, isaac, masker, nasca } as unknown as Readonly<Record<string, FirstGame>>;
/** The labels of moves before which a bubble gives a hint. */
const BAD: ReadonlySet<string> = new Set(['inaccuracy', 'mistake', 'blunder']);

interface Course {
  readonly game: string;
  readonly seed: string;
  /** The budget of a search for a bubble, in positions. The page has more. */
  readonly nodes: number;
}

/** Whether the person, who begins, wins or draws a first game; and how many bubbles proposed a move. */
export async function firstGame({ game: id, seed, nodes }: Course): Promise<{ isLost: boolean; proposals: number }> {
  const game = findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  const { setup } = openingOf(game, seed, 0, 0);
  const position = game.start(setup);
  const rng = new SeededRng(seed);
  const own = position.turn;
  const moves: Move[] = [];
  const play = (move: Move): void => {
    moves.push(move);
    position.play(move);
  };
  let proposals = 0;
  for (let turn = 0; position.turn !== NOBODY; turn++) {
    const knowledge = game.secrets.knowledge(position, position.turn);
    const task = { game, options: setup.options, knowledge };
    if (position.turn !== own) {
      play(botMove(task, 1, rng));
      continue;
    }
    const aim = position.randomMove(rng);
    const first = FIRST_GAMES[id];
    const preferred = first === undefined ? [] : guidanceOf(first, { game, setup, moves }, own).led;
    const options = { nodes, seed: `${seed}/${turn}`, preferred };
    const isShown = position.turnIndex < 2 * SHOWN_TURNS;
    const judged = isShown ? null : await judgeMove(task, aim, options);
    const isBad = judged !== null && BAD.has(judged.label);
    const best: Move | undefined = isShown
      ? (await hintFor(task, options))?.best.moves[0]
      : isBad
        ? judged.best.moves[0]
        : undefined;
    if (best !== undefined) proposals++;
    play(best ?? aim);
  }
  return { isLost: (position.outcome().places[own] ?? 1) > 1, proposals };
}

if (import.meta.main) {
  const [game = 'isaac', count = '500', seed = '1', nodes = '1000'] = process.argv.slice(2);
  let [kept, proposals] = [0, 0];
  const started = performance.now();
  for (let index = 0; index < Number(count); index++) {
    const played = await firstGame({ game, seed: `${seed} ${index}`, nodes: Number(nodes) });
    if (!played.isLost) kept++;
    proposals += played.proposals;
  }
  const [low, high] = wilson(kept / Number(count), Number(count));
  const perGame = (performance.now() - started) / Number(count);
  console.log(
    `${game}: ${(kept / Number(count)).toFixed(3)} of ${count} (${low.toFixed(3)}–${high.toFixed(3)}), ` +
      `${(proposals / Number(count)).toFixed(1)} proposals and ${perGame.toFixed(0)} ms a game`,
  );
}
