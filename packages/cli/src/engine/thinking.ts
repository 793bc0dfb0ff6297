import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type AnalysisSearch, type BotGame, type Search, SLICE, statedValues } from '@tablier/ai';
import type { Game, Seat } from '@tablier/core';
import { formatPoints } from '../shared/output.ts';

/** Milliseconds between two reports while the depth stays the same. */
const REPORT_EVERY = 1000;
/** Scores stay within this, in Elo points. */
const MAX_SCORE = 2000;

export interface Thinking {
  readonly thinker: Thinker;
  /** When to stop, by `performance.now`; `Infinity` without a time limit. */
  readonly deadline: number;
  readonly isStopped: () => boolean;
  readonly report: (info: string) => void;
}

export interface Thinker {
  step(nodes: number): boolean;
  found(): Found;
}

interface Found {
  readonly move: string;
  readonly depth: number;
  readonly nodes: number;
  /** For each `info` line the text before and after its time: `multipv 1`, `score cp 0 pv …`. */
  readonly lines: readonly { readonly place: string; readonly text: string }[];
}

/** Searches at least one slice, until it is over, late or stopped. Reports progress and returns the move's text. */
export async function think({ thinker, deadline, isStopped, report }: Thinking): Promise<string> {
  const began = performance.now();
  let reported = { depth: 0, at: began };
  const reportAll = (found: Found): void => {
    for (const info of infosOf(found, performance.now() - began)) report(info);
  };
  while (!thinker.step(SLICE) && !isStopped() && performance.now() < deadline) {
    const found = thinker.found();
    const now = performance.now();
    if (found.depth > reported.depth || now - reported.at >= REPORT_EVERY) {
      reportAll(found);
      reported = { depth: found.depth, at: now };
    }
    await nextTurnOfLoop();
  }
  const found = thinker.found();
  reportAll(found);
  return found.move;
}

function infosOf({ depth, nodes, lines }: Found, milliseconds: number): string[] {
  const nps = Math.round((nodes * 1000) / Math.max(1, milliseconds));
  const speed = `time ${Math.round(milliseconds)} nodes ${nodes} nps ${nps}`;
  return lines.map(({ place, text }) => `info depth ${depth} ${place}${speed} ${text}`);
}

/** The search of a level: one line, none for a lapse. `seat`: the seat of the score. */
export function levelThinker(search: Search, game: BotGame, seat: Seat): Thinker {
  return {
    step: (nodes) => search.step(nodes),
    found() {
      const { move, info } = search.result();
      const { depth, nodes, values, isProven, pv } = info;
      const stated = statedValues(game.advice.analysis ?? {}, values, isProven);
      const score = scoreText(stated[seat] ?? 0.5, { isProven });
      const lines = pv.length === 0 ? [] : [{ place: '', text: `${score} ${variationText(game, pv)}` }];
      return { move: game.formatMove(move), depth, nodes, lines };
    },
  };
}

export function linesThinker(search: AnalysisSearch, game: Game): Thinker {
  return {
    step: (nodes) => search.step(nodes),
    found() {
      const { seat, unit, lines, depth, nodes } = search.result();
      const texts = lines.map(({ moves, score, values, isProven }, index) => {
        const points = unit === 'points' ? score : undefined;
        const text = scoreText(values[seat] ?? 0.5, { isProven, points });
        return { place: `multipv ${index + 1} `, text: `${text} ${variationText(game, moves)}` };
      });
      return { move: game.formatMove(lines[0]?.moves[0] ?? 0), depth, nodes, lines: texts };
    },
  };
}

const variationText = (game: Game, moves: readonly number[]): string =>
  `pv ${moves.map((move) => game.formatMove(move)).join(' ')}`;

function scoreText(share: number, marks: { readonly isProven: boolean; readonly points?: number | undefined }): string {
  const points = marks.points === undefined ? '' : ` points ${formatPoints(marks.points)}`;
  return `score cp ${eloOf(share)}${points}${marks.isProven ? ' proven' : ''}`;
}

/** The difference in strength, in Elo points, at which a player would expect this share of a win: 0.5 is 0, 0.75 is 191. */
export function eloOf(share: number): number {
  if (share <= 0) return -MAX_SCORE;
  if (share >= 1) return MAX_SCORE;
  return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, Math.round(400 * Math.log10(share / (1 - share)))));
}
