/** Structured lines of the server's log; never a token, a name, or what a game hides. */
export interface Log {
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}
