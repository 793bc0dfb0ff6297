/**
 * Compares random games of the TypeScript rules with those of plain C (`plain/GAME.c`), with the first preset and two seats:
 *
 *   npm run bench-plain
 *   npm run bench-plain -- masker --rounds 11 --seconds 2
 *
 * The two programs must agree on perft, on every move and result of random games of the C program, and on the length and the results of
 * the games that are measured. They play in turns, each in a process of its own. A game counts from the copy of the start to its outcome.
 * All figures are processor time. `CC` names another C compiler than `cc`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CatalogueGame, findGame, games } from '@tablier/games';
import { checkPerft, checkRecords, checkTallies } from './plain/agreement.ts';
import { bundle, compile, type PlainProgram } from './plain/program.ts';
import { setupOf, type Tally } from './plain/random-games.ts';

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
  compareGames(positionals.length > 0 ? positionals : games.map((game) => game.id));
} finally {
  rmSync(folder, { recursive: true });
}

function compareGames(ids: readonly string[]): void {
  const measure = bundle(folder);
  for (const id of ids) {
    const game = findGame(id);
    if (game === undefined) throw new Error(`there is no game "${id}"`);
    const plain = compile(id, folder);
    if (plain === null) return;
    checkPerft(game, plain);
    checkRecords(game, plain);
    compareSpeed(game, plain, measure);
  }
}

function compareSpeed(game: CatalogueGame, plain: PlainProgram, measure: ReturnType<typeof bundle>): void {
  const [rounds, seconds, seed] = [flags.rounds, flags.seconds, flags.seed].map(Number) as [number, number, number];
  const ours: Tally[] = [];
  const theirs: Tally[] = [];
  for (let round = seed; round < seed + rounds; round++) {
    ours.push(measure(game.id, seconds, round));
    theirs.push(plain.playRandomGames(setupOf(game, round), seconds, round));
    checkTallies(game.id, ours.at(-1) as Tally, theirs.at(-1) as Tally);
  }
  report(game.id, ours, theirs);
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
