import { type Move, NOBODY, type Position, type Seat } from '@tablier/core';
import { type BotGame, type Evaluate, evaluationOf, LIMIT, type SearchPosition } from '../contract/advice.ts';

/** The `SearchPosition` of games that have none of their own: it plays on copies, and no move is left out or searched less deep. */
export class CopiedPosition<P extends Position> implements SearchPosition {
  readonly isSelective: boolean = false;
  private readonly game: BotGame<P>;
  private readonly judge: Evaluate<P>;
  private readonly positions: P[];
  private readonly values = new Float64Array(2);
  private readonly key = new Int32Array(2);
  private ply = 0;

  constructor(game: BotGame<P>, position: P) {
    this.game = game;
    this.judge = evaluationOf(game);
    this.positions = [position];
  }

  get turn(): Seat {
    return this.present.turn;
  }

  get winner(): Seat {
    const { places } = this.present.outcome();
    return places[0] === places[1] ? NOBODY : places.indexOf(1);
  }

  get low(): number {
    return this.keyWord(0);
  }

  get high(): number {
    return this.keyWord(1);
  }

  make(move: Move): void {
    const before = this.present;
    const after = (this.positions[++this.ply] ??= before.clone());
    after.copyFrom(before);
    after.play(move);
  }

  unmake(): void {
    this.ply--;
  }

  pass(): boolean {
    return false;
  }

  unpass(): void {
    throw new Error('no pass to take back');
  }

  listForcing(into: Uint16Array): number {
    return this.list(into, true);
  }

  listQuiet(into: Uint16Array): number {
    return this.list(into, false);
  }

  isLegal(move: Move): boolean {
    const moves = new Uint16Array(this.game.maxMoves);
    return moves.subarray(0, this.present.legalMoves(moves)).includes(move);
  }

  isForcing(move: Move): boolean {
    return this.game.advice.isForcing?.(this.present, move) ?? false;
  }

  promise(): number {
    return 0;
  }

  gain(move: Move): number {
    return this.game.advice.priority?.(this.present, move) ?? 0;
  }

  evaluate(): number {
    const { turn } = this;
    this.judge(this.present, this.values);
    return Math.round(((this.values[turn] as number) - (this.values[1 - turn] as number)) * LIMIT);
  }

  shareOf(evaluation: number): number {
    return (evaluation / LIMIT + 1) / 2;
  }

  private get present(): P {
    return this.positions[this.ply] as P;
  }

  private keyWord(word: number): number {
    this.game.advice.key?.(this.present, this.key);
    return this.key[word] as number;
  }

  private list(into: Uint16Array, isForcing: boolean): number {
    const legal = this.present.legalMoves(into);
    let count = 0;
    for (let index = 0; index < legal; index++) {
      const move = into[index] as number;
      if (this.isForcing(move) === isForcing) into[count++] = move;
    }
    into.subarray(0, count).sort((one, other) => this.gain(other) - this.gain(one));
    return count;
  }
}
