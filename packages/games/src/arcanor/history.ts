import type { Move } from '@tablier/core';
import { CELLS, kindOf, originOf, SLIDE, targetOf } from './board.ts';
import { keyOfStacks, withTurn } from './keys.ts';
import { ownerOfStack, TOP_OF } from './stack.ts';

/** The filter has 2,048 bits, many against the moves between two that cannot be undone; the highest 11 bits of a key choose one. */
const FILTER_WORDS = 64;
const FILTER_SHIFT = 21;

/** Takes back a move on stacks alone. A capture and a liberation are undone alike: the top goes back onto what it left. */
export function undo(stacks: Uint8Array, move: Move): void {
  const origin = originOf(move);
  const target = targetOf(move);
  const there = stacks[target] as number;
  const moved = kindOf(move) === SLIDE ? there : (TOP_OF[there] as number);
  stacks[target] = there ^ moved;
  stacks[origin] = (stacks[origin] as number) | moved;
}

const scratch = new Uint8Array(CELLS);

/**
 * The positions since the last move that cannot be undone, for repetition [A13]: the moves that led from each to the next and a
 * 32-bit key of each, whose lowest bit is the seat to move. Keys only rule out: equal keys are compared cell by cell, walking the moves back,
 * so that no collision decides a game.
 */
export class History {
  /** The moves since then. Position `i` is the one before `moves[i]`; the last has no move yet. */
  moves: Uint16Array = new Uint16Array(128);
  private keys: Int32Array = new Int32Array(129);
  /** How many moves. */
  length = 0;
  /** A Bloom filter over the keys: a clear bit proves that a key is new. */
  private readonly filter: Int32Array = new Int32Array(FILTER_WORDS);

  /** Forgets everything: from here on nothing can come back that was before. */
  restart(key: number): void {
    this.length = 0;
    this.keys[0] = key;
    this.filter.fill(0);
    this.mark(key);
  }

  /** Adds a move and the key of the position after it. Whether that position may have been there before. */
  add(move: Move, key: number): boolean {
    if (this.length === this.moves.length) this.grow();
    this.moves[this.length++] = move;
    this.keys[this.length] = key;
    return this.mark(key) && this.hasKeyBefore(key);
  }

  /** Becomes the history of these moves, which led to these stacks and a position of this key. */
  load(moves: readonly Move[], stacks: Uint8Array, key: number): void {
    const keys = [...moves, key];
    scratch.set(stacks.subarray(0, CELLS));
    for (let index = moves.length - 1; index >= 0; index--) {
      const move = moves[index] as number;
      undo(scratch, move);
      keys[index] = withTurn(keyOfStacks(scratch), ownerOfStack(scratch[originOf(move)] as number));
    }
    this.restart(keys[0] as number);
    for (const [index, move] of moves.entries()) this.add(move, keys[index + 1] as number);
  }

  /** How often the last position was there before, given its stacks. */
  earlierTimes(stacks: Uint8Array): number {
    const key = this.keys[this.length] as number;
    let times = 0;
    scratch.set(stacks.subarray(0, CELLS));
    for (let index = this.length - 1; index >= 0; index--) {
      undo(scratch, this.moves[index] as number);
      if (this.keys[index] === key && scratch.every((stack, cell) => stack === stacks[cell])) times++;
    }
    return times;
  }

  copyFrom(other: History): void {
    const { length } = other;
    while (this.moves.length < length) this.grow();
    const { moves, keys, filter } = this;
    const { moves: theirMoves, keys: theirKeys, filter: theirFilter } = other;
    for (let index = 0; index < length; index++) {
      moves[index] = theirMoves[index] as number;
      keys[index] = theirKeys[index] as number;
    }
    keys[length] = theirKeys[length] as number;
    for (let word = 0; word < FILTER_WORDS; word++) filter[word] = theirFilter[word] as number;
    this.length = length;
  }

  /** Sets the bit of a key; whether it was set. */
  private mark(key: number): boolean {
    const bit = key >>> FILTER_SHIFT;
    const mask = 1 << (bit & 31);
    const word = this.filter[bit >> 5] as number;
    this.filter[bit >> 5] = word | mask;
    return (word & mask) !== 0;
  }

  private hasKeyBefore(key: number): boolean {
    for (let index = this.length - 1; index >= 0; index--) if (this.keys[index] === key) return true;
    return false;
  }

  private grow(): void {
    const moves = new Uint16Array(this.moves.length * 2);
    const keys = new Int32Array(moves.length + 1);
    moves.set(this.moves);
    keys.set(this.keys);
    this.moves = moves;
    this.keys = keys;
  }
}
