import type { PlyAnalysis } from '@tablier/ai';
import {
  type Game,
  isLegal,
  type Move,
  movesIn,
  NOBODY,
  type Position,
  positionAfter,
  type ReplayedPuzzle,
  type Seat,
  type View,
} from '@tablier/core';
import type { SeenPeek } from '../../board/board-module.ts';
import type { AnalysedGame } from '../../review/analysis/analysis.worker.ts';
import { analysedOnce, type PlyAnalyser } from '../../review/analysis/game-analyst.svelte.ts';

/**
 * `asks`: no move yet. `illegal`: an illegal move was tried. `looking`: a wrong move, and the search for the reply is running. `wrong`: a
 * wrong move with the reason, as far as it is known. `right`: solved. `shown`: the solution is on the board.
 */
type PuzzleState = 'asks' | 'illegal' | 'looking' | 'wrong' | 'right' | 'shown';

export interface Refutation {
  /** Its cost, in the unit of the puzzle. */
  readonly cost: number;
  /** Whether it is nearly as good as the right move, which makes it right, too. */
  readonly isFine: boolean;
  /** The best reply as the player of the puzzle expects it; `null` if none is known. */
  readonly reply: Move | null;
}

/** A wrong move, and the reply that is on the board; `reason` is `null` if none was found. */
export interface WrongMove {
  readonly move: Move;
  readonly reply: Move | null;
  readonly reason: Refutation | null;
}

interface PuzzleDeps {
  refute(move: Move): Promise<Refutation>;
  onsolved(): void;
  /** Whether `refute` decides which moves are right. Absent: only those of the puzzle are. */
  readonly isJudged?: boolean;
  /** The first try, or the solution without one. */
  onfirst?(isRight: boolean): void;
}

/** A puzzle on the board. The user sees what the seat to move saw. */
export class PuzzleSession {
  readonly puzzle: ReplayedPuzzle;
  readonly seat: Seat;
  state: PuzzleState = $state('asks');
  /** Counts the moves tried, so that the same text is announced again. */
  attempts: number = $state(0);
  view: View;
  lastMoves: readonly Move[];
  /** Whose they are. */
  mover: Seat = NOBODY;
  peeks: readonly SeenPeek[] = $state.raw([]);
  wrong: WrongMove | null = $state.raw(null);
  /** How many moves of the game were made in the position on the board, before the user has moved. */
  ply: number = $state(0);
  readonly #deps: PuzzleDeps;
  #isFirst = true;

  constructor(puzzle: ReplayedPuzzle, deps: PuzzleDeps) {
    this.puzzle = puzzle;
    this.seat = puzzle.puzzle.seat;
    this.#deps = deps;
    this.ply = this.plies;
    this.view = $state.raw(this.#viewOf(puzzle.position));
    this.lastMoves = $state.raw(this.#lastOfRecord());
  }

  readonly choices: readonly Move[] = $derived.by(() =>
    this.isAsking && !this.isPast ? this.puzzle.game.choices(this.view) : [],
  );

  get game(): Game {
    return this.puzzle.game;
  }

  get isAsking(): boolean {
    return this.state === 'asks' || this.state === 'illegal';
  }

  get plies(): number {
    return this.puzzle.record.moves.length;
  }

  get isPast(): boolean {
    return this.ply < this.plies;
  }

  /** The text of the move that led to the position on the board, before the user has moved. */
  get pastMove(): string {
    return this.puzzle.record.moves[this.ply - 1] ?? '';
  }

  /** Goes back to an earlier view of the seat, or forward again: the captures give hints about the colours. */
  look(step: -1 | 1): void {
    const ply = this.ply + step;
    if (!this.isAsking || ply < 1 || ply > this.plies) return;
    this.#askAt(ply);
  }

  #askAt(ply: number): void {
    this.ply = ply;
    this.state = 'asks';
    this.attempts++;
    this.wrong = null;
    this.peeks = [];
    this.view = this.#viewOf(this.#positionAt(ply));
    this.lastMoves = this.#lastOfRecord();
  }

  /** Plays a move that the board offered. Resolves when the reply to a wrong move is on the board. */
  async play(move: Move): Promise<void> {
    if (this.choices.length === 0) return;
    const attempt = ++this.attempts;
    const { game, position, best } = this.puzzle;
    // A game with hidden information may offer what the position does not allow.
    if (!isLegal(game, position, move)) {
      this.state = 'illegal';
      return;
    }
    const after = this.#show(move);
    if (best.includes(move)) return this.#solved();
    if (this.#deps.isJudged !== true) this.#tried(false);
    this.state = 'looking';
    const reason = await this.#deps.refute(move).catch(() => null);
    if (this.attempts !== attempt) return;
    if (reason?.isFine === true) return this.#solved();
    if (reason !== null) this.#tried(false);
    const reply = reason?.reply ?? null;
    // A reply that the seat expects may not be possible in the real position.
    const isReply = reply !== null && after.turn !== this.seat && isLegal(game, after, reply);
    if (isReply) this.#continue(after, reply);
    this.wrong = { move, reply: isReply ? reply : null, reason };
    this.state = 'wrong';
  }

  retry(): void {
    this.#askAt(this.plies);
  }

  /** Shows the right move on the board. The puzzle then does not count as solved. */
  show(): void {
    const [move] = this.puzzle.best;
    if (move === undefined || this.state === 'right') return;
    this.ply = this.plies;
    this.attempts++;
    this.wrong = null;
    this.#tried(false);
    this.#show(move);
    this.state = 'shown';
  }

  peek(peek: string): void {
    const { game, position } = this.puzzle;
    if (this.choices.length === 0 || game.peeks?.list(position).includes(peek) !== true) return;
    this.peeks = [...this.peeks, { seat: this.seat, peek, seen: game.peeks.look(position, peek) }];
  }

  #solved(): void {
    this.#tried(true);
    this.state = 'right';
    this.#deps.onsolved();
  }

  #tried(isRight: boolean): void {
    if (this.#isFirst) this.#deps.onfirst?.(isRight);
    this.#isFirst = false;
  }

  #show(move: Move): Position {
    const after = this.puzzle.position.clone();
    this.#continue(after, move);
    return after;
  }

  #continue(position: Position, move: Move): void {
    this.mover = position.turn;
    position.play(move);
    this.peeks = [];
    this.view = this.#viewOf(position);
    this.lastMoves = [move];
  }

  #viewOf(position: Position): View {
    return this.puzzle.game.view(position, this.seat);
  }

  #positionAt(ply: number): Position {
    const { game, setup, record } = this.puzzle;
    return positionAfter(game, setup, movesIn(game, record.moves.slice(0, ply)));
  }

  #lastOfRecord(): readonly Move[] {
    if (this.ply > 0) this.mover = this.#positionAt(this.ply - 1).turn;
    const move = this.puzzle.game.parseMove(this.pastMove);
    return move === null ? [] : [move];
  }
}

type StartAnalyser = (game: AnalysedGame) => PlyAnalyser;

/**
 * Searches for the reply to a wrong move. If the result is proven, the reply wins; otherwise the search has the knowledge of the seat of
 * the puzzle. The cost is never less than the margin, which comes from a longer search.
 */
export async function refute(puzzle: ReplayedPuzzle, move: Move, start: StartAnalyser): Promise<Refutation> {
  const { kind, margin } = puzzle.puzzle;
  if (kind === 'proven') {
    const found = await search(puzzle, { move, isAfter: true }, start);
    return { cost: margin, isFine: false, reply: found?.analysis.lines[0]?.moves[0] ?? null };
  }
  const { cost, reply } = await judge(puzzle, move, start);
  return { cost: Math.max(margin, cost), isFine: false, reply };
}

/** Judges a move by a search of the length that found the right one, with the knowledge of the seat. Rejects if it does not end. */
export async function judge(puzzle: ReplayedPuzzle, move: Move, start: StartAnalyser): Promise<Refutation> {
  const judgement = (await search(puzzle, { move, isAfter: false }, start))?.judgement ?? null;
  if (judgement === null) throw new Error('the search was stopped');
  const { cost, label, played } = judgement;
  return { cost, isFine: label === 'best' || label === 'good', reply: played.moves[1] ?? null };
}

/** Analyses the position of a puzzle, or the one after a move. */
function search(
  { record, game }: ReplayedPuzzle,
  { move, isAfter }: { readonly move: Move; readonly isAfter: boolean },
  start: StartAnalyser,
): Promise<PlyAnalysis | null> {
  const analyser = start({ ...record, moves: [...record.moves, game.formatMove(move)], peeks: [] });
  return analysedOnce(analyser, { ply: record.moves.length + Number(isAfter), by: 'seat' });
}
