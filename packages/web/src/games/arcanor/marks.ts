import {
  CAPTURE,
  formatCell,
  kindOf,
  LIBERATE,
  originOf,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from '@tablier/games/arcanor';
import type { Label, Mark } from '../../board/scene/scene.ts';
import { cellBox, cellCentre, goalBox, goalEdge, pegAt, pegLine } from './geometry.ts';
import { type ArcanorState, movesFrom } from './held.ts';
import { ghostCell, lastPeek, peekedCell, woodOf } from './pieces.ts';

const SEATS = [0, 1] as const;

export const marks = (state: ArcanorState): Mark[] => [
  ...goalMarks(state),
  ...pegMarks(state),
  ...lastMarks(state),
  ...peekMarks(state),
  ...targetMarks(state),
];

/** Both goal rows [A1], edged in the wood of the seat that scores there. */
const goalMarks = ({ bottom }: ArcanorState): Mark[] =>
  SEATS.flatMap((seat): Mark[] => [
    { id: `goal${seat}`, kind: 'cell', role: 'hole', ...goalBox(seat, bottom) },
    { id: `edge${seat}`, kind: 'line', role: woodOf(seat), ...goalEdge(seat, bottom) },
  ]);

/** A hole for each of the twelve points that win [A11], with pegs for the points so far. */
const pegMarks = ({ view, bottom }: ArcanorState): Mark[] =>
  SEATS.flatMap((seat) =>
    Array.from({ length: WINNING_POINTS }, (_, index): Mark => {
      const filled = index < (view.points[seat] ?? 0);
      const size = filled ? 0.26 : 0.17;
      const at = { x: pegAt(index), y: pegLine(seat, bottom), width: size, depth: size };
      return { id: `peg${seat}-${index}`, kind: 'dot', role: filled ? woodOf(seat) : 'hole', ...at };
    }),
  );

export const pegLabels = ({ view, bottom }: ArcanorState): Label[] =>
  SEATS.map((seat) => ({
    x: pegAt(WINNING_POINTS) + 0.3,
    y: pegLine(seat, bottom),
    text: `${view.points[seat] ?? 0}/${WINNING_POINTS}`,
    role: 'strong',
    size: 0.3,
  }));

const lastMarks = ({ lastMoves, bottom }: ArcanorState): Mark[] =>
  lastMoves.flatMap((move) =>
    [originOf(move), targetOf(move)].map((cell): Mark => {
      const box = { ...cellBox(cell, bottom), width: 0.94, depth: 0.94 };
      return { id: `last${cell}`, kind: 'outline', role: 'last', ...box };
    }),
  );

/** The empty well under a top that holds nothing. */
function peekMarks(state: ArcanorState): Mark[] {
  const cell = peekedCell(state);
  if (cell === null || lastPeek(state)?.under !== null) return [];
  return [{ id: 'uncovered', kind: 'dot', role: 'hole', ...cellCentre(cell, state.bottom), width: 0.5, depth: 0.5 }];
}

/** A dot marks a slide, a ring a liberation, corners a capture. */
function targetMarks(state: ArcanorState): Mark[] {
  const shapes = {
    [SLIDE]: { kind: 'dot', size: 0.2 },
    [LIBERATE]: { kind: 'ring', size: 0.44 },
    [CAPTURE]: { kind: 'corners', size: 0.9 },
  } as const;
  const ghost = ghostCell(state);
  const moves = movesFrom(state, state.held.from).filter((move) => targetOf(move) !== ghost);
  return moves.map((move): Mark => {
    const cell = targetOf(move);
    const { kind, size } = shapes[kindOf(move) as keyof typeof shapes];
    const box = { ...cellCentre(cell, state.bottom), width: size, depth: size };
    return { id: `to${formatCell(cell)}${kind}`, kind, role: 'move', over: true, ...box };
  });
}
