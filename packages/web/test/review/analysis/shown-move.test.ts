import '../../english.ts';
import { readFileSync } from 'node:fs';
import { type GameRecord, legalMovesOf, makeSetup, type Setup } from '@tablier/core';
import { games } from '@tablier/games';
import { beforeAll, describe, expect, it } from 'vitest';
import { viewAfter, withMove } from '../../../src/review/moments/scenes.ts';
import { stillState } from '../../../src/board/board-module.ts';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';

describe.each(games)('a better move on the board of $name', (game) => {
  const file = new URL(`../../../../games/test/${game.id}/examples.jsonl`, import.meta.url);
  const record = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as GameRecord;
  const checked = makeSetup(game, record);
  if (!checked.ok) throw new Error(checked.error.name);
  const setup: Setup = checked.value;
  beforeAll(() => loadModule(game.id));

  it('is outlined before it is made, and nothing can be pressed', () => {
    const board = loadedBoard(game.id);
    const position = game.start(setup);
    for (const text of record.moves.slice(0, 24)) {
      const view = game.view(position, 'open');
      const state = { ...stillState(game, board, view), viewer: 'open' as const };
      const plain = board.scene(state);
      // The end of a turn of Masker is a button, and nothing on the board.
      const moves = [...legalMovesOf(game, position)].filter((move) => game.formatMove(move) !== '.');
      for (const move of moves.slice(0, 3)) {
        const shown = withMove(board, move).scene(state);
        const name = `${text}: ${game.formatMove(move)}`;
        expect(shown.marks.length + shown.solids.length, name).toBeGreaterThan(
          plain.marks.length + plain.solids.length,
        );
        const [, fromRow = 0, fromColumn = 0, toRow = 0, toColumn = 0] =
          (game.id === 'isaac' ? /(\d)(\d)-(\d)(\d)/ : /(?!)/).exec(game.formatMove(move))?.map(Number) ?? [];
        const length = 1 + Math.max(Math.abs(toRow - fromRow), Math.abs(toColumn - fromColumn));
        const outlines = shown.marks.filter(({ id, kind }) => kind === 'outline' && id.startsWith('marked'));
        // The whole piece is framed, not one of its cells.
        for (const { width, depth } of outlines) expect(Math.max(width, depth), name).toBeGreaterThan(length - 1);
        expect(shown.targets, name).toEqual(plain.targets);
        expect(shown.chooser, name).toBeUndefined();
      }
      position.play(game.parseMove(text) ?? 0);
    }
  });

  it('follows the view: the same board shows another position later', () => {
    const board = loadedBoard(game.id);
    const position = game.start(setup);
    const [move = 0] = legalMovesOf(game, position);
    const shown = withMove(board, move);
    const stateOf = () => ({ ...stillState(game, board, game.view(position, 'open')), viewer: 'open' as const });
    const before = shown.scene(stateOf());
    position.play(game.parseMove(record.moves[0] ?? '') ?? 0);
    expect(shown.scene(stateOf())).not.toEqual(before);
  });

  it('can be followed on the board, up to a move that is not legal', () => {
    const moves = record.moves.slice(3, 6).map((text) => game.parseMove(text) ?? 0);
    const { view, lastMoves } = viewAfter(game, setup, record.moves.slice(0, 3), moves);
    const position = game.start(setup);
    for (const text of record.moves.slice(0, 6)) position.play(game.parseMove(text) ?? 0);
    expect(view).toEqual(game.view(position, 'open'));
    expect(lastMoves).toEqual(moves.slice(-1));
    const again = moves.at(-1) ?? 0;
    const illegal = legalMovesOf(game, position).includes(again) ? game.moveSpace - 1 : again;
    expect(viewAfter(game, setup, record.moves.slice(0, 3), [...moves, illegal])).toEqual({ view, lastMoves });
  });
});
