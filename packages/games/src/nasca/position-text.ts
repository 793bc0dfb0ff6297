import type { Seat } from '@tablier/core';
import { cellsNamed, type PositionText, say, type Teller, tellCells, turnLine } from '../shared/telling.ts';
import { COLUMNS, connected, formatCell, ROWS } from './placements.ts';
import type { NascaOwner, NascaView } from './view.ts';

const OWNERS: readonly NascaOwner[] = [0, 1, 'neutral'];

const ownerText = (owner: NascaOwner, { name, words }: Teller): string =>
  owner === 'neutral' ? say(words, 'neutral') : name(owner);

/** The pieces of an owner, those of one height in one sentence, from the board upwards. */
function pieceLines(view: NascaView, owner: NascaOwner, teller: Teller): string[] {
  const own = view.pieces.filter((piece) => piece.owner === owner);
  const levels = [...new Set(own.map(({ level }) => level))].sort((one, other) => one - other);
  return levels.map((level) => {
    const pieces = own.filter((piece) => piece.level === level).map((piece) => piece.at);
    return say(teller.words, 'pieces', { who: ownerText(owner, teller), level, pieces: pieces.join(', ') });
  });
}

function groundLine({ territory }: NascaView, seat: Seat, { name, words }: Teller): string {
  const cells = territory[seat] ?? [];
  const areas = connected(cells).map((area) =>
    say(words, 'area', { count: area.length, cells: area.map(formatCell).join(' ') }),
  );
  const inputs = { who: name(seat), points: cells.length, areas: areas.join(', ') };
  return say(words, areas.length === 0 ? 'no_ground' : 'ground', inputs);
}

const hands = ({ hands: all }: NascaView, { name, words }: Teller): string[] =>
  all.map((hand, seat) => {
    const pieces = hand.flatMap((count, length) => (count > 0 ? [say(words, 'of_length', { count, length })] : []));
    return say(words, 'hand', { who: name(seat), pieces: pieces.join(', ') || say(words, 'none') });
  });

const score = ({ scores }: NascaView, { name, words }: Teller): string =>
  scores.map((points, seat) => say(words, 'points', { who: name(seat), points })).join(' ');

function lines(view: NascaView, teller: Teller): string[] {
  const { words, name } = teller;
  const earlier = view.finished
    .slice(0, view.round - 1)
    .flatMap((points, round) =>
      points.map((count, seat) => say(words, 'round_points', { round: round + 1, who: name(seat), points: count })),
    );
  return [
    turnLine(view, teller),
    say(words, 'round', { round: view.round, rounds: view.rounds }),
    ...earlier,
    ...OWNERS.flatMap((owner) => pieceLines(view, owner, teller)),
    ...[0, 1].map((seat) => groundLine(view, seat, teller)),
    score(view, teller),
    ...hands(view, teller),
  ];
}

function cellText(view: NascaView, cell: number, teller: Teller): string | null {
  const piece = view.pieces[view.tops[cell] ?? -1];
  if (piece !== undefined)
    return say(teller.words, 'piece', { who: ownerText(piece.owner, teller), at: piece.at, level: piece.level });
  const seat = view.territory.findIndex((cells) => cells.includes(cell));
  return seat < 0 ? null : say(teller.words, 'enclosed', { who: teller.name(seat) });
}

const at = (view: NascaView, place: string, teller: Teller): string | null =>
  tellCells(cellsNamed(place, COLUMNS, ROWS), teller.words, (cell) => ({
    name: formatCell(cell),
    content: cellText(view, cell, teller),
  }));

export const positionText: PositionText<NascaView> = { lines, at, score, hands };
