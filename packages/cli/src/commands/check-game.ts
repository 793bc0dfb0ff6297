import { Breach, conformanceOf, type GameCheck } from '@tablier/testkit/conformance';
import { gameOfFile } from '../shared/flags.ts';
import { tally, writeLine } from '../shared/output.ts';
import { seedOr } from '../shared/setup.ts';

interface CheckGameFlags {
  readonly games: number;
  readonly fixed?: string;
  readonly seed?: string;
}

/** `tablier check-game FILE`: a line for each check, and the number of those that failed. */
export async function checkGameFile(path: string, { games, fixed, seed }: CheckGameFlags): Promise<number> {
  const game = await gameOfFile(path);
  const { pass, fail, finish } = tally();
  const size = { games, fixedFields: fixed?.split(',') ?? [] };
  for (const { title, checks } of conformanceOf(game, size, seedOr(seed)))
    for (const check of checks) {
      const fault = faultOf(check);
      if (fault === null) {
        pass();
        await writeLine(`ok    ${title}: ${check.name}`);
        continue;
      }
      await fail(`FAIL  ${title}: ${check.name}: ${fault}`);
      // What comes after a failed check relies on it: it might never end.
      if (title === game.id) return finish();
      break;
    }
  return finish();
}

function faultOf({ run }: GameCheck): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    // A mistake in the game: the first place says where.
    const [what = '', at = ''] = (error instanceof Error ? (error.stack ?? '') : String(error)).split('\n');
    return `${what} ${at.trim()}`;
  }
}
