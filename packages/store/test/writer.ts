import type { GameRecord } from '@tablier/core';
import { openStore } from '../src/index.ts';

/** `writer.ts FOLDER NAME COUNT`: archives COUNT games and prints the id of each when it is confirmed. */
const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const store = await openStore({ folder });
if (!store.ok) throw new Error(store.error.detail);
for (let index = 0; index < Number(count); index++) {
  const record: GameRecord = {
    format: 1,
    game: 'checkers',
    rules: 1,
    options: {},
    players: 2,
    deal: null,
    moves: [name, String(index)],
    end: { by: 'rules', scores: [1, 0], places: [1, 2] },
  };
  const id = await store.value.keep(record, { isListed: true });
  process.stdout.write(`${id}\n`);
}
await store.value.close();
