import type { BotGame } from '@tablier/ai';
import type { AddedGame } from '@tablier/games';
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
import { isDeepStrictEqual } from 'node:util';
import { Breach, checkCells } from './check-cells.ts';
import { testedOptions } from './pairs.ts';
import { setupOf } from './play.ts';
import { differingFields, poison, sharedFields } from './poison.ts';

/** How much of a game is checked. */
export interface CheckGameSize {
  /** Random games for each combination of options and number of players. */
  readonly games: number;
  /**
   * Paths of a position's fields that `copyFrom` need not copy, besides `options` and `players`: the setup decides them
   * (`limit`), or the part beyond what is copied is never read (`history.words`). Every other field must be equal in a copy.
   */
  readonly fixedFields?: readonly string[];
  /** Called at each move: the game has not stopped. */
  readonly onMove?: () => void;
}

/** A part of the contract of a game. `run` throws if the game breaks it. */
export interface GameCheck {
  readonly name: string;
  run(): void;
}

/** The checks of a combination of options and number of players. A game that fails the first ones may never end in the others. */
export interface GameChecks {
  readonly title: string;
  readonly checks: readonly GameCheck[];
}

/** One combination to check. */
interface Case {
  readonly game: BotGame;
  readonly setup: Setup;
  readonly rng: SeededRng;
  readonly fixedFields: readonly string[];
  readonly onMove: () => void;
}

/** No game is longer; a game that can go on for ever is not over here. Moves. */
const LONGEST = 20_000;

/**
 * What any game must keep, whatever its rules, for every combination of options (of pairs of values if there are many) and number of
 * players.
 */
export function conformanceOf(game: BotGame, size: CheckGameSize, seed: string): GameChecks[] {
  const combinations = game.players.flatMap((players) =>
    testedOptions(game.options).map((options) => combination(game, size, { options, players, seed })),
  );
  const declaration = { name: 'the declaration is sound', run: () => checkDeclaration(game) };
  return [{ title: game.id, checks: [declaration] }, ...combinations];
}

export interface Checked {
  readonly name: string;
  /** `null`: none. */
  readonly fault: string | null;
}

/** Runs the checks of a game from a file, those of its cells last. What comes after a failed check relies on it, and might never end. */
export function* checked(game: AddedGame, size: CheckGameSize, seed: string): Generator<Checked> {
  const cells = [{ name: 'cells in a random game', run: () => checkCells(game, seed) }];
  const boards = game.cells === undefined ? [] : [{ title: 'the board', checks: cells }];
  for (const { title, checks } of [...conformanceOf(game, size, seed), ...boards])
    for (const check of checks) {
      const fault = faultOf(check);
      yield { name: `${title}: ${check.name}`, fault };
      if (fault === null) continue;
      if (title === game.id) return;
      break;
    }
}

function faultOf({ run }: GameCheck): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    // A mistake in the game: the first place says where.
    const [what = '', at = ''] = (error instanceof Error ? (error.stack ?? '') : String(error)).split('\n');
    return `${what} ${at.trim()}`;
  }
}

interface Chosen extends Pick<Setup, 'options' | 'players'> {
  readonly seed: string;
}

function combination(game: BotGame, size: CheckGameSize, { options, players, seed }: Chosen): GameChecks {
  const title = [`${players} players`, formatOptions(game.options, options)].filter(Boolean).join(', ');
  const newCase = (name: string): Case => {
    const rng = new SeededRng(`${seed} ${game.id} ${title} ${name}`);
    const fixedFields = ['options', 'players', ...(size.fixedFields ?? [])];
    const { onMove = () => undefined } = size;
    return { game, rng, setup: setupOf(game, { options, players }, rng), fixedFields, onMove };
  };
  const each = (name: string, check: (at: Case) => void): (() => void) => {
    return () => {
      for (let index = 0; index < size.games; index++) check(newCase(`${name} ${index}`));
    };
  };
  const checks = [
    { name: 'the deal is plain data and is read back', run: () => checkDeal(newCase('deal')) },
    { name: 'the first moves drawn at random are all the legal ones', run: () => checkRandomMoves(newCase('moves')) },
    { name: 'ends, outcomes and records of random games', run: each('end', checkEnd) },
    { name: 'moves, notation and copies in random games', run: each('walk', (at) => walk(at, checkMoves)) },
    { name: 'views, knowledge and samples in random games', run: each('view', (at) => walk(at, checkViews)) },
  ];
  return { title, checks };
}

function must(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new Breach(fault);
}

function same(found: unknown, wanted: unknown, fault: string): void {
  must(isDeepStrictEqual(found, wanted), `${fault}: ${shown(found)} instead of ${shown(wanted)}`);
}

/** The longest text of a value in a message. Characters. */
const SHOWN = 200;

function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? String(value)).replaceAll(/\s+/g, ' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const plain = (data: unknown): unknown => (data === undefined ? undefined : JSON.parse(JSON.stringify(data)));

const isPlain = (data: unknown, what: string): void => same(plain(data), data, `${what} is not plain data`);

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

function checkDeclaration(game: Game): void {
  must(/^[a-z][a-z0-9-]*$/.test(game.id), `the id ${shown(game.id)} is not in lower-case letters, digits and hyphens`);
  must(game.moveSpace <= 65536, 'moveSpace is over 65536');
  must(game.players.length > 0, 'no number of players');
  const texts = new Set(Array.from({ length: game.moveSpace }, (_, move) => game.formatMove(move)));
  must(texts.size === game.moveSpace, `${game.moveSpace} moves share ${texts.size} texts`);
  same(game.players, ascending(game.players), 'the numbers of players are not ascending');
  must(game.seatNames.length >= Math.max(...game.players), 'a seat has no name');
  for (const [name, option] of Object.entries(game.options)) {
    must(option.values.includes(option.default), `the default of the option ${name} is none of its values`);
    must(new Set(option.values.map(String)).size === option.values.length, `the option ${name} has a value twice`);
  }
  for (const [name, preset] of Object.entries(game.presets)) {
    same(Object.keys(preset), Object.keys(game.options), `the preset ${name} does not have each option`);
    same(makeSetupError(game, preset), null, `the preset ${name} is refused`);
  }
}

function makeSetupError(game: Game, options: Setup['options']): string | null {
  const [players = 0] = game.players;
  const made = makeSetup(game, { options, players, deal: game.deals.draw(options, players, new SeededRng(1)) });
  return made.ok ? null : `${made.error.name} ${made.error.detail}`;
}

function checkDeal({ game, setup: { options, players, deal } }: Case): void {
  isPlain(deal, 'a deal');
  same(game.deals.parse(options, players, plain(deal)), { ok: true, value: deal }, 'a deal is read as another one');
  must(!game.deals.parse(options, players, { nonsense: 1 }).ok, 'nonsense is read as a deal');
}

function checkRandomMoves({ game, setup, rng }: Case): void {
  const position = game.start(setup);
  const legal = legalMovesOf(game, position);
  const drawn = new Set<Move>();
  for (let draws = 0; draws < 30 * legal.length; draws++) drawn.add(position.randomMove(rng));
  same(ascending(drawn), [...legal], 'randomMove draws other moves than the legal ones');
}

/** Plays a random game and checks every position on the way. */
function walk(at: Case, look: (at: Case & { position: Position; legal: Uint16Array }) => void): void {
  const { game, setup, rng } = at;
  const position = game.start(setup);
  while (position.turn !== NOBODY) {
    at.onMove();
    const legal = legalMovesOf(game, position);
    look({ ...at, position, legal });
    position.play(legal[rng.below(legal.length)] as Move);
  }
}

function checkMoves(at: Case & { position: Position; legal: Uint16Array }): void {
  const { game, rng, position, legal } = at;
  const moves = [...legal];
  must(moves.length > 0, 'a turn has no legal move');
  must(moves.length <= game.maxMoves, `${moves.length} legal moves, more than maxMoves`);
  same(position.countMoves(), moves.length, 'countMoves counts wrong');
  same(moves, ascending(moves), 'legal moves are not ascending, each once');
  must(
    moves.every((move) => move < game.moveSpace),
    'a legal move is not below moveSpace',
  );
  must(moves.includes(position.randomMove(rng)), 'randomMove draws an illegal move');
  const texts = moves.map((move) => game.formatMove(move));
  const read = texts.map((text) => game.parseMove(text));
  same(read, moves, 'moves are read as others');
  for (const text of texts) must(/^\S+$/.test(text), `a blank in the text of a move, or no text: ${shown(text)}`);
  for (const wrong of ['', ' ', `${texts[0]} `, ` ${texts[0]}`, `${texts[0]}${texts[0]}`, '☃'])
    same(game.parseMove(wrong), null, `${shown(wrong)} is read as a move`);
  checkCopies(at);
}

function checkCopies(at: Case & { position: Position; legal: Uint16Array }): void {
  const { game, setup, rng, position, legal } = at;
  checkCopiedFields(at);
  const before = everythingSeen(game, setup, position);
  const copy = position.clone();
  same(everythingSeen(game, setup, copy), before, 'a clone differs');
  copy.play(legal[rng.below(legal.length)] as Move);
  playOut(copy, rng);
  same(everythingSeen(game, setup, position), before, 'playing a copy changed the original');
  copy.copyFrom(position);
  same(everythingSeen(game, setup, copy), before, 'a used position did not become the copied one');
}

/** Comes before the copy is played: a position with a field of another one may never end. */
function checkCopiedFields({ position, fixedFields }: Case & { position: Position }): void {
  const copy = position.clone();
  const none = (fields: readonly string[], what: string): void =>
    must(fields.length === 0, `${what} ${fields.join(', ')}`);
  none(sharedFields(position, copy, fixedFields), 'a clone shares the fields');
  none(differingFields(position, copy, fixedFields), 'clone does not copy the fields');
  poison(copy, fixedFields);
  copy.copyFrom(position);
  none(sharedFields(position, copy, fixedFields), 'after copyFrom both share the fields');
  none(differingFields(position, copy, fixedFields), 'copyFrom does not copy the fields');
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
    isPlain(view, 'a view');
    const { turn, turnIndex, options, players, outcome } = view;
    const wanted = { turn: position.turn, turnIndex: position.turnIndex, ...setup, deal: null, outcome: null };
    same({ turn, turnIndex, options, players, deal: null, outcome }, wanted, 'the common fields of a view are wrong');
    const choices = game.choices(view);
    same(choices, ascending(choices), 'choices are not ascending, each once');
    for (const move of legal) must(choices.includes(move), `the legal move ${game.formatMove(move)} is no choice`);
    if (!game.secrets.hides(setup.options) && game.secrets.movesShown(setup.options) === 'all')
      same(choices, [...legal], 'choices are not the legal moves, although nothing is hidden');
  }
  for (let seat = 0; seat < setup.players; seat++) checkKnowledge({ ...at, seat });
  isPlain(game.view(position, 'open'), 'the open view');
  checkEvaluation(game, setup, position);
}

/** A seat cannot distinguish the true position from one that is sampled from its knowledge. */
function checkKnowledge(at: Case & { position: Position; seat: number }): void {
  const { game, rng, position, seat } = at;
  const knowledge = game.secrets.knowledge(position, seat);
  isPlain(knowledge, 'knowledge');
  const world = game.secrets.sample(plain(knowledge), rng);
  same(game.secrets.knowledge(world, seat), knowledge, 'a position from the knowledge of a seat has other knowledge');
  for (const viewer of [seat, 'spectator'] as const) {
    const view = game.view(position, viewer);
    const imagined = game.view(world, viewer);
    same(imagined, view, 'a position from the knowledge of a seat has another view');
    same(game.choices(imagined), game.choices(view), 'a position from the knowledge of a seat has other choices');
  }
  const reused = game.start(at.setup);
  game.secrets.sample(knowledge, rng, reused);
  same(
    game.secrets.knowledge(reused, seat),
    knowledge,
    `${game.isOpen ? 'restore' : 'secrets.sample'} does not write into the position that it is given`,
  );
  playOut(reused, rng);
}

function checkEvaluation({ advice }: BotGame, setup: Setup, position: Position): void {
  const values = new Float64Array(setup.players);
  advice.evaluate?.(position, values);
  for (const value of values) must(value >= 0 && value <= 1, `the evaluation ${value} is not from 0 to 1`);
}

function checkEnd({ game, setup, rng, onMove }: Case): void {
  const position = game.start(setup);
  const moves: Move[] = [];
  while (position.turn !== NOBODY) {
    onMove();
    must(isSeat(position.turn, setup), `the turn is that of ${position.turn}, which is no seat`);
    must(moves.length < LONGEST, `a random game is not over after ${LONGEST} moves`);
    const move = position.randomMove(rng);
    const { turnIndex, turn } = position;
    position.play(move);
    moves.push(move);
    must(position.turnIndex >= turnIndex, 'turnIndex falls');
    if (position.turnIndex === turnIndex && position.turn !== NOBODY)
      same(position.turn, turn, 'another seat moves in the same turn: turnIndex must rise');
  }
  checkOutcome(game, setup, position);
  checkRecord(game, setup, moves);
}

const isSeat = (turn: number, { players }: Setup): boolean => Number.isInteger(turn) && turn >= 0 && turn < players;

function checkOutcome(game: Game, setup: Setup, position: Position): void {
  const { players } = setup;
  const outcome = position.outcome();
  const { scores, places } = outcome;
  must(
    scores.length === players && scores.every(Number.isFinite),
    `the scores ${shown(scores)} are not one number a seat`,
  );
  const isPlace = (place: number): boolean => Number.isInteger(place) && place >= 1 && place <= players;
  must(places.length === players && places.every(isPlace), `the places ${shown(places)} are not one for each seat`);
  must(places.includes(1), 'no seat is in the first place');
  must(legalMovesOf(game, position).length === 0, 'there are legal moves after the end');
  must(position.countMoves() === 0, 'countMoves counts moves after the end');
  for (const viewer of viewers(setup)) {
    const view = game.view(position, viewer);
    same(view.outcome, outcome, 'the outcome of a view is wrong after the end');
    same(game.choices(view), [], 'there are choices after the end');
  }
}

function checkRecord(game: Game, setup: Setup, moves: readonly Move[]): void {
  const find = (id: string): Game | undefined => (id === game.id ? game : undefined);
  const record = makeRecord(game, setup, moves);
  const held = replay(find, plain(record));
  same(held.ok ? null : held.error, null, 'the record of a game is not valid');
  const cut = replay(find, { ...record, moves: record.moves.slice(0, -1), counts: record.counts?.slice(0, -1) });
  same(cut.ok ? null : cut.error.name, 'end-mismatch', 'a record that was cut short is valid');
}
