import type { Seat, Viewer } from '@tablier/core';
import type { Crop, Point, Scene, Solid } from '../../board/scene/scene.ts';
import { pathBetween } from '../../board/scene/glide.ts';
import { fill } from '../../lib/language.ts';
import { listOf } from '../../lib/people.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { GameMoment, MomentTeller, PlayedGame } from '../moments/game-moments.ts';
import { textAbout } from '../moments/telling.ts';
import { changed, cropOf, type TurnScenes } from '../moments/scenes.ts';
import type { StillDrawer } from './still.ts';
import type english from './words.en.json';

type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** A board of a moment: one, or two where the seat saw less than there was. */
interface FilmBoard {
  readonly scenes: TurnScenes;
  /** Above the board; empty for a single one. */
  readonly title: string;
  /** The secret pieces of the seats, as far as they are known: they stand next to the title. */
  readonly secrets: readonly Solid[];
}

/** A moment as a film tells it, in words of the language of the page. */
interface FilmMoment extends Pick<GameMoment, 'about' | 'sentence' | 'chance'> {
  readonly boards: readonly FilmBoard[];
}

interface FilmScript {
  /** On the first and the last picture. */
  readonly title: string;
  readonly subtitle: string;
  readonly ending: string;
  readonly moments: readonly FilmMoment[];
  /** `50 %` */
  readonly share: (share: number) => string;
}

/** A board with the pictures that its turn is put together from. */
export interface ShotBoard {
  readonly title: string;
  readonly scene: Scene;
  /** In cells. */
  readonly crop: Crop;
  /** The whole board before and after the turn, and what does not move. */
  readonly before: CanvasImageSource;
  readonly still: CanvasImageSource;
  readonly after: CanvasImageSource;
  readonly movers: readonly Mover[];
  readonly secrets: readonly CanvasImageSource[];
}

interface Mover {
  readonly picture: CanvasImageSource;
  /** Where it is in its picture, and the way that it takes there. */
  readonly at: Solid;
  readonly path: readonly Point[];
  readonly kind: 'comes' | 'moves' | 'leaves';
}

export interface Shot extends Omit<FilmMoment, 'boards'> {
  readonly boards: readonly ShotBoard[];
}

/** What a frame is drawn from. */
export interface Film extends Omit<FilmScript, 'moments'> {
  readonly shots: readonly Shot[];
  /** The board of the first picture, before the first moment. */
  readonly seconds: number;
}

/** Of the first picture, a moment, and the last picture. Seconds: thirty with five moments. */
export const TITLE = 2;
export const MOMENT = 5.2;
export const ENDING = 2;
/** The pictures of a board are this wide: more than what is shown of it, for the part that is shown larger. Pixels. */
const DRAWN = 960;
/** How wide the picture of a secret piece is. Pixels. */
export const SECRET = 44;
/** From above the board a piece that comes falls so far, in cells. */
const FALL = 0.7;

/**
 * What a film shows and says. With everything visible a game with secrets has two boards: what the seat of the focus saw, and what was true. From a
 * seat it only has what that seat saw.
 */
export function scriptOf(
  { played, teller, words }: { readonly played: PlayedGame; readonly teller: MomentTeller; readonly words: Words },
  moments: readonly GameMoment[],
  viewer: Viewer,
): FilmScript {
  const { game, setup, people, focus, result } = played;
  const isSplit = viewer === 'open' && game.secrets.hides(setup.options);
  const boardsOf = (moment: GameMoment): readonly FilmBoard[] => {
    if (!isSplit) return [{ scenes: moment.scenes, title: '', secrets: teller.secretsAt(moment.to, viewer) }];
    const saw = textAbout(people, focus, words.film_you_saw, words.film_one_saw);
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

/** Draws the boards of a film. `ratio`: of the place of a board, by the number of boards next to each other. */
export async function shoot(script: FilmScript, drawer: StillDrawer, ratio: (boards: number) => number): Promise<Film> {
  const shots: Shot[] = [];
  for (const moment of script.moments) {
    const boards: ShotBoard[] = [];
    for (const board of moment.boards) boards.push(await shootBoard(board, drawer, ratio(moment.boards.length)));
    shots.push({ ...moment, boards });
  }
  return { ...script, shots, seconds: TITLE + MOMENT * shots.length + ENDING };
}

async function shootBoard(
  { scenes, title, secrets }: FilmBoard,
  drawer: StillDrawer,
  ratio: number,
): Promise<ShotBoard> {
  const { before, after } = scenes;
  const { come, gone } = changed(scenes);
  const away = new Set([...come, ...gone].map(({ id }) => id));
  const draw = (scene: Scene, shown?: readonly string[]) => drawer.draw(scene, DRAWN, shown);
  const movers: Mover[] = [];
  for (const solid of gone)
    movers.push({ picture: await draw(before, [solid.id]), at: solid, path: [solid], kind: 'leaves' });
  for (const solid of come) {
    const was = before.solids.find(({ id }) => id === solid.id);
    const path = was === undefined ? comingPath(solid) : pathBetween(was, solid);
    movers.push({
      picture: await draw(after, [solid.id]),
      at: solid,
      path,
      kind: was === undefined ? 'comes' : 'moves',
    });
  }
  const rest = { ...before, marks: [], solids: before.solids.filter(({ id }) => !away.has(id)) };
  return {
    title,
    scene: after,
    crop: cropOf(scenes, ratio),
    before: await draw(before),
    still: await draw(rest),
    after: await draw(after),
    movers,
    secrets: await Promise.all(secrets.map((solid) => drawer.draw(alone(solid), SECRET, [solid.id]))),
  };
}

/** A picture of one piece. */
const alone = (solid: Solid): Scene => ({
  width: 1,
  height: 1,
  grid: { x: 0, y: 0, columns: 1, rows: 1 },
  ...{ labels: [], marks: [], targets: [] },
  solids: [{ ...solid, x: 0.5, y: 0.47 }],
});

const comingPath = (solid: Solid): readonly Point[] => [solid.from ?? { x: solid.x, y: solid.y - FALL }, solid];
