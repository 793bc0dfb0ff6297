import { describe, expect, test } from 'vitest';
import { movesOf, pilesOf, playTexts, seen, setupOf, situation } from './support.ts';

describe('the tower', () => {
  const tower = { board: 'tower', tokens: 'RY' } as const;

  test('[M16] the lowest level has no white and at most two of each, the highest the colourless cross', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { grid } = setupOf({ options: { touch: 'side', board: 'tower' }, players: 2 }, `m16 ${seed}`).deal;
      const stacks = grid.split(/[/,]/);
      const lowest = stacks
        .map((stack) => stack.charAt(0))
        .sort()
        .join('');
      expect(lowest).not.toMatch(/W|(.)\1\1/);
      expect(stacks.filter((stack) => stack.endsWith('N'))).toHaveLength(1);
      expect(stacks.every((stack) => stack.length === 4)).toBe(true);
    }
  });

  test('[M17] onto the top of a neighbouring stack of any height; the stack that was left shows the cross below', () => {
    const position = situation({ ...tower, grid: 'RY,R,YRYN/RG,BB,GGGG/PP,PR,PB' });
    expect(movesOf(position)).toBe('b3 c2');
    const view = seen(playTexts(position, 'b3'));
    expect(view.board.slice(6)).toEqual([
      { cell: 'a3', crosses: 'RY' },
      { cell: 'b3', crosses: 'N' },
      { cell: 'c3', crosses: 'YRY' },
    ]);
    expect(movesOf(position)).toBe('. a3 b2 c3');
  });

  test('[M17] corners touch with touch=corner', () => {
    expect(movesOf(situation({ ...tower, touch: 'corner', grid: 'RY,R,YRYN/RG,BB,GGGG/PP,PR,PB' }))).toBe('b2 b3 c2');
  });

  test('[M17] a stack of only the colourless cross is removed; without a neighbouring stack it is isolated', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,R,./Y,.,./R,.,Y' }), 'b3');
    expect(
      seen(position)
        .board.filter(({ crosses }) => crosses !== '')
        .map(({ cell }) => cell),
    ).toEqual(['a1', 'c1', 'a2', 'b3']);
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'isolation', 'a1 a2 c1']);
  });

  test('[M18] any cross means the top of any stack, including the one below the colourless cross', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,YRG,./Y,.,./R,.,Y' }), 'b3');
    expect(movesOf(position)).toBe('a1 a2 b3 c1');
    const view = seen(playTexts(position, 'b3'));
    expect([view.board[7], view.inPlay.R, pilesOf(position)]).toEqual([{ cell: 'b3', crosses: 'YN' }, 1, [1, 1]]);
  });

  test('[M18] [M10] after a white cross, its own cell too', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,YRW,R/Y,R,./R,.,Y' }), 'b3');
    expect(movesOf(position)).toBe('. a1 a2 b2 b3 c1 c3');
    expect(movesOf(playTexts(position, 'b3'))).toBe('. b2 c3');
    expect(seen(position).board[7]).toEqual({ cell: 'b3', crosses: 'YN' });
  });

  test('[M18] not its own cell if nothing is below, or without the right', () => {
    expect(movesOf(playTexts(situation({ ...tower, grid: 'N,W,R/Y,R,./R,.,Y' }), 'b3'))).toBe('. a1 a2 b2 c1 c3');
    expect(movesOf(playTexts(situation({ ...tower, grid: 'N,YR,R/Y,R,./R,.,Y' }), 'b3'))).toBe('. b2 c3');
  });
});
