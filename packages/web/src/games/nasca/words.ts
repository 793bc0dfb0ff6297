import type { Move, Seat } from '@tablier/core';
import {
  cellsOf,
  formatCell,
  formatMove,
  type NascaBoardView,
  type NascaPiece,
  type NascaRefusal,
  type NascaView,
} from '@tablier/games/nasca';
import { m } from '../../paraglide/messages.js';
import { countText, type GroundChange } from './geometry.ts';
import type { Ghost, Placer } from './placing.ts';
import { listOf, type People } from '../../lib/people.ts';

const ownerName = (owner: NascaPiece['owner'], people: People): string =>
  owner === 'neutral' ? m.nasca_neutral() : people.name(owner);

const cellsText = (cells: readonly number[]): string => listOf(cells.map(formatCell));

/** A cell and what is on it; with `ground`, the owner of empty cells. */
export function cellName(
  lay: NascaBoardView,
  cell: number,
  { ground, people }: { readonly ground: boolean; readonly people: People },
): string {
  const name = formatCell(cell);
  const piece = lay.pieces[lay.tops[cell] ?? -1];
  if (piece !== undefined) {
    return m.nasca_cell_built({ cell: name, level: piece.level, owner: ownerName(piece.owner, people), at: piece.at });
  }
  const seat = ground ? lay.territory.findIndex((cells) => cells.includes(cell)) : -1;
  return seat < 0 ? m.nasca_cell_empty({ cell: name }) : m.nasca_cell_ground({ cell: name, owner: people.name(seat) });
}

/** What a piece rests on, counted: `2 of one’s own and a neutral piece` [N6]. */
function supportsText({ view, owner }: Placer, ids: readonly string[]): string {
  const owners = view.pieces.filter(({ id }) => ids.includes(id)).map((piece) => piece.owner);
  const neutral = owners.filter((each) => each === 'neutral').length;
  const own = owner === 'neutral' ? 0 : owners.filter((each) => each === owner).length;
  const enemy = owners.length - neutral - own;
  return listOf([
    ...(own > 0 ? [m.nasca_own_pieces({ count: own })] : []),
    ...(enemy > 0 ? [m.nasca_enemy_pieces({ count: enemy })] : []),
    ...(neutral > 0 ? [m.nasca_neutral_pieces({ count: neutral })] : []),
  ]);
}

/** The judgement of the rules on a placement, in words [N4]–[N7]. */
export function explainText(placer: Placer, { cells, explanation }: Ghost): string {
  const { refusal, obstacles, restsOn, level } = explanation;
  const what = supportsText(placer, restsOn);
  if (refusal === null) return level === 1 ? m.nasca_on_board() : m.nasca_as_bridge({ level, what });
  const heightAt = (cell: number | undefined): number => placer.view.heights[cell ?? -1] ?? 0;
  const texts: Readonly<Record<NascaRefusal, () => string>> = {
    'game-over': m.turn_over,
    'not-in-hand': m.nasca_not_in_hand,
    'ends-uneven': () => m.nasca_ends_uneven({ one: heightAt(cells[0]), other: heightAt(cells.at(-1)) }),
    'not-all-empty': () => m.nasca_not_all_empty({ cells: cellsText(obstacles) }),
    'too-high-between': () =>
      m.nasca_too_high({ count: obstacles.length, cells: cellsText(obstacles), height: level - 1 }),
    'rests-twice': () => m.nasca_rests_twice({ cells: cellsText(obstacles) }),
    'enemy-only': () => m.nasca_none_of_yours({ what }),
    'enemy-and-neutral': () => m.nasca_none_of_yours({ what }),
  };
  return texts[refusal]();
}

/** Both counts of the ground on a board, and what a placement would make of them. */
export const groundText = ({ territory }: NascaBoardView, people: People, change: GroundChange | null = null): string =>
  m.nasca_ground({
    ...sides(people),
    dark: countText(territory, change, 0),
    light: countText(territory, change, 1),
  });

/** The names of both seats next to their counts. */
const sides = (people: People) => ({ first: people.name(0), second: people.name(1) });

/** The points of a finished round, counted from 0. */
export function roundText({ finished }: NascaView, round: number, people: People): string {
  const [dark = 0, light = 0] = finished[round] ?? [];
  return m.nasca_round_over({ ...sides(people), round: round + 1, dark, light });
}

/** `Round 2 of 2`, with the points of the rounds before. */
export function roundOfText({ round, rounds, finished }: NascaView, people: People): string {
  const [dark, light] = finished[round - 2] ?? [];
  if (dark === undefined || light === undefined) return m.nasca_round_of({ round, rounds });
  return m.nasca_round_of_after({ ...sides(people), round, rounds, before: round - 1, dark, light });
}

/** After a finished round, counted from 0: how far the seat with fewer points is behind, and which seat begins the next one [N16]. */
export function nextRoundText(view: NascaView, round: number, people: People): string {
  const [dark = 0, light = 0] = view.finished[round] ?? [];
  const loser = dark < light ? 0 : 1;
  const said = (seat: Seat) => ({ player: people.title(seat), who: people.who(seat) });
  const behind = dark === light ? [] : [m.nasca_behind({ ...said(loser), count: Math.abs(dark - light) + 1 })];
  const begins = isFresh(view)
    ? m.nasca_next_round({ ...said(1), round: round + 2 })
    : m.nasca_round_begun({ round: round + 2 });
  return [...behind, begins].join(' ');
}

export function played([move]: readonly Move[], { pieces, earlier }: NascaView, by: string): string | null {
  if (move === undefined) return null;
  const at = formatMove(move);
  // The last move of a round is on the board of that round.
  const level = [...(earlier.at(-1)?.pieces ?? []), ...pieces].findLast((piece) => piece.at === at)?.level ?? 1;
  return level > 1 ? m.nasca_bridged({ by, at, level }) : m.played_lays({ by, length: cellsOf(move).length, at });
}

export const isFresh = ({ pieces }: NascaView): boolean => pieces.every(({ owner }) => owner === 'neutral');
