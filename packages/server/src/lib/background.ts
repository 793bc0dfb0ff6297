import type { Log } from './log.ts';

/** Logs the error of work that no caller awaits. Without a handler it would end the process. */
export function inBackground(work: Promise<unknown>, log: Log, text: string): void {
  work.catch((error: unknown) => log.error({ err: error }, text));
}
