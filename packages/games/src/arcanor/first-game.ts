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

const NEAR_THE_END = 6;
const LONG = 30;

const firstOf = ({ choices }: Seen, kind: number): Move | undefined => choices.find((move) => kindOf(move) === kind);
const prey = (look: Seen): string | null => {
  const move = firstOf(look, CAPTURE);
  return move === undefined ? null : formatCell(targetOf(move));
};
const pointsOf = ({ points }: ArcanorView, seat: number): number => points[seat] ?? 0;
const arrived = ({ steps }: Seen): boolean =>
  steps.some(({ before, after }) => after.points.some((points, seat) => points > pointsOf(before, seat)));

type Tops = readonly [had: ArcanorCell, has: ArcanorCell];
/** The cells whose top has changed, with both tops, move by move. */
const changed = (steps: Seen['steps'], isSuch: (tops: Tops) => boolean): number | null => {
  for (const { before, after } of steps)
    for (const [cell, has] of after.cells.entries()) {
      const had = before.cells[cell] ?? null;
      if (had !== null && has !== null && isSuch([had, has])) return cell;
    }
  return null;
};
/** What is inside is smaller, and has a greater number. */
const lifted = (steps: Seen['steps']): number | null => changed(steps, ([had, has]) => has.size > had.size);
const captured = ({ steps }: Seen): number | null => changed(steps, ([had, has]) => has.size === had.size - 1);
const opening = (look: Seen): string | null => {
  const move = look.view.turnIndex > 1 ? firstOf(look, LIBERATE) : undefined;
  return move === undefined ? null : formatCell(originOf(move));
};
const canArrive = ({ choices, own }: Seen): boolean => choices.some((move) => rowOf(targetOf(move)) === goalRowOf(own));

export const firstGame: FirstGame<ArcanorView> = {
  goals: [
    { key: 'goal_arcanor_slide', isMet: () => true },
    { key: 'goal_arcanor_open', isMet: (step) => lifted([step]) !== null },
    { key: 'goal_arcanor_home', isMet: ({ before, after }, own) => pointsOf(after, own) > pointsOf(before, own) },
  ],
  taught: [
    { key: 'first_arcanor_slide', rules: ['A1', 'A5'], applies: () => true },
    { key: 'first_arcanor_lid', rules: ['A6', 'A4'], applies: (look) => lifted(look.steps) !== null },
    { key: 'first_arcanor_home', rules: ['A9'], applies: arrived },
    { key: 'first_arcanor_took', rules: ['A7', 'A8'], applies: (look) => captured(look) !== null },
    { key: 'first_arcanor_take', rules: ['A7'], about: prey },
    { key: 'first_arcanor_arrive', rules: ['A11'], applies: canArrive },
    { key: 'first_arcanor_open', rules: ['A2', 'A3', 'A6'], about: opening },
    { key: 'first_arcanor_values', rules: ['A2'], applies: (look) => look.view.turnIndex > 3 },
    { key: 'first_arcanor_peek', rules: ['A10'], applies: (look) => look.view.turnIndex > 5 },
    {
      key: 'first_arcanor_twelve',
      rules: ['A11'],
      applies: ({ view }) => view.points.some((points) => points >= WINNING_POINTS - NEAR_THE_END),
    },
    { key: 'first_arcanor_pass', rules: ['A12'], applies: ({ view }) => view.passed.length > 0 },
    { key: 'first_arcanor_quiet', rules: ['A13'], applies: ({ view }) => view.quiet >= LONG },
  ],
  untaught: {},
};
