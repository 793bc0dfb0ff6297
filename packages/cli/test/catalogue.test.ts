import { type GameRecord, legalMoveTexts, makeSetup, type Position } from '@tablier/core';
import { games } from '@tablier/games';
import { beforeAll, describe, expect, test } from 'vitest';
import { runHere, tablier } from './tablier.ts';

/** Every game with the least and the greatest number of players. */
const TABLES = games.flatMap((game) =>
  [...new Set([game.players[0], game.players.at(-1)])].map((players) => [game.id, players as number, game] as const),
);

describe.each(TABLES)('%s for %d', (id, players, game) => {
  const count = ['--players', String(players)];
  /** What `tablier deal` makes, in JSON. */
  let deal = '';

  beforeAll(async () => {
    deal = (await runHere(['deal', id, ...count, '--seed', 'x'])).lines.join();
  });

  /** The position after some moves from that deal. */
  function after(moves: readonly string[]): Position {
    const setup = makeSetup(game, { players, deal: JSON.parse(deal) });
    if (!setup.ok) throw new Error(`${id} refused its own deal: ${setup.error.detail}`);
    const position = game.start(setup.value);
    for (const text of moves) position.play(game.parseMove(text) ?? -1);
    return position;
  }

  test('moves and perft take a deal, and name its lack where one is needed', async () => {
    const texts = legalMoveTexts(game, after([]));
    expect((await runHere(['moves', id, ...count, '--deal', deal])).lines).toEqual(texts);
    const perft = await runHere(['perft', id, ...count, '--deal', deal, '--depth', '1']);
    expect(perft.stdout).toBe(`${texts.length}\n`);

    const without = await runHere(['moves', id, ...count]);
    const needsDeal = !makeSetup(game, { players }).ok;
    expect(without.code).toBe(needsDeal ? 2 : 0);
    if (needsDeal) expect(without.stderr).toMatch(/^tablier: missing-deal \(/);
  });

  test('the deal is that of the first random game, in the midst of which the engine finds legal moves', async () => {
    const { stdout } = await runHere(['random', id, ...count, '--seed', 'x']);
    const record = JSON.parse(stdout) as GameRecord;
    expect(record.deal).toEqual(JSON.parse(deal));
    const begun = [0, 1, 5].map((plies) => record.moves.slice(0, plies));
    const asked = [
      ...[`Game value ${id}`, `Players value ${players}`, `Deal value ${deal}`].map((text) => `setoption name ${text}`),
      ...begun.flatMap((moves) => [`position startpos moves ${moves.join(' ')}`, 'go nodes 300']),
    ];
    const { lines } = await runHere(['engine'], { input: asked.join('\n') });
    const best = lines.filter((line) => line.startsWith('bestmove')).map((line) => line.slice('bestmove '.length));
    expect(best).toHaveLength(begun.length);
    for (const [index, text] of best.entries()) expect(legalMoveTexts(game, after(begun[index] ?? []))).toContain(text);
  });

  test('bots play it, and a person with them', async () => {
    const seed = ['--seed', 'x'];
    const bots = ['--a', 'beginner', '--b', 'beginner', '--games', '2'];
    const { code, lines } = await runHere(['match', id, ...count, ...seed, ...bots]);
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ games: 2 });
    const input = 'help\nmoves\nquit\n';
    const { stdout } = await tablier(['play', id, ...count, ...seed, '--level', 'beginner'], { input });
    expect(stdout).toMatch(/\d+ moves?:\n/);
    expect(stdout.endsWith('Goodbye.\n')).toBe(true);
  });
});
