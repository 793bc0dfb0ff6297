import type { RecordEnd, Seat } from '@tablier/core';
import type { Messages } from './messages.ts';

/** The end of a game in words: who won, then the place and points of each player. `own` is the seat of the person, if there is only one. */
export function describeEnd(end: RecordEnd, names: readonly string[], own: Seat | null, messages: Messages): string[] {
  const { scores, places } = end;
  const order = places
    .map((_, seat) => seat)
    .sort((left, right) => (places[left] as number) - (places[right] as number));
  const nameOf = (seat: Seat): string => names[seat] as string;
  return [
    messages.over,
    winnerLine(end, nameOf, own, messages),
    ...order.map((seat) => messages.standing(places[seat] as number, nameOf(seat), scores[seat] as number)),
    ...(isTieBroken(end) ? [messages.tieBroken] : []),
  ];
}

function winnerLine(
  { places }: RecordEnd,
  nameOf: (seat: Seat) => string,
  own: Seat | null,
  messages: Messages,
): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (winners.length === places.length) return messages.draw;
  return own !== null && winners.includes(own) ? messages.youWin : messages.wins(winners.map(nameOf));
}

/** Whether another player with the winner's points came after the winner. */
function isTieBroken({ by, scores, places }: RecordEnd): boolean {
  const best = scores[places.indexOf(1)];
  return by === 'rules' && places.some((place, seat) => place > 1 && scores[seat] === best);
}
