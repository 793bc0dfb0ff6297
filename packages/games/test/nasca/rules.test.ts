import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { explainPlacement, nasca, type NascaPosition, parsePlacement, piecesLeft } from '../../src/nasca/index.ts';
import { customSetup, lay, legalTexts, mayLie, playTexts, setupOf } from './helpers.ts';

const plain = setupOf();
const after = (moves: string): NascaPosition => playTexts(plain, moves);
const viewAfter = (moves: string) => nasca.view(after(moves), 'spectator');
const allows = (position: NascaPosition, text: string): boolean => legalTexts(position).includes(text);
const cell = (text: string): number => text.charCodeAt(0) - 97 + 11 * (Number(text.slice(1)) - 1);

describe('material', () => {
  test('[N1] eleven columns, ten rows: a piece fits in every corner and not beyond', () => {
    const texts = legalTexts(nasca.start(plain));
    expect(texts).toEqual(expect.arrayContaining(['a1-b1', 'a1-a5', 'g1-k1', 'k6-k10', 'j10-k10', 'a9-a10']));
    for (const text of ['k1-l1', 'a10-a11', 'b1-a1', 'a1-f1', 'a1-a6', 'a1-b2', 'a1', 'a1-a1', 'A1-B1', 'a01-b1']) {
      expect(nasca.parseMove(text), text).toBeNull();
    }
  });

  test('[N2] three of length 5, four of 4, three of 3, two of 2', () => {
    const view = viewAfter('');
    expect(view.hands).toEqual([
      [0, 0, 2, 3, 4, 3],
      [0, 0, 2, 3, 4, 3],
    ]);
    // There is no third piece of length 2.
    const position = after('a1-b1 a3-b3 d1-e1 d3-e3');
    expect(legalTexts(position).some((text) => text === 'a5-b5')).toBe(false);
    expect(legalTexts(position)).toContain('a5-c5');
    expect(nasca.view(position, 0).hands[0]).toEqual([0, 0, 0, 3, 4, 3]);
  });
});

describe('placing', () => {
  test('[N3] the height of a cell is the level of its topmost piece, even with air under it', () => {
    const { heights, pieces } = viewAfter('a1-a2 c1-c2 a1-c1');
    expect([
      heights[cell('a1')],
      heights[cell('b1')],
      heights[cell('c1')],
      heights[cell('a2')],
      heights[cell('d1')],
    ]).toEqual([2, 2, 2, 1, 0]);
    expect(pieces.map((piece) => piece.level)).toEqual([1, 1, 2]);
  });

  test('[N3] nothing is put under a bridge', () => {
    const bridge = lay('0:a1-a2 0:d1-d2 0:a1-d1');
    expect(bridge.heights[cell('b1')]).toBe(2);
    expect([mayLie(bridge, '0:b1-c1'), mayLie(bridge, '1:b1-b2'), mayLie(bridge, '1:b2-c2')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('[N4] on the board every cell is empty', () => {
    const position = after('c3-c4');
    expect(allows(position, 'b3-d3')).toBe(false);
    expect(allows(position, 'a3-b3')).toBe(true);
    expect(explainPlacement(viewAfter('c3-c4'), nasca.parseMove('b3-d3') ?? -1, 1).refusal).toBe('not-all-empty');
  });

  test('[N5] one end on the board and one on a piece is illegal', () => {
    const position = after('c3-c4 k1-k2');
    expect(allows(position, 'b3-c3')).toBe(false);
    expect(allows(position, 'c3-e3')).toBe(false);
  });

  test('[N5] a bridge is one level above its ends, may cross lower pieces, and has no limit of height', () => {
    const storeys = '0:a1-a3 0:c1-c3 0:a1-c1 0:a3-c3';
    let pieces = storeys;
    for (let level = 3; level <= 24; level += 2) pieces += ` ${storeys}`;
    const tower = lay(pieces);
    expect(['a1', 'b1', 'a2', 'b2'].map((text) => tower.heights[cell(text)])).toEqual([24, 24, 23, 0]);
    expect([mayLie(tower, '0:a1-a3'), mayLie(tower, '1:a1-a3'), mayLie(tower, '0:a1-c1')]).toEqual([
      true,
      false,
      false,
    ]);
    const over = lay('0:a1-a3 0:c1-c3 0:e1-e3 0:a1-c1 1:g1-g3 0:e1-g1');
    expect(['c1', 'd1', 'e1'].map((text) => over.heights[cell(text)])).toEqual([2, 0, 2]);
    expect([mayLie(over, '0:c1-e1'), mayLie(over, '0:d1-e1')]).toEqual([true, false]);
  });

  test('[N5] a cell higher than the ends forbids the bridge, a lower one does not', () => {
    const level = '0:a2-a3 0:b2-b3 0:d2-d3 0:e2-e3';
    expect(mayLie(lay(level), '0:a2-e2')).toBe(true);
    expect(mayLie(lay(`${level} 0:b2-d2`), '0:a2-e2')).toBe(false);
    expect(mayLie(lay(`${level} 0:b2-d2`), '0:a3-e3')).toBe(true);
    const view = viewAfter('a2-a3 k1-k2 e2-e3 k4-k6 b2-b5 k7-k10 d2-d5 j1-j5 b2-d2 i1-i5');
    const explained = explainPlacement(view, nasca.parseMove('a2-e2') ?? -1, 0);
    expect([explained.refusal, explained.obstacles]).toEqual(['too-high-between', ['b2', 'c2', 'd2'].map(cell)]);
  });

  test('[N6] a piece carries only one cell of another: across, never lengthwise', () => {
    const position = after('a1-c1 k1-k2');
    expect(allows(position, 'a1-c1')).toBe(false);
    expect(allows(position, 'b1-c1')).toBe(false);
    const view = nasca.view(position, 'spectator');
    expect(explainPlacement(view, nasca.parseMove('a1-b1') ?? -1, 0)).toMatchObject({
      legal: false,
      refusal: 'rests-twice',
      restsOn: ['0-3-1'],
    });
    // Two pieces end to end in one row: one cell on each.
    const ends = after('a1-c1 k1-k2 d1-f1 k4-k5');
    expect(allows(ends, 'c1-d1')).toBe(true);
    expect(allows(ends, 'b1-d1')).toBe(false);
  });

  test('[N6] a piece below the level of the ends is no support, even if crossed with several cells', () => {
    const low = lay('0:a1-a3 0:b1-d1 0:e1-e3');
    expect(mayLie(low, '0:a1-e1')).toBe(false);
    // The same line one level higher: b1-d1 is now below the ends.
    const high = lay('0:a1-a3 0:b1-d1 0:e1-e3 0:f1-f3 0:e1-f1 0:a1-b1');
    expect(['a1', 'b1', 'c1', 'd1', 'e1'].map((text) => high.heights[cell(text)])).toEqual([2, 2, 1, 1, 2]);
    expect([mayLie(high, '0:b1-e1'), mayLie(high, '0:a1-e1'), mayLie(high, '0:c1-d1')]).toEqual([true, false, false]);
  });

  test('[N7] own and enemy are allowed, enemy alone is not', () => {
    const position = after('a1-a2 c1-c2');
    expect(allows(position, 'a1-c1')).toBe(true);
    const enemies = after('k1-k2 a1-a2 k4-k5 c1-c2');
    expect(allows(enemies, 'a1-c1')).toBe(false);
    expect(explainPlacement(nasca.view(enemies, 0), nasca.parseMove('a1-c1') ?? -1, 0)).toMatchObject({
      refusal: 'enemy-only',
      restsOn: ['1-2-1', '1-2-2'],
    });
  });

  test('[N7] neutral alone is allowed, enemy and neutral without own are not, and own in the middle is enough', () => {
    const setup = customSetup(['a1', 'c1', 'e1-e2']);
    expect(allows(nasca.start(setup), 'a1-c1')).toBe(true);
    const mixed = playTexts(setup, 'k1-k2 g1-g2');
    expect(allows(mixed, 'e1-g1')).toBe(false);
    expect(explainPlacement(nasca.view(mixed, 0), nasca.parseMove('e1-g1') ?? -1, 0)).toEqual({
      legal: false,
      refusal: 'enemy-and-neutral',
      obstacles: [],
      level: 2,
      restsOn: ['neutral-2-1', '1-2-1'],
    });
    const middle = playTexts(setup, 'f1-f2 g1-g2');
    expect(allows(middle, 'e1-g1')).toBe(true);
    expect(explainPlacement(nasca.view(middle, 0), nasca.parseMove('e1-g1') ?? -1, 0)).toMatchObject({
      legal: true,
      level: 2,
      restsOn: ['neutral-2-1', '0-2-1', '1-2-1'],
    });
  });

  test('[N10] a neutral piece of a landscape: as many as there are, resting on neutral ones', () => {
    const view = nasca.view(nasca.start(customSetup(['a1-a2', 'c1', 'e1', 'g1'])), 'spectator');
    const explain = (text: string) => explainPlacement(view, parsePlacement(text) ?? -1, 'neutral');
    expect(explain('a1-c1')).toMatchObject({ refusal: null, level: 2, restsOn: ['neutral-2-1', 'neutral-1-1'] });
    expect(explain('b1-d1').refusal).toBe('not-all-empty');
    expect(explain('k1').refusal).toBe('not-in-hand');
    expect([3, 2, 1].map((length) => piecesLeft(view, 'neutral', length))).toEqual([1, 1, 0]);
    expect(piecesLeft(view, 1, 4)).toBe(4);
  });

  test('[N7] a piece below the level of the ends is no support for the colours', () => {
    const enemies = lay('1:a1-a3 1:b1-b3 0:c1-c3 1:d1-d3 1:e1-e3 1:a1-b1 1:d1-e1');
    expect(['b1', 'c1', 'd1'].map((text) => enemies.heights[cell(text)])).toEqual([2, 1, 2]);
    expect([mayLie(enemies, '0:b1-d1'), mayLie(enemies, '1:b1-d1')]).toEqual([false, true]);
    expect([mayLie(enemies, '0:b2-d2'), mayLie(enemies, '1:b2-d2')]).toEqual([true, true]);
  });

  test('a used-up stock, the wrong seat and a finished game have different reasons', () => {
    const used = viewAfter('a1-b1 k1-k2 d1-e1 k4-k5');
    expect(explainPlacement(used, nasca.parseMove('g1-h1') ?? -1, 0).refusal).toBe('not-in-hand');
    expect(explainPlacement(used, nasca.parseMove('g1-i1') ?? -1, 1).refusal).toBeNull();
    expect(explainPlacement(used, nasca.parseMove('a1-a3') ?? -1, 0)).toMatchObject({
      refusal: 'ends-uneven',
      obstacles: [cell('a1')],
      level: 1,
      restsOn: [],
    });
  });
});

/** The number of random games to try. */
const TRIED = 1000;

/** Plays random games, beginning with game number `from`, until one satisfies the condition. Throws if none of `TRIED` does. */
function findGame(
  wanted: (position: NascaPosition) => boolean,
  { from = 0, options = { rounds: 1 } }: { readonly from?: number; readonly options?: Record<string, unknown> } = {},
): NascaPosition {
  for (let game = from; game < from + TRIED; game++) {
    const rng = new SeededRng(`rules ${game}`);
    const position = nasca.start(setupOf(options, rng));
    while (position.turn !== NOBODY) {
      position.play(position.randomMove(rng));
      if (wanted(position)) return position;
    }
  }
  throw new Error(`not in ${TRIED} games from number ${from} on`);
}

/** Passes are rare: the first game with one, and with a player who passed and placed again. */
const FIRST_PASS = 896;
const FIRST_RETURN = 10_366;

describe('passing and the end of a round', () => {
  test('[N8] a player who cannot place passes automatically, and the other goes on in a new turn', () => {
    const position = findGame(({ turn, passed }) => turn !== NOBODY && passed.length > 0, { from: FIRST_PASS });
    expect(position.passed).toEqual([1 - position.turn]);
    expect(position.countMoves()).toBeGreaterThan(0);
    const lengths = position.lengthsInHand(1 - position.turn);
    expect(position.board.tally(1 << (1 - position.turn), lengths)).toBe(0);
    const { turnIndex } = position;
    position.play(position.randomMove(new SeededRng(1)));
    expect(position.turnIndex).toBe(turnIndex + 1);
  });

  test('[N8] a player who passed may place again later', () => {
    let passed = -1;
    const position = findGame(
      (at) => {
        const before = passed;
        passed = at.turn !== NOBODY && at.passed.length > 0 ? (at.passed[0] ?? -1) : -1;
        return before >= 0 && at.turn === before;
      },
      { from: FIRST_RETURN },
    );
    expect(position.countMoves()).toBeGreaterThan(0);
  });

  test('[N8] the round is over when neither can place, pieces in hand or not', () => {
    const stuck = findGame((at) => at.turn === NOBODY && at.passed.length > 0, { from: FIRST_PASS });
    for (const seat of [0, 1]) expect(stuck.board.tally(1 << seat, stuck.lengthsInHand(seat))).toBe(0);
    const done = findGame((at) => at.turn === NOBODY && at.passed.length === 0);
    expect([done.lengthsInHand(0), done.lengthsInHand(1)]).toEqual([0, 0]);
    expect(done.board.count).toBe(24);
  });
});

describe('the match', () => {
  test('[N16] seat 1 begins the second round regardless of who moved last; landscape and hands are restored', () => {
    const movers = new Set<number>();
    for (let game = 0; movers.size < 2; game++) {
      let mover = 0;
      const rng = new SeededRng(`second ${game}`);
      const position = nasca.start(setupOf({ landscape: 'asia' }, rng));
      while (position.round === 0) {
        mover = position.turn;
        position.play(position.randomMove(rng));
      }
      movers.add(mover);
      const view = nasca.view(position, 0);
      expect([view.turn, view.round, view.rounds]).toEqual([1, 2, 2]);
      expect(view.pieces).toEqual(nasca.view(nasca.start(setupOf({ landscape: 'asia' })), 0).pieces);
      expect(view.hands).toEqual([
        [0, 0, 2, 3, 4, 3],
        [0, 0, 2, 3, 4, 3],
      ]);
      expect(view.scores).toEqual(view.finished[0]);
    }
  });

  test('[N16] the points of both rounds add up, and equal points are a draw', () => {
    const position = findGame((at) => at.turn === NOBODY, { options: { rounds: 2 } });
    const view = nasca.view(position, 'spectator');
    expect(view.finished).toHaveLength(2);
    expect(view.scores).toEqual(
      [0, 1].map((seat) => view.finished.reduce((sum, points) => sum + (points[seat] ?? 0), 0)),
    );
    expect(view.outcome?.scores).toEqual(view.scores);
    const draw = findGame((at) => at.turn === NOBODY && new Set(at.outcome().scores).size === 1);
    expect(draw.outcome().places).toEqual([1, 1]);
  });

  test('[N16] the view has the final board of the previous round', () => {
    const rng = new SeededRng('the round before');
    const position = nasca.start(setupOf({ landscape: 'asia', corners: 'open' }, rng));
    const copy = nasca.start(setupOf({ landscape: 'asia', corners: 'open' }, rng));
    let move = -1;
    while (position.round === 0) {
      copy.copyFrom(position);
      move = position.randomMove(rng);
      position.play(move);
    }
    copy.board.place(move, 1 << copy.turn);
    const lying = nasca.view(copy, 0);
    for (const view of [nasca.view(position, 0), nasca.view(nasca.secrets.sample(nasca.view(position, 0), rng), 0)]) {
      const { pieces, heights, tops, territory } = lying;
      expect(view.earlier).toEqual([{ pieces, heights, tops, territory }]);
      expect(view.finished).toEqual([territory.map((cells) => cells.length)]);
    }
  });

  test('[N16] with rounds=1 the match ends after one round', () => {
    const position = findGame((at) => at.turn === NOBODY);
    expect(nasca.view(position, 0)).toMatchObject({ round: 1, rounds: 1, turn: NOBODY });
    expect(nasca.view(position, 0).finished).toHaveLength(1);
  });

  test('the scores of a running match are the finished rounds and the present board', () => {
    const position = after('a2-c2 k1-k2 c1-d1');
    // The own wall a2-c2 with d1 encloses a1 and b1 in the corner.
    expect(position.outcome().scores).toEqual([2, 0]);
    expect(nasca.view(position, 0).territory[0]).toEqual([cell('a1'), cell('b1')]);
  });
});
