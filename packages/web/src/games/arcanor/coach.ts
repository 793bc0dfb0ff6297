import type { Move, Seat } from '@tablier/core';
import {
  type ArcanorCell,
  type ArcanorView,
  CAPTURE,
  choicesOf,
  formatCell,
  goalRowOf,
  kindOf,
  originOf,
  rowOf,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from '@tablier/games/arcanor';
import { firstGame } from '@tablier/games/arcanor/first-game';
import { type Coach, type Fact, hasWon, type SeenTurn, WINS } from '../coaches.ts';

/** Everything here follows from the tops, which all players see, and never from what lies under them. */
type Top = Pick<ArcanorCell, 'owner' | 'size' | 'isHome'>;

const topOn = (view: ArcanorView, cell: number): Top | null => view.cells[cell] ?? null;

/** The moves of the top on a cell, if its side were to move. */
const movesFrom = (view: ArcanorView, cell: number): Move[] => {
  const top = topOn(view, cell);
  return top === null ? [] : choicesOf({ ...view, turn: top.owner }).filter((move) => originOf(move) === cell);
};

const preyAround = (view: ArcanorView, cell: number): number[] =>
  movesFrom(view, cell).flatMap((move) => (kindOf(move) === CAPTURE ? [targetOf(move)] : []));

const isInDanger = (view: ArcanorView, cell: number): boolean => {
  const top = topOn(view, cell);
  const replies = top === null ? [] : choicesOf({ ...view, turn: 1 - top.owner });
  return replies.some((move) => kindOf(move) === CAPTURE && targetOf(move) === cell);
};

const rowsToGo = (cell: number, seat: Seat): number => Math.abs(goalRowOf(seat) - rowOf(cell));

const canArrive = (view: ArcanorView, cell: number, seat: Seat): boolean =>
  movesFrom(view, cell).some((move) => kindOf(move) === SLIDE && rowOf(targetOf(move)) === goalRowOf(seat));

function freed(turn: SeenTurn<ArcanorView>, origin: number): Fact | null {
  const left = topOn(turn.after, origin);
  if (left === null) return null;
  const who = turn.before.turn;
  const inputs = { who: { seat: who }, size: left.size, cell: formatCell(origin) };
  return { key: left.owner === who ? 'coach_arcanor_frees' : 'coach_arcanor_frees_rival', inputs };
}

function intent(turn: SeenTurn<ArcanorView>): Fact | null {
  const { before, after, moves } = turn;
  const move = moves.at(-1) ?? 0;
  const who = before.turn;
  const [origin, target] = [originOf(move), targetOf(move)];
  const moved = topOn(before, origin);
  if (moved === null) return null;
  const about = { who: { seat: who }, size: moved.size, cell: formatCell(target) };
  if (rowOf(target) === goalRowOf(who)) {
    const left = WINNING_POINTS - (after.points[who] ?? 0);
    return left <= 0 ? null : { key: 'coach_arcanor_arrives', inputs: { ...about, left } };
  }
  if (kindOf(move) === CAPTURE) {
    const taken = topOn(before, target);
    return { key: 'coach_arcanor_captures', inputs: { ...about, size: taken?.size ?? 0 } };
  }
  // A piece that the move itself has liberated does not count as a target.
  const known = [origin, ...preyAround(before, origin)];
  const prey = preyAround(after, target).find((cell) => !known.includes(cell));
  if (prey !== undefined) {
    const inputs = { who: { seat: who }, size: topOn(after, prey)?.size ?? 0, cell: formatCell(prey) };
    return { key: 'coach_arcanor_threatens', inputs };
  }
  const opened = kindOf(move) === SLIDE ? null : freed(turn, origin);
  if (opened !== null) return opened;
  if (isInDanger(before, origin) && !isInDanger(after, target)) return { key: 'coach_arcanor_escapes', inputs: about };
  if (canArrive(after, target, who)) return { key: 'coach_arcanor_nears', inputs: about };
  const rows = rowsToGo(target, who);
  if (rows < rowsToGo(origin, who)) return { key: 'coach_arcanor_advances', inputs: { ...about, rows } };
  return null;
}

function reason({ after, moves, own }: SeenTurn<ArcanorView>): Fact | null {
  if (hasWon(after, own)) return WINS;
  const target = targetOf(moves.at(-1) ?? 0);
  const size = topOn(after, target)?.size ?? 0;
  if (isInDanger(after, target)) return null;
  const key = preyAround(after, target).length > 0 ? 'reason_arcanor_attacks' : 'reason_arcanor_safe';
  return { key, inputs: { size } };
}

/** Points that were locked in, pieces that were taken, or a rival who came home. */
function lost({ cells }: ArcanorView, own: Seat): string {
  const holds = (isSuch: (cell: ArcanorCell) => boolean): boolean =>
    cells.some((cell) => cell !== null && isSuch(cell) && cell.contents?.some(({ owner }) => owner === own) === true);
  if (holds(({ owner, isHome }) => isHome && owner === own)) return 'locked';
  return holds(({ owner }) => owner !== own) ? 'take' : 'arrive';
}

/** Where a stack can go as a whole or leave what it holds, the board asks which. */
function button(move: Move, choices: readonly Move[]): string | null {
  const isOther = (other: Move): boolean =>
    other !== move && originOf(other) === originOf(move) && targetOf(other) === targetOf(move);
  if (!choices.some(isOther)) return null;
  return kindOf(move) === SLIDE ? 'button_slide' : 'button_free';
}

export const coach: Coach<ArcanorView> = {
  ...{ intent, reason, button, first: firstGame, lost },
  common: ['coach_arcanor_advances', 'coach_arcanor_nears'],
  unpraised: ['coach_arcanor_frees_rival'],
};
