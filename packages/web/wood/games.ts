/**
 * `node scripts/source.mjs packages/web/wood/games.ts`: has two bots play one game of each with a fixed seed and writes it as a record to
 * `packages/web/src/play/boxes/<game>.json`. The home page replays these games.
 */
import { type BotGame, botMove } from '@tablier/ai';
import { type GameRecord, makeSetup, NOBODY, type Options, RECORD_FORMAT, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SEED = 'home';
/** The rules under which a game shows most: of Arcanor everything, of Nasca one round. */
const PRESETS: Readonly<Record<string, string>> = { arcanor: 'open', nasca: 'short' };

for (const game of games) {
  const record = play(game, game.presets[PRESETS[game.id] ?? ''] ?? Object.values(game.presets)[0] ?? {});
  const file = fileURLToPath(new URL(`../src/play/boxes/${game.id}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify(record)}\n`);
  console.log(`${game.id}: ${record.moves.length} moves`);
}

function play(game: BotGame, options: Options): GameRecord {
  const rng = new SeededRng(SEED);
  const players = game.players[0] ?? 2;
  const setup = makeSetup(game, { options, players, deal: game.deals.draw(options, players, rng) });
  if (!setup.ok) throw new Error(setup.error.name);
  const position = game.start(setup.value);
  const moves: string[] = [];
  while (position.turn !== NOBODY) {
    const task = { game, options: setup.value.options, knowledge: game.secrets.knowledge(position, position.turn) };
    const move = botMove(task, 4, rng);
    moves.push(game.formatMove(move));
    position.play(move);
  }
  return { format: RECORD_FORMAT, game: game.id, rules: game.rulesVersion, ...setup.value, moves };
}
