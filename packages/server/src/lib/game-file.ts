import { addGame, type CatalogueGame } from '@tablier/games';
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

/** By address. */
const added = new Map<string, CatalogueGame>();

/** Adds the game that a file exports as `game` to those of this process, once. */
export async function addGameFile(path: string): Promise<CatalogueGame> {
  const { href } = pathToFileURL(resolve(path));
  const earlier = added.get(href);
  if (earlier !== undefined) return earlier;
  const read = addGame((await importGame(path, href))['game']);
  if (!read.ok) throw new GameFileError(`${path} is no game: ${read.error}`);
  added.set(href, read.value);
  return read.value;
}

async function importGame(path: string, href: string): Promise<Readonly<Record<string, unknown>>> {
  const hooks = registerHooks({
    resolve(name, context, next) {
      const url = RULES.get(name);
      return url === undefined ? next(name, context) : { url, shortCircuit: true };
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
