import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from '@tablier/testkit';
import { REPOSITORY } from '../lib/repository.ts';
import { environmentFor } from './replaced.ts';

const PLANT = fileURLToPath(new URL('./plant.ts', import.meta.url));
const MAIN = join(REPOSITORY, 'lab/prove/main.ts');

/** How the proof ended with a mutation planted. */
interface MutationResult {
  /** Whether the proof failed and named a channel of the mutation. */
  readonly isDetected: boolean;
  /** The channels that it named. */
  readonly channels: readonly string[];
  /** Its output, for a mutation that was missed. */
  readonly output: string;
}

/** A proof that takes longer has found nothing. Milliseconds. */
const TIMEOUT_MS = 300_000;

/** Runs the proof in a process with a mutation planted. */
export function runMutation(mutation: Mutation, games: number): Promise<MutationResult> {
  const args = ['--import', PLANT, MAIN, 'worlds', '--games', String(games), '--lanes', '2'];
  const env = { ...process.env, ...environmentFor(mutation) };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: REPOSITORY, env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const channels = channelsOf(stdout);
      const isDetected = error?.code === 1 && channels.some((channel) => mutation.channel.test(channel));
      resolve({ isDetected, channels, output: `${stderr}${stdout}` });
    });
  });
}

/** The channels in the last line of a proof, which is JSON; none if it did not get that far. */
function channelsOf(stdout: string): string[] {
  try {
    const { channels } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { readonly channels?: unknown };
    return Array.isArray(channels) ? channels.map(String) : [];
  } catch {
    return [];
  }
}
