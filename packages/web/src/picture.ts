import { type Game, type GameRecord, makeSetup } from '@tablier/core';
import { type Moment, retrace } from './review/past/retrace.ts';
import { seenState } from './review/moments/scenes.ts';
import { games, inBoxOrder, RIM } from './games/catalogue.ts';
import { type GamePackage, giveGames } from './games/added.ts';
import { loadedBoard, loadModule, loadShapes } from './games/boards.ts';
import { pictureOf } from './games/picture-of.ts';
import { findRules, loadRules } from './games/rules.svelte.ts';
import { composeBoard, composeCard } from './app/picture/compose.ts';
import { loadPuzzles, puzzleScene } from './learn/puzzles/puzzle-list.ts';
import { replayOf } from './play/boxes/replay.ts';
import { framed, type Scene } from './board/scene/scene.ts';

/**
 * A picture that the server wants. A record is a finished game that has been checked; it is drawn with everything visible, as its page
 * shows it to everyone. A card is a picture for link previews, 1200 by 630 pixels.
 */
export type PictureRequest =
  /** The board after so many plies, or at the end. `side`: its longer side in pixels, if it is for a list. */
  | { readonly kind: 'position'; readonly record: GameRecord; readonly ply: number | null; readonly side?: number }
  /** The end of a game, as a card. */
  | { readonly kind: 'card'; readonly record: GameRecord }
  /** The boards of a whole game, at most `most` of them, with the longer side in pixels. The last one is the end. */
  | { readonly kind: 'animation'; readonly record: GameRecord; readonly most: number; readonly side: number }
  /** The board where the home page begins to replay the game, as a card with its name. */
  | { readonly kind: 'game'; readonly game: string }
  /** The same board alone. `side`: its longer side in pixels; `isSmall`: with larger numbers, as the page draws it where it has little room. */
  | { readonly kind: 'box'; readonly game: string; readonly side: number; readonly isSmall: boolean }
  /** The position of a puzzle as its player sees it, as a card. Numbers count from 1. */
  | { readonly kind: 'puzzle'; readonly game: string; readonly number: number }
  /** A line of docs/positions.md, as a card. */
  | { readonly kind: 'placed'; readonly game: string; readonly line: string }
  /** The boards of all games, as a card. */
  | { readonly kind: 'site' };

const SITE = 'Tablier';
/** As in `BoxBoard.svelte`. */
const LARGE_NUMBERS = '.plug, .marking { transform: scale(1.35); }';
/** The games that the home page replays. */
const RECORDS = import.meta.glob<GameRecord>('./play/boxes/*.json', { import: 'default', eager: true });

/**
 * Draws a picture with the boards of the page, as SVG that needs nothing else; one for each board of an animation. `null` if the game has
 * no such ply, or there is no such game. `added` are the games of files. Runs in the server, not in the page.
 */
export async function draw(
  request: PictureRequest,
  added: readonly GamePackage[] = [],
): Promise<readonly string[] | null> {
  giveGames(added);
  switch (request.kind) {
    case 'position': {
      const scenes = await scenesOf(request.record);
      const scene = scenes?.[request.ply ?? scenes.length - 1];
      return scene === undefined ? null : [composeBoard(scene(), request.side)];
    }
    case 'card': {
      const scene = (await scenesOf(request.record))?.at(-1);
      return cardOf(scene === undefined ? null : framed(scene(), RIM));
    }
    case 'animation': {
      const scenes = await scenesOf(request.record);
      return scenes === null ? null : choose(scenes, request.most).map((scene) => composeBoard(scene(), request.side));
    }
    case 'game':
      return cardOf(await replayedScene(request.game), findRules(request.game)?.name);
    case 'box': {
      const scene = await replayedScene(request.game);
      return scene === null ? null : [composeBoard(scene, request.side, request.isSmall ? LARGE_NUMBERS : '')];
    }
    case 'puzzle':
      return cardOf(await scenePuzzled(request));
    case 'placed':
      return cardOf(await placedScene(request));
    case 'site':
      return [await siteCard()];
  }
}

const cardOf = (scene: Scene | null, name = ''): readonly string[] | null =>
  scene === null ? null : [composeCard([scene], name)];

/** The rules of a game with what its boards are drawn with. */
async function loadDrawn(game: string, version?: number, deal?: unknown): Promise<Game | undefined> {
  await Promise.all([loadModule(game), loadShapes(game), loadRules(game, version, deal)]);
  return findRules(game, version);
}

async function scenePuzzled({ game, number }: { readonly game: string; readonly number: number }) {
  const puzzle = (await loadPuzzles(game))[number - 1];
  if (puzzle === undefined) return null;
  await loadDrawn(game, puzzle.rules);
  const scene = puzzleScene(puzzle);
  return scene === null ? null : withoutWords(scene);
}

async function placedScene({ game, line }: { readonly game: string; readonly line: string }): Promise<Scene | null> {
  const rules = await loadDrawn(game, undefined, { position: line });
  const read = rules?.positions?.parse(line);
  const scene = rules && read?.ok === true ? pictureOf(rules, read.value.view, { viewer: 'open' }) : null;
  return scene && withoutWords(scene);
}

async function siteCard(): Promise<string> {
  const scenes = await Promise.all(inBoxOrder(games).map(({ id }) => replayedScene(id)));
  return composeCard(
    scenes.filter((scene) => scene !== null),
    SITE,
  );
}

/** Built on demand: most pictures need one board of a whole game. */
type LaterScene = () => Scene;

/** Evenly spread, with the last one. */
function choose(scenes: readonly LaterScene[], most: number): LaterScene[] {
  if (scenes.length <= most) return [...scenes];
  const step = (scenes.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => scenes[Math.round(at * step)]).filter((scene) => scene !== undefined);
}

/** The board after every ply, from none on. */
async function scenesOf(record: GameRecord): Promise<readonly LaterScene[] | null> {
  const { game, rules: version, deal } = record;
  const rules = await loadDrawn(game, version, deal);
  const setup = rules === undefined ? null : makeSetup(rules, record);
  if (rules === undefined || setup?.ok !== true) return null;
  return retrace(rules, setup.value, record).moments.map((moment) => () => sceneOf(rules, moment));
}

function sceneOf(game: Game, moment: Moment): Scene {
  const board = loadedBoard(game.id);
  return withoutWords(board.scene(seenState({ game, board, viewer: 'open' }, moment)));
}

/** The board where the home page begins to replay the game; `null` if there is no such game. */
async function replayedScene(game: string): Promise<Scene | null> {
  const rules = await loadDrawn(game);
  const [moment] = rules === undefined ? [] : replayOf(rules, RECORDS[`./play/boxes/${game}.json`]);
  return rules === undefined || moment === undefined ? null : framed(sceneOf(rules, moment), RIM);
}

/** A picture has no language, so only labels with coordinates and numbers remain. */
const withoutWords = (scene: Scene): Scene => ({
  ...scene,
  labels: scene.labels.filter(({ text }) => !/[a-z]{2}/i.test(text)),
});
