import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure, type Result, success } from '@tablier/core';
import { CATALOGUE, enterGame } from './catalogue.ts';
import { type Names, type NewGameError, parseName, rename } from './names.ts';

/** A game called `new-game` in the folders of the repository. */
const TEMPLATE = fileURLToPath(new URL('template', import.meta.url));

/** The files of a new game: path from the root and text. `changed` is the catalogue. */
export interface Plan {
  readonly names: Names;
  readonly written: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, string>;
}

/** Plans a game of this name for the repository at `root`. Does not write files. */
export function planGame(root: string, id: string): Result<Plan, NewGameError> {
  const parsed = parseName(id);
  if (!parsed.ok) return parsed;
  const names = parsed.value;
  const written = new Map(
    templateFiles().map((path) => [rename(path, names), rename(readFileSync(join(TEMPLATE, path), 'utf8'), names)]),
  );
  const taken = takenBy(root, names, [...written.keys()]);
  if (taken !== null) return failure({ name: 'name-taken', detail: `${id}: ${taken}` });
  const catalogue = enterGame(readCatalogue(root), names);
  if (catalogue === null) return failure({ name: 'place-not-found', detail: `${CATALOGUE}: the games` });
  return success({ names, written, changed: new Map([[CATALOGUE, catalogue]]) });
}

/** The paths of the template's files, relative to it, with `/`. */
function templateFiles(): string[] {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(TEMPLATE, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}

/** What has the name already: a folder, or a name in the catalogue. */
function takenBy(root: string, { identifier }: Names, paths: readonly string[]): string | null {
  const folder = paths.map((path) => dirname(path)).find((path) => existsSync(join(root, path)));
  if (folder !== undefined) return folder;
  // Taken names: those of the games, and the other exports of the package.
  const words = (readCatalogue(root) + readIfThere(root, 'packages/games/src/index.ts')).match(/\w+/g);
  return words?.includes(identifier) === true ? `${identifier} in packages/games/src` : null;
}

const readCatalogue = (root: string): string => readIfThere(root, CATALOGUE);

function readIfThere(root: string, path: string): string {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
