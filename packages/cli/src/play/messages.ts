import type { RecordEnd, Seat } from '@tablier/core';
import { writtenTexts } from '@tablier/protocol/language';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import fr from './messages.fr.json' with { type: 'json' };
import nl from './messages.nl.json' with { type: 'json' };

const INPUTS = {
  ...{ welcomeAll: ['game'], welcome: ['game', 'seat'], yourMove: ['seat'], seatMove: ['seat'], thinking: ['seat'] },
  ...{ moveMade: ['seat', 'move'], passes: ['seat'], moves: ['count'], noMoves: ['filter'], looks: ['peeks'] },
  ...{ seen: ['seat', 'place', 'answer'], handOver: ['seat'], hintMove: ['move'], saved: ['file'] },
  ...{
    notSaved: ['file', 'reason'],
    unreadable: ['text'],
    illegal: ['text'],
    illegalLook: ['text'],
    resigns: ['seat'],
  },
  ...{ wins: ['seat'], win: ['seats'], onePoint: ['place', 'seat', 'score'], standing: ['place', 'seat', 'score'] },
} as const;

const written = (given: typeof en) => ({
  ...writtenTexts(given, INPUTS),
  /** By the key that a game declares for a seat. */
  seats: given.seats as Readonly<Record<string, string>>,
});

export type Messages = ReturnType<typeof written>;

export const MESSAGES = { en: written(en), fr: written(fr), de: written(de), nl: written(nl) } as const;

export function messagesFor(environment: Readonly<Record<string, string | undefined>>): Messages {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  const language = locale.slice(0, 2).toLowerCase();
  return Object.values(MESSAGES).find((messages) => messages.language === language) ?? MESSAGES.en;
}

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
    ...order.map((seat) => standingLine(places[seat] as number, nameOf(seat), scores[seat] as number, messages)),
    ...(isTieBroken(end) ? [messages.tieBroken] : []),
  ];
}

function standingLine(place: number, name: string, score: number, messages: Messages): string {
  const isOne = new Intl.PluralRules(messages.language).select(score) === 'one';
  return (isOne ? messages.onePoint : messages.standing)(place, name, score);
}

function winnerLine(
  { places }: RecordEnd,
  nameOf: (seat: Seat) => string,
  own: Seat | null,
  messages: Messages,
): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (winners.length === places.length) return messages.draw;
  if (own !== null && winners.includes(own)) return messages.youWin;
  const names = winners.map(nameOf).join(messages.and);
  return winners.length === 1 ? messages.wins(names) : messages.win(names);
}

function isTieBroken({ by, scores, places }: RecordEnd): boolean {
  const best = scores[places.indexOf(1)];
  return by === 'rules' && places.some((place, seat) => place > 1 && scores[seat] === best);
}
