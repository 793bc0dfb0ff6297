import type { StudyMark } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { markTargets } from '../../board/input-path.ts';
import { arrowMark } from '../../board/planned-move.ts';
import type { Mark, Scene } from '../../board/scene/scene.ts';

/** What a press on the board does: it plays, marks a place, or draws an arrow. */
export type StudyTool = 'play' | 'mark' | 'arrow';

interface BoardOfStudy {
  readonly marks: readonly StudyMark[];
  readonly tool: StudyTool;
  /** Where an arrow begins that is being drawn; `null` for none. */
  readonly from: string | null;
  readonly hint: string;
  readonly onpress: (target: string) => void;
  readonly onarrow: (from: string, to: string) => void;
}

/** The board of a game with the marks and arrows of a position, which the pointer draws while a tool is chosen. Everything is shown. */
export function studyBoard(board: BoardModule, study: BoardOfStudy): BoardModule {
  const { marks, tool, hint, onpress, onarrow } = study;
  const cards = board.cards?.bind(board);
  const shown: BoardModule = {
    ...board,
    scene: (state) => withMarks(board.scene(state), marks),
    ...(cards === undefined ? {} : { cards: (state) => cards({ ...state, viewer: 'open' }) }),
  };
  if (tool === 'play') return shown;
  return {
    ...shown,
    touchPointsFirst: false,
    scene: (state) => drawable(shown.scene({ ...state, choices: [], held: board.nothing, pointed: null }), study.from),
    tray: () => [],
    notes: () => [{ kind: 'hint', text: hint }],
    press({ held }, target) {
      onpress(target);
      return { held };
    },
    drag({ held }, from, to) {
      if (to !== null && tool === 'arrow') onarrow(from, to);
      return { held };
    },
  };
}

function withMarks(scene: Scene, marks: readonly StudyMark[]): Scene {
  const places = marks.filter(({ to }) => to === undefined).map(({ from }) => from);
  const arrows = marks.flatMap(({ from, to }): Mark[] => {
    const [tail, head] = [from, to].map((id) => scene.targets.find((target) => target.id === id));
    return tail === undefined || head === undefined ? [] : [arrowMark(`${tail.id}-${head.id}`, tail, head)];
  });
  const marked = markTargets(scene, places);
  return { ...marked, marks: [...marked.marks, ...arrows] };
}

function drawable({ chooser: _chooser, ...scene }: Scene, from: string | null): Scene {
  const targets = scene.targets.map((target) => ({
    ...target,
    enabled: true,
    grip: false,
    chosen: target.id === from,
  }));
  return { ...scene, targets };
}
