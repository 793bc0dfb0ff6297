import type { Move } from '@tablier/core';
import type { FirstGame, Look } from '../shared/first-game.ts';
import {
  CAPTURE,
  formatCell,
  goalRowOf,
  kindOf,
  LIBERATE,
  originOf,
  rowOf,
  targetOf,
  WINNING_POINTS,
} from './board.ts';
import type { ArcanorCell, ArcanorView } from './view.ts';

type Seen = Look<ArcanorView>;
type Steps = Pick<Seen, 'steps'>;

const NEAR_THE_END = 6;
const LONG = 30;

const firstOf = ({ choices }: Seen, kind: number): Move | undefined => choices.find((move) => kindOf(move) === kind);
const prey = (look: Seen): string | null => {
  const move = firstOf(look, CAPTURE);
  return move === undefined ? null : formatCell(targetOf(move));
};
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
const lifted = ({ steps }: Steps): string | null => changed(steps, (had, has) => had !== null && has.size > had.size);
const captured = ({ steps }: Seen): string | null =>
  changed(steps, (had, has) => had !== null && has.size === had.size - 1);
const opening = (look: Seen): string | null => {
  const move = look.view.turnIndex > 1 ? firstOf(look, LIBERATE) : undefined;
  return move === undefined ? null : formatCell(originOf(move));
};
const arriving = ({ choices, own }: Seen): string | null => {
  const move = choices.find((each) => rowOf(targetOf(each)) === goalRowOf(own));
  return move === undefined ? null : formatCell(originOf(move));
};

export const firstGame: FirstGame<ArcanorView> = {
  goals: [
    { key: 'goal_arcanor_slide', isMet: () => true },
    { key: 'goal_arcanor_open', isMet: (step) => lifted({ steps: [step] }) !== null },
    { key: 'goal_arcanor_home', isMet: (step) => arrived({ steps: [step] }) !== null },
  ],
  taught: [
    { key: 'first_arcanor_slide', applies: () => true },
    { key: 'first_arcanor_lid', about: lifted },
    { key: 'first_arcanor_home', about: arrived },
    { key: 'first_arcanor_took', about: captured },
    { key: 'first_arcanor_take', about: prey },
    { key: 'first_arcanor_arrive', about: arriving },
    { key: 'first_arcanor_open', about: opening },
    { key: 'first_arcanor_values', applies: (look) => look.view.turnIndex > 3 },
    { key: 'first_arcanor_peek', applies: (look) => look.view.turnIndex > 5 },
    {
      key: 'first_arcanor_twelve',
      applies: ({ view }) => view.points.some((points) => points >= WINNING_POINTS - NEAR_THE_END),
    },
    { key: 'first_arcanor_pass', applies: ({ view }) => view.passed.length > 0 },
    { key: 'first_arcanor_quiet', applies: ({ view }) => view.quiet >= LONG },
  ],
};
