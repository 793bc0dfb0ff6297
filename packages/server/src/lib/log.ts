import { createHash } from 'node:crypto';

/**
 * The server's log: one JSON object a line. Never a token, a name, or what a game hides. An error goes under `err`, the id of a table
 * under `table`: `LOG_SERIALIZERS` writes the one with its stack and the other as a hash.
 */
export interface Log {
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}

/** An error as the log shows it. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
};

/** How deep causes of causes are followed. */
const MOST_CAUSES = 4;

/** How values of the log are written, by their names. */
export const LOG_SERIALIZERS = {
  err: (error: unknown) => describeError(error),
  table: (id: unknown) => (typeof id === 'string' ? hashOf(id) : id),
};

/**
 * What identifies an id in the log without telling it: whoever has the id of a table that is found by link may watch it. The same id
 * has the same hash.
 */
export const hashOf = (id: string): string => `#${createHash('sha256').update(id).digest('hex').slice(0, 10)}`;

/** A path of the API without the ids in it. */
export const hideIds = (path: string): string => path.replace(/(?<=\/)[\w-]{16,}(?=\/|$)/g, hashOf);

/** Only these fields: what a driver adds to its errors may hold data of people. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const message = error.message.replace(ID, hashOf);
  const hasCause = error.cause !== undefined && depth < MOST_CAUSES;
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...('code' in error && { code: String(error.code) }),
    ...(hasCause && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Ids of tables and people are 22 characters of base64. */
const ID = /(?<![\w-])[\w-]{22}(?![\w-])/g;

const FATAL = 60;

/**
 * Logs an exception or a rejection that nothing handled, as one line of JSON, and ends the process with `exitCode`: its state is unknown
 * then. Returns how to stop.
 */
export function endOnCrash(write: (line: string) => void, exitCode: number): () => void {
  const crashed = (error: unknown, origin: string): void => {
    const line = { level: FATAL, time: Date.now(), err: describeError(error), msg: `the server ends: ${origin}` };
    write(JSON.stringify(line));
    process.exit(exitCode);
  };
  process.on('uncaughtException', crashed);
  return () => process.off('uncaughtException', crashed);
}
