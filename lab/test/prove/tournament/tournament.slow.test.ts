import { expect, test } from 'vitest';
import { tournament } from '../../../prove/tournament/index.ts';

/** A busy machine must not fail the test. Milliseconds. */
const TIMEOUT_MS = 900_000;

test(
  'a Swiss of six programs, with the server killed in each of two rounds, ends with the right standings',
  async () => {
    const options = { store: 'sqlite', bots: 6, rounds: 2, game: 'isaac', seed: '1' };
    const { ok, figures } = await tournament.run(options, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ status: 'over', played: 2, games: 6, kills: 2, repeats: 0, lines: 0 });
  },
  TIMEOUT_MS,
);
