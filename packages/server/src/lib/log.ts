import { createHash } from 'node:crypto';

/**
 * One JSON object per line, never with a token, a name, or hidden information of a game. `LOG_SERIALIZERS` writes errors, under `err`, with
 * their stacks, and ids of tables (`table`) and keys of jobs (`key`) as hashes.
 */
export interface Log {
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  /** A fault of another system, such as a mail server. */
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}

/** The least important lines of the log. A crash is logged at each level. */
export type LogLevel = 'info' | 'warn' | 'error';

type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
};

const MAX_CAUSES = 4;

export const LOG_SERIALIZERS = {
  err: (error: unknown) => describeError(error),
  table: (id: unknown) => (typeof id === 'string' ? hashOf(id) : id),
  key: (key: unknown) => (typeof key === 'string' ? hashOf(key) : key),
  // The framework logs its own faults with the request, whose address and path name people and tables.
  req: ({ method }: { readonly method: string }) => ({ method }),
};

/** A short hash of an id for the log: who has the id of a table with link access may watch it. */
export const hashOf = (id: string): string => `#${createHash('sha256').update(id).digest('hex').slice(0, 10)}`;

/** A path of the API with its ids and usernames replaced by hashes. */
export const hideIds = (path: string): string =>
  path.replace(/(?<=^\/api\/v1\/people\/)[^/]+|(?<=\/)[\w-]{16,}(?=\/|$)/g, hashOf);

/** Only these fields: drivers may add personal data to their errors. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hidePersonal(String(error)), stack: '' };
  const message = hidePersonal(error.message);
  const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
  return {
    type: error.name,
    message,
    stack: hidePersonal((error.stack ?? '').replace(error.message, () => message)),
    ...('code' in error && { code: String(error.code) }),
    ...(hasCause && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Ids of tables and people are 22 characters of base64, with a prefix in names of streams and in tokens. */
const ID = /(?<![\w-])(?:[a-z]{1,8}-|tbl_)?[\w-]{22}(?:[\da-f]{64})?(?![\w-])/g;
const MAIL_ADDRESS = /[^\s/<>"'(),:;]+@[^\s/<>"'(),:;]+/g;
/** What `JSON.parse` quotes of its input. */
const QUOTED_JSON = /(?:\.{3})?"[^]*"(?:\.{3})?(?= is not valid JSON)/g;

/** A text without ids, mail addresses and stored contents, which drivers, mail servers and parsers quote in their errors. */
const hidePersonal = (text: string): string =>
  text.replace(QUOTED_JSON, 'the text').replace(MAIL_ADDRESS, hashOf).replace(ID, hashOf);

const FATAL = 60;

/** Logs an unhandled error and ends the process, whose state is unknown. Returns the removal of the handler. */
export function endOnCrash(write: (line: string) => void, exitCode: number): () => void {
  const crashed = (error: unknown, origin: string): void => {
    const line = { level: FATAL, time: Date.now(), err: describeError(error), msg: `the server ends: ${origin}` };
    write(JSON.stringify(line));
    process.exit(exitCode);
  };
  process.on('uncaughtException', crashed);
  return () => process.off('uncaughtException', crashed);
}
