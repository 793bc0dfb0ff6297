/** The two programs that play random games of a game: the rules in C (`main.h` describes the commands) and in TypeScript. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Setup } from '@tablier/core';
import type { Tally } from './random-games.ts';

const FLAGS = ['-std=c17', '-O2', '-Wall', '-Wextra', '-Wpedantic', '-D_POSIX_C_SOURCE=199309L'];

export interface PlainProgram {
  playRandomGames(setup: Setup, seconds: number, seed: number): Tally;
  perft(setup: Setup, depth: number): number;
  /** Random games, one a line. */
  records(setup: Setup, count: number, seed: number): string[];
}

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles `measure.ts` into the folder. */
export function bundle(folder: string): (id: string, seconds: number, seed: number) => Tally {
  const words = ['vite', 'build', '--config', 'bench/plain/vite.config.ts', '--outDir', folder, '--logLevel', 'error'];
  execFileSync('npx', words, { cwd: WORKSPACE, stdio: 'inherit' });
  return (id, seconds, seed) => {
    const call = [join(folder, 'measure.js'), id, String(seconds), String(seed)];
    return JSON.parse(execFileSync(process.execPath, call, { encoding: 'utf8' })) as Tally;
  };
}

/** Compiles the program into the folder. Without a C compiler it says so and returns `null`. */
export function compile(id: string, folder: string): PlainProgram | null {
  const compiler = process.env['CC'] ?? 'cc';
  const program = join(folder, id);
  const source = fileURLToPath(new URL(`${id}.c`, import.meta.url));
  const { error, status } = spawnSync(compiler, [...FLAGS, '-o', program, source], { stdio: 'inherit' });
  if (error !== undefined)
    console.error(`${id}: no C compiler "${compiler}" here: install one, or set CC to its name.`);
  if (status !== 0) {
    process.exitCode = 1;
    return null;
  }
  const run = (words: readonly (string | number)[], setup: Setup): string =>
    execFileSync(program, [...words.map(String), dealText(setup)], { encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
  return {
    playRandomGames: (setup, seconds, seed) => JSON.parse(run(['games', seconds, seed], setup)) as Tally,
    perft: (setup, depth) => Number(run(['perft', depth], setup)),
    records: (setup, count, seed) => run(['records', count, seed], setup).split('\n'),
  };
}

/** Masker's grid without separators, and the tokens. Empty for a game without a deal. */
function dealText({ deal }: Setup): string {
  if (typeof deal !== 'object' || deal === null || !('grid' in deal) || !('tokens' in deal)) return '';
  return `${String(deal.grid).replaceAll('/', '')}${String(deal.tokens)}`;
}
