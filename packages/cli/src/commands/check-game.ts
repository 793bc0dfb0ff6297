import { type Checked, checked, type CheckGameSize } from '@tablier/testkit/conformance';
import { gameOfFile } from '../shared/flags.ts';
import { tally, UsageError, writeLine } from '../shared/output.ts';
import { seedOr } from '../shared/setup.ts';
import { beat, endIfStuck } from '../shared/stuck.ts';

/** `tablier check-game FILE`: a line for each check, and the number of those that failed. */
export async function checkGameFile(
  path: string,
  { games, fixed, seed }: { readonly games: number; readonly fixed?: string; readonly seed?: string },
): Promise<number> {
  const { pass, fail, finish } = tally();
  for await (const { name, fault } of checksOf(path, { games, fixedFields: fixed?.split(',') ?? [] }, seed)) {
    if (fault !== null) await fail(`FAIL  ${name}: ${fault}`);
    else {
      pass();
      await writeLine(`ok    ${name}`);
    }
  }
  return finish();
}

/** Before `tablier serve --game FILE`: a server has no use for a game that breaks the contract, and must not be stuck in it. */
export async function checkServedGame(path: string): Promise<void> {
  for await (const { name, fault } of checksOf(path, { games: 1 }, 'serve'))
    if (fault !== null)
      throw new UsageError(`${path} breaks the contract of a game: ${name}: ${fault} (see tablier check-game)`);
}

/** The program ends here if the game never returns. */
async function* checksOf(path: string, size: CheckGameSize, wanted?: string): AsyncGenerator<Checked> {
  const end = endIfStuck(path);
  try {
    const game = await gameOfFile(path);
    yield* checked(game, { ...size, onMove: beat }, seedOr(wanted));
  } finally {
    end();
  }
}
