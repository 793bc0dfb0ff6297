import type { Move } from '@tablier/core';
import type { FirstGame, Look } from '../shared/first-game.ts';
import {
  CAPTURE,
  COLUMNS,
  formatCell,
  goalRowOf,
  kindOf,
  LIBERATE,
  originOf,
  rowOf,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from './board.ts';
import type { ArcanorCell, ArcanorView } from './view.ts';

type Seen = Look<ArcanorView>;
type Steps = Pick<Seen, 'steps'>;
type Moves = (look: Seen) => readonly Move[];

const NEAR_THE_END = 6;
const LONG = 30;

const ofKind =
  (kind: number): Moves =>
  ({ choices }) =>
    choices.filter((move) => kindOf(move) === kind);
const ending: Moves = ({ choices, own }) => choices.filter((move) => rowOf(targetOf(move)) === goalRowOf(own));
/** Nothing takes the largest pieces, and those in the middle have the most room: they come first. */
const opening: Moves = (look) => {
  const rankOf = (move: Move): number => {
    const cell = originOf(move);
    return COLUMNS * (look.view.cells[cell]?.size ?? 0) + Math.abs((cell % COLUMNS) - (COLUMNS - 1) / 2);
  };
  return ofKind(LIBERATE)(look).toSorted((one, other) => rankOf(one) - rankOf(other));
};
/** The piece that the first of some moves moves or takes, and the moves that do the same to it. */
const oneOf = (moves: Moves, cellOf: (move: Move) => number) => ({
  about: (look: Seen): string | null => moves(look).map((move) => formatCell(cellOf(move)))[0] ?? null,
  moves: (look: Seen) => moves(look).filter((move, _, [first = move]) => cellOf(move) === cellOf(first)),
});
const open = oneOf(opening, originOf);
/** The cell of a piece that has just scored. */
const arrived = ({ steps }: Steps): string | null => changed(steps, (had, has) => has.isHome && had?.isHome !== true);

/** The first cell whose top has changed so, move by move. */
function changed(steps: Seen['steps'], isSuch: (had: ArcanorCell | null, has: ArcanorCell) => boolean): string | null {
  for (const { before, after } of steps) {
    const cell = after.cells.findIndex((has, at) => has !== null && isSuch(before.cells[at] ?? null, has));
    if (cell >= 0) return formatCell(cell);
  }
  return null;
}
/** What is inside is smaller, and has a greater number. */
const isLifted = (had: ArcanorCell | null, has: ArcanorCell): boolean => had !== null && has.size > had.size;
/** An own piece that has just become the outermost. */
const lifted = ({ steps, own }: Seen): string | null =>
  changed(steps, (had, has) => has.owner === own && isLifted(had, has));
const captured = ({ steps }: Seen): string | null =>
  changed(steps, (had, has) => had !== null && has.size === had.size - 1);

export const firstGame: FirstGame<ArcanorView> = {
  goals: [
    { key: 'goal_arcanor_slide', isMet: () => true },
    { key: 'goal_arcanor_open', isMet: (step) => changed([step], isLifted) !== null, moves: open.moves },
    { key: 'goal_arcanor_home', isMet: (step) => arrived({ steps: [step] }) !== null, moves: ending },
  ],
  taught: [
    { key: 'first_arcanor_slide', applies: () => true, moves: ofKind(SLIDE) },
    {
      key: 'first_arcanor_lid',
      about: lifted,
      moves: (look: Seen) => look.choices.filter((move) => formatCell(originOf(move)) === lifted(look)),
    },
    { key: 'first_arcanor_home', about: arrived },
    { key: 'first_arcanor_took', about: captured },
    { key: 'first_arcanor_take', ...oneOf(ofKind(CAPTURE), targetOf) },
    { key: 'first_arcanor_arrive', ...oneOf(ending, originOf) },
    { key: 'first_arcanor_open', ...open, about: (look: Seen) => (look.view.turnIndex > 1 ? open.about(look) : null) },
    { key: 'first_arcanor_values', applies: (look: Seen) => look.view.turnIndex > 3 },
    { key: 'first_arcanor_peek', applies: (look: Seen) => look.view.turnIndex > 5 },
    {
      key: 'first_arcanor_twelve',
      applies: ({ view }: Seen) => view.points.some((points) => points >= WINNING_POINTS - NEAR_THE_END),
    },
    { key: 'first_arcanor_pass', applies: ({ view }: Seen) => view.passed.length > 0 },
    { key: 'first_arcanor_quiet', applies: ({ view }: Seen) => view.quiet >= LONG },
  ].map((taught) => ({ moves: () => [], ...taught })),
};
