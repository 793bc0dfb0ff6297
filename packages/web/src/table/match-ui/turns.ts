import { type Game, movesIn, NOBODY, type Options, type Seat, type View } from '@tablier/core';
import type { ShownMove } from '@tablier/match';
import type { BoardModule, Chapter, ScoredTurn } from '../../board/board-module.ts';
import * as m from '../../paraglide/messages.js';

export interface ShownTurn {
  /** Counted from 1, even if earlier turns are not shown. */
  readonly number: number;
  readonly seat: Seat;
  readonly texts: readonly string[];
  readonly ply: number;
  readonly passed: readonly Seat[];
  /** The points it made. Absent: none, or not known. */
  readonly gain?: number;
}

type ScoresAfter = (ply: number) => readonly number[];

export function groupTurns(moves: readonly ShownMove[]): ShownTurn[] {
  const turns: ShownTurn[] = [];
  for (const { ply, seat, turnIndex, text, passed } of moves) {
    const last = turns.at(-1);
    const continues = last !== undefined && last.number === turnIndex + 1 && last.seat === seat;
    const texts = continues ? [...last.texts, text] : [text];
    turns.splice(continues ? -1 : turns.length, 1, { number: turnIndex + 1, seat, texts, ply, passed });
  }
  return turns;
}

export const withGains = (turns: readonly ShownTurn[], scoresAfter: ScoresAfter): ShownTurn[] =>
  turns.map((turn) => {
    const gain = (scoresAfter(turn.ply)[turn.seat] ?? 0) - (scoresAfter(turn.ply - turn.texts.length)[turn.seat] ?? 0);
    return gain > 0 ? { ...turn, gain } : turn;
  });

/** The turns of the first plies; the last one may be incomplete, so what it made is not known. */
export const turnsUpTo = (turns: readonly ShownTurn[], plies: number): ShownTurn[] =>
  turns.flatMap((turn) => {
    const { number, seat, texts, ply } = turn;
    const made = plies - ply + texts.length;
    if (made <= 0) return [];
    return [made >= texts.length ? turn : { number, seat, texts: texts.slice(0, made), ply: plies, passed: [] }];
  });

/** What the last turn of each seat made, if it was one of the last round; `null` for nothing. */
export const lastGains = (turns: readonly ShownTurn[], players: number): readonly (number | null)[] =>
  Array.from(
    { length: players },
    (_, seat) => turns.slice(-players).findLast((turn) => turn.seat === seat)?.gain ?? null,
  );

export const scoredTurns = (game: Game, turns: readonly ShownTurn[]): ScoredTurn[] =>
  turns.map(({ seat, texts, gain = 0 }) => ({ seat, moves: movesIn(game, texts), gain }));

/** Replays all moves of a game without a deal. */
export function replayedScores(
  game: Game,
  { options, players }: { readonly options: Options; readonly players: number },
  moves: readonly ShownMove[],
): ScoresAfter {
  const position = game.start({ options, players, deal: null });
  const scores = new Map([[(moves[0]?.ply ?? 1) - 1, position.outcome().scores]]);
  for (const { ply, text } of moves) {
    const move = game.parseMove(text);
    if (move !== null) position.play(move);
    scores.set(ply, position.outcome().scores);
  }
  return (ply) => scores.get(ply) ?? [];
}

/** Where a turn is in a list with a column for each of two seats. */
export interface Pair {
  readonly row: number;
  /** The number of the row; `null` if another turn shows it. */
  readonly number: number | null;
  /** The player who begins a part of the game has the first one. */
  readonly column: 1 | 2;
}

/** The parts of the game that turns open. `view`: a later position. */
export const chaptersOf = (board: BoardModule, turns: readonly ShownTurn[], view: View): (Chapter | null)[] =>
  turns.map(({ texts, ply }, at) => board.chapter?.({ texts, ply, before: turns[at - 1]?.texts ?? [] }, view) ?? null);

/** The turns of two players in rows. A player who moves again after a pass begins a new row, and so does a turn that opens a part of the game. */
export function pairsOf(turns: readonly ShownTurn[], chapters: readonly (Chapter | null)[] = []): Pair[] {
  const number = Math.ceil((turns[0]?.number ?? 1) / 2) - 1;
  let last: CountedTurn = { seat: NOBODY, first: 0, number, isSecond: false };
  let row = 0;
  return turns.map(({ seat }, index) => {
    last = countTurn(last, seat, chapters[index] ?? null);
    row += last.isSecond ? 0 : 1;
    return { row, number: last.isSecond ? null : last.number, column: seat === last.first ? 1 : 2 };
  });
}

/** A turn of one of two players, numbered as in chess: one number for a turn of each. */
export interface CountedTurn {
  readonly seat: Seat;
  /** Who began the part of the game in which numbers began. */
  readonly first: Seat;
  readonly number: number;
  /** Whether the other player has the first turn of this number. */
  readonly isSecond: boolean;
}

/** The turn after another one. `chapter`: the part of the game that it opens. */
export function countTurn(last: CountedTurn | null, seat: Seat, chapter: Chapter | null): CountedTurn {
  const isAnew = chapter?.countsAnew === true;
  const first = isAnew ? seat : (last?.first ?? 0);
  const isSecond = chapter === null && seat !== first && last?.seat === first;
  return { seat, first, number: (isAnew ? 0 : (last?.number ?? 0)) + (isSecond ? 0 : 1), isSecond };
}

/** `2.`, or `2…` for the second player. */
export const formatNumber = ({ number, isSecond }: Pick<CountedTurn, 'number' | 'isSecond'>): string =>
  `${number}${isSecond ? '…' : '.'}`;

export interface Step {
  /** Of its turn, as in the move list: `2.` */
  readonly number: string;
  readonly text: string;
  /** The part of the game, where numbers begin again with it. */
  readonly part: string | null;
}

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
