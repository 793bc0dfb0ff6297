import { type AddedGame, addGame } from '@tablier/games';
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The file has no game that can be added. The message is one line with its name. */
export class GameFileError extends Error {}

/** What a game finds without having installed it. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['@tablier/rules', new URL('./rules.ts', import.meta.url).href],
  ['@tablier/rules/ai', new URL('./rules-ai.ts', import.meta.url).href],
]);

interface AddedFile {
  readonly path: string;
  readonly game: AddedGame;
}

/** By address. */
const added = new Map<string, AddedFile>();

export const addedFiles = (): readonly AddedFile[] => [...added.values()];

/** Adds the game that a file exports as `game` to those of this process, once. */
export async function addGameFile(path: string): Promise<AddedGame> {
  const { href } = pathToFileURL(resolve(path));
  const earlier = added.get(href);
  if (earlier !== undefined) return earlier.game;
  const read = addGame((await importGame(path, href))['game']);
  if (!read.ok) throw new GameFileError(`${path} is no game: ${read.error}`);
  added.set(href, { path, game: read.value });
  return read.value;
}

async function importGame(path: string, href: string): Promise<Readonly<Record<string, unknown>>> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new GameFileError(`cannot load ${path}: there is no such file`);
  const hooks = registerHooks({
    resolve(name, context, next) {
      const url = RULES.get(name);
      if (url !== undefined) return { url, shortCircuit: true };
      const found = next(name, context);
      // Whatever the `package.json` above it says: that of `npm init` makes it CommonJS.
      const isOwn = found.url.endsWith('.js') && !found.url.includes('/node_modules/');
      return isOwn ? { ...found, format: 'module' } : found;
    },
  });
  try {
    return (await import(href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new GameFileError(`cannot load ${path}: ${reason}`);
  } finally {
    hooks.deregister();
  }
}

/** Where games of files have failed: lines of their files. */
const faults = new Set<string>();

/** Whether a game of a file has failed in the same way before. One that is looked at again and again would fill the log. */
export function isKnownFault(error: unknown): boolean {
  if (added.size === 0 || !(error instanceof Error)) return false;
  const isOwn = (place: string): boolean => [...added.keys()].some((href) => place.startsWith(`${href}:`));
  const places = (error.stack?.match(/file:[^\s()]+/g) ?? []).filter(isOwn).join(' ');
  const isKnown = faults.has(places);
  if (places !== '') faults.add(places);
  return isKnown;
}

const IMPORT = /(\b(?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g;

/** The file as browsers load it. It must be one file: they find nothing else that it imports. */
export function textForPage(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(IMPORT, (_match, before: string, _quote: string, name: string) => {
    if (RULES.has(name)) return `${before}'/rules.js'`;
    throw new GameFileError(`${path} imports ${name}: for the page it must be one file, as a bundler makes it`);
  });
}
