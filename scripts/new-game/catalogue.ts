import type { Names } from './names.ts';

/** The one existing file that a game has to stand in. */
export const CATALOGUE = 'packages/games/src/catalogue.ts';

const ENTRY = /^export \{ \w+ \} from '\.\/[^/]+\/index\.ts';$/;

/** The catalogue with one more line, in its order; `null` where it has no lines of games. */
export function enterGame(catalogue: string, { id, identifier }: Names): string | null {
  const entry = `export { ${identifier} } from './${id}/index.ts';`;
  const lines = catalogue.split('\n');
  const entries = [...lines.keys()].filter((index) => ENTRY.test(lines[index] ?? ''));
  const last = entries.at(-1);
  if (last === undefined) return null;
  const before = entries.find((index) => (lines[index] ?? '') > entry) ?? last + 1;
  return lines.toSpliced(before, 0, entry).join('\n');
}
