import type { Move } from '@tablier/core';
import {
  type CaptureView,
  type ColourLetter,
  type EliminationView,
  isCapture,
  type MaskerView,
} from '@tablier/games/masker';
import type { Tone } from '../../board/scene/scene.ts';
import { joined, type People } from '../../lib/people.ts';
import { m } from '../../paraglide/messages.js';

interface Kind {
  readonly tone: Tone;
  readonly cross: () => string;
  readonly colour: () => string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  R: { tone: 'red', cross: m.masker_cross_red, colour: m.masker_red },
  Y: { tone: 'yellow', cross: m.masker_cross_yellow, colour: m.masker_yellow },
  G: { tone: 'green', cross: m.masker_cross_green, colour: m.masker_green },
  B: { tone: 'blue', cross: m.masker_cross_blue, colour: m.masker_blue },
  P: { tone: 'purple', cross: m.masker_cross_purple, colour: m.masker_purple },
  W: { tone: 'white', cross: m.masker_cross_white, colour: m.masker_white },
  N: { tone: 'plain', cross: m.masker_cross_plain, colour: m.masker_plain },
};

export const toneOf = (letter: string): Tone => KINDS[letter]?.tone ?? 'neutral';
export const crossName = (letter: string): string => KINDS[letter]?.cross() ?? letter;
export const colourName = (letter: string): string => KINDS[letter]?.colour() ?? letter;
/** `Take red`; for no cross, `Take`. */
export const takeWords = (letter: string): string =>
  letter === '' ? m.masker_take() : m.masker_take_cross({ paint: toneOf(letter) });
/** `red ×2 and blue` */
export function colourList(letters: readonly string[]): string {
  const named = [...new Set(letters)].map((letter) => {
    const count = letters.filter((each) => each === letter).length;
    return count > 1 ? `${colourName(letter)} ×${count}` : colourName(letter);
  });
  return joined(named);
}
export const colourNames = (letters: readonly ColourLetter[]): string =>
  new Intl.ListFormat(m.language_tag(), { type: 'disjunction' }).format(letters.map(colourName));

export function stackWords(crosses: string): string {
  const [top, ...below] = crosses.split('').toReversed();
  if (top === undefined) return m.masker_empty();
  return below.length === 0
    ? crossName(top)
    : m.masker_stack({ top: crossName(top), below: joined(below.map(crossName)) });
}

export function outWords({ seats, by, colour }: EliminationView, people: People): string {
  const said = { cross: crossName(colour), by: people.name(by), who: people.who(by) };
  return seats.includes(by) ? m.masker_out_own(said) : m.masker_out_by(said);
}

const exitWords = (exit: EliminationView, people: People): string =>
  `${m.label_before({ label: people.titles(exit.seats) })} ${outWords(exit, people)}`;

export function givenWords({ given }: EliminationView, people: People): string | null {
  const gifts = given.map(({ from, count }) => m.masker_gift({ count, player: people.name(from) }));
  return gifts.length === 0 ? null : m.masker_given({ gifts: joined(gifts) });
}

/** What the coach says in words that hold whenever any cross may be taken. */
export const SAYS_FREE = ['first_masker_free', 'first_masker_white', 'coach_masker_frees_you'];

/** Who may capture any cross next, and why [M9] [M10]; `null` if not any may. */
export function freeWords({ free, turn }: MaskerView, people: People): string | null {
  if (free === null) return null;
  const said = { player: people.title(turn), who: people.who(turn) };
  return free === 'white' ? m.masker_free_white(said) : m.masker_free_isolation(said);
}

export function newCaptures(before: MaskerView, after: MaskerView): readonly CaptureView[] {
  const sameTurn = before.turnIndex === after.turnIndex;
  const now = sameTurn ? after.captures : (after.lastTurn?.captures ?? []);
  return now.slice(before.captures.length);
}

export function announceEffects(before: MaskerView, after: MaskerView, people: People, coach = ''): string[] {
  const said = (seat: number) => ({ player: people.title(seat), who: people.who(seat) });
  const exits = after.eliminations.slice(before.eliminations.length);
  const left = exits.map(({ colour }): string => colour);
  // Who sees the board sees the count of a colour go to 0. An exit says it, too.
  const gone = Object.entries(after.inPlay).flatMap(([letter, count]) =>
    count > 0 || Reflect.get(before.inPlay, letter) === 0 || left.includes(letter)
      ? []
      : [m.masker_gone({ cross: crossName(letter) })],
  );
  const gift = givenWords(after.eliminations[0] ?? { seats: [], colour: 'R', by: 0, turn: 0, given: [] }, people);
  const wasGiven = (before.eliminations[0]?.given.length ?? 0) > 0;
  const full = after.seats.flatMap((seat, index) =>
    seat.full && !seat.out && before.seats[index]?.full === false ? [m.masker_now_full(said(index))] : [],
  );
  const freedom = after.outcome === null && !SAYS_FREE.includes(coach) ? freeWords(after, people) : null;
  return [
    ...ownTaken(before, after, people),
    ...gone,
    ...exits.map((exit) => exitWords(exit, people)),
    ...(gift === null || wasGiven ? [] : [gift]),
    ...full,
    ...(freedom === null ? [] : [freedom]),
  ];
}

/** What a capture of the own colour has cost, said to its owner alone, who may have typed it without a look at the board. An exit says more. */
function ownTaken(before: MaskerView, after: MaskerView, people: People): string[] {
  const { turn } = before;
  const colour = after.seat === turn && people.who(turn) === 'you' ? (after.seats[turn]?.colour ?? null) : null;
  if (colour === null || !newCaptures(before, after).some(({ cross }) => cross === colour)) return [];
  const left = after.inPlay[colour];
  return left === 0 ? [] : [m.masker_took_own({ left })];
}

/** What the last moves of a turn captured, and where. A turn without a capture has only its notation. */
export function played(moves: readonly Move[], { lastTurn, captures }: MaskerView, by: string): string | null {
  const count = moves.filter(isCapture).length;
  const all = captures.length > 0 ? captures : (lastTurn?.captures ?? []);
  const made = count === 0 ? [] : all.slice(-count);
  return made.length === 0
    ? null
    : m.played_crosses({ by, crosses: joined(made.map(({ cell, cross }) => `${colourName(cross)} (${cell})`)) });
}
