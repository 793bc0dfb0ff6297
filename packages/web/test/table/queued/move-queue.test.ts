import '../../english.ts';
import { defaultOptions, type Game, type Move, type Options, SeededRng, type Seat } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '@tablier/games';
import { createMatch, decide, evolve, type MatchState, type MatchView, project } from '@tablier/match';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { originOf, targetOf } from '@tablier/games/arcanor';
import { closeBrowser, openBrowser } from '../../browser.ts';
import { type BoardModule, stillState } from '../../../src/board/board-module.ts';
import { board as arcanorBoard } from '../../../src/games/arcanor/board.ts';
import { board as isaacBoard } from '../../../src/games/isaac/board.ts';
import { board as maskerBoard } from '../../../src/games/masker/board.ts';
import { board as nascaBoard } from '../../../src/games/nasca/board.ts';
import { loadWords, MoveQueue, type QueuedGame } from '../../../src/table/queued/move-queue.svelte.ts';

const words = await loadWords('en');
const GAMES: readonly { readonly game: Game; readonly players: number; readonly options?: Options }[] = [
  { game: isaac, players: 2 },
  { game: nasca, players: 2 },
  { game: masker, players: 2 },
  { game: masker, players: 3 },
  { game: arcanor, players: 2, options: { table: 'open' } },
  { game: arcanor, players: 2, options: { table: 'memory' } },
];
const BOARDS: Readonly<Record<string, BoardModule>> = {
  arcanor: arcanorBoard,
  isaac: isaacBoard,
  masker: maskerBoard,
  nasca: nascaBoard,
};

const wishes = { premoves: true, language: 'en' };

/** A match in which seat 0 has a queue, after `plies` random moves. */
class Table implements QueuedGame {
  readonly id = 'table';
  readonly game: Game;
  readonly viewer: Seat = 0;
  readonly made: string[] = [];
  #state: MatchState;
  readonly #rng: SeededRng;

  constructor({ game, players, options }: (typeof GAMES)[number], seed: string, plies: number) {
    this.game = game;
    this.#rng = new SeededRng(seed);
    const chosen = { ...defaultOptions(game.options), ...options };
    const setup = { options: chosen, players, deal: game.deals.draw(chosen, players, this.#rng) };
    this.#state = createMatch(game, setup, { takeBack: 'free' });
    while (this.match.plies < plies && this.match.end === null) this.random();
  }

  get match(): MatchView {
    return project(this.#state, this.viewer);
  }

  get canPlay(): boolean {
    return this.match.end === null && this.match.view.turn === this.viewer;
  }

  readonly play = (move: Move): void => {
    this.made.push(this.game.formatMove(move));
    this.#run(this.game.formatMove(move));
  };

  random(): void {
    this.#run(this.game.formatMove(this.#state.position.randomMove(this.#rng)));
  }

  #run(move: string): void {
    const decided = decide(this.#state, { kind: 'move', seat: this.#state.position.turn, move });
    if (decided.ok) this.#state = evolve(this.#state, decided.value);
  }
}

/** Fills the queue with what its plan offers, by these numbers; returns how many moves it took. */
function fillQueue(queue: MoveQueue, picks: readonly number[]): number {
  for (const pick of picks) {
    const choices = queue.plan?.choices ?? [];
    const move = choices[pick % Math.max(1, choices.length)];
    if (move === undefined) break;
    queue.add(move);
  }
  return queue.moves.length;
}

const cases = fc.record({
  at: fc.integer({ min: 0, max: GAMES.length - 1 }),
  seed: fc.string(),
  plies: fc.integer({ min: 1, max: 40 }),
  picks: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 13 }),
});

const of = ({ id, game, match, viewer, canPlay, play }: Table): QueuedGame => ({
  id,
  game,
  match,
  viewer,
  canPlay,
  play,
});

const queueAt = (table: QueuedGame): MoveQueue =>
  new MoveQueue(table, words, () => BOARDS[table.game.id] ?? isaacBoard);

function begin({ at, seed, plies }: { readonly at: number; readonly seed: string; readonly plies: number }) {
  const table = new Table(GAMES[at] ?? { game: isaac, players: 2 }, seed, plies);
  while (table.canPlay) table.random();
  const queue = queueAt(table);
  queue.follow(wishes);
  return { table, queue };
}

describe('a queue of premoves', () => {
  it('takes at most ten, each possible after the ones before it', () => {
    fc.assert(
      fc.property(cases, ({ picks, ...at }) => {
        const { table, queue } = begin(at);
        const taken = fillQueue(queue, picks);
        expect(taken).toBeLessThanOrEqual(10);
        expect(table.made).toEqual([]);
        expect(queue.plan === null).toBe(table.match.end !== null);
        if (taken === 10) expect(queue.plan?.choices).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(GAMES.map(({ game, players, options }, at) => [game.id, players, options?.['table'] ?? '', at] as const))(
    'takes ten in %s for %i %s, and makes none before its turn',
    (_, __, ___, at) => {
      const { table, queue } = begin({ at, seed: 'ten', plies: 1 });
      expect(
        fillQueue(
          queue,
          Array.from({ length: 14 }, (_, pick) => 7 * pick + 3),
        ),
      ).toBe(10);
      expect([table.made, queue.plan?.choices]).toEqual([[], []]);
    },
  );

  it('makes at its turn what is then possible, in order, or nothing any more', () => {
    fc.assert(
      fc.property(cases, ({ picks, ...at }) => {
        const { table, queue } = begin(at);
        fillQueue(queue, picks);
        const planned = queue.moves.map((move) => table.game.formatMove(move));
        for (let step = 0; step < 80 && queue.moves.length > 0 && table.match.end === null; step++) {
          if (table.canPlay) {
            const { moves } = queue;
            const { made, match } = table;
            const before = made.length;
            const isOffered = table.game.choices(match.view).includes(moves[0] ?? -1);
            queue.follow(wishes);
            const isMade = made.length > before;
            expect(isMade && !isOffered).toBe(false);
            expect(queue.moves.length).toBe(isMade ? moves.length - 1 : 0);
            if (!isMade) expect(queue.note).toContain('not possible now');
          } else {
            table.random();
            queue.follow(wishes);
          }
        }
        expect(planned.slice(0, table.made.length)).toEqual(table.made);
      }),
      { numRuns: 60 },
    );
  });

  it('ends at the mark that is pressed, and with the button, with the setting and with a take-back', () => {
    const { table, queue } = begin({ at: 0, seed: 'marks', plies: 5 });
    const picks = [3, 5, 7, 9];
    expect(fillQueue(queue, picks)).toBe(4);
    const { moves } = queue;
    queue.press('premove2');
    expect(queue.moves).toEqual(moves.slice(0, 2));
    queue.press('premove');
    expect(queue.moves).toEqual([]);
    fillQueue(queue, picks);
    queue.follow({ ...wishes, premoves: false });
    expect([queue.moves, queue.plan]).toEqual([[], null]);
    queue.follow(wishes);
    fillQueue(queue, picks);
    Object.defineProperty(table, 'match', { value: { ...table.match, plies: 1 } });
    queue.follow(wishes);
    expect([queue.moves, queue.note, table.made]).toEqual([[], '', []]);
  });

  it('is drawn over the position with a number for each move that changes the board', () => {
    fc.assert(
      fc.property(cases, ({ picks, ...at }) => {
        const { table, queue } = begin(at);
        fillQueue(queue, picks);
        const { plan, moves } = queue;
        if (plan === null) return;
        const base: BoardModule = BOARDS[table.game.id] ?? isaacBoard;
        const board = queue.ahead(base)?.board ?? base;
        const state = { ...stillState(table.game, base, plan.views.at(-1) ?? plan.views[0]), viewer: 0 };
        const { chips = [], targets, solids } = board.scene({ ...state, choices: plan.choices });
        const numbers = chips.filter(({ id }) => queue.isOwn(id)).map(({ text }) => Number(text));
        expect(numbers).toEqual(targets.filter(({ id }) => queue.isOwn(id)).map(({ id }) => Number(id.slice(7)) + 1));
        expect(numbers.length).toBeLessThanOrEqual(moves.length);
        // Where the rules hide nothing, all pieces of the position are still there.
        const before = base.scene({ ...state, view: table.match.view }).solids.map(({ id }) => id);
        expect(before.filter((id) => !solids.some((solid) => solid.id === id))).toEqual([]);
        expect(board.tray(state).some(({ id }) => id === 'premove')).toBe(moves.length > 0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('premoves in the storage of the browser', () => {
  afterEach(closeBrowser);

  /** What is made of a queue, and what is said, if the page is loaded again before each step or never. */
  function played(
    { picks, ...at }: Parameters<typeof begin>[0] & { readonly picks: readonly number[] },
    loads: boolean,
  ) {
    const { storage } = openBrowser();
    const { table, queue: first } = begin(at);
    fillQueue(first, picks);
    let queue = first;
    const notes: string[] = [];
    for (let step = 0; step < 80 && table.match.end === null; step++) {
      if (loads) queue = queueAt(table);
      queue.follow(wishes);
      notes.push(queue.note);
      // The answer of the table to what was just made.
      queue.follow(wishes);
      notes.push(queue.note);
      if (!table.canPlay) table.random();
      else if (queue.moves.length === 0) break;
    }
    queue.follow(wishes);
    return {
      made: table.made,
      dropped: notes.filter((note) => note.includes('not possible now')),
      stored: [...storage],
    };
  }

  it('are made and dropped as if the page had never been left, and are gone at the end', () => {
    fc.assert(
      fc.property(cases, (at) => {
        const [stayed, left] = [played(at, false), played(at, true)];
        expect(left).toEqual(stayed);
        expect(left.stored).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('are those of one table and seat, and none any more once the player has moved elsewhere or moves were taken back', () => {
    openBrowser();
    const { table, queue } = begin({ at: 0, seed: 'kept', plies: 5 });
    fillQueue(queue, [3, 5]);
    const as = (changes: Partial<QueuedGame>) => queueAt({ ...of(table), ...changes });
    const { match } = table;
    expect(as({ id: 'other' }).moves).toEqual([]);
    expect(as({ viewer: 1 }).moves).toEqual([]);
    expect(as({}).moves).toEqual(queue.moves);
    table.random();
    const next = table.match;
    table.random();
    const own = table.match;
    for (const changed of [
      { ...match, plies: 1 },
      own,
      { ...next, end: { by: 'resign', scores: [0, 0], places: [1, 2] } },
    ]) {
      openBrowser();
      const again = begin({ at: 0, seed: 'kept', plies: 5 });
      fillQueue(again.queue, [3, 5]);
      expect(as({ match }).moves).toHaveLength(2);
      expect(as({ match: changed as MatchView }).moves).toEqual([]);
      expect(as({ match }).moves).toEqual([]);
    }
  });

  it('are dropped here if another page of the browser has dropped them', () => {
    openBrowser();
    const { table, queue } = begin({ at: 0, seed: 'pages', plies: 5 });
    fillQueue(queue, [3, 5]);
    queueAt(table).clear();
    while (!table.canPlay) table.random();
    queue.follow(wishes);
    expect([queue.moves, table.made]).toEqual([[], []]);
  });
});

describe('what a move of Arcanor shows', () => {
  it('is what the rules show, except the contents that it opens at a table of memory', () => {
    for (const kind of ['open', 'memory']) {
      const options = { ...defaultOptions(arcanor.options), table: kind } as const;
      const position = arcanor.start({ options, players: 2, deal: null });
      const rng = new SeededRng(kind);
      for (let ply = 0; ply < 200 && position.turn >= 0; ply++) {
        const move = position.randomMove(rng);
        const shown = arcanorBoard.after?.(arcanor.view(position, position.turn), move);
        const from = originOf(move);
        position.play(move);
        const { cells } = arcanor.view(position, 0);
        if (position.turn < 0) break;
        const unknown = kind === 'memory' ? [from, targetOf(move)] : [];
        const known = (all: readonly unknown[] = []) => all.filter((_, cell) => !unknown.includes(cell));
        expect(known(shown?.cells)).toEqual(known(cells));
      }
    }
  });
});
