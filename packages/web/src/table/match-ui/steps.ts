import type { Chapter } from '../../board/board-module.ts';
import * as m from '../../paraglide/messages.js';
import { type CountedTurn, pairsOf, type ShownTurn } from './turns.ts';

/** `2.`, or `2…` for the second player. */
export const formatNumber = ({ number, isSecond }: Omit<CountedTurn, 'seat'>): string =>
  `${number}${isSecond ? '…' : '.'}`;

/** A move as texts name it. */
export interface Step {
  /** Of its turn, as in the move list: `2.` */
  readonly number: string;
  readonly text: string;
  /** The part of the game, where numbers begin again with it. */
  readonly part: string | null;
}

/** What a move list shows. */
export interface Listed {
  readonly turns: readonly ShownTurn[];
  readonly players: number;
  readonly chapters: readonly (Chapter | null)[];
}

/** The moves by the ply after them. */
export function stepsOf({ turns, players, chapters }: Listed): ReadonlyMap<number, Step> {
  const steps = new Map<number, Step>();
  let [count, part]: [number, string | null] = [0, null];
  const pairs = players === 2 ? pairsOf(turns, chapters) : [];
  for (const [index, turn] of turns.entries()) {
    const chapter = chapters[index];
    if (chapter?.countsAnew === true) part = chapter.title;
    count = players === 2 ? (pairs[index]?.number ?? count) : turn.number;
    const number = formatNumber({ number: count, isSecond: pairs[index]?.number === null });
    for (const [at, text] of turn.texts.entries())
      steps.set(turn.ply - turn.texts.length + 1 + at, { number, text, part });
  }
  return steps;
}

/** `2… 03-09`: the move before a position. Absent: none. */
export const stepText = (step: Step | undefined): string =>
  step === undefined ? m.review_start() : `${step.number} ${step.text}`;
