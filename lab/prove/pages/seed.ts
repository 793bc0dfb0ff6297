import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { SeededRng } from '@tablier/core';
import { BackupLines, NEWEST_VERSION } from '@tablier/store';
import { playoutSource } from './playouts.ts';
import { addPerson, GameRows, Rows } from './seed-rows.ts';

export interface SeedOptions {
  readonly games: number;
  readonly people: number;
  /** Tables at which a game is played by correspondence. */
  readonly running: number;
  readonly seed: string;
}

/** Random games of each kind that are played to their end. */
const COURSES = 300;
/** The newest games have complete logs; the tables of the others can be listed, but not opened. */
const WITH_LOGS = 5000;
/** All games ended within this time before the last. Milliseconds. */
const SPAN = 2 * 365 * 86_400_000;
const LAST = Date.UTC(2026, 0, 1);

/**
 * Writes a backup with finished games of people who play each other: tables, records, results, ratings. Person 0 is in every tenth game, the
 * others meet at random. The same options give the same games.
 */
export async function writeSeed(file: string, { games, people, running, seed }: SeedOptions): Promise<void> {
  const rng = new SeededRng(seed);
  const rows = new Rows(dirname(file));
  for (let index = 0; index < people; index++) addPerson(rows, index, LAST - SPAN);
  const next = playoutSource(rng, COURSES);
  const gameRows = new GameRows(rows, rng);
  for (let seq = 1; seq <= games; seq++) {
    const first = seq % 10 === 0 ? 0 : 1 + rng.below(people - 1);
    const second = 1 + ((first + rng.below(people - 2)) % (people - 1));
    const endedAt = LAST - Math.floor((SPAN * (games - seq)) / games);
    const others = second === first ? (second % (people - 1)) + 1 : second;
    gameRows.add({ ...next(), seq, people: [first, others], endedAt, hasLog: seq > games - WITH_LOGS });
  }
  for (let seq = 1; seq <= running; seq++) {
    const first = rng.below(people);
    gameRows.addRunning({
      ...next(),
      seq,
      people: [first, (first + 1) % people],
      endedAt: Date.now() - rng.below(86_400_000),
    });
  }
  gameRows.finish();
  await writeLines(file, rows);
}

async function writeLines(file: string, rows: Rows): Promise<void> {
  const stream = createWriteStream(file);
  const lines = new BackupLines();
  const write = async (line: string): Promise<void> => {
    if (!stream.write(line)) await once(stream, 'drain');
  };
  await write(lines.beginning(NEWEST_VERSION));
  // A table that refers to another has a name that comes after it.
  for await (const row of rows.read()) await write(lines.row(row));
  stream.end(lines.ending());
  await once(stream, 'finish');
}
