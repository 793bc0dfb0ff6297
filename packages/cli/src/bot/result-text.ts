import type { Ending } from '@tablier/core';
import type { TableView } from '@tablier/protocol';

const ENDINGS: Readonly<Record<Ending, string>> = {
  rules: '',
  resign: ' by resignation',
  time: ' on time',
  agreement: ' by agreement',
  abort: '',
};

/** How a finished game went for the bot, as one line: `isaac ID: lost 40 to 103 against Anna on time after 12 moves`. */
export function resultText({ id, game, you, chairs, match }: TableView): string {
  const end = match?.end ?? null;
  if (match === null || end === null || end.by === 'abort') return `${game} ${id}: aborted`;
  const seat = you ?? 0;
  const others = chairs.flatMap((chair, other) =>
    other === seat ? [] : [chair.kind === 'person' ? chair.name || 'a deleted player' : chair.kind],
  );
  const firsts = end.places.filter((place) => place === 1).length;
  const won = firsts === end.places.length ? 'drew' : end.places[seat] === 1 ? 'won' : 'lost';
  const [own = 0] = end.scores.slice(seat, seat + 1);
  const points = end.scores.length === 2 ? ` ${own} to ${end.scores[1 - seat] ?? 0}` : '';
  return `${game} ${id}: ${won}${points} against ${others.join(' and ')}${ENDINGS[end.by]} after ${match.plies} moves`;
}
