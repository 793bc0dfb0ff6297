/*
 * Lets bots play each preset and each landscape of a game, and prints how often they chose each first turn, for the page of the openings.
 *
 *   node lab/strength/openings.ts GAME [GAMES] [SEED] > packages/games/src/GAME/openings.json
 */
import { type BotGame, botMove } from '@tablier/ai';
import {
  canonicalJson,
  defaultOptions,
  hashText,
  type Level,
  LEVELS,
  makeRecord,
  makeSetup,
  type Move,
  NOBODY,
  OpeningTally,
  type Options,
  SeededRng,
} from '@tablier/core';
import { findGame } from '@tablier/games';

/** A game is between equals. The weak ones choose different first moves, the strong ones sensible ones. */
const PLAYERS = LEVELS.slice(0, 4);

/** The presets, and each value of the first option, which is the landscape in Nasca, without those that a person lays out. */
function setupsOf({ options, presets }: BotGame): readonly Options[] {
  const defaults = defaultOptions(options);
  const [name = '', { values } = { values: [] }] = Object.entries(options)[0] ?? [];
  const all = [
    ...Object.values(presets),
    ...values.filter((value) => value !== 'custom').map((value) => ({ ...defaults, [name]: value })),
  ];
  return [...new Map(all.map((each) => [canonicalJson(each), each])).values()];
}

/** `null`: a person has to choose the deal. */
function play(game: BotGame, options: Options, { level, rng }: { readonly level: Level; readonly rng: SeededRng }) {
  const setup = makeSetup(game, { options, players: 2, deal: game.deals.draw(options, 2, rng) ?? undefined });
  if (!setup.ok) return null;
  const position = game.start(setup.value);
  const moves: Move[] = [];
  while (position.turn !== NOBODY) {
    const knowledge = game.secrets.knowledge(position, position.turn);
    const move = botMove({ game, options, knowledge }, level, rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup.value, moves);
}

if (import.meta.main) {
  const [id = 'isaac', games = '200', seed = '1'] = process.argv.slice(2);
  const game = findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  const tally = new OpeningTally(game);
  for (const options of setupsOf(game))
    for (let index = 0; index < Number(games); index++) {
      const level = PLAYERS[index % PLAYERS.length] ?? 1;
      const rng = new SeededRng(hashText(`${seed}/${canonicalJson(options)}/${index}`));
      const played = play(game, options, { level, rng });
      if (played !== null) tally.add(played);
    }
  process.stdout.write(`${JSON.stringify(tally.result(), null, 2)}\n`);
}
