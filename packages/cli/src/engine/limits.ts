import type { Seat } from '@tablier/core';
import { UsageError } from '../shared/errors.ts';

/** The limits of a `go`. Without any, the level's own budget applies. */
export interface GoLimits {
  readonly nodes?: number;
  readonly depth?: number;
  readonly milliseconds?: number;
  /** Until `stop`. */
  readonly infinite: boolean;
}

/** The number of moves for which the time of a clock is meant to last. */
const MOVES_TO_GO = 30;

const NUMBERS = /^(nodes|depth|movetime|p\d+time|p\d+inc)$/;

/** Reads what follows `go`; `turn` is the seat to move, whose clock counts. Throws a `UsageError`. */
export function parseGo(words: readonly string[], turn: Seat): GoLimits {
  const given = new Map<string, number>();
  let infinite = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === 'infinite') infinite = true;
    else if (NUMBERS.test(word)) given.set(word, readNumber(word, words[++index]));
    else throw new UsageError(`unknown-limit (${word})`);
  }
  const milliseconds = given.get('movetime') ?? shareOfClock(given, turn + 1);
  return { infinite, ...present({ nodes: given.get('nodes'), depth: given.get('depth'), milliseconds }) };
}

function readNumber(name: string, text: string | undefined): number {
  const number = text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  // A clock that has run out, or below zero: move at once.
  if (name.endsWith('time')) {
    if (!Number.isNaN(number)) return Math.max(0, number);
  } else if (number >= (name.endsWith('inc') ? 0 : 1)) return number;
  throw new UsageError(`bad-limit (${name} ${text ?? 'without a number'})`);
}

function shareOfClock(given: ReadonlyMap<string, number>, player: number): number | undefined {
  const left = given.get(`p${player}time`);
  return left === undefined
    ? undefined
    : Math.min(left / 2, left / MOVES_TO_GO + (given.get(`p${player}inc`) ?? 0) / 2);
}

function present(limits: Readonly<Record<'nodes' | 'depth' | 'milliseconds', number | undefined>>) {
  return {
    ...(limits.nodes === undefined ? {} : { nodes: limits.nodes }),
    ...(limits.depth === undefined ? {} : { depth: limits.depth }),
    ...(limits.milliseconds === undefined ? {} : { milliseconds: limits.milliseconds }),
  };
}
