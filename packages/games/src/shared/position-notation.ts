import {
  failure,
  type Game,
  NOBODY,
  type Options,
  placedAt,
  type Position,
  type PositionError,
  type PositionFault,
  type ReadPosition,
  type Result,
  success,
  type Seat,
  type View,
} from '@tablier/core';

export interface Conditions<O extends Options = Options> {
  readonly options: O;
  readonly players: number;
  readonly turn: Seat;
  readonly turnIndex: number;
  readonly passed: readonly Seat[];
}

/** The fields of one game, after those that all games have. A text that is not canonical need not be refused by `read`. */
export interface PositionFields<
  P extends Position = Position,
  V extends View = View,
  O extends Options = Options,
  Name extends string = string,
> {
  readonly names: readonly Name[];
  write(view: V): Readonly<Record<Name, string>>;
  read(texts: Readonly<Record<Name, string>>, conditions: Conditions<O>): ReadPosition<P, V>;
}

const COMMON = ['game', 'options', 'players', 'turn', 'index', 'passed'] as const;

/** For programs; the page has its own sentences. */
const FAULTS: Readonly<Record<PositionFault, (value: string) => string>> = {
  unreadable: (value) => `"${value}" cannot be read`,
  parts: (value) => `it should have ${value} parts`,
  pieces: (value) => `wrong number of pieces: ${value}`,
  place: (value) => `${value} cannot lie there`,
  other: (value) => `it should be "${value}"`,
  blocked: () => 'this seat has no legal move',
  misfit: (value) => `it does not fit ${value}`,
};

/** Caught by `parseFields`, so that readers of fields need not pass errors on. */
class Fault extends Error {
  readonly error: PositionError;

  constructor(field: string, reason: PositionFault, value: string) {
    super(reason);
    this.error = { name: 'bad-position', detail: `field ${field}: ${FAULTS[reason](value)}`, field, reason, value };
  }
}

export function wrong(field: string, reason: PositionFault, value: string | number): never {
  throw new Fault(field, reason, String(value));
}

export const writeSeat = (seat: Seat | null): string => (seat === null || seat === NOBODY ? '-' : String(seat + 1));

export function readSeat(field: string, text: string, players: number): Seat | null {
  if (text === '-') return null;
  if (/^[1-4]$/.test(text) && Number(text) <= players) return Number(text) - 1;
  return wrong(field, 'unreadable', text);
}

export const writeSeats = (seats: readonly Seat[]): string => seats.map(writeSeat).join('') || '-';

export const readSeats = (field: string, text: string, players: number): Seat[] =>
  text === '-' ? [] : [...text].map((letter) => readSeat(field, letter, players) ?? 0);

export function readNumber(field: string, text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : wrong(field, 'unreadable', text);
}

/** A list of a known length, as `3/7`. */
export function readNumbers(field: string, text: string, length: number): number[] {
  const numbers = text.split('/').map((part) => readNumber(field, part));
  return numbers.length === length ? numbers : wrong(field, 'parts', length);
}

export const writeList = (texts: readonly string[]): string => texts.join(',') || '-';
export const readList = (text: string): string[] => (text === '-' ? [] : text.split(','));

/** Cells along a row: texts, and the length of every run of empty ones. */
const writeRow = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell || '.')
    .join('')
    .replaceAll(/\.+/g, (run) => String(run.length));

/** The rows of a board from the last to the first. The cells come from the first row on. */
export const writeRows = (cells: readonly string[], columns: number): string =>
  Array.from({ length: cells.length / columns }, (_, row) => writeRow(cells.slice(row * columns, (row + 1) * columns)))
    .toReversed()
    .join('/');

/** Reads what `writeRows` writes. */
export function readRows(
  text: string,
  token: RegExp,
  size: { readonly rows: number; readonly columns: number },
): string[] {
  const rows = text.split('/').map((row) => {
    const parts = row.match(new RegExp(`\\d|${token.source}`, 'g')) ?? [];
    const cells = parts.flatMap((part) => (/^\d$/.test(part) ? Array<string>(Number(part)).fill('') : [part]));
    if (parts.join('') === row && cells.length === size.columns) return cells;
    return wrong('board', 'unreadable', row);
  });
  return rows.length === size.rows ? rows.toReversed().flat() : wrong('board', 'parts', size.rows);
}

/** The same game with the notation of its positions, from which it can also begin. */
export function withPositions<P extends Position, V extends View, K>(
  game: Game<P, V, K>,
  given: PositionFields<P, V, never>,
): Game<P, V, K> {
  const fields = given as unknown as PositionFields<P, V>;
  const parse = (text: string) => parseFields(game, fields, text);
  return {
    ...game,
    positions: { format: (view) => formatFields(game, fields, view), parse },
    deals: {
      ...game.deals,
      parse(options, players, deal) {
        const text = placedAt(deal);
        if (text === null) return game.deals.parse(options, players, deal);
        const read = parse(text);
        if (!read.ok) return failure(read.error.detail);
        const { view, position, canPlay } = read.value;
        if (!canPlay) return failure('the seat to move does not see enough to go on from this position');
        if (position.turn === NOBODY) return failure('the game is over in this position');
        const isOther =
          players !== view.players || Object.keys(options).some((name) => options[name] !== view.options[name]);
        if (isOther) return failure('the position has other options or players');
        return success({ position: formatFields(game, fields, game.view(position, 'open')) });
      },
    },
    start(setup) {
      const text = placedAt(setup.deal);
      if (text === null) return game.start(setup);
      const read = parse(text);
      if (!read.ok) throw new Error(`${read.error.detail} (${text})`);
      return read.value.position;
    },
  };
}

function formatFields<P extends Position, V extends View>(
  game: Pick<Game, 'id' | 'options'>,
  { names, write }: PositionFields<P, V>,
  view: V,
): string {
  const own = write(view);
  const options = Object.keys(game.options).map((name) => String(view.options[name]));
  const { players, turn, turnIndex, passed } = view;
  const common = [game.id, writeList(options), players, writeSeat(turn), turnIndex, writeSeats(passed)];
  return [...common, ...names.map((name) => own[name])].join(' ');
}

function parseFields<P extends Position, V extends View, K>(
  game: Game<P, V, K>,
  fields: PositionFields<P, V>,
  text: string,
): Result<ReadPosition<P, V>, PositionError> {
  try {
    const read = readFields(game, fields, text);
    const hasMove = read.position.turn === NOBODY || read.position.countMoves() > 0;
    if (!hasMove) wrong('turn', 'blocked', '');
    checkCanonical([...COMMON, ...fields.names], text, formatFields(game, fields, read.view));
    return success(read);
  } catch (error) {
    if (error instanceof Fault) return failure(error.error);
    throw error;
  }
}

function readFields<P extends Position, V extends View>(
  game: Pick<Game, 'id' | 'options' | 'players'>,
  fields: PositionFields<P, V>,
  text: string,
): ReadPosition<P, V> {
  const texts = text.split(' ');
  const [id = '', options = '', players = '', turn = '', index = '', passed = '', ...own] = texts;
  if (id !== game.id) wrong('game', 'other', game.id);
  const needed = COMMON.length + fields.names.length;
  if (texts.length !== needed) wrong(fields.names[own.length] ?? 'end', 'misfit', `${texts.length}/${needed}`);
  const seats = readNumber('players', players);
  if (!game.players.includes(seats)) wrong('players', 'other', game.players.join(', '));
  const conditions = {
    options: readOptions(game, options),
    players: seats,
    turn: readSeat('turn', turn, seats) ?? NOBODY,
    turnIndex: readNumber('index', index),
    passed: readSeats('passed', passed, seats),
  };
  return fields.read(Object.fromEntries(fields.names.map((name, at) => [name, own[at] ?? ''])), conditions);
}

function readOptions(game: Pick<Game, 'options'>, text: string): Options {
  const texts = readList(text);
  const entries = Object.entries(game.options).map(([name, { values }], at) => {
    const value = values.find((each) => String(each) === texts[at]);
    return [name, value ?? wrong('options', 'other', `${name}=${values.join('|')}`)] as const;
  });
  return Object.fromEntries(entries);
}

function checkCanonical(names: readonly string[], text: string, canonical: string): void {
  const given = text.split(' ');
  for (const [at, derived] of canonical.split(' ').entries())
    if (derived !== given[at]) wrong(names[at] ?? 'end', 'other', derived);
}
