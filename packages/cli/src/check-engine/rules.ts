import { Failure, type Session } from './session.ts';

/** Throws a `Failure`, or the error of an engine that has ended. */
export type Run = (session: Session) => Promise<unknown>;

/** What an engine does, as a sentence, and how that is seen. */
export type Rule = readonly [sentence: string, run: Run];

/** The checks of a group by their name. */
export type Group = Readonly<Record<string, Rule>>;

export function demand(holds: boolean, why: string): void {
  if (!holds) throw new Failure(why);
}

/** No line is wrong; the first that is one is the reason. */
export function demandNone(lines: readonly string[], isWrong: (line: string) => boolean): void {
  const wrong = lines.find(isWrong);
  demand(wrong === undefined, wrong ?? '');
}

/** It is alive and able to move after these lines. */
export const goesOn = (after: string, ...input: readonly string[]): Rule => [
  `goes on after ${after}`,
  (session) => session.survives(...input),
];

/** It moves at the start, with each of these limits. */
export const moves = (sentence: string, ...limits: readonly string[]): Rule => [
  sentence,
  async (session) => {
    for (const limit of limits) await session.move([], limit);
  },
];
