import { legalMoveTexts, makeSetup } from '@tablier/core';
import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { tablier } from './tablier.ts';

/** Every game with the least and the greatest number of players. */
const TABLES = games.flatMap((game) =>
  [...new Set([game.players[0], game.players.at(-1)])].map((players) => [game.id, players as number, game] as const),
);

/** A dealt setup in flags, and the start position that it describes. */
async function dealt(id: string, players: number, game: (typeof games)[number]) {
  const count = ['--players', String(players)];
  const { stdout } = await tablier(['deal', id, ...count, '--seed', 'x']);
  const setup = makeSetup(game, { players, deal: JSON.parse(stdout) });
  if (!setup.ok) throw new Error(`${id} refused its own deal: ${setup.error.detail}`);
  return { flags: [...count, '--deal', stdout], deal: stdout.trim(), position: game.start(setup.value) };
}

describe.each(TABLES)('%s for %d', (id, players, game) => {
  test('moves and perft take a deal, and name its lack where one is needed', async () => {
    const { flags, position } = await dealt(id, players, game);
    const texts = legalMoveTexts(game, position);
    expect((await tablier(['moves', id, ...flags])).lines).toEqual(texts);
    expect((await tablier(['perft', id, ...flags, '--depth', '1'])).stdout).toBe(`${texts.length}\n`);

    const without = await tablier(['moves', id, '--players', String(players)]);
    const needsDeal = !makeSetup(game, { players }).ok;
    expect(without.code).toBe(needsDeal ? 2 : 0);
    if (needsDeal) expect(without.stderr).toMatch(/^tablier: missing-deal \(/);
  });

  test('the deal is that of the first random game', async () => {
    const { deal } = await dealt(id, players, game);
    const { stdout } = await tablier(['random', id, '--players', String(players), '--seed', 'x']);
    expect((JSON.parse(stdout) as { deal: unknown }).deal).toEqual(JSON.parse(deal));
  });

  test('the engine finds legal moves, one after the other', async () => {
    const { deal, position } = await dealt(id, players, game);
    const options = [
      `Game value ${id}`,
      `Players value ${players}`,
      ...(deal === 'null' ? [] : [`Deal value ${deal}`]),
    ];
    const made: string[] = [];
    for (let ply = 0; ply < 3; ply++) {
      const asked = [
        ...options.map((option) => `setoption name ${option}`),
        `position startpos moves ${made.join(' ')}`,
      ];
      const { lines } = await tablier(['engine'], { input: [...asked, 'go nodes 300', ''].join('\n') });
      const best = lines.at(-1)?.replace('bestmove ', '') ?? '';
      expect(legalMoveTexts(game, position)).toContain(best);
      made.push(best);
      position.play(game.parseMove(best) ?? -1);
    }
  });

  test('bots play it, and a person with them', async () => {
    const count = ['--players', String(players), '--seed', 'x'];
    const { code, lines } = await tablier([
      'match',
      id,
      ...count,
      '--a',
      'beginner',
      '--b',
      'beginner',
      '--games',
      '2',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ games: 2 });
    const { stdout } = await tablier(['play', id, ...count, '--level', 'beginner'], { input: 'help\nmoves\nquit\n' });
    expect(stdout).toMatch(/\d+ moves?:\n/);
    expect(stdout.endsWith('Goodbye.\n')).toBe(true);
  });
});
