import type { Move } from '@tablier/core';
import type { FirstGame, Look } from '../shared/first-game.ts';
import { STOP } from './position.ts';
import { COLOUR_LETTERS } from './board.ts';
import { formatCell, isCapture, type MaskerView, parseCell, previewCapture, stackAt } from './view.ts';

type Seen = Look<MaskerView>;

const NEARLY_FULL = 3;

const colourOf = ({ view, own }: Seen): string | null => view.seats[own]?.colour ?? null;
const hasGone = ({ before, after }: Seen['steps'][number]): boolean =>
  COLOUR_LETTERS.some((letter) => before.inPlay[letter] > 0 && after.inPlay[letter] === 0);
const gone = ({ steps }: Seen): boolean => steps.some(hasGone);
const pileOf = ({ seats }: MaskerView, seat: number): number => seats[seat]?.pile ?? 0;
const capturable = (look: Seen, letter: string): string | null =>
  look.view.board.find(
    ({ cell }) => look.choices.includes(parseCell(cell)) && stackAt(look.view, cell).at(-1) === letter,
  )?.cell ?? null;
/** A white cross that a turn can begin with, or the place of the one that has just been taken: later in a turn it may be better to stop. */
const white = (look: Seen): string | null =>
  look.view.free === 'white' ? look.view.neutral : look.choices.includes(STOP) ? null : capturable(look, 'W');
/** A cross of the own colour that can be taken, where something else can be done. */
const own = (look: Seen): string | null => {
  const colour = colourOf(look) ?? '';
  const isOther = (move: number): boolean =>
    move === STOP || (isCapture(move) && stackAt(look.view, formatCell(move)).at(-1) !== colour);
  return look.choices.some(isOther) ? capturable(look, colour) : null;
};
const strands = ({ view, choices }: Seen): string | null =>
  view.board.find(({ cell }) => {
    const move = parseCell(cell);
    return choices.includes(move) && previewCapture(view, move)?.free === 'isolation';
  })?.cell ?? null;

const afterWhite = (look: Seen): readonly Move[] => {
  if (look.view.free === 'white') return look.choices;
  const cell = white(look);
  return cell === null ? [] : [parseCell(cell)];
};

export const firstGame: FirstGame<MaskerView> = {
  goals: [
    { key: 'goal_masker_take', isMet: ({ before, after }, own) => pileOf(after, own) > pileOf(before, own) },
    { key: 'goal_masker_white', isMet: ({ before, after }) => after.inPlay.W < before.inPlay.W },
    { key: 'goal_masker_gone', isMet: (step) => hasGone(step) },
  ],
  taught: [
    { key: 'first_masker_colour', applies: () => true, about: () => 'secret' },
    {
      key: 'first_masker_take',
      applies: ({ view, choices }) => view.free === null && choices.some((move) => move !== STOP),
      about: ({ view }) => view.neutral,
    },
    { key: 'first_masker_gone', applies: gone },
    { key: 'first_masker_free', applies: (look) => look.view.free === 'isolation' },
    { key: 'first_masker_white', about: white, moves: afterWhite },
    { key: 'first_masker_more', applies: (look) => look.choices.includes(STOP) },
    { key: 'first_masker_own', about: own },
    { key: 'first_masker_strands', about: strands },
    {
      key: 'first_masker_full',
      applies: ({ view }) => view.seats.some(({ pile }) => pile >= view.fullPile - NEARLY_FULL),
    },
  ],
};
