import { HANDSHAKE, OPTIONS } from './groups/handshake.ts';
import { PLAY, SESSION } from './groups/play.ts';
import { PROCESS, ROBUSTNESS } from './groups/process.ts';
import { type Group, type Run, Session } from './session.ts';
import { FIRST_GAME } from '../engine/settings.ts';
import { EXIT, faultOf, untilSignalled, UsageError, writeLine } from '../shared/output.ts';
import { gameNamed } from '../shared/setup.ts';

export interface Check {
  readonly group: string;
  readonly name: string;
  readonly rule: string;
  /** Nothing else can be checked if it fails. */
  readonly isVital: boolean;
  readonly run: Run;
}

const GROUPS: Readonly<Record<string, Group>> = {
  process: PROCESS,
  handshake: HANDSHAKE,
  play: PLAY,
  session: SESSION,
  options: OPTIONS,
  robustness: ROBUSTNESS,
};

const VITAL: ReadonlySet<string> = new Set(['starts', 'ugi', 'isready']);

/** All checks, in the order of a conversation. No two have the same name. */
export const CHECKS: readonly Check[] = Object.entries(GROUPS).flatMap(([group, checks]) =>
  Object.entries(checks).map(([name, [rule, run]]) => ({ group, name, rule, isVital: VITAL.has(name), run })),
);

/** `tablier check-engine COMMAND`: a line for each check, and the number of those that failed. */
export async function checkEngine(
  command: string,
  { game = FIRST_GAME, timeout, only }: { readonly game?: string; readonly timeout: number; readonly only?: string },
): Promise<number> {
  const checks = CHECKS.filter(({ group, name, isVital }) => isVital || [undefined, group, name].includes(only));
  if (only !== undefined && !CHECKS.some(({ group, name }) => only === group || only === name))
    throw new UsageError(`unknown-check (${only}; there are: ${CHECKS.map(({ name }) => name).join(', ')})`);
  const session = new Session(command, gameNamed(game), timeout);
  try {
    return await untilSignalled(() => report(session, checks));
  } finally {
    await session.end();
  }
}

async function report(session: Session, checks: readonly Check[]): Promise<number> {
  let failed = 0;
  for await (const { check, why } of faultsOf(session, checks)) {
    const { group, name, rule } = check;
    await writeLine(why === null ? `ok    ${group}: ${name}` : `FAIL  ${group}: ${name}: an engine ${rule} (${why})`);
    if (why !== null) failed++;
  }
  await writeLine(failed === 0 ? `${checks.length} checks passed` : `${failed} failed`);
  return failed === 0 ? EXIT.ok : EXIT.failedCheck;
}

/** What each check finds wrong; `null` for nothing. Ends after a vital one that fails. */
export async function* faultsOf(session: Session, checks: readonly Check[]) {
  let isLost = false;
  try {
    for (const check of checks) {
      // What is left of a failed check must not disturb the next one.
      if (isLost) await faultOf(() => session.fresh());
      const why = await faultOf(() => check.run(session));
      yield { check, why };
      isLost = why !== null;
      if (isLost && check.isVital) return;
    }
  } finally {
    await session.close();
  }
}
