import { type CaptureView, isCapture, type MaskerView } from '@tablier/games/masker';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import { colourList, crossName, freeWords, givenWords, outWords } from './words.ts';
import type { Move } from '@tablier/core';
import type { Played } from '../../board/board-module.ts';

/** The captures between two views, and who made them. */
export function newCaptures(before: MaskerView, after: MaskerView): readonly CaptureView[] {
  const sameTurn = before.turnIndex === after.turnIndex;
  const now = sameTurn ? after.captures : (after.lastTurn?.captures ?? []);
  return now.slice(before.captures.length);
}

export const announce = (before: MaskerView, after: MaskerView, people: People): string[] => [
  ...newCaptures(before, after).map(({ cell, cross }) =>
    m.masker_taken({
      player: people.title(before.turn),
      who: people.who(before.turn),
      cross: crossName(cross),
      cell,
    }),
  ),
  ...announceEffects(before, after, people),
];

export function announceEffects(before: MaskerView, after: MaskerView, people: People): string[] {
  if (after.turnIndex === before.turnIndex && after.captures.length < before.captures.length)
    return [m.masker_undone()];
  const said = (seat: number) => ({ player: people.title(seat), who: people.who(seat) });
  const exits = after.eliminations
    .slice(before.eliminations.length)
    .map((exit) => `${m.label_before({ label: people.titles(exit.seats) })} ${outWords(exit, people)}`);
  const gift = givenWords(after.eliminations[0] ?? { seats: [], colour: 'R', by: 0, turn: 0, given: [] }, people);
  const wasGiven = (before.eliminations[0]?.given.length ?? 0) > 0;
  const full = after.seats.flatMap((seat, index) =>
    seat.full && !seat.out && before.seats[index]?.full === false ? [m.masker_now_full(said(index))] : [],
  );
  const freedom = after.outcome === null ? freeWords(after) : null;
  return [...exits, ...(gift === null || wasGiven ? [] : [gift]), ...full, ...(freedom === null ? [] : [freedom])];
}

/** The colours that the last moves of a turn captured. A turn without a capture has only its notation. */
export function played(moves: readonly Move[], { lastTurn, captures }: MaskerView): Played | null {
  const count = moves.filter(isCapture).length;
  const all = captures.length > 0 ? captures : (lastTurn?.captures ?? []);
  const made = count === 0 ? [] : all.slice(-count);
  return made.length === 0
    ? null
    : { key: 'played_crosses', inputs: { crosses: colourList(made.map(({ cross }) => cross)) } };
}
