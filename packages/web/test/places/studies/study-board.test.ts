import '../../english.ts';
import { makeSetup } from '@tablier/core';
import { arcanor } from '@tablier/games';
import { afterEach, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(closeBrowser);

/** The board of the first position with a mark and two arrows, one to a place that it does not have. */
async function sample(tool: 'play' | 'mark' | 'arrow') {
  openBrowser({});
  const { loadModule, loadedBoard } = await import('../../../src/games/boards.ts');
  const { studyBoard } = await import('../../../src/places/studies/study-board.ts');
  const { stillState } = await import('../../../src/board/board-module.ts');
  await loadModule('arcanor');
  const setup = makeSetup(arcanor, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const marks = [{ from: 'c3' }, { from: 'b2', to: 'd4' }, { from: 'b2', to: 'z9' }];
  const drawn: string[] = [];
  const board = studyBoard(loadedBoard('arcanor'), {
    marks,
    tool,
    from: tool === 'arrow' ? 'b2' : null,
    hint: 'hint',
    onpress: (target) => drawn.push(target),
    onarrow: (from, to) => drawn.push(`${from}>${to}`),
  });
  const view = arcanor.view(arcanor.start(setup.value), 'open');
  return { board, drawn, state: stillState(arcanor, board, view) };
}

it('draws the marks and the arrows whose places the board has', async () => {
  const { board, state } = await sample('play');
  const marks = board.scene(state).marks.filter(({ id }) => /^(marked|arrow)/.test(id));
  expect(marks.map(({ id, kind }) => [id, kind])).toEqual([
    ['markedc3', 'outline'],
    ['arrowb2-d4', 'arrow'],
  ]);
  expect(marks[1]?.path).toMatch(/^M[\d. L-]+Z$/);
});

it('with a tool every place can be pressed, and nothing is played', async () => {
  const { board, drawn, state } = await sample('arrow');
  const { targets } = board.scene(state);
  expect([targets.every(({ enabled }) => enabled), targets.find(({ chosen }) => chosen)?.id]).toEqual([true, 'b2']);
  expect([board.press(state, 'd4').move, board.tray(state), board.notes(state)]).toEqual([
    undefined,
    [],
    [{ kind: 'hint', text: 'hint' }],
  ]);
  board.drag?.(state, 'b2', 'd4');
  board.drag?.(state, 'b2', null);
  expect(drawn).toEqual(['d4', 'b2>d4']);
});
