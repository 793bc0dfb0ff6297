import { type Move, NOBODY, type Seat, type Game, type View } from '@tablier/core';
import type { Teller } from '@tablier/games/telling';
import { fill } from '../../lib/language.ts';
import { hasColours, seatName } from '../../lib/text.ts';
import { type Acts, type AtTable, type Edge, ownSeat, stateOf } from './at-table.ts';
import { saidTurn } from './said-turn.ts';
import type { CommandWords } from './words.ts';

/** What is said to a command: lines of text. `isRefused`: nothing was done, and what was typed stays. `null`: the page itself says it. */
export interface Answer {
  readonly lines: readonly string[];
  readonly isRefused?: true;
}

export interface Command {
  readonly id: Id;
  /** The key on the board, as `KeyboardEvent.key`. Absent: it is only typed. */
  readonly key?: string;
  /** What it is typed with besides its name, as an example. */
  readonly takes?: 'place' | 'place?' | 'name';
  run(table: AtTable, argument: string): Answer | null | Promise<Answer | null>;
}

type Id = Extract<keyof CommandWords, `does_${string}`> extends `does_${infer Name}` ? Name : never;

const told = (...lines: readonly string[]): Answer => ({ lines: lines.filter((line) => line !== '') });
const refused = (...lines: readonly string[]): Answer => ({ lines, isRefused: true });

/** The key that leads from the board to the field. */
export const FIELD_KEY = 'i';

/** Lists of moves are cut after so many. */
const MAX_MOVES = 40;

const tellerOf = ({ people, spoken }: AtTable): Teller => ({ name: (seat) => people.title(seat), words: spoken.words });

const viewOf = (table: AtTable) => table.board.known?.(stateOf(table)) ?? table.view;

/** What the page shows next to the board besides hints: a peek, for example. */
const shownOf = (table: AtTable): string[] =>
  table.board.notes({ ...stateOf(table), choices: [] }).flatMap(({ kind, text }) => (kind === 'hint' ? [] : [text]));

/** Secrets of a person whose device others see, too, are not read out. */
const readable = (table: AtTable) => {
  const view = viewOf(table);
  if (table.shared !== true || view.outcome !== null) return view;
  const seats: unknown = Reflect.get(view, 'seats');
  return Array.isArray(seats) ? { ...view, seats: seats.map((seat: object) => ({ ...seat, colour: null })) } : view;
};

const atPlace = (table: AtTable, place: string): Answer => {
  const text = table.spoken.text.at(readable(table), place.toLowerCase(), tellerOf(table));
  return text === null ? refused(fill(table.words.no_place, { place })) : told(text);
};

const movesOf = (table: AtTable, place: string): Answer =>
  movesAmong(table, table.choices, { place, none: table.words.no_moves });

const capturesOf = (table: AtTable, place: string): Answer => {
  const captures = table.choices.filter((move) => table.board.takes?.(move) === true);
  return movesAmong(table, captures, { place, none: table.words.no_captures });
};

function movesAmong(
  { game, words }: AtTable,
  moves: readonly Move[],
  { place, none }: { readonly place: string; readonly none: string },
): Answer {
  if (moves.length === 0) return told(none);
  const sought = place.toLowerCase();
  // `a1` is not `a10`.
  const isIn = (move: string): boolean =>
    (/[a-z]1$/.test(sought) ? move.replaceAll(`${sought}0`, '') : move).includes(sought);
  const all = moves.map((move) => game.formatMove(move)).filter(isIn);
  if (all.length === 0) return told(fill(words.no_moves_at, { place }));
  const count = fill(words.moves_count, { count: all.length });
  // A sign alone would not be heard.
  const heard = all.slice(0, MAX_MOVES).map((move) => (/\w/.test(move) ? move : fill(words.full_stop, { move })));
  const listed = `${heard.join(', ')}.`;
  return all.length > MAX_MOVES
    ? told(count, listed, fill(words.moves_more, { count: all.length - MAX_MOVES }))
    : told(count, listed);
}

const isCalled = (name: string, text: string): boolean => folded(name.slice(name.indexOf(':') + 1)).includes(text);

const seatsIn = ({ players }: View): Seat[] => Array.from({ length: players }, (_, seat) => seat);

/** Places have the colours of players, whom all other texts call by name. */
function colourOf({ game, view, people }: AtTable, text: string): string {
  const seat = seatsIn(view).find((each) => folded(people.title(each)) === text);
  return seat === undefined ? text : folded(seatName(game, seat));
}

/** To the next place of this name, in this row or column, or with such a piece. */
function go(table: AtTable, text: string): Answer | null {
  const isThere = (name: string): boolean => {
    const [place = ''] = folded(name).split(':');
    return text.length === 1 ? place.startsWith(text) || place.endsWith(text) : place === text;
  };
  const fits = table.names().some(isThere) ? isThere : (name: string): boolean => isCalled(name, text);
  const reachedName = text === '' ? null : table.reach((_, _isEnabled, name) => fits(name), 1);
  return reachedName === null ? refused(fill(table.words.no_find, { text })) : null;
}

/** Where something is, by the names that the places of the board have for this person: what follows the place, so that `3` is no row. */
function find(table: AtTable, text: string): Answer {
  const called = colourOf(table, text);
  const names = [...new Set(table.names())].filter((name) => isCalled(name, called));
  if (names.length === 0) return refused(fill(table.words.no_find, { text }));
  return told(...names.slice(0, MAX_MOVES));
}

/** The moves with the place of the focus: a piece by its ends. */
const movesHere = (table: AtTable): Answer => {
  const name = table.here();
  const [place] = /\b[a-z]?\d{1,2}(-[a-z]?\d{1,2})?\b/.exec(name ?? '') ?? [];
  return place === undefined ? told(table.words.not_on_board) : movesOf(table, place);
};

function playersOf({ game, view, people, viewer, words }: AtTable): Answer {
  const lines = seatsIn(view).map((seat) => {
    const colour = hasColours(game) ? seatName(game, seat) : String(seat + 1);
    const who = people.title(seat);
    return who === colour ? `${who}.` : fill(words.player, { who, colour });
  });
  return told(...lines, ...(typeof viewer === 'number' ? [] : [words.watching]));
}

function clocksOf({ clocks = null, people, words }: AtTable): Answer {
  if (clocks === null) return told(words.no_clock);
  return told(
    ...clocks.map(({ time, note }, seat) =>
      [fill(words.clock, { who: people.title(seat), time }), ...(note === null ? [] : [note])].join(' '),
    ),
  );
}

const lastOf = (table: AtTable): Answer =>
  told(table.last === null ? table.words.no_last : saidTurn(table, table.last));

const turnOf = (table: AtTable): Answer =>
  told(table.status, mayGoOn(table), table.spoken.text.score(table.view, tellerOf(table)));

const boardOf = (table: AtTable): Answer =>
  told(...table.spoken.text.lines(readable(table), tellerOf(table)), ...shownOf(table));

const piecesOf = (table: AtTable): Answer => told(...table.spoken.text.hands(readable(table), tellerOf(table)));

const reached = (name: string | null, none: string): Answer | null => (name === null ? told(none) : null);

const legal = (step: 1 | -1) => (table: AtTable) =>
  reached(
    table.reach((_, isEnabled) => isEnabled, step),
    table.words.no_legal,
  );

const own = (step: 1 | -1) => (table: AtTable) => {
  const [state, seat] = [stateOf(table), ownSeat(table)];
  const name = table.reach((target) => table.board.owns?.(state, target, seat) === true, step);
  return reached(name, table.words.no_own);
};

const edge = (to: Edge) => (table: AtTable) => reached(table.edge(to), table.words.no_board);

const step = (to: (at: number, last: number) => number) => async (table: AtTable) => {
  const { steps = null, words } = table;
  if (steps === null) return told(words.no_steps);
  const ply = Math.min(Math.max(0, to(steps.at, steps.last)), steps.last);
  if (ply === steps.at) return told(ply === 0 ? words.at_start : words.at_end);
  await steps.go(ply);
  return null;
};

const act = (name: keyof Acts) => (table: AtTable) => {
  const run = table.acts?.[name];
  if (run === undefined) return refused(table.words.not_here);
  run();
  return null;
};

const findings = (of: 'best' | 'worth') => (table: AtTable) =>
  table.found === undefined ? refused(table.words.not_here) : told(...table.found[of]);

function peek(table: AtTable, place: string): Answer | null {
  const { game, onpeek, choices, words } = table;
  if (game.peeks === undefined || onpeek === undefined || table.view.options['table'] === 'open')
    return refused(words.not_here);
  if (choices.length === 0) return refused(words.not_your_turn);
  const mine = table.board.owns?.(stateOf(table), place.toLowerCase(), ownSeat(table)) === true;
  if (!mine) return refused(fill(words.no_peek, { place }));
  onpeek(place.toLowerCase());
  return null;
}

/** How the game goes on, where it waits for the player to have read; else empty. */
export const mayGoOn = ({ acts, words }: Pick<AtTable, 'acts' | 'words'>): string =>
  acts?.on === undefined ? '' : words.may_go_on;

/** Every command, in the order of the list. Each answers in every game and at every place; where it does not apply, it says so. */
export const COMMANDS: readonly Command[] = [
  { id: 'last', key: 'l', run: lastOf },
  { id: 'turn', key: 't', run: turnOf },
  { id: 'clocks', key: 'c', run: clocksOf },
  { id: 'board', key: 'b', run: boardOf },
  { id: 'at', takes: 'place', run: atPlace },
  { id: 'find', takes: 'name', run: find },
  { id: 'here', key: 'w', run: (table) => told(table.here() ?? table.words.not_on_board) },
  { id: 'moves', key: 'm', takes: 'place?', run: movesOf },
  { id: 'moves_here', key: 'M', run: movesHere },
  { id: 'captures', key: 'x', takes: 'place?', run: capturesOf },
  { id: 'pieces', key: 'h', run: piecesOf },
  { id: 'players', key: 'v', run: playersOf },
  { id: 'go', takes: 'name', run: go },
  { id: 'next', key: 'n', run: legal(1) },
  { id: 'previous', key: 'N', run: legal(-1) },
  { id: 'own', key: 'y', run: own(1) },
  { id: 'own_back', key: 'Y', run: own(-1) },
  { id: 'left', key: 'Home', run: edge('left') },
  { id: 'right', key: 'End', run: edge('right') },
  { id: 'top', key: 'PageUp', run: edge('top') },
  { id: 'bottom', key: 'PageDown', run: edge('bottom') },
  { id: 'back', key: 'A', run: step((at) => at - 1) },
  { id: 'forward', key: 'D', run: step((at) => at + 1) },
  { id: 'start', run: step(() => 0) },
  { id: 'end', run: step((_, last) => last) },
  { id: 'best', key: 'e', run: findings('best') },
  { id: 'worth', key: 'E', run: findings('worth') },
  { id: 'peek', takes: 'place', run: peek },
  { id: 'on', run: act('on') },
  { id: 'hint', run: act('hint') },
  { id: 'undo', run: act('undo') },
  { id: 'draw', run: act('draw') },
  { id: 'resign', run: act('resign') },
  { id: 'help', run: (table) => told(...COMMANDS.map((command) => helpOf(command, table.words))) },
];

export const nameOf = ({ id }: Command, words: CommandWords): string => words[`does_${id}`];
/** What is typed for a command: the first is the one that lists show. */
export const typedFor = ({ id }: Command, words: CommandWords): string[] => words[`type_${id}`].split(' ');

/** Without accents and capitals, which a keyboard may lack. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isFor = (command: Command, typed: string, words: CommandWords): boolean =>
  typedFor(command, words).some((word) => folded(word) === typed) || (command.id === 'help' && typed === '?');

/** A command with what it takes, as it is typed. */
function patternOf(command: Command, words: CommandWords): string {
  const [first = ''] = typedFor(command, words);
  return command.takes === undefined ? first : `${first} ${command.takes === 'name' ? words.a_name : words.a_place}`;
}

const helpOf = (command: Command, words: CommandWords): string =>
  fill(words.help_line, { typed: patternOf(command, words), does: nameOf(command, words) });

/** Whether a command means nothing without the place or name that follows it. */
export const needsMore = ({ takes }: Command): boolean => takes === 'place' || takes === 'name';

export const runCommand = (table: AtTable, command: Command, rest: string): Answer | null | Promise<Answer | null> =>
  rest === '' && needsMore(command)
    ? refused(fill(table.words.incomplete, { typed: patternOf(command, table.words) }))
    : command.run(table, folded(rest));

/** Does what was typed: a move in notation, a command with its place, or a place alone. `confirmed`: the move that was asked about. */
export function runTyped(
  table: AtTable,
  typed: string,
  confirmed: Move | null,
): { readonly answer: Answer | null | Promise<Answer | null>; readonly asks?: Move } {
  const text = typed.trim();
  const [first = '', ...rest] = folded(text).split(/\s+/);
  const command = COMMANDS.find((each) => isFor(each, first, table.words));
  if (command !== undefined && (rest.length === 0 || command.takes !== undefined))
    return { answer: runCommand(table, command, rest.join(' ')) };
  return runMove(table, text, confirmed);
}

function runMove(table: AtTable, text: string, confirmed: Move | null): ReturnType<typeof runTyped> {
  const { game, choices, words, view, onmove } = table;
  const read = readMove(game, choices, text);
  if (read.kind === 'move' && onmove !== undefined) {
    const doubt = read.move === confirmed ? null : (table.board.doubt?.(stateOf(table), read.move) ?? null);
    if (doubt !== null) return { answer: refused(doubt), asks: read.move };
    onmove(read.move);
    return { answer: null };
  }
  if (read.kind === 'ambiguous') {
    const moves = read.moves.map((move) => game.formatMove(move)).join(', ');
    return { answer: refused(fill(words.ambiguous, { text, moves })) };
  }
  const place = atPlace(table, text);
  if (read.kind === 'unknown') return { answer: place.isRefused ? refused(fill(words.unknown, { text })) : place };
  if (view.turn === NOBODY) return { answer: refused(words.is_over) };
  if (choices.length === 0 || onmove === undefined) return { answer: refused(words.not_your_turn) };
  const why = table.board.whyNot?.(stateOf(table), read.move) ?? null;
  return { answer: refused(fill(words.illegal, { move: game.formatMove(read.move) }), ...(why === null ? [] : [why])) };
}

/** What a text says about a move: the move, several that it could mean, one that is not allowed, or nothing. */
type TypedMove =
  | { readonly kind: 'move' | 'illegal'; readonly move: Move }
  | { readonly kind: 'ambiguous'; readonly moves: readonly Move[] }
  | { readonly kind: 'unknown' };

/** Capitals, spaces and the dashes and crosses of other keyboards do not matter. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‐-―−_~]/g, '-')
    .replaceAll('×', 'x')
    .replaceAll('↑', '^')
    .replaceAll(/\s*([-^x+.])\s*/g, '$1')
    .replaceAll(/[\s,;:/]+/g, ' ')
    .replaceAll(/^[- ]+|[- ]+$/g, '');

/** A text without its signs, its places in ascending order: a piece may be named from either end. */
const bare = (text: string): string => bareInOrder(text).split(' ').toSorted().join(' ');
const bareInOrder = (text: string): string => (text.match(/[a-z]?\d+/g) ?? [text]).join(' ');

/** `a4e4` and `0004` have no sign between their places. */
const split = (text: string): string => text.replace(/^(x?)([a-z]?\d\d?)([a-z]?\d\d?)$/, '$1$2 $3');

/** Reads a move as a person types it. The notation itself is always understood as it is. */
export function readMove(game: Game, choices: readonly Move[], typed: string): TypedMove {
  const text = split(plain(typed));
  const exact = choices.find((move) => game.formatMove(move) === text);
  if (exact !== undefined) return { kind: 'move', move: exact };
  const written = game.parseMove(text.replace(' ', '-'));
  if (written !== null && /[x^+]/.test(text)) return { kind: 'illegal', move: written };
  // Where the order of two places is written either way, it is meant.
  for (const form of written === null ? [bareInOrder, bare] : [bareInOrder]) {
    const meant = choices.filter((move) => form(game.formatMove(move)) === form(text));
    const [move] = meant;
    if (meant.length > 1) return { kind: 'ambiguous', moves: meant };
    if (move !== undefined && meant.length === 1) return { kind: 'move', move };
  }
  const other = written ?? reversed(game, text);
  return other === null ? { kind: 'unknown' } : { kind: 'illegal', move: other };
}

/** A move that names a piece from its other end. */
function reversed(game: Game, text: string): Move | null {
  const [, sign = '', from = '', to = ''] = /^(x?)(\w+)[- ](\w+)$/.exec(text) ?? [];
  return from === '' ? null : game.parseMove(`${sign}${to}-${from}`);
}
