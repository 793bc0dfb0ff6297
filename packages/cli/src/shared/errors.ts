/**
 * Something wrong in what the caller gave: an unknown game, an illegal move, a file that is not there.
 * The only exception that is not a bug; it ends the command with its message on stderr and exit code 2.
 */
export class UsageError extends Error {}

/** The exit codes of every command. */
export const EXIT = { ok: 0, failedCheck: 1, usage: 2, bug: 70 } as const;

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
};

/** The code that the operating system gave (`ENOENT`); `undefined` for errors of other origin. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** An error of the operating system in words; `null` for errors of other origin. */
export function systemErrorText(error: unknown): string | null {
  const code = systemErrorCode(error);
  return code === undefined ? null : (SYSTEM_ERRORS[code] ?? null);
}
