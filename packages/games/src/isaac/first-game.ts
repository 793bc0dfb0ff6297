import type { Move } from '@tablier/core';
import type { FirstGame, Look } from '../shared/first-game.ts';
import { ADVANCE, REMOVAL } from './position.ts';
import { slotOf } from './slots.ts';
import { type IsaacView, type PieceView, placementWorth, removalWorth } from './view.ts';

/** Near enough to the end to say how it comes. */
const NEAR_THE_END = 50;
const FEW = 2;
/** So many pieces on a line are a good one, and so many points a good piece. */
const MANY = 3;
const TEN = 10;

type Seen = Look<IsaacView>;

const isPlacing = (look: Seen): boolean => look.view.phase === 'placing';
const isScoring = (look: Seen): boolean => look.view.phase === 'scoring';
const idOf = (piece: PieceView | undefined): string | null => (piece === undefined ? null : `piece${piece.id}`);
const ownPiece = (look: Seen): PieceView | undefined =>
  isPlacing(look) ? look.view.pieces.findLast(({ seat }) => seat === look.own) : undefined;
/** The places where a piece would score for others on its line, the best first. */
const sharing = ({ view, choices }: Seen): readonly Move[] => {
  const worthOf = (move: Move): number => (move < REMOVAL ? placementWorth(view, move).worth : 0);
  return choices.filter((move) => worthOf(move) > 0).toSorted((one, other) => worthOf(other) - worthOf(one));
};
const isCovered = ({ view }: Seen, { slot }: PieceView): boolean =>
  view.counters.some(({ cell }) => cell !== null && slotOf(slot).cells.includes(cell));
const stuck = (look: Seen): PieceView | undefined =>
  look.view.pieces.find((piece) => isScoring(look) && piece.seat === look.own && isCovered(look, piece));
const tooShort = (look: Seen): PieceView | undefined =>
  look.view.pieces.find(
    ({ seat, length }) => isScoring(look) && seat === look.own && length < (look.view.longestRemoved[look.own] ?? 0),
  );
const isMultiplied = (view: IsaacView, slot: number): boolean => (removalWorth(view, slot)?.multiplier ?? 1) > 1;
const multiplied = ({ view, choices }: Seen): PieceView | undefined =>
  view.pieces.find(({ slot }) => choices.includes(REMOVAL + slot) && isMultiplied(view, slot));
const doubling = ({ view, choices }: Seen): readonly Move[] =>
  choices.filter((move) => move >= REMOVAL && move < ADVANCE && isMultiplied(view, move - REMOVAL));
const scoreOf = (view: IsaacView, seat: number): number => view.counters[seat]?.score ?? 0;

export const firstGame: FirstGame<IsaacView> = {
  goals: [
    { key: 'goal_isaac_lay', isMet: ({ after }, own) => after.pieces.some(({ seat }) => seat === own) },
    {
      key: 'goal_isaac_line',
      isMet: ({ after }, own) =>
        after.pieces.some(({ seat, slot }) => seat === own && (removalWorth(after, slot)?.n ?? 0) >= MANY),
    },
    { key: 'goal_isaac_ten', isMet: ({ before, after }, own) => scoreOf(after, own) - scoreOf(before, own) >= TEN },
  ],
  taught: [
    { key: 'first_isaac_lay', applies: isPlacing },
    { key: 'first_isaac_line', about: (look) => idOf(ownPiece(look)), moves: sharing },
    {
      key: 'first_isaac_number',
      applies: (look) => isPlacing(look) && look.view.pieces.length > 2,
      moves: sharing,
    },
    { key: 'first_isaac_pass', applies: ({ view }) => view.phase === 'placing' && view.firstToPass !== null },
    { key: 'first_isaac_scoring', applies: isScoring, moves: ({ choices }) => choices },
    { key: 'first_isaac_double', about: (look) => idOf(multiplied(look)), moves: doubling },
    { key: 'first_isaac_out', applies: ({ view }) => view.out.length === 1 && view.outcome === null },
    {
      key: 'first_isaac_counter',
      canWait: true,
      applies: ({ view, own }) => view.phase !== 'placing' && scoreOf(view, own) > 0,
      about: ({ own }) => `counter${own}`,
    },
    { key: 'first_isaac_stuck', canWait: true, about: (look) => idOf(stuck(look)) },
    {
      key: 'first_isaac_hundred',
      canWait: true,
      applies: ({ view, choices }) =>
        view.counters.some(({ score }) => score >= NEAR_THE_END) || (view.phase === 'scoring' && choices.length <= FEW),
    },
    { key: 'first_isaac_longer', canWait: true, about: (look) => idOf(tooShort(look)) },
  ],
};
