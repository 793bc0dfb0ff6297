import { SeededRng } from '@tablier/core';
import { randomChoice, type TestClient } from '@tablier/testkit/online';

/** Plays moves in turn at a table. `players` are in the order of their seats. */
export async function playOpening(players: readonly TestClient[], table: string, moves: number): Promise<void> {
  const rng = new SeededRng('opening');
  const watcher = players[0];
  if (watcher === undefined) throw new Error('no players');
  for (let version = 0, made = 0; made < moves; made++) {
    const known = version;
    const isReady = watcher.view(table, ({ version: now, match }) => now >= known && match?.clock?.seat !== -1);
    const { match } = await isReady;
    const mover = players[match?.view.turn ?? 0];
    if (mover === undefined) throw new Error('no player has the turn');
    const move = randomChoice(await mover.view(table, ({ version: now }) => now >= known), rng);
    const answer = await mover.act(table, { kind: 'move', move });
    if (!answer.ok) throw new Error(`${move}: ${answer.error.name}`);
    version = answer.value.version;
  }
}
