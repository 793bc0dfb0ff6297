/**
 * Compares random games of the TypeScript rules with those of plain C (`plain/GAME.c`), with the first preset and two seats:
 *
 *   npm run bench-plain
 *   npm run bench-plain -- masker --rounds 11 --seconds 2
 *
 * The two programs must agree on perft, on every move and result of random games of the C program, and on the length and the results of
 * the games that are measured. They play in turns. A game counts from the copy of the start to its outcome. All figures
 * are processor time. `CC` names another C compiler than `cc`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findGame, games } from '../src/index.ts';
import { checkPerft, checkRecords, checkTallies } from './plain/agreement.ts';
import { compile } from './plain/program.ts';
import { playRandomGames, setupOf, type Tally } from './plain/random-games.ts';

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'plain-'));
try {
  // Each game in a process of its own, as in a search: code that plays four games is compiled for all of them.
  const [id, ...others] = positionals.length > 0 ? positionals : games.map((game) => game.id);
  if (id === undefined || others.length > 0) for (const each of [id, ...others]) runAlone(String(each));
  else compareGame(id);
} finally {
  rmSync(folder, { recursive: true });
}

function runAlone(id: string): void {
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const { status } = spawnSync(process.execPath, [...process.execArgv, String(process.argv[1]), id, ...words], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

function compareGame(id: string): void {
  const game = findGame(id);
  if (game === undefined) throw new Error(`there is no game "${id}"`);
  const plain = compile(id, folder);
  if (plain === null) return;
  checkPerft(game, plain);
  checkRecords(game, plain);
  const ours: Tally[] = [];
  const theirs: Tally[] = [];
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= Number(flags.rounds); round++) {
    const seed = Number(flags.seed) + round;
    const setup = setupOf(game, seed);
    const own = playRandomGames(game, setup, Number(flags.seconds), seed);
    const other = plain.playRandomGames(setup, Number(flags.seconds), seed);
    checkTallies(id, own, other);
    ours.push(own);
    theirs.push(other);
  }
  report(id, ours.slice(1), theirs.slice(1));
}

function report(id: string, ours: readonly Tally[], theirs: readonly Tally[]): void {
  const rate = ({ games: played, seconds }: Tally): number => played / seconds;
  const ratios = ours.map((tally, round) => rate(tally) / rate(theirs[round] as Tally));
  const lengths = ours.map(({ games: played, plies }) => plies / played);
  const line = [
    `${id}: ${count(median(ours.map(rate)))} games/s, plain C ${count(median(theirs.map(rate)))}`,
    `ratio ${share(Math.min(...ratios))} to ${share(Math.max(...ratios))}, median ${share(median(ratios))}`,
    `${median(lengths).toFixed(1)} plies a game`,
  ];
  console.log(line.join('; '));
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] as number;
}

function count(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

function share(value: number): string {
  return value.toFixed(2);
}
