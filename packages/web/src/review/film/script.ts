import type { Seat, Viewer } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import { listOf } from '../../lib/people.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { GameMoment, MomentTeller, PlayedGame } from '../moments/game-moments.ts';
import type { FilmBoard, FilmScript } from './film.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

interface Telling {
  readonly played: PlayedGame;
  readonly teller: MomentTeller;
  readonly words: Words;
}

/**
 * What a film shows and says. With everything visible a game with secrets has two boards: what the seat of the focus saw, and what was true. From a
 * seat it only has what that seat saw.
 */
export function scriptOf(
  { played, teller, words }: Telling,
  moments: readonly GameMoment[],
  viewer: Viewer,
): FilmScript {
  const { game, setup, people, focus, result } = played;
  const isSplit = viewer === 'open' && game.secrets.hides(setup.options);
  const boardsOf = (moment: GameMoment): readonly FilmBoard[] => {
    if (!isSplit) return [{ scenes: moment.scenes, title: '', secrets: teller.secretsAt(moment.to, viewer) }];
    const saw =
      people.who(focus) === 'you' ? words.film_you_saw : fill(words.film_one_saw, { who: people.name(focus) });
    return [
      {
        scenes: teller.scenesOf({ from: moment.turn.from, to: moment.to }, focus),
        title: saw,
        secrets: teller.secretsAt(moment.to, focus),
      },
      { scenes: moment.scenes, title: words.film_truth, secrets: teller.secretsAt(moment.to, 'open') },
    ];
  };
  return {
    title: game.name,
    subtitle: playersOf(played, words),
    ending: result,
    share: (share) => teller.telling.share(share),
    moments: moments.map((moment) => ({ ...moment, boards: boardsOf(moment) })),
  };
}

function playersOf({ setup, people }: PlayedGame, words: Words): string {
  const seats: readonly Seat[] = Array.from({ length: setup.players }, (_, seat) => seat);
  const [one, other] = seats.map((seat) => people.title(seat));
  if (setup.players !== 2 || one === undefined || other === undefined)
    return listOf(seats.map((seat) => people.title(seat)));
  return fill(words.film_players, { one, other: people.name(1) });
}
