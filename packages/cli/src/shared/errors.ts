/** An error in the input, and the only exception that is no bug: its message on stderr, exit code 2. */
export class UsageError extends Error {}

export const EXIT = { ok: 0, failedCheck: 1, usage: 2, bug: 70 } as const;

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
};

/** The code of an error of the operating system (`ENOENT`); `undefined` for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The message for an error of the operating system; `null` for other errors. */
export function systemErrorText(error: unknown): string | null {
  const code = systemErrorCode(error);
  return code === undefined ? null : (SYSTEM_ERRORS[code] ?? null);
}
