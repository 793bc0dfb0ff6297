import type { Names } from './names.ts';

/** The only existing file that a new game changes. */
export const CATALOGUE = 'packages/games/src/catalogue.ts';

const ENTRY = /^export \{ \w+ \} from '\.\/[^/]+\/index\.ts';$/;

/** The catalogue with a line for the game, in alphabetical order. `null` if no lines of games are found. */
export function enterGame(catalogue: string, { id, identifier }: Names): string | null {
  const entry = `export { ${identifier} } from './${id}/index.ts';`;
  const lines = catalogue.split('\n');
  const entries = [...lines.keys()].filter((index) => ENTRY.test(lines[index] ?? ''));
  const last = entries.at(-1);
  if (last === undefined) return null;
  const before = entries.find((index) => (lines[index] ?? '') > entry) ?? last + 1;
  return lines.toSpliced(before, 0, entry).join('\n');
}
