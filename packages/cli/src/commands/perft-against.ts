import { divide, type Position } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { EngineProcess } from '../bot/engine.ts';
import { linesFor } from '../bot/position-lines.ts';
import { EXIT, untilSignalled, UsageError, writeLine } from '../shared/output.ts';
import { fixedSetup, type PlaceFlags, placeOf, playTexts, readConditions } from '../shared/setup.ts';

/** The longest wait for the counts of an engine, and for those of depth 1. Milliseconds. */
const LONGEST = 600_000;
const FIRST = 10_000;
/** The end of the counts, by several engines, or that there are none. */
const ANSWER = /^\s*(nodes(?: searched)?:? \d+|info string error.*|bestmove.*)$/i;
const COUNT = /^(\S+?):?\s+(\d+)$/;

/** The number of move sequences below each first move, by its notation. */
type Counts = ReadonlyMap<string, number>;

export interface AgainstFlags extends PlaceFlags {
  readonly depth: number;
}

/**
 * `tablier perft GAME --against COMMAND`: compares the counts below each move, from depth 1 on, and follows the first difference down to the move
 * that one side has and the other has not. So no shorter line shows it.
 */
export async function perftAgainst(game: CatalogueGame, command: string, flags: AgainstFlags): Promise<number> {
  const start = placeOf(game, flags);
  const engine = new Counting(game, command, flags);
  try {
    return await untilSignalled(compare(game, start, flags.depth, engine));
  } finally {
    await engine.stop();
  }
}

async function compare(game: CatalogueGame, start: Position, deepest: number, engine: Counting): Promise<number> {
  await engine.start();
  for (let depth = 1; depth <= deepest; depth++) {
    const counts = countsOf(game, start, depth);
    const moves = differences(counts, await engine.count([], depth));
    await writeLine(`depth ${depth}: ${moves.length === 0 ? `${totalOf(counts)}, the same` : 'different'}`);
    if (moves.length === 0) continue;
    for (const line of await follow(game, start, engine, depth)) await writeLine(line);
    return EXIT.failedCheck;
  }
  return EXIT.ok;
}

const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

const countsOf = (game: CatalogueGame, position: Position, depth: number): Counts =>
  new Map(divide(game, position, depth).map(({ move, count }) => [game.formatMove(move), count]));

/** The moves whose counts differ, sorted; those that only one side has first, because they need no further look. */
function differences(ours: Counts, theirs: Counts): string[] {
  const moves = [...new Set([...ours.keys(), ...theirs.keys()])].filter((move) => ours.get(move) !== theirs.get(move));
  const isKnown = (move: string): number => Number(ours.has(move) && theirs.has(move));
  return moves.toSorted((one, other) => isKnown(one) - isKnown(other) || (one < other ? -1 : 1));
}

/** The line to the difference, and what differs there. */
async function follow(game: CatalogueGame, start: Position, engine: Counting, depth: number): Promise<string[]> {
  const line: string[] = [];
  for (let left = depth; ; left--) {
    const position = start.clone();
    playTexts(game, position, line.join(' '));
    const [ours, theirs] = [countsOf(game, position, left), await engine.count(line, left)];
    const moves = differences(ours, theirs);
    const [first] = moves;
    if (first !== undefined && left > 1 && ours.has(first) && theirs.has(first)) line.push(first);
    else
      return [
        `line: ${line.length === 0 ? '(none)' : line.join(' ')}`,
        `there: ${totalOf(ours)} here, ${totalOf(theirs)} in the engine`,
        ...moves.map(
          (move) => `${move}: ${ours.get(move) ?? 'illegal'} here, ${theirs.get(move) ?? 'illegal'} in the engine`,
        ),
      ];
  }
}

/** An engine that is asked for counts. */
class Counting {
  readonly #process: EngineProcess;
  readonly #game: CatalogueGame;
  readonly #flags: AgainstFlags;
  #lines: string[] = [];

  constructor(game: CatalogueGame, command: string, flags: AgainstFlags) {
    this.#game = game;
    this.#flags = flags;
    this.#process = new EngineProcess(command, (line) => void this.#lines.push(line));
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** What the engine counts after these moves. */
  async count(moves: readonly string[], depth: number): Promise<Counts> {
    this.#lines = [];
    const answer = await this.#process.ask(this.#question(moves, depth), ANSWER, depth === 1 ? FIRST : LONGEST);
    if (answer === null || !/^nodes/i.test(answer))
      throw new UsageError(`the engine does not count: ${answer ?? 'no answer to "go perft"'}`);
    const found = this.#lines.flatMap((line) => {
      const [, move = '', count] = COUNT.exec(line.slice('< '.length).trim()) ?? [];
      return line.startsWith('< ') && this.#game.parseMove(move) !== null ? [[move, Number(count)] as const] : [];
    });
    return new Map(found);
  }

  #question(moves: readonly string[], depth: number): readonly string[] {
    const { position, moves: before = '' } = this.#flags;
    const all = [...before.split(/\s+/).filter(Boolean), ...moves];
    const { id } = this.#game;
    if (position === undefined) {
      const { options, players, deal } = fixedSetup(readConditions(this.#game, this.#flags));
      return linesFor({ game: id, options, players, deal, moves: all }, `perft ${depth}`);
    }
    const after = all.length === 0 ? '' : ` moves ${all.join(' ')}`;
    return [`setoption name Game value ${id}`, 'uginewgame', `position ${position}${after}`, `go perft ${depth}`];
  }
}
