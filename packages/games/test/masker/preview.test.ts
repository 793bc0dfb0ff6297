import { legalMovesOf, NOBODY, SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { isCapture, masker, previewCapture, tokensOf } from '../../src/masker/index.ts';
import { playTexts, seen, setupOf, situation } from './support.ts';
import { type Reached, visitRandom } from './two-worlds.ts';

const moveOf = (text: string): number => masker.parseMove(text) ?? -1;

/** What a preview predicts and what happens, for a capture that leaves its colour in play. */
function faultOf({ setup, moves, position }: Reached, move: number): string | null {
  const before = seen(position);
  const preview = previewCapture(before, move);
  const after = masker.start(setup);
  for (const made of moves) after.play(made);
  after.play(move);
  const now = seen(after);
  if (preview === null) return 'nothing is taken';
  const said = { left: preview.left, free: preview.free, ends: preview.endsTurn, full: preview.fills };
  const paid = (before.seats[before.turn]?.owes ?? 0) > (now.seats[before.turn]?.owes ?? 0);
  const found = {
    left: now.inPlay[preview.cross],
    free: now.free,
    ends: now.turnIndex > before.turnIndex,
    full: now.seats[before.turn]?.full ?? false,
  };
  const agree = JSON.stringify(said) === JSON.stringify(found) && paid === preview.pays;
  return agree ? null : `${masker.formatMove(move)}: ${JSON.stringify({ said, found, paid })}`;
}

describe('the preview of a capture', () => {
  test(`predicts what happens, except eliminations (TABLIER_SEED=${SEED})`, () => {
    const faults: string[] = [];
    let compared = 0;
    visitRandom(
      masker,
      2,
      (title) => new SeededRng(`${SEED} previews ${title}`),
      (at) => {
        if (at.position.turn === NOBODY) return;
        for (const move of legalMovesOf(masker, at.position).filter(isCapture)) {
          if (previewCapture(seen(at.position), move)?.left === 0) continue;
          const fault = faultOf(at, move);
          compared++;
          if (fault !== null) faults.push(fault);
        }
      },
    );
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(1000);
  });

  test('[M18] on the cell of the colourless cross, shows the cross below it', () => {
    const grid = 'GBN,RRG,G/YB,G,Y/GG,BB,GG';
    const view = seen(situation({ board: 'tower', grid, tokens: 'RY', white: true }));
    expect(previewCapture(view, moveOf('a3'))).toMatchObject({ cross: 'B', left: 3, free: null });
  });

  test('is null for a stop and an empty cell', () => {
    const view = seen(situation({ grid: 'NYR.../....../....../....../....../......', tokens: 'RY' }));
    expect([previewCapture(view, moveOf('.')), previewCapture(view, moveOf('a1'))]).toEqual([null, null]);
  });
});

describe('what cannot be taken back', () => {
  const reveals = (grid: string, move: string): boolean | undefined =>
    masker.secrets.reveals(situation({ players: 3, grid, tokens: 'RGB', white: true }), moveOf(move));
  const grid = 'NGYBYB/RRRRRR/W...../....../....../......';

  test('[M12] the last cross of a colour with an owner, who is announced', () => {
    expect(reveals(grid, 'b6')).toBe(true);
  });
  test('[M12] the last cross of a colour without an owner, since no announcement reveals that', () => {
    expect(reveals('NGYBGB/RRRRRR/....../....../....../......', 'c6')).toBe(true);
  });
  test('neither a cross of a colour that stays in play, nor the last white one, nor a stop', () => {
    expect(['c6', 'd6', 'a5', 'a4', '.'].map((move) => reveals(grid, move))).toEqual(Array(5).fill(false));
  });
});

describe('a view shows of the past', () => {
  test('the turn before this one, its captures in order', () => {
    const position = situation({ grid: 'NYRBGY/RYGBPR/....../....../....../......', tokens: 'RY' });
    expect(seen(position).lastTurn).toBeNull();
    playTexts(position, 'b6 b5 .');
    expect(seen(position).lastTurn).toEqual({
      seat: 0,
      captures: [
        { cell: 'b6', cross: 'Y' },
        { cell: 'b5', cross: 'Y' },
      ],
    });
    playTexts(position, 'c5');
    expect(seen(position).lastTurn?.seat).toBe(0);
  });

  test('[M15] at the end the captures that ended the game, and the turn of each elimination', () => {
    const grid = 'NGYRYB/....../....../....../....../......';
    const position = playTexts(situation({ players: 3, tokens: 'RGB', grid, piles: [5, 5, 5] }), 'b6 . c6 d6');
    expect(seen(position).eliminations.map(({ turn }) => turn)).toEqual([0, 1]);
    expect(seen(position).lastTurn?.captures.map(({ cell }) => cell)).toEqual(['c6', 'd6']);
  });
});

describe('sides', () => {
  test('[M4] the partners of four sit across; two and three play alone', () => {
    expect([0, 1, 2, 3].map((seat) => masker.partners(4, seat))).toEqual([
      [0, 2],
      [1, 3],
      [0, 2],
      [1, 3],
    ]);
    expect(masker.partners(3, 2)).toEqual([2]);
  });

  test('[M3] the tokens of a setup, in the order of the sides', () => {
    const setup = setupOf({ options: { touch: 'side', board: 'flat' }, players: 3 }, 'tokens');
    expect(tokensOf(setup).join('')).toBe(setup.deal.tokens);
  });
});
