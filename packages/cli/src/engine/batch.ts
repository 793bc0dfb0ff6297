import { outcomeValues } from '@tablier/ai';
import {
  formatError,
  legalMovesOf,
  NOBODY,
  parseJson,
  playOut,
  type Position,
  type Seat,
  type SeededRng,
  type Setup,
  type View,
} from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { factsOf } from '../commands/records.ts';
import { UsageError } from '../shared/output.ts';
import { dealtSetup, gameNamed, gameRng, readConditions, readPosition } from '../shared/setup.ts';

interface Held {
  readonly game: CatalogueGame;
  readonly setup: Setup;
  readonly position: Position;
  /** Its legal moves, ascending. */
  legal: Uint16Array;
}

type Operation = (words: readonly unknown[]) => unknown;

/**
 * The positions of a program that learns or searches, many for each line of the pipe (`batch` in docs/ugi.md). It gets what a seat sees or
 * knows, never the position: what is hidden stays in this process.
 */
export class Batch {
  private readonly held = new Map<unknown, Held>();
  private readonly operations: Readonly<Record<string, Operation>> = {
    game: ([id]) => factsOf(gameNamed(textOf(id))),
    reset: ([at, wanted]) => this.keep(at, begin(wanted)),
    step: ([at, move]) => this.step(this.at(at), move),
    copy: ([at, to]) => this.keep(to, copyOf(this.at(at))),
    sample: ([at, to, seat, seed]) => this.keep(to, sampleOf(this.at(at), seat, rngOf(seed))),
    playout: ([at, seed]) => playout(copyOf(this.at(at)).position, rngOf(seed)),
    observation: ([at, viewer]) => observationOf(this.at(at), viewer),
    knowledge: ([at, seat]) => {
      const { game, position, setup } = this.at(at);
      return game.secrets.knowledge(position, seatOf(seat, setup));
    },
    format: ([at, ...moves]) => moves.map((move) => formatMove(this.at(at).game, move)),
    parse: ([at, ...texts]) => texts.map((text) => this.at(at).game.parseMove(textOf(text))),
    close: (all) => all.filter((at) => this.held.delete(at)).length,
  };

  /** The answers to a line of operations, in their order. One that fails is answered with its error and changes nothing. */
  answer(line: string): string {
    const answers = readOperations(line).map((words) => this.obey(words));
    return JSON.stringify(answers);
  }

  private obey(operation: unknown): unknown {
    try {
      const [name, ...words] = Array.isArray(operation) ? (operation as unknown[]) : [];
      const work = typeof name === 'string' && Object.hasOwn(this.operations, name) ? this.operations[name] : undefined;
      if (work === undefined) throw new UsageError(`unknown-operation (${JSON.stringify(name)})`);
      return work(words);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { error: error.message };
    }
  }

  private at(key: unknown): Held {
    const held = this.held.get(key);
    if (held !== undefined) return held;
    throw new UsageError(`unknown-position (${JSON.stringify(key)})`);
  }

  private keep(key: unknown, held: Held): unknown {
    this.held.set(key, held);
    return stateOf(held);
  }

  private step(held: Held, move: unknown): unknown {
    const { game, position, legal } = held;
    if (position.turn === NOBODY) throw new UsageError('game-over');
    if (typeof move !== 'number' || !legal.includes(move))
      throw new UsageError(`illegal-move (${JSON.stringify(move)})`);
    position.play(move);
    held.legal = legalMovesOf(game, position);
    return stateOf(held);
  }
}

function readOperations(line: string): unknown[] {
  const read = parseJson(line);
  if (Array.isArray(read)) return read;
  throw new UsageError('bad-batch (a JSON list of operations)');
}

const textOf = (word: unknown): string => (typeof word === 'string' ? word : JSON.stringify(word));

const rngOf = (seed: unknown): SeededRng => gameRng(textOf(seed ?? 0), 0);

function seatOf(word: unknown, { players }: Setup): Seat {
  if (typeof word === 'number' && Number.isInteger(word) && word >= 0 && word < players) return word;
  throw new UsageError(`bad-seat (${JSON.stringify(word)}; from 0 to ${players - 1})`);
}

function begin(wanted: unknown): Held {
  const { game: id, players, options, deal, seed, position, view } = (wanted ?? {}) as Record<string, unknown>;
  const game = gameNamed(textOf(id));
  const text = view === undefined ? position : lineOf(game, view);
  if (typeof text === 'string') return holding(game, readPosition(game, text));
  const conditions = readConditions(game, {
    ...(typeof players === 'number' && { players }),
    ...(typeof options === 'string' && { options }),
    ...(typeof deal === 'string' && { deal }),
  });
  const setup = dealtSetup(conditions, rngOf(seed));
  return holding(game, { setup, position: game.start(setup) });
}

/** A view of a table of a server as a line: what is no view is refused. */
function lineOf(game: CatalogueGame, view: unknown): string | null {
  try {
    return game.positions?.format(view as View) ?? null;
  } catch {
    throw new UsageError(`bad-view (not one of ${game.id})`);
  }
}

const holding = (game: CatalogueGame, { setup, position }: Pick<Held, 'setup' | 'position'>): Held => ({
  ...{ game, setup, position },
  legal: legalMovesOf(game, position),
});

const copyOf = (held: Held): Held => ({ ...held, position: held.position.clone() });

/** A position that the seat cannot tell from this one. */
function sampleOf({ game, setup, position }: Held, seat: unknown, rng: SeededRng): Held {
  const knowledge = game.secrets.knowledge(position, seatOf(seat, setup));
  return holding(game, { setup, position: game.secrets.sample(knowledge, rng) });
}

/** The returns after random moves to the end. */
function playout(position: Position, rng: SeededRng): readonly number[] {
  playOut(position, rng);
  return returnsOf(position);
}

function observationOf({ game, position, setup }: Held, viewer: unknown): object {
  const view = game.view(position, viewer === 'spectator' ? viewer : seatOf(viewer, setup));
  return { text: game.positions?.format(view) ?? null, view };
}

/** The seat to move and its legal moves; at the end `[-1, "", returns, scores]`. The moves are numbers of 16 bits, which a program reads without parsing. */
function stateOf({ position, legal }: Held): readonly unknown[] {
  if (position.turn === NOBODY) return [NOBODY, '', returnsOf(position), position.outcome().scores];
  return [position.turn, Buffer.from(legal.buffer, legal.byteOffset, legal.byteLength).toString('base64')];
}

/** 1 for the first place and -1 for others; 0 if all share it. */
function returnsOf(position: Position): readonly number[] {
  const outcome = position.outcome();
  const values = new Float64Array(outcome.places.length);
  outcomeValues(outcome, values);
  return Array.from(values, (value) => (value === 1 || value === 0 ? 2 * value - 1 : 0));
}

function formatMove(game: CatalogueGame, move: unknown): string {
  if (typeof move === 'number' && Number.isInteger(move) && move >= 0 && move < game.moveSpace)
    return game.formatMove(move);
  throw new UsageError(formatError({ name: 'unreadable-move', detail: textOf(move) }));
}
