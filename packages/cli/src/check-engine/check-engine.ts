import { FIRST_GAME } from '../engine/settings.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';
import { gameNamed } from '../shared/setup.ts';
import { CHECKS } from './checks.ts';
import { Failure, Session } from './session.ts';

interface CheckFlags {
  readonly game?: string;
  readonly timeout: number;
  readonly only?: string;
}

/** `tablier check-engine COMMAND`: a line for each check, and the number of those that failed. */
export async function checkEngine(command: string, flags: CheckFlags): Promise<number> {
  const checks = CHECKS.filter(
    ({ name, isVital }) => flags.only === undefined || name === flags.only || isVital === true,
  );
  if (flags.only !== undefined && !checks.some(({ name }) => name === flags.only))
    throw new UsageError(`unknown-check (${flags.only}; there are: ${CHECKS.map(({ name }) => name).join(', ')})`);
  const session = new Session(command, gameNamed(flags.game ?? FIRST_GAME), flags.timeout);
  let failed = 0;
  try {
    for (const { name, rule, isVital = false, run } of checks) {
      const why = await faultOf(() => run(session));
      await writeLine(why === null ? `ok    ${name}` : `FAIL  ${name}: an engine ${rule} (${why})`);
      if (why === null) continue;
      failed++;
      if (isVital) break;
      // What is left of a failed check must not disturb the next one.
      await session.close();
    }
  } finally {
    await session.close();
  }
  await writeLine(failed === 0 ? `${checks.length} checks passed` : `${failed} failed`);
  return failed === 0 ? EXIT.ok : EXIT.failedCheck;
}

async function faultOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Failure || error instanceof UsageError) return error.message;
    throw error;
  }
}
