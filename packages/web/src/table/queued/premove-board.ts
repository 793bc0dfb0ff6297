import type { View, Game, Move, Seat } from '@tablier/core';
import type { BoardModule, BoardState, TrayGroup } from '../../board/board-module.ts';
import { ghostId, ghostsOf, isElsewhere, viewAfter } from '../../board/planned-move.ts';
import type { Box, Chip, Scene, Solid, Target } from '../../board/scene/scene.ts';
import { fill } from '../../lib/language.ts';
import type { Words } from './move-queue.svelte.ts';
import { People } from '../../lib/people.ts';

/** Ids of targets and buttons: with the number of moves that stay after a press; alone for none. */
export const MARK = 'premove';

/** A number and the place to press: at most so many cells, and on small boards a part of the width. */
const MAX_CELLS = 0.62;
const PART = 1 / 17;

type State = BoardState<View, unknown>;

interface Premoves {
  /** The position as it is. */
  readonly view: View;
  readonly views: Plan['views'];
  /** In notation. */
  readonly texts: readonly string[];
  readonly words: Words;
}

/** The position and, over it, what the premoves would change. It is calm: what can be done is only shown where the user does it. */
export function premoveBoard(base: BoardModule, premoves: Premoves): BoardModule {
  const { view: present, views, texts, words } = premoves;
  const places = new Map<string, readonly Box[]>();
  const sceneOf = (state: State, view: View): Scene =>
    base.scene({ ...state, view, choices: [], held: base.nothing, pointed: null, lastMoves: [] });
  const placesOf = (state: State): readonly Box[] => {
    const key = `${state.bottom} ${[...state.toggled].join(' ')}`;
    const found = places.get(key) ?? placesBetween(views.map((view) => sceneOf(state, view)));
    places.set(key, found);
    return found;
  };
  return {
    ...base,
    scene(state) {
      const [first, last] = [sceneOf(state, present), sceneOf(state, views.at(-1) ?? present)];
      const scene = base.scene(calm(base, state));
      const { targets } = base.scene(state);
      const { labels } = first;
      return withMarks({ ...scene, labels, solids: ghosted(scene, first, last), targets }, placesOf(state), premoves);
    },
    notes: (state) => base.notes(calm(base, state)).filter(({ kind }) => kind !== 'hint'),
    tray: (state) => {
      const groups = base.tray(state).map((group) => onlyMoves(base, state, group));
      return texts.length === 0 ? groups : [...groups, dropAll(texts.length, words)];
    },
  };
}

/** While nothing is in hand: the state with no other choice than the one under the pointer. */
function calm(board: BoardModule, state: State): State {
  const { held, pointed } = state;
  if (board.isMoving?.(held) ?? board.carries?.(held) ?? held !== board.nothing) return state;
  const move = pointed === null ? undefined : board.press(state, pointed).move;
  return { ...state, choices: move === undefined ? [] : [move] };
}

/** What moves or goes stays where it is, and its new place on the board is shown as a ghost. */
function ghosted(scene: Scene, first: Scene, last: Scene): readonly Solid[] {
  const { x, y, columns, rows } = scene.grid;
  const ghosts = ghostsOf(first.solids, last.solids, 'faint');
  const seen = ghosts.filter((at) => at.x > x && at.x < x + columns && at.y > y && at.y < y + rows);
  const comes = new Set(ghosts.map(({ id }) => id));
  const stands = new Map(last.solids.map((solid) => [solid.id, solid]));
  const left = first.solids.filter((solid) => isElsewhere(solid, stands.get(solid.id)));
  return [...scene.solids.filter(({ id }) => !comes.has(ghostId(id))), ...left, ...seen];
}

/** Where each move does something: where a piece comes to, or else where it goes from. */
function placesBetween(scenes: readonly Scene[]): readonly Box[] {
  return scenes.slice(1).flatMap((after, index): Box[] => {
    const before = scenes[index]?.solids ?? [];
    const [stood, stands] = [before, after.solids].map((all) => new Map(all.map((solid) => [solid.id, solid])));
    const come = after.solids.find((solid) => isElsewhere(solid, stood?.get(solid.id)));
    const gone = before.find(({ id }) => stands?.has(id) !== true);
    const at = come ?? gone;
    return at === undefined ? [{ x: 0, y: 0, width: 0, depth: 0 }] : [at];
  });
}

/** The numbers, on the upper right corners, so that the middle of a piece can still be pressed; several at one place stand in a row. */
function withMarks(scene: Scene, places: readonly Box[], { texts, words }: Premoves): Scene {
  const size = Math.min(MAX_CELLS, scene.width * PART);
  const taken = new Map<string, number>();
  const chips: Chip[] = [];
  const targets: Target[] = [];
  for (const [index, { x, y, width, depth }] of places.entries()) {
    if (width === 0) continue;
    const corner = { x: x + width / 2 - size / 4, y: y - depth / 2 + size / 4 };
    const key = `${corner.x} ${corner.y}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    const at = { x: corner.x - before * size, y: corner.y };
    const [id, number] = [`${MARK}${index}`, index + 1];
    chips.push({ id, ...at, text: String(number), size });
    const name = fill(words.premove_mark, { number, move: texts[index] ?? '' });
    targets.push({ id, ...at, width: size, depth: size, name, enabled: true });
  }
  return { ...scene, chips: [...(scene.chips ?? []), ...chips], targets: [...scene.targets, ...targets] };
}

/** Without buttons that look at something or take something back at once. */
const onlyMoves = (board: BoardModule, state: State, group: TrayGroup): TrayGroup => ({
  ...group,
  items: group.items.map((item) => {
    const { peek, undo } = item.enabled ? board.pick(state, item.id) : {};
    return peek === undefined && undo !== true ? item : { ...item, enabled: false };
  }),
});

const dropAll = (count: number, words: Words): TrayGroup => ({
  id: MARK,
  title: words.premove_title,
  items: [
    {
      id: MARK,
      name: fill(words.premove_drop_name, { count }),
      label: fill(words.premove_drop, { count }),
      icon: 'close',
      enabled: true,
    },
  ],
});

/** Premoves over a position: what the board may show before each of them and after the last, as far as the seat can know it. */
export interface Plan {
  readonly views: readonly [View, ...View[]];
  /** The moves that may be added. */
  readonly choices: readonly Move[];
}

interface Rules {
  readonly game: Game;
  readonly board: BoardModule;
}

/** The same position at the turn of a seat. */
const atTurn = (board: BoardModule, view: View, seat: Seat): View =>
  view.turn === seat || view.outcome !== null ? view : (board.atTurn?.(view, seat) ?? { ...view, turn: seat });

/** Whether a phase or round has just begun: what was meant for the one before is meant no longer. */
export const isNewPart = ({ game, board }: Rules, view: View): boolean =>
  (board.begins?.(view, new People(game)) ?? []).length > 0;

export function planOf(rules: Rules, view: View, seat: Seat, moves: readonly Move[]): Plan {
  const { game, board } = rules;
  const first = atTurn(board, view, seat);
  const views: [View, ...View[]] = [first];
  let at = first;
  for (const move of moves) {
    const after = viewAfter(rules, at, move);
    const goesOn = after !== null && after.outcome === null && (isNewPart(rules, at) || !isNewPart(rules, after));
    if (!goesOn) return { views, choices: [] };
    at = atTurn(board, after, seat);
    views.push(at);
  }
  return { views, choices: at.outcome === null ? game.choices(at) : [] };
}
