/**
 * A fault planted in the code under test, to see that a proof finds it: an exported function or class is replaced while its module is
 * loaded.
 */
export interface Mutation {
  readonly name: string;
  /** The proof must report a leak through one of these channels. */
  readonly channel: RegExp;
  /** The module, as a path from the root of the repository: `packages/match/src/project.ts`. */
  readonly module: string;
  /** The exported function or class of that module. Uses inside the module keep the original. */
  readonly target: string;
  /** Makes the replacement from the original. */
  readonly replace: (original: never) => unknown;
}

/** A mutation of a function or class of type `F`. */
export const mutation = <F>(
  name: string,
  channel: RegExp,
  place: Pick<Mutation, 'module' | 'target'>,
  replace: (original: F) => F,
): Mutation => ({ name, channel, ...place, replace });

/** A copy with further fields, of which the type of the original says nothing. */
export const withExtra = <T extends object>(original: T, extra: Readonly<Record<string, unknown>>): T => ({
  ...original,
  ...extra,
});
