/**
 * The process of the players who go on during a storm: `node others.ts URL SEED`. In that of the storm, their moves would wait for ten
 * thousand clients that come back. It prints the address when all play, and answers `moves` with the milliseconds of the moves since, and
 * `end` with what went wrong.
 */
import { SeededRng } from '@tablier/core';
import type { RawConnection } from '@tablier/testkit/online';
import { greeted, guest, type Meter, playDuring, seatAll, verifyAll } from './match-up.ts';

const TABLES = 40;
/** Milliseconds. */
const THOUGHT = 200;
/** Of the names of the others. */
const FIRST = 100_000;

const [, , url = '', seed = ''] = process.argv;
const meter: Meter = { latencies: [], faults: [], samples: [], games: 0, playsMoves: true };
const connect = async (number: number): Promise<RawConnection> => greeted(url, await guest(url, FIRST + number));
const tables = await seatAll(TABLES, async (table) => [await connect(2 * table), await connect(2 * table + 1)], {
  rng: new SeededRng(seed),
  meter,
});
const ended = new Promise<void>((resolve) =>
  process.on('message', (message) => {
    if (message === 'end') resolve();
    else process.send?.(meter.latencies.splice(0));
  }),
);
const { isQuiet } = await playDuring(
  tables,
  () => THOUGHT,
  () => {
    process.stdout.write(`${url}\n`);
    return ended;
  },
);
if (!isQuiet) meter.faults.push('a move got no answer');
if (meter.faults.length === 0) await verifyAll(tables);
process.send?.(meter.faults, () => process.exit());
