import { legalMovesOf, NOBODY, SeededRng, type Viewer } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type MaskerPosition, masker, previewCapture } from '../../src/masker/index.ts';
import { isOver, playTexts, seen, setupOf, situation } from './support.ts';

const three = { players: 3, tokens: 'RGB' } as const;
const OTHERS_LAST = 'NGYBYB/RRRRRR/....../....../....../......';
const OWN_LAST = 'NRYBYB/GGGGGG/....../....../....../......';
const start = (players: number, board: 'flat' | 'tower' = 'flat'): MaskerPosition =>
  masker.start(setupOf({ options: { touch: 'side', board }, players }, 'views'));
/** The first moves of a random game. */
function begun(players: number, plies: number, board: 'flat' | 'tower' = 'flat'): MaskerPosition {
  const position = start(players, board);
  const rng = new SeededRng(7);
  for (let ply = 0; ply < plies && !isOver(position); ply++) position.play(position.randomMove(rng));
  return position;
}

const afterTransfer = (): MaskerPosition =>
  playTexts(situation({ ...three, grid: OTHERS_LAST, piles: [8, 5, 3] }), 'b6');

/** Positions in which every part of a view has another value than at the start. */
const POSITIONS: Readonly<Record<string, () => MaskerPosition>> = {
  start: () => start(2),
  'two captures into a turn': () =>
    playTexts(situation({ grid: 'NYRBGY/RYGBPR/....../....../....../......', tokens: 'RY' }), 'b6 b5'),
  'after a white cross': () =>
    playTexts(situation({ grid: 'NWRBGY/RYGBPR/....../....../....../......', tokens: 'RY' }), 'b6'),
  'in the tower': () => begun(2, 5, 'tower'),
  'of four': () => begun(4, 9),
  'after a transfer': afterTransfer,
  'with a debt': () => playTexts(situation({ ...three, grid: OTHERS_LAST, piles: [2, 5, 3] }), 'b6'),
  'before a choice': () => playTexts(situation({ ...three, grid: OWN_LAST, piles: [3, 8, 7] }), 'b6'),
  'with a full player skipped': () =>
    playTexts(situation({ ...three, grid: 'NYRBYG/RYGBPR/....../....../....../......', piles: [0, 12, 0] }), 'b6 .'),
  'at the end': () =>
    playTexts(
      situation({ ...three, grid: 'NGYRYB/....../....../....../....../......', piles: [5, 5, 5] }),
      'b6 . c6 d6',
    ),
};
const CASES = Object.entries(POSITIONS);
const viewersOf = ({ players }: MaskerPosition): Viewer[] => [...Array(players).keys(), 'spectator', 'open'];

describe('the knowledge of a seat', () => {
  test.each(CASES)('is read back, also into a used position: %s', (_, make) => {
    const position = make();
    for (let seat = 0; seat < position.players; seat++) {
      const knowledge = masker.secrets.knowledge(position, seat);
      const used = position.players === 3 ? afterTransfer() : begun(position.players, 30, position.options.board);
      for (const world of [
        masker.secrets.sample(knowledge, new SeededRng(1)),
        masker.secrets.sample(knowledge, new SeededRng(1), used),
      ]) {
        expect(masker.view(world, seat)).toEqual(masker.view(position, seat));
        expect(legalMovesOf(masker, world)).toEqual(legalMovesOf(masker, position));
      }
    }
  });
});

describe('a view', () => {
  test.each(CASES)('offers the legal moves, and as many as are counted: %s', (_, make) => {
    const position = make();
    const legal = [...legalMovesOf(masker, position)];
    expect(position.countMoves()).toBe(legal.length);
    for (const viewer of viewersOf(position)) expect([...masker.choices(masker.view(position, viewer))]).toEqual(legal);
  });

  test('names the seat of its viewer', () => {
    const position = start(3);
    expect(viewersOf(position).map((viewer) => masker.view(position, viewer).seat)).toEqual([0, 1, 2, null, null]);
  });

  test.each([2, 3, 4])(
    '[M4] [M6] shows a seat the colour of its side, a spectator none and `open` all (%d players)',
    (players) => {
      const position = start(players);
      const colours = (viewer: Viewer) => masker.view(position, viewer).seats.map(({ colour }) => colour);
      const all = colours('open');
      expect(all).not.toContain(null);
      expect(colours('spectator')).toEqual(all.map(() => null));
      for (let seat = 0; seat < players; seat++) {
        const side = masker.partners(players, seat);
        expect(colours(seat)).toEqual(all.map((colour, other) => (side.includes(other) ? colour : null)));
      }
    },
  );

  test('[M15] says of both players who went out that they are out', () => {
    const ended = POSITIONS['at the end']?.();
    expect(ended && seen(ended).seats.map(({ out }) => out)).toEqual([true, true, false]);
    expect(ended?.turn).toBe(NOBODY);
  });

  test('[M8] [M10] allows no capture of a game that is over, nor says why one would be free', () => {
    const view = masker.view(
      playTexts(situation({ grid: 'NR.BYB/W.GGGG/....../....../....../......', tokens: 'RY' }), 'b6'),
      'spectator',
    );
    expect(view.turn).toBe(NOBODY);
    expect([view.capturesLeft, view.free]).toEqual([0, null]);
  });

  test('previews nothing when the game is over', () => {
    const ended = POSITIONS['at the end']?.();
    expect(ended && previewCapture(seen(ended), 35)).toBeNull();
    expect(previewCapture(seen(start(2)), masker.parseMove('.') ?? -1)).toBeNull();
  });
});

describe('a copy', () => {
  test.each(CASES)('is independent of the original, and plays the same game: %s', (_, make) => {
    const position = make();
    const before = masker.view(position, 'open');
    const copy = position.clone();
    expect(masker.view(copy, 'open')).toEqual(before);
    const [mine, theirs] = [new SeededRng(3), new SeededRng(3)];
    while (!isOver(copy)) copy.play(copy.randomMove(mine));
    expect(masker.view(position, 'open')).toEqual(before);
    while (!isOver(position)) position.play(position.randomMove(theirs));
    expect(masker.view(position, 'open')).toEqual(masker.view(copy, 'open'));
  });
});
