import type { Move, Seat } from '@tablier/core';
import { COLOUR_LETTERS, type ColourLetter, isTouching, type MaskerView, parseCell, STOP } from '@tablier/games/masker';
import { firstGame } from '@tablier/games/masker/first-game';
import type { Coach, Fact, FactInput, SeenTurn } from '../coaches.ts';
import { newCaptures } from './words.ts';

/** Facts follow from what is public and the person's own colour. What a player intends is secret, so they say what a turn does. */
const COLOUR_WORDS: Readonly<Record<string, { readonly cross: string; readonly some: string }>> = {
  R: { cross: 'coach_masker_red', some: 'coach_masker_some_red' },
  Y: { cross: 'coach_masker_yellow', some: 'coach_masker_some_yellow' },
  G: { cross: 'coach_masker_green', some: 'coach_masker_some_green' },
  B: { cross: 'coach_masker_blue', some: 'coach_masker_some_blue' },
  P: { cross: 'coach_masker_purple', some: 'coach_masker_some_purple' },
  W: { cross: '', some: 'coach_masker_some_white' },
};

const adjectiveOf = (letter: ColourLetter): FactInput => ({ words: [COLOUR_WORDS[letter]?.cross ?? ''] });

const coloursOf = (crosses: readonly string[]): FactInput => ({
  words: Object.entries(COLOUR_WORDS).flatMap(([letter, { some }]) => (crosses.includes(letter) ? [some] : [])),
});

const isColour = (letter: string): letter is ColourLetter => COLOUR_LETTERS.some((each) => each === letter);

const takenIn = ({ before, after }: SeenTurn<MaskerView>): string[] =>
  newCaptures(before, after).map(({ cross }) => cross);

/** How many crosses of a colour, or of all colours, the plain cross touches. */
const reachable = (view: MaskerView, colour?: ColourLetter): number =>
  view.board.filter(({ cell, crosses }) => {
    const top = crosses.at(-1);
    if (top === undefined || (colour !== undefined && top !== colour)) return false;
    return isTouching(view.options.touch, parseCell(cell), parseCell(view.neutral));
  }).length;

function toOwn({ before, after, own }: SeenTurn<MaskerView>, who: Seat, taken: readonly string[]): Fact | null {
  const colour = after.seats[own]?.colour ?? null;
  if (colour === null || after.seats[own]?.out === true) return null;
  const count = taken.filter((letter) => letter === colour).length;
  const about = { who: { seat: who } };
  if (count > 0) return { key: 'coach_masker_takes_yours', inputs: { ...about, count, left: after.inPlay[colour] } };
  if (after.free !== null) return null;
  const [had, has] = [reachable(before, colour), reachable(after, colour)];
  return had > 0 && has === 0 ? { key: 'coach_masker_leaves_yours', inputs: about } : null;
}

const gone = ({ before, after }: SeenTurn<MaskerView>): ColourLetter | null =>
  COLOUR_LETTERS.find((letter) => before.inPlay[letter] > 0 && after.inPlay[letter] === 0) ?? null;

function putOut(seats: readonly Seat[], { before, own }: SeenTurn<MaskerView>): Fact {
  const who = before.turn;
  const about = { who: { seat: who } };
  if (seats.includes(own)) return { key: 'coach_masker_puts_you_out', inputs: about };
  if (seats.includes(who)) return { key: 'coach_masker_puts_self_out', inputs: about };
  return { key: 'coach_masker_puts_out', inputs: { ...about, rival: { seat: seats[0] ?? who } } };
}

function intent(turn: SeenTurn<MaskerView>): Fact | null {
  const { before, after } = turn;
  const who = before.turn;
  const taken = takenIn(turn);
  if (taken.length === 0 || after.outcome !== null) return null;
  const about = { who: { seat: who } };
  const exit = after.eliminations[before.eliminations.length];
  if (exit !== undefined) return putOut(exit.seats, turn);
  const last = gone(turn);
  if (last !== null) return { key: 'coach_masker_ends_colour', inputs: { ...about, colour: adjectiveOf(last) } };
  const own = toOwn(turn, who, taken);
  if (own !== null) return own;
  if (after.free === 'isolation' || after.free === 'white')
    return { key: after.turn === turn.own ? 'coach_masker_frees_you' : 'coach_masker_frees_next', inputs: about };
  const white = taken.indexOf('W');
  if (white >= 0 && white < taken.length - 1) return { key: 'coach_masker_jumps', inputs: about };
  const counts = taken.filter(isColour).map((letter) => ({ letter, left: after.inPlay[letter] }));
  const rarest = counts.toSorted((one, other) => one.left - other.left)[0];
  if (rarest !== undefined && rarest.left <= 2)
    return { key: 'coach_masker_thins', inputs: { ...about, some: coloursOf([rarest.letter]), left: rarest.left } };
  return { key: 'coach_masker_takes', inputs: { ...about, colours: coloursOf(taken) } };
}

/** Capturing crosses of one’s own colour is only dangerous, unless nothing else could be captured. */
function flaw(turn: SeenTurn<MaskerView>): Fact | null {
  const { after, own } = turn;
  const colour = after.seats[own]?.colour ?? null;
  const count = takenIn(turn).filter((letter) => letter === colour).length;
  if (colour === null || count === 0) return null;
  return { key: 'coach_masker_own', inputs: { count, left: after.inPlay[colour] } };
}

/** Why a step of the person's own turn can be good. */
function reason(turn: SeenTurn<MaskerView>): Fact | null {
  const { before, after, moves, own } = turn;
  const colour = after.seats[own]?.colour ?? null;
  const [letter = 'W'] = takenIn(turn);
  const isOther = isColour(letter) && letter !== colour;
  // Whether someone is out now depends on what is secret.
  if (isOther && after.inPlay[letter] === 0)
    return { key: 'reason_masker_last', inputs: { colour: adjectiveOf(letter) } };
  if (colour === null || after.outcome !== null || after.gift !== null) return null;
  if (after.free !== null && after.turn === own) return { key: 'reason_masker_any', inputs: {} };
  const [had, has] = [before, after].map((view) => reachable(view, colour));
  if (moves[0] === STOP) {
    if (had === 0) return after.free === null ? { key: 'reason_masker_stop', inputs: {} } : null;
    return { key: 'reason_masker_keeps', inputs: {} };
  }
  const isForced = letter === colour && before.free === null && had === reachable(before);
  if (isForced) return { key: 'reason_masker_forced', inputs: {} };
  const isAway = after.free === null && has === 0;
  if (isAway && (had !== 0 || !isOther)) return { key: 'reason_masker_away', inputs: {} };
  return isOther
    ? { key: 'reason_masker_other', inputs: { some: coloursOf([letter]), left: after.inPlay[letter] } }
    : null;
}

const moveWords = (move: Move): string | null => (move === STOP ? 'coach_masker_stop' : null);
const button = (move: Move): string | null => (move === STOP ? 'button_stop' : null);
const lost = (view: MaskerView, own: Seat): string =>
  view.eliminations.some(({ seats }) => seats.includes(own)) ? 'own' : 'goal';

export const coach: Coach<MaskerView> = {
  ...{ intent, reason, flaw, moveWords, button, first: firstGame, lost },
  shown: ['coach_masker_takes'],
  common: ['coach_masker_thins', 'coach_masker_takes'],
  unpraised: ['takes', 'jumps', 'leaves_yours', 'frees_next', 'frees_you'].map((key) => `coach_masker_${key}`),
};
