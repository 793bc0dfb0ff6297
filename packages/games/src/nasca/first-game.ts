import type { Move } from '@tablier/core';
import type { FirstGame, Look } from '../shared/first-game.ts';
import { cellsOf } from './placements.ts';
import { type NascaPiece, type NascaView } from './view.ts';

type Seen = Look<NascaView>;

/** So many pieces lie before bridges are worth a word. */
const SOME = 3;

const areaOf = (view: NascaView, seat: number): number => view.territory[seat]?.length ?? 0;
const hasOpened = ({ steps }: Seen): boolean =>
  steps.some(
    ({ before, after }) =>
      before.round === after.round && [0, 1].some((seat) => areaOf(after, seat) < areaOf(before, seat)),
  );
/** The place of ground that has just been closed. */
const newGround = ({ view, steps }: Seen): string | null => {
  const had = steps[0]?.before.territory.flat() ?? [];
  const cell = view.territory.flat().find((each) => !had.includes(each));
  return cell === undefined ? null : `cell${cell}`;
};
const players = ({ pieces }: NascaView): NascaPiece[] => pieces.filter(({ owner }) => owner !== 'neutral');
/** In the first turns each bubble shows a move. */
const any = ({ choices }: Seen): readonly Move[] => choices;
const bridging = ({ view, choices }: Seen): readonly Move[] =>
  choices.filter((move) => cellsOf(move).some((cell) => (view.heights[cell] ?? 0) > 0));
const bridge = (view: NascaView): NascaPiece | undefined => players(view).find(({ level }) => level > 1);
const lostCover = ({ view }: Seen): boolean =>
  players(view).some(
    (piece) =>
      piece.level > 1 &&
      piece.cells.some((cell) =>
        view.pieces.some(
          (under) => under.level < piece.level && under.owner !== piece.owner && under.cells.includes(cell),
        ),
      ),
  );

export const firstGame: FirstGame<NascaView> = {
  goals: [
    { key: 'goal_nasca_lay', isMet: ({ after }, own) => after.pieces.some(({ owner }) => owner === own) },
    { key: 'goal_nasca_close', isMet: ({ before, after }, own) => areaOf(after, own) > areaOf(before, own) },
    {
      key: 'goal_nasca_bridge',
      isMet: ({ after }, own) => after.pieces.some(({ owner, level }) => owner === own && level > 1),
      moves: bridging,
    },
  ],
  taught: [
    { key: 'first_nasca_lay', applies: () => true, moves: any },
    { key: 'first_nasca_round', applies: ({ view }: Seen) => view.round > 1 },
    { key: 'first_nasca_closes', about: newGround },
    { key: 'first_nasca_opens', applies: hasOpened },
    { key: 'first_nasca_edge', applies: (look: Seen) => players(look.view).length > 1, moves: any },
    {
      key: 'first_nasca_bridge',
      applies: (look: Seen) => players(look.view).length > SOME && bridging(look).length > 0,
      moves: bridging,
    },
    { key: 'first_nasca_above', applies: lostCover, about: ({ view }: Seen) => bridge(view)?.id ?? null },
    { key: 'first_nasca_pass', applies: ({ view }: Seen) => view.passed.length > 0 },
  ].map((taught) => ({ moves: () => [], ...taught })),
};
