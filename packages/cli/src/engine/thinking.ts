import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type Search, type SearchInfo, SLICE } from '@tablier/ai';
import type { Game, Seat } from '@tablier/core';

/** Milliseconds between two reports while the depth stays the same. */
const REPORT_EVERY = 1000;
/** Scores stay within this, in Elo points. */
const MOST_SCORE = 2000;

/** A search going on: input is read between its slices. */
export interface Thinking {
  readonly search: Search;
  readonly game: Game;
  /** Whose chances the score tells. */
  readonly seat: Seat;
  /** From when on to stop, by `performance.now`; `Infinity` without a limit of time. */
  readonly deadline: number;
  /** Asked between slices. */
  readonly isStopped: () => boolean;
  readonly report: (info: string) => void;
}

/** Searches until the search, the time or the caller ends it, at least one slice; reports, and returns the move's text. */
export async function think(thinking: Thinking): Promise<string> {
  const { search, game, deadline, isStopped, report } = thinking;
  const began = performance.now();
  let reported = { depth: 0, at: began };
  while (!search.step(SLICE) && !isStopped() && performance.now() < deadline) {
    const { info } = search.result();
    const now = performance.now();
    if (info.depth > reported.depth || now - reported.at >= REPORT_EVERY) {
      report(formatInfo(thinking, info, now - began));
      reported = { depth: info.depth, at: now };
    }
    await nextTurnOfLoop();
  }
  const { move, info } = search.result();
  if (info.pv.length > 0) report(formatInfo(thinking, info, performance.now() - began));
  return game.formatMove(move);
}

function formatInfo({ game, seat }: Thinking, info: SearchInfo, milliseconds: number): string {
  const { depth, nodes, values, isProven, pv } = info;
  const nps = Math.round((nodes * 1000) / Math.max(1, milliseconds));
  const line = pv.map((move) => game.formatMove(move)).join(' ');
  const score = `cp ${eloOf(values[seat] ?? 0.5)}${isProven ? ' proven' : ''}`;
  return `info depth ${depth} time ${Math.round(milliseconds)} nodes ${nodes} nps ${nps} score ${score} pv ${line}`;
}

/** The difference in strength, in Elo points, at which a player would expect this share of a win: 0.5 is 0, 0.75 is 191. */
export function eloOf(share: number): number {
  if (share <= 0) return -MOST_SCORE;
  if (share >= 1) return MOST_SCORE;
  return Math.max(-MOST_SCORE, Math.min(MOST_SCORE, Math.round(400 * Math.log10(share / (1 - share)))));
}
