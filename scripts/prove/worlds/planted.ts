import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Door, Edit } from './doors.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Left out of the copy: what no server needs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'test', 'e2e', 'bench', 'web', 'cli']);
const SHARED = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.test.json'];

/** How the proof ended on sources with a door in them. */
export interface Planted {
  readonly caught: boolean;
  /** The channels that it named. */
  readonly channels: readonly string[];
  /** What it said; of use where the door was missed. */
  readonly words: string;
}

/** Plants a door in a copy of the sources and runs the proof there. Throws where the text to be changed is not there exactly once. */
export async function plant({ edits, channel }: Door, games: number): Promise<Planted> {
  const copy = mkdtempSync(join(tmpdir(), 'tablier-door-'));
  try {
    copySources(copy);
    for (const edit of edits) apply(copy, edit);
    const { code, words, channels } = await prove(copy, games);
    return { caught: code === 1 && channels.some((named) => channel.test(named)), channels, words };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function copySources(copy: string): void {
  // The pairs of the games stand among their tests.
  const filter = (path: string): boolean => !LEFT_OUT.has(basename(path)) || path === join(ROOT, 'packages/games/test');
  for (const folder of ['packages', 'scripts/prove'])
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true, filter });
  cpSync(join(ROOT, 'scripts/tsconfig.json'), join(copy, 'scripts/tsconfig.json'));
  for (const file of SHARED) cpSync(join(ROOT, file), join(copy, file));
  linkModules(copy);
}

/** All that comes from the registry is shared; Tablier's own packages are those of the copy. */
function linkModules(copy: string): void {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@tablier'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@tablier') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(modules, '@tablier', name));
}

function apply(copy: string, edit: Edit): void {
  writeFileSync(join(copy, edit.file), edited(edit, copy));
}

/** A source as the edit leaves it. Throws where the text to be changed is not there exactly once. */
export function edited({ file, find, put }: Edit, root = ROOT): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  return parts.join(put);
}

interface Run {
  readonly code: number;
  readonly words: string;
  readonly channels: readonly string[];
}

/** A proof that takes so long has found nothing. Milliseconds. */
const PATIENCE = 300_000;

function prove(copy: string, games: number): Promise<Run> {
  const args = ['scripts/prove/main.ts', 'worlds', '--games', String(games), '--lanes', '2'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, timeout: PATIENCE }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, words: `${stderr}${stdout}`, channels: channelsOf(stdout) });
    });
  });
}

function channelsOf(stdout: string): string[] {
  try {
    const { channels } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { readonly channels?: unknown };
    return Array.isArray(channels) ? channels.map(String) : [];
  } catch {
    return [];
  }
}
