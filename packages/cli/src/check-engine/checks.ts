import { HANDSHAKE } from './groups/handshake.ts';
import { OPTIONS } from './groups/options.ts';
import { PLAY } from './groups/play.ts';
import { PROCESS } from './groups/process.ts';
import { ROBUSTNESS } from './groups/robustness.ts';
import { SESSION } from './groups/session.ts';
import type { Group, Run } from './rules.ts';

/** A rung of the ladder. */
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
