import type { BotGame } from '@tablier/ai';
import {
  formatOptions,
  type Game,
  legalMovesOf,
  makeRecord,
  makeSetup,
  type Move,
  NOBODY,
  playOut,
  type Position,
  replay,
  SeededRng,
  type Setup,
  type Viewer,
} from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { testedOptions } from './pairs.ts';
import { setupOf } from './play.ts';
import { differingFields, poison, sharedFields } from './poison.ts';
import { SEED } from './seed.ts';

/** How much of a game is checked. */
export interface CheckGameSize {
  /** Random games for each combination of options and number of players. */
  readonly games: number;
  /**
   * Paths of a position's fields that `copyFrom` need not copy, besides `options` and `players`: the setup decides them
   * (`limit`), or the part beyond what is copied is never read (`history.words`). Every other field must be equal in a copy.
   */
  readonly fixedFields?: readonly string[];
}

/** One combination to check. */
interface Case {
  readonly game: BotGame;
  readonly setup: Setup;
  readonly rng: SeededRng;
  readonly fixedFields: readonly string[];
}

/**
 * The conformance suite: registers, for every combination of options (of pairs of values if there are many) and number of players,
 * the tests that any game must pass, whatever its rules.
 */
export function checkGame(game: BotGame, size: CheckGameSize): void {
  describe(`${game.id} keeps the contract of a game (TABLIER_SEED=${SEED})`, () => {
    test('its declaration is sound', () => checkDeclaration(game));
    for (const players of game.players) {
      for (const options of testedOptions(game.options)) {
        const title = `${players} players, ${formatOptions(game.options, options)}`;
        const newCase = (name: string): Case => {
          const rng = new SeededRng(`${SEED} ${game.id} ${title} ${name}`);
          return {
            game,
            rng,
            setup: setupOf(game, { options, players }, rng),
            fixedFields: ['options', 'players', ...(size.fixedFields ?? [])],
          };
        };
        describe(title, () => {
          test('the deal is plain data and is read back', () => checkDeal(newCase('deal')));
          test('the first moves drawn at random are all the legal ones', () => checkRandomMoves(newCase('moves')));
          test('moves, notation and copies in random games', () => {
            for (let index = 0; index < size.games; index++) walk(newCase(`walk ${index}`), checkMoves);
          });
          test('views, knowledge and samples in random games', () => {
            for (let index = 0; index < size.games; index++) walk(newCase(`view ${index}`), checkViews);
          });
          test('ends, outcomes and records of random games', () => {
            for (let index = 0; index < size.games; index++) checkEnd(newCase(`end ${index}`));
          });
        });
      }
    }
  });
}

const plain = (data: unknown): unknown => JSON.parse(JSON.stringify(data));

function checkDeclaration(game: Game): void {
  expect(game.id).toMatch(/^[a-z][a-z0-9-]*$/);
  expect(game.moveSpace).toBeLessThanOrEqual(65536);
  expect([...game.players].sort((a, b) => a - b)).toEqual(game.players);
  expect(game.seatNames.length).toBeGreaterThanOrEqual(Math.max(...game.players));
  for (const [name, option] of Object.entries(game.options)) {
    expect(option.values, name).toContain(option.default);
    expect(new Set(option.values.map(String)).size, name).toBe(option.values.length);
  }
  for (const [name, preset] of Object.entries(game.presets)) {
    expect(Object.keys(preset), name).toEqual(Object.keys(game.options));
    expect(makeSetupError(game, preset), name).toBeNull();
  }
}

function makeSetupError(game: Game, options: Setup['options']): string | null {
  const [players = 0] = game.players;
  const made = makeSetup(game, { options, players, deal: game.deals.draw(options, players, new SeededRng(SEED)) });
  return made.ok ? null : `${made.error.name} ${made.error.detail}`;
}

function checkDeal({ game, setup: { options, players, deal } }: Case): void {
  expect(plain(deal)).toEqual(deal);
  const read = game.deals.parse(options, players, plain(deal));
  expect(read).toEqual({ ok: true, value: deal });
  expect(game.deals.parse(options, players, { nonsense: 1 }).ok).toBe(false);
}

function checkRandomMoves({ game, setup, rng }: Case): void {
  const position = game.start(setup);
  const legal = legalMovesOf(game, position);
  const drawn = new Set<Move>();
  for (let draws = 0; draws < 30 * legal.length; draws++) drawn.add(position.randomMove(rng));
  expect([...drawn].sort((a, b) => a - b)).toEqual([...legal]);
}

/** Plays a random game and checks every position on the way. */
function walk(at: Case, look: (at: Case & { position: Position; legal: Uint16Array }) => void): void {
  const { game, setup, rng } = at;
  const position = game.start(setup);
  while (position.turn !== NOBODY) {
    const legal = legalMovesOf(game, position);
    look({ ...at, position, legal });
    position.play(legal[rng.below(legal.length)] as Move);
  }
}

function checkMoves(at: Case & { position: Position; legal: Uint16Array }): void {
  const { game, rng, position, legal } = at;
  const moves = [...legal];
  expect(moves.length, 'a turn without a move').toBeGreaterThan(0);
  expect(moves.length).toBeLessThanOrEqual(game.maxMoves);
  expect(position.countMoves()).toBe(moves.length);
  expect(
    moves.every((move, index) => index === 0 || move > (moves[index - 1] as Move)),
    'not ascending',
  ).toBe(true);
  expect(moves.every((move) => move >= 0 && move < game.moveSpace)).toBe(true);
  expect(moves).toContain(position.randomMove(rng));
  const texts = moves.map((move) => game.formatMove(move));
  expect(texts.map((text) => game.parseMove(text))).toEqual(moves);
  expect(texts.every((text) => /^\S+$/.test(text))).toBe(true);
  for (const wrong of ['', ' ', `${texts[0]} `, ` ${texts[0]}`, `${texts[0]}${texts[0]}`, '☃']) {
    expect(game.parseMove(wrong), `read ${JSON.stringify(wrong)}`).toBeNull();
  }
  checkCopies(at);
}

function checkCopies(at: Case & { position: Position; legal: Uint16Array }): void {
  const { game, setup, rng, position, legal } = at;
  checkCopiedFields(at);
  const before = everythingSeen(game, setup, position);
  const copy = position.clone();
  expect(everythingSeen(game, setup, copy)).toEqual(before);
  copy.play(legal[rng.below(legal.length)] as Move);
  playOut(copy, rng);
  expect(everythingSeen(game, setup, position), 'playing a copy changed the original').toEqual(before);
  copy.copyFrom(position);
  expect(everythingSeen(game, setup, copy), 'a used position did not become the copied one').toEqual(before);
}

/** Comes before the copy is played: a position with a field of another one may never end. */
function checkCopiedFields({ position, fixedFields }: Case & { position: Position }): void {
  const copy = position.clone();
  expect(sharedFields(position, copy, fixedFields), 'fields that a clone shares').toEqual([]);
  expect(differingFields(position, copy, fixedFields), 'fields that clone does not copy').toEqual([]);
  poison(copy, fixedFields);
  copy.copyFrom(position);
  expect(sharedFields(position, copy, fixedFields), 'fields that copyFrom shares').toEqual([]);
  expect(differingFields(position, copy, fixedFields), 'fields that copyFrom does not copy').toEqual([]);
}

const viewers = (setup: Setup): Viewer[] => [...Array.from({ length: setup.players }, (_, seat) => seat), 'spectator'];

function everythingSeen(game: Game, setup: Setup, position: Position): unknown {
  return {
    legal: [...legalMovesOf(game, position)],
    views: viewers(setup).map((viewer) => game.view(position, viewer)),
    knowledge: Array.from({ length: setup.players }, (_, seat) => game.secrets.knowledge(position, seat)),
    outcome: position.outcome(),
    turn: [position.turn, position.turnIndex],
  };
}

function checkViews(at: Case & { position: Position; legal: Uint16Array }): void {
  const { game, setup, position, legal } = at;
  for (const viewer of viewers(setup)) {
    const view = game.view(position, viewer);
    expect(plain(view), 'a view is not plain data').toEqual(view);
    expect(view.turn).toBe(position.turn);
    expect(view.turnIndex).toBe(position.turnIndex);
    expect(view.options).toEqual(setup.options);
    expect(view.players).toBe(setup.players);
    expect(view.outcome).toBeNull();
    const choices = game.choices(view);
    expect(choices).toEqual([...new Set(choices)].sort((a, b) => a - b));
    expect(choices).toEqual(expect.arrayContaining([...legal]));
    if (!game.secrets.hides(setup.options) && game.secrets.movesShown(setup.options) === 'all') {
      expect(choices).toEqual([...legal]);
    }
  }
  for (let seat = 0; seat < setup.players; seat++) checkKnowledge({ ...at, seat });
  const open = game.view(position, 'open');
  expect(plain(open), 'the open view is not plain data').toEqual(open);
  checkEvaluation(game, setup, position);
}

/** A seat cannot distinguish the true position from one that is sampled from its knowledge. */
function checkKnowledge(at: Case & { position: Position; seat: number }): void {
  const { game, rng, position, seat } = at;
  const knowledge = game.secrets.knowledge(position, seat);
  expect(plain(knowledge), 'knowledge is not plain data').toEqual(knowledge);
  const world = game.secrets.sample(plain(knowledge), rng);
  expect(game.secrets.knowledge(world, seat)).toEqual(knowledge);
  for (const viewer of [seat, 'spectator'] as const) {
    const view = game.view(position, viewer);
    const imagined = game.view(world, viewer);
    expect(imagined).toEqual(view);
    expect(game.choices(imagined)).toEqual(game.choices(view));
  }
  const reused = game.start(at.setup);
  game.secrets.sample(knowledge, rng, reused);
  expect(game.secrets.knowledge(reused, seat)).toEqual(knowledge);
  playOut(reused, rng);
}

function checkEvaluation({ advice }: BotGame, setup: Setup, position: Position): void {
  const values = new Float64Array(setup.players);
  advice.evaluate?.(position, values);
  for (const value of values) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
}

function checkEnd({ game, setup, rng }: Case): void {
  const position = game.start(setup);
  const moves: Move[] = [];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    const turn = [position.turnIndex, position.turn];
    position.play(move);
    moves.push(move);
    expect(position.turnIndex).toBeGreaterThanOrEqual(turn[0] as number);
    if (position.turnIndex === turn[0] && position.turn !== NOBODY) expect(position.turn).toBe(turn[1]);
  }
  const outcome = position.outcome();
  expect(outcome.scores).toHaveLength(setup.players);
  expect(outcome.places).toHaveLength(setup.players);
  expect(outcome.scores.every(Number.isFinite)).toBe(true);
  expect(outcome.places).toContain(1);
  expect(outcome.places.every((place) => Number.isInteger(place) && place >= 1 && place <= setup.players)).toBe(true);
  expect(legalMovesOf(game, position)).toHaveLength(0);
  expect(position.countMoves()).toBe(0);
  for (const viewer of viewers(setup)) {
    const view = game.view(position, viewer);
    expect(view.outcome).toEqual(outcome);
    expect(game.choices(view)).toEqual([]);
  }
  checkRecord(game, setup, moves);
}

function checkRecord(game: Game, setup: Setup, moves: readonly Move[]): void {
  const find = (id: string): Game | undefined => (id === game.id ? game : undefined);
  const record = makeRecord(game, setup, moves);
  const held = replay(find, plain(record));
  expect(held.ok ? null : held.error).toBeNull();
  const cut = replay(find, { ...record, moves: record.moves.slice(0, -1), counts: record.counts?.slice(0, -1) });
  expect(cut.ok ? null : cut.error.name, 'a game cut short passes').toBe('end-mismatch');
}
