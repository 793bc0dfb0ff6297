/** What mutation testing found of one target. */
export interface Score {
  /** Detected mutants, of all that were run or that no test reaches. */
  readonly percent: number;
  readonly detected: number;
  /** Mutants that no test tells from the original, or that no test reaches. */
  readonly survived: number;
  readonly ignored: number;
}

const DETECTED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** The score of mutants with Stryker's names for their states. A target without mutants has reached nothing. */
export function scoreOf(mutants: readonly { readonly status: string }[]): Score {
  const count = (states: readonly string[]): number => mutants.filter(({ status }) => states.includes(status)).length;
  const detected = count(DETECTED);
  const survived = count(SURVIVED);
  const all = detected + survived;
  return { percent: all === 0 ? 0 : (100 * detected) / all, detected, survived, ignored: mutants.length - all };
}
