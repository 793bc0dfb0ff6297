import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least `least`. */
export function wholeNumber(least: number, greatest = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= greatest) return value;
    const range = greatest === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${greatest}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}
