import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ai from '@tablier/ai';
import * as games from '@tablier/games';
import { chooseByAlphaBeta } from './alpha-beta/index.ts';
import { chooseByUct } from './uct.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages that a search consists of. */
const PACKAGES = ['core', 'ai', 'games'] as const;

/** The search and the games of a revision. */
export interface Version {
  readonly ai: Pick<typeof ai, 'chooseMove'>;
  readonly games: Pick<typeof games, 'findGame'>;
}

export const workingTree: Version = { ai, games };

/** UCT with uniform playouts instead of a search of the bots. Nodes are playouts. */
export const uct: Version = { ai: { chooseMove: chooseByUct }, games };

/** An alpha-beta search of Arcanor that shares no code with those of the bots. */
export const alphaBeta: Version = { ai: { chooseMove: chooseByAlphaBeta }, games };

/** The search and the games as they were committed at a revision. `folder` receives their files. */
export async function versionAt(revision: string, folder = mkdtempSync(join(tmpdir(), 'ladder-'))): Promise<Version> {
  const archive = execFileSync('git', ['archive', revision, ...PACKAGES.map((name) => `packages/${name}`)], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  mkdirSync(join(folder, 'node_modules/@tablier'), { recursive: true });
  for (const name of PACKAGES) symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@tablier', name));
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, 'packages', name, 'src/index.ts')).href);
  return { ai: (await load('ai')) as Version['ai'], games: (await load('games')) as Version['games'] };
}
