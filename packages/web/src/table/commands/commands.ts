import { type Move, NOBODY, type Seat, type View } from '@tablier/core';
import type { Teller } from '@tablier/games/telling';
import { fill } from '../../lib/language.ts';
import { seatName } from '../../lib/text.ts';
import { type Acts, type AtTable, type Edge, ownSeat, type Place, stateOf } from './at-table.ts';
import { saidTurn } from './said-turn.ts';
import { readMove } from './typed-move.ts';
import type { CommandWords } from './words.ts';
import * as m from '../../paraglide/messages.js';

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
  /** Why it does nothing here and now: then no list has it. `null` or absent: it does something. */
  why?(table: AtTable): string | null;
  run(table: AtTable, argument: string): Answer | null | Promise<Answer | null>;
}

type Id = Extract<keyof CommandWords, `does_${string}`> extends `does_${infer Name}` ? Name : never;

const told = (...lines: readonly string[]): Answer => ({ lines: lines.filter((line) => line !== '') });
const refused = (...lines: readonly string[]): Answer => ({ lines, isRefused: true });

/** The key that leads from the board to the field. */
export const FIELD_KEY = 'i';

/** What says from where to where it lies: `34-36`, `h10-k10`. */
const HAS_ENDS = /\b(?:[a-z]\d{1,2}|\d\d)-[a-z\d]{2,3}\b/;

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

const movesOf = (table: AtTable, place: string): Answer => movesAmong(table, table.choices, place);

function capturesOf(table: AtTable, place: string): Answer {
  const captures = table.choices.filter((move) => table.board.takes?.(move) === true);
  return captures.length === 0 ? told(table.words.no_captures) : movesAmong(table, captures, place);
}

/** A sign alone, which ends a turn, would not be heard. */
const isSign = (move: string): boolean => !/\w/.test(move);

function movesAmong({ game, words }: AtTable, moves: readonly Move[], place: string): Answer {
  const sought = place.toLowerCase();
  // `a1` is not `a10`.
  const isIn = (move: string): boolean =>
    (/[a-z]1$/.test(sought) ? move.replaceAll(`${sought}0`, '') : move).includes(sought);
  const all = moves.map((move) => game.formatMove(move)).filter(isIn);
  if (all.length === 0) return told(fill(words.no_moves_at, { place }));
  const count = fill(words.moves_count, { count: all.length });
  const heard = all.slice(0, MAX_MOVES).map((move) => (isSign(move) ? wordOf('stop', words) : move));
  const listed = `${heard.join(', ')}.`;
  return all.length > MAX_MOVES
    ? told(count, listed, fill(words.moves_more, { count: all.length - MAX_MOVES }))
    : told(count, listed);
}

const seatsIn = ({ players }: View): Seat[] => Array.from({ length: players }, (_, seat) => seat);

const ownedBy = (table: AtTable, seat: Seat): ((place: Pick<Place, 'id'>) => boolean) => {
  const state = stateOf(table);
  return ({ id }) => table.board.owns?.(state, id, seat) === true;
};
const isOwn = (table: AtTable) => ownedBy(table, ownSeat(table));

/** Where something with this name is: the pieces of a player, or one's own; else what the places say after their own names, so that `3` is no row. */
function callsFor(table: AtTable, text: string): (place: Place) => boolean {
  const own = folded(table.words.type_own).split(' ').includes(text) ? ownSeat(table) : undefined;
  const owner = own ?? seatsIn(table.view).find((seat) => folded(table.people.title(seat)) === text);
  const isOwned = owner === undefined ? () => false : ownedBy(table, owner);
  return (place) => isOwned(place) || folded(place.name.slice(place.name.indexOf(':') + 1)).includes(text);
}

/** To the next place of this name, in this row or column, or with such a piece. */
function go(table: AtTable, text: string): Answer | null {
  const isThere = ({ name }: Place): boolean => {
    const [place = ''] = folded(name).split(':');
    return text.length === 1 ? place.startsWith(text) || place.endsWith(text) : place === text;
  };
  const fits = table.places().some(isThere) ? isThere : callsFor(table, text);
  const reachedName = text === '' ? null : table.reach(fits, 1);
  return reachedName === null ? refused(fill(table.words.no_find, { text })) : null;
}

/** A piece on several places, which says its ends, is said once; and places with the same on them in one line. */
function find(table: AtTable, text: string): Answer {
  const calls = callsFor(table, text);
  const found = Map.groupBy(table.places().filter(calls), ({ name }) => name.slice(name.indexOf(': ') + 2));
  const lines = [...found].map(([what, places]) => {
    const names = new Set(places.map(({ name }) => name));
    if (names.size === 1) return places[0]?.name ?? what;
    return HAS_ENDS.test(what)
      ? what
      : `${m.label_before({ label: what })} ${[...names].map((name) => name.split(/[,:]/)[0]?.trim()).join(', ')}`;
  });
  return lines.length === 0 ? refused(fill(table.words.no_find, { text })) : told(...lines);
}

/** The moves with the place of the focus: a piece by its ends. */
const movesHere = (table: AtTable): Answer => {
  const name = table.here();
  const [place] = /\b([a-z]\d{1,2}|\d\d)(-\w{2,3})?\b/.exec(name ?? '') ?? [];
  return place === undefined ? told(table.words.not_on_board) : movesOf(table, place);
};

function playersOf({ game, view, people, viewer, words }: AtTable): Answer {
  const lines = seatsIn(view).map((seat) => {
    const [who, colour] = [people.title(seat), seatName(game, seat)];
    return who === colour ? `${who}.` : fill(words.player, { who, colour });
  });
  return told(...lines, ...(typeof viewer === 'number' ? [] : [words.watching]));
}

function clocksOf({ clocks, people, words }: AtTable): Answer {
  return told(
    ...(clocks ?? []).map(({ time, note }, seat) =>
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

type Why = NonNullable<Command['why']>;

/** What is seen or said elsewhere. */
const silently = (why: Why, act: (table: AtTable) => unknown): Pick<Command, 'why' | 'run'> => ({
  why,
  async run(table) {
    await act(table);
    return null;
  },
});

/** To the next place, or the previous one, of a kind. `none`: what is said where there is none. */
const reach = (none: 'no_legal' | 'no_own', step: 1 | -1, of: (table: AtTable) => (place: Place) => boolean) =>
  silently(
    (table) => (table.places().some(of(table)) ? null : table.words[none]),
    (table) => table.reach(of(table), step),
  );

const isLegal = () => (place: Place) => place.isEnabled;

const edge = (to: Edge) =>
  silently(
    ({ places, words }) => (places().length > 0 ? null : words.no_board),
    (table) => table.edge(to),
  );

/** Why there is no move to make. */
function noMoves({ choices, onmove, steps = null, view, words, acts }: AtTable): string | null {
  if (choices.length > 0 && onmove !== undefined) return null;
  if (acts?.on !== undefined) return words.may_go_on;
  if (steps !== null && steps.at < steps.last) return words.looks_back;
  return view.turn === NOBODY ? words.is_over : words.not_your_turn;
}

const noCaptures: Why = (table) => noMoves(table) ?? (table.board.takes === undefined ? table.words.no_captures : null);

/** To another position. That it is the last is said: then the game goes on from what is heard. */
const step = (to: (at: number, last: number) => number): Pick<Command, 'why' | 'run'> => {
  const reached = (at: number, last: number): number => Math.min(Math.max(0, to(at, last)), last);
  return {
    why({ steps = null, words }) {
      if (steps === null) return words.no_steps;
      if (reached(steps.at, steps.last) !== steps.at) return null;
      return steps.at === 0 ? words.at_start : words.at_end;
    },
    run({ steps = null, words }) {
      if (steps === null) return null;
      const at = reached(steps.at, steps.last);
      steps.go(at);
      return at === steps.last ? told(words.at_end) : null;
    },
  };
};

const act = (name: keyof Acts) =>
  silently(
    ({ acts, words }) => (acts?.[name] === undefined ? words.not_here : null),
    // Some ask first, and the answer to that is not waited for.
    ({ acts }) => void acts?.[name]?.(),
  );

const findings = (of: 'best' | 'worth'): Pick<Command, 'why' | 'run'> => ({
  why: ({ found, words }) => (found === undefined ? words.not_here : null),
  run: ({ found }) => told(...(found?.[of] ?? [])),
});

const stopOf = ({ game, choices }: AtTable): Move | undefined => choices.find((move) => isSign(game.formatMove(move)));

/** `.` in the notation: which games have it, and why it may not be made yet, they know. */
function whyNoStop(table: AtTable): string | null {
  const { game, words } = table;
  const sign = game.parseMove('.');
  if (sign === null) return words.not_here;
  return stopOf(table) === undefined ? (noMoves(table) ?? whyNot(table, sign)) : null;
}

function whyNoPeek(table: AtTable): string | null {
  const { game, onpeek, view, words } = table;
  if (game.peeks === undefined || onpeek === undefined || view.options['table'] === 'open') return words.not_here;
  return noMoves(table);
}

function peek(table: AtTable, place: string): Answer | null {
  const { onpeek, words } = table;
  if (!isOwn(table)({ id: place })) return refused(fill(words.no_peek, { place }));
  onpeek?.(place);
  return null;
}

/** How the game goes on, where it waits for the player to have read; else empty. */
export const mayGoOn = ({ acts, words }: Pick<AtTable, 'acts' | 'words'>): string =>
  acts?.on === undefined ? '' : words.may_go_on;

/** Every command, in the order of the list. Each answers in every game and at every place; where it does nothing, it says why. */
export const COMMANDS: readonly Command[] = [
  { id: 'last', key: 'l', run: lastOf },
  { id: 'turn', key: 't', run: turnOf },
  {
    id: 'clocks',
    key: 'c',
    why: ({ clocks = null, words }) => (clocks === null ? words.no_clock : null),
    run: clocksOf,
  },
  { id: 'board', key: 'b', run: boardOf },
  { id: 'at', takes: 'place', run: atPlace },
  { id: 'find', takes: 'name', run: find },
  { id: 'here', key: 'w', run: (table) => told(table.here() ?? table.words.not_on_board) },
  { id: 'moves', key: 'm', takes: 'place?', why: noMoves, run: movesOf },
  { id: 'moves_here', key: 'M', why: noMoves, run: movesHere },
  { id: 'captures', key: 'x', takes: 'place?', why: noCaptures, run: capturesOf },
  { id: 'pieces', key: 'h', run: piecesOf },
  { id: 'players', key: 'v', run: playersOf },
  { id: 'go', takes: 'name', run: go },
  { id: 'next', key: 'n', ...reach('no_legal', 1, isLegal) },
  { id: 'previous', key: 'N', ...reach('no_legal', -1, isLegal) },
  { id: 'own', key: 'y', ...reach('no_own', 1, isOwn) },
  { id: 'own_back', key: 'Y', ...reach('no_own', -1, isOwn) },
  { id: 'left', key: 'Home', ...edge('left') },
  { id: 'right', key: 'End', ...edge('right') },
  { id: 'top', key: 'PageUp', ...edge('top') },
  { id: 'bottom', key: 'PageDown', ...edge('bottom') },
  { id: 'back', key: 'A', ...step((at) => at - 1) },
  { id: 'forward', key: 'D', ...step((at) => at + 1) },
  { id: 'start', ...step(() => 0) },
  { id: 'end', ...step((_, last) => last) },
  { id: 'best', key: 'e', ...findings('best') },
  { id: 'worth', key: 'E', ...findings('worth') },
  { id: 'peek', takes: 'place', why: whyNoPeek, run: peek },
  { id: 'stop', why: whyNoStop, run: (table) => made(table, stopOf(table)) },
  { id: 'on', ...act('on') },
  { id: 'hint', ...act('hint') },
  { id: 'undo', ...act('undo') },
  { id: 'draw', ...act('draw') },
  { id: 'resign', ...act('resign') },
  { id: 'help', run: (table) => told(...commandsAt(table).map((command) => helpOf(command, table.words))) },
];

/** Those that do something here and now. */
export const commandsAt = (table: AtTable): readonly Command[] =>
  COMMANDS.filter(({ why }) => (why?.(table) ?? null) === null);

export const nameOf = ({ id }: Command, words: CommandWords): string => words[`does_${id}`];
/** What is typed for a command: the first is the one that lists show. */
export const typedFor = ({ id }: Command, words: CommandWords): string[] => words[`type_${id}`].split(' ');

const wordOf = (id: Id, words: CommandWords): string => words[`type_${id}`].split(' ')[0] ?? '';

/** Without accents and capitals, which a keyboard may lack. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isFor = (command: Command, typed: string, words: CommandWords): boolean =>
  typedFor(command, words).some((word) => folded(word) === typed) || (command.id === 'help' && typed === '?');

/** A command with what it takes, as it is typed. */
function patternOf(command: Command, words: CommandWords): string {
  const first = wordOf(command.id, words);
  return command.takes === undefined ? first : `${first} ${command.takes === 'name' ? words.a_name : words.a_place}`;
}

const helpOf = (command: Command, words: CommandWords): string =>
  fill(words.help_line, { typed: patternOf(command, words), does: nameOf(command, words) });

/** Whether a command means nothing without the place or name that follows it. */
export const needsMore = ({ takes }: Command): boolean => takes === 'place' || takes === 'name';

export function runCommand(table: AtTable, command: Command, rest: string): ReturnType<Command['run']> {
  const why = command.why?.(table) ?? null;
  if (why !== null) return refused(why);
  return rest === '' && needsMore(command)
    ? refused(fill(table.words.incomplete, { typed: patternOf(command, table.words) }))
    : command.run(table, folded(rest));
}

/** Does what was typed: a move in notation, a command with its place, or a place alone. `confirmed`: the move that was asked about. */
export function runTyped(
  table: AtTable,
  typed: string,
  confirmed: Move | null,
): { readonly answer: ReturnType<Command['run']>; readonly asks?: Move } {
  const text = typed.trim();
  const [first = '', ...rest] = folded(text).split(/\s+/);
  const command = COMMANDS.find((each) => isFor(each, first, table.words));
  if (command !== undefined && (rest.length === 0 || command.takes !== undefined))
    return { answer: runCommand(table, command, rest.join(' ')) };
  return runMove(table, text, confirmed);
}

function made({ onmove }: AtTable, move: Move | undefined): null {
  if (move !== undefined) onmove?.(move);
  return null;
}

function whyNot(table: AtTable, move: Move): string {
  const text = table.game.formatMove(move);
  const why = table.board.whyNot?.(stateOf(table), move) ?? '';
  // A sign would not be heard.
  return isSign(text) && why !== '' ? why : `${fill(table.words.illegal, { move: text })} ${why}`.trim();
}

function runMove(table: AtTable, text: string, confirmed: Move | null): ReturnType<typeof runTyped> {
  const { game, choices, words } = table;
  const read = readMove(game, choices, text);
  const none = noMoves(table);
  if (read.kind === 'move' && none === null) {
    const doubt = read.move === confirmed ? null : (table.board.doubt?.(stateOf(table), read.move) ?? null);
    return doubt === null ? { answer: made(table, read.move) } : { answer: refused(doubt), asks: read.move };
  }
  if (read.kind === 'ambiguous') {
    const moves = read.moves.map((move) => game.formatMove(move)).join(', ');
    return { answer: refused(fill(words.ambiguous, { text, moves })) };
  }
  const place = atPlace(table, text);
  if (read.kind === 'unknown') return { answer: place.isRefused ? refused(fill(words.unknown, { text })) : place };
  return { answer: refused(none ?? whyNot(table, read.move)) };
}
