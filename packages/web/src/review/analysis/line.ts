import { isLegal, type Move, movesIn, positionAfter } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { arrowMark } from '../../board/planned-move.ts';
import { type Chip, type Mark, markOver, type Solid } from '../../board/scene/scene.ts';
import { toldTurn } from '../../table/commands/said-turn.ts';
import type { PlayedGame } from '../moments/game-moments.ts';
import { bareScene, changed, type TurnScenes } from '../moments/scenes.ts';

/** A move of a line, as a person reads and sees it. */
export interface LineStep {
  /** What it brings or takes away; `null` for nothing on the board. */
  readonly piece: Solid | null;
  /** The points that it makes. */
  readonly gain: number;
  /** In words; its notation if there are none. */
  readonly words: string;
  readonly scenes: TurnScenes;
}

type Position = Pick<PlayedGame, 'game' | 'setup' | 'record' | 'people' | 'board' | 'bottom'>;

/** The moves of a line from a ply on, as far as they are legal: it may assume other hidden information. */
export function stepsOfLine(
  { game, setup, record, ...looks }: Position,
  ply: number,
  moves: readonly Move[],
): readonly LineStep[] {
  const eyes = { game, ...looks, viewer: 'open' as const };
  const position = positionAfter(game, setup, movesIn(game, record.moves.slice(0, ply)));
  const sceneAt = (lastMoves: readonly Move[]) =>
    bareScene(eyes, { view: game.view(position, 'open'), lastMoves, peeks: [] });
  const steps: LineStep[] = [];
  let before = sceneAt([]);
  for (const move of moves) {
    if (!isLegal(game, position, move)) break;
    const { turn: seat } = position;
    const points = position.outcome().scores[seat] ?? 0;
    position.play(move);
    const scenes = { before, after: sceneAt([]) };
    before = scenes.after;
    const pieces = piecesOf(scenes);
    steps.push({
      scenes,
      // Where two pieces change, the painted one says more.
      piece: pieces.find(({ tone }) => tone !== 'plain' && tone !== 'neutral') ?? pieces[0] ?? null,
      gain: looks.board.keepsPoints === true ? (position.outcome().scores[seat] ?? 0) - points : 0,
      words: toldTurn(looks, { seat, moves: [move], view: game.view(position, 'open') }) ?? game.formatMove(move),
    });
  }
  return steps;
}

function piecesOf(scenes: TurnScenes): readonly Solid[] {
  const { come, gone } = changed(scenes);
  return [...come, ...gone].filter((solid) => solid.shape !== 'counter');
}

/** Those that end on the cells: what was taken lies outside of them. */
function onBoard(scenes: TurnScenes): readonly Solid[] {
  const { x, y, columns, rows } = scenes.after.grid;
  return piecesOf(scenes).filter((at) => at.x > x && at.y > y && at.x < x + columns && at.y < y + rows);
}

/** A board with the moves of a line in their order: an arrow where a piece moves, a frame where it comes or goes. */
export function withLine(board: BoardModule, steps: readonly LineStep[]): BoardModule {
  const marks = steps.flatMap(({ scenes }, at): Mark[] =>
    onBoard(scenes).map((solid) => {
      const from = scenes.before.solids.find(({ id }) => id === solid.id);
      const to = scenes.after.solids.find(({ id }) => id === solid.id);
      const id = `line${at}-${solid.id}`;
      return from === undefined || to === undefined ? markOver(id, 'outline', 'guide', solid) : arrowMark(id, from, to);
    }),
  );
  const chips = steps.flatMap(({ scenes }, at): Chip[] =>
    onBoard(scenes)
      .slice(0, 1)
      .map(({ x, y }) => ({ id: `line${at}`, x, y, text: String(at + 1) })),
  );
  return {
    ...board,
    scene(state) {
      const scene = board.scene(state);
      return { ...scene, marks: [...scene.marks, ...marks], chips: [...(scene.chips ?? []), ...chips] };
    },
  };
}
