import { describe, expect, test } from 'vitest';
import { isaac, type IsaacPosition, placementWorth, removalWorth, viewOf } from '../../src/isaac/index.ts';
import { isOver, legal, PAGE, play, PUBLISHED, scene, scores, UP_TO } from './scene.ts';

const worth = (position: IsaacPosition, text: string) =>
  removalWorth(viewOf(position), isaac.parseMove(text) as number);

describe('removals', () => {
  test('[I8] a counter that shows s stands on its owner’s cell number s', () => {
    const { counters } = viewOf(scene({ scores: [31, 31], dark: '00-02' }));
    expect(counters.map(({ cell }) => cell)).toEqual([31, 68]);
  });

  test('[I8] from the start a counter stands on the piece that lies on its cell', () => {
    expect(legal(scene({ dark: '00-02 20-22' }))).toEqual(['x20-22']);
    expect(legal(scene({ light: '79-99 20-22', turn: 1 }))).toEqual(['x20-22']);
  });

  test('[I10] own pieces only, sorted as text', () => {
    const position = scene({ dark: '50-53 20-22 31-61', light: '80-82' });
    expect(legal(position)).toEqual(['x20-22', 'x31-61', 'x50-53']);
  });

  test('[I10] never shorter than what the same player has removed; the other is not bound by it', () => {
    const position = scene({ dark: '20-22 30-33 40-43 50-54', light: '80-82 70-73' });
    play(position, 'x30-33');
    expect(legal(position)).toEqual(['x70-73', 'x80-82']);
    play(position, 'x80-82');
    expect(legal(position)).toEqual(['x40-43', 'x50-54']);
    expect(viewOf(position).longestRemoved).toEqual([4, 3]);
  });

  test('[I11] a counter of either colour, on any of its cells, keeps a piece on the board', () => {
    const pieces = { dark: '10-13 50-53', light: '80-82' };
    expect(legal(scene({ ...pieces, scores: [12, 0] }))).toEqual(['x50-53']);
    expect(legal(scene({ ...pieces, scores: [0, 86] }))).toEqual(['x50-53']);
    expect(legal(scene({ ...pieces, scores: [14, 85] }))).toEqual(['x10-13', 'x50-53']);
  });
});

describe('the worth of a removal', () => {
  test('[I12] the other pieces on the line × the number, both colours, each once', () => {
    // 50-54 counts 56-59 in its row and 35-65 across the row. 61-63 is in the next row and does not count.
    const position = scene({ dark: '50-54 35-65', light: '56-59 61-63 80-82' });
    expect(worth(position, 'x50-54')).toEqual({
      others: [5, 20],
      n: 2,
      number: 3,
      multiplier: 1,
      counters: [],
      worth: 6,
    });
    expect(scores(play(position, 'x50-54'))).toEqual([6, 0]);
  });

  test('[I12] for a piece along a column the column counts', () => {
    const position = scene({ dark: '34-64', light: '14-16 02-07 84-89 40-43' });
    expect(worth(position, 'x34-64')).toMatchObject({ n: 3, number: 2, worth: 6 });
    expect(scores(play(position, 'x34-64'))).toEqual([6, 0]);
  });

  test.each([
    ['3', '20-22', 1],
    ['4', '20-23', 2],
    ['5', '20-24', 3],
    ['6', '20-25', 4],
    ['7', '20-26', 6],
  ])('[I4] [I12] a piece of length %s is worth its number', (_length, slot, number) => {
    const position = scene({ dark: slot, light: '27-29 80-82' });
    expect(scores(play(position, `x${slot}`))).toEqual([number, 0]);
  });

  test('[I12] with n = 0 the removal scores nothing and is legal', () => {
    const position = scene({ dark: '20-22 40-42', light: '80-82' });
    play(position, 'x20-22');
    expect(scores(position)).toEqual([0, 0]);
    expect(viewOf(position).pieces).toHaveLength(2);
    expect(position.turn).toBe(1);
  });

  test('[I12] pieces already removed do not count', () => {
    const position = scene({ dark: '20-22 24-26', light: '27-29 80-82' });
    play(position, 'x20-22 x27-29');
    expect(worth(position, 'x24-26')).toMatchObject({ n: 0, worth: 0 });
    expect(scores(position)).toEqual([2, 1]);
  });

  test.each([
    ['none', [50, 50], 1, []],
    ['one’s own', [23, 50], 2, [0]],
    ['the other’s', [50, 99 - 24], 2, [1]],
    ['both', [23, 99 - 28], 4, [0, 1]],
    ['both on one cell', [29, 99 - 29], 4, [0, 1]],
  ] as const)('[I12] counters on the line: %s', (_name, given, multiplier, counters) => {
    const position = scene({ dark: '20-22', light: '25-27 82-84', scores: given });
    expect(worth(position, 'x20-22')).toMatchObject({ multiplier, counters, worth: multiplier });
    expect(scores(play(position, 'x20-22'))[0]).toBe(given[0] + multiplier);
  });

  test('[I12] only the piece’s own line counts: a counter or a piece in a column that a row piece crosses does not', () => {
    const position = scene({ dark: '20-22', light: '50-80', scores: [91, 0] });
    expect(worth(position, 'x20-22')).toMatchObject({ n: 0, multiplier: 1 });
  });

  test('[I12] counters are read before they move, from the first removal on', () => {
    // Dark’s counter starts on 00, in row 0 and in column 0.
    const position = scene({ dark: '02-05 30-60', light: '06-08 80-82' });
    expect(worth(position, 'x02-05')).toMatchObject({ n: 1, counters: [0], worth: 4 });
    expect(worth(position, 'x30-60')).toMatchObject({ n: 1, counters: [0], worth: 4 });
    expect(scores(play(position, 'x02-05'))).toEqual([4, 0]);
  });

  test('[I12] the preview takes a slot or a removal of either player, and is null for an empty slot', () => {
    const view = viewOf(scene({ dark: '20-22', light: '25-27' }));
    expect(removalWorth(view, isaac.parseMove('25-27') as number)).toEqual(
      removalWorth(view, isaac.parseMove('x25-27') as number),
    );
    expect(removalWorth(view, isaac.parseMove('25-27') as number)?.others).toEqual([0]);
    expect(removalWorth(view, isaac.parseMove('x30-32') as number)).toBeNull();
    expect(removalWorth(view, isaac.parseMove('+3') as number)).toBeNull();
  });

  test('[I12] a placement is worth what its removal would be, with the counters on 00 and 99 [I8]', () => {
    const position = isaac.start({ options: PAGE, players: 2, deal: null });
    for (const text of ['20-24', '05-25', '26-29', '31-35']) play(position, text);
    for (const text of ['00-04', '60-64', '30-50', '96-99', '40-90']) {
      const slot = isaac.parseMove(text) as number;
      const before = placementWorth(viewOf(position), slot);
      const placed = position.clone();
      placed.play(slot);
      expect(before, text).toEqual(removalWorth(viewOf(placed), slot));
    }
    expect(placementWorth(viewOf(position), isaac.parseMove('00-04') as number)).toMatchObject({
      n: 1,
      number: 3,
      multiplier: 2,
      counters: [0],
      worth: 6,
    });
  });
});

describe('the counter', () => {
  test('[I13] `exact`: it moves by all that was scored, and both may share a cell', () => {
    const position = scene({ dark: '20-24', light: '25-29 80-82', scores: [30, 66] });
    play(position, 'x20-24');
    expect(viewOf(position).counters).toEqual([
      { score: 33, cell: 33 },
      { score: 66, cell: 33 },
    ]);
    expect(position.turn).toBe(1);
  });

  test('[I13] `upTo`: the same player chooses from 0 to the result; points not taken are lost', () => {
    const position = scene({ options: UP_TO, dark: '20-24 40-44', light: '25-29 80-82', scores: [30, 30] });
    play(position, 'x20-24');
    expect(viewOf(position)).toMatchObject({ phase: 'advancing', turn: 0, turnIndex: 0, pending: 3 });
    expect(legal(position)).toEqual(['+0', '+1', '+2', '+3']);
    play(position, '+1');
    expect(viewOf(position)).toMatchObject({ phase: 'scoring', turn: 1, turnIndex: 1, pending: null });
    expect(scores(position)).toEqual([31, 30]);
  });

  test('[I13] `upTo`: not onto the other counter’s cell, but past it', () => {
    const position = scene({ options: UP_TO, dark: '20-24', light: '25-29 80-82', scores: [40, 57] });
    expect(legal(play(position, 'x20-24'))).toEqual(['+0', '+1', '+3']);
    const light = scene({ options: UP_TO, turn: 1, dark: '20-24', light: '25-29 80-82', scores: [57, 41] });
    expect(legal(play(light, 'x25-29'))).toEqual(['+0', '+2', '+3']);
  });

  test('[I13] `upTo`: not onto it either when its owner is out', () => {
    const position = scene({ options: UP_TO, dark: '20-24', light: '25-29', scores: [40, 58], out: [1] });
    expect(legal(play(position, 'x20-24'))).toEqual(['+0', '+2', '+3']);
  });

  test('[I13] `upTo`: the advance is a separate move, even if +0 is the only one', () => {
    const none = play(scene({ options: UP_TO, dark: '20-24', light: '80-82' }), 'x20-24');
    expect(legal(none)).toEqual(['+0']);
    expect(none.turn).toBe(0);
    const barred = play(scene({ options: UP_TO, dark: '20-22', light: '25-27', scores: [49, 49] }), 'x20-22');
    expect(legal(barred)).toEqual(['+0']);
  });

  test('[I14] `exact`: 100 or more wins at once, and the score is not cut to 100', () => {
    const position = scene({ dark: '10-16 20-22', light: '17-19 80-82', scores: [98, 60] });
    play(position, 'x10-16');
    expect(isOver(position)).toBe(true);
    expect(position.outcome()).toEqual({ scores: [104, 60], places: [1, 2] });
    expect(viewOf(position)).toMatchObject({
      decidedBy: 'hundred',
      phase: 'over',
      counters: [{ score: 104, cell: null }, {}],
    });
  });

  test('[I14] `exact`: exactly 100 wins, 99 does not', () => {
    const pieces = { dark: '10-13 20-22', light: '17-19 80-82' };
    expect(isOver(play(scene({ ...pieces, scores: [98, 0] }), 'x10-13'))).toBe(true);
    expect(isOver(play(scene({ ...pieces, scores: [97, 0] }), 'x10-13'))).toBe(false);
  });

  test('[I14] `upTo`: up to 99 one by one, beyond it the one move +100', () => {
    const position = scene({ options: PUBLISHED, dark: '10-16 20-22', light: '17-19 80-82', scores: [97, 60] });
    expect(legal(play(position, 'x10-16'))).toEqual(['+0', '+1', '+100', '+2']);
    play(position, '+100');
    expect(position.outcome()).toEqual({ scores: [100, 60], places: [1, 2] });
    expect(isOver(position)).toBe(true);
  });

  test('[I14] `upTo`: +100 is not compulsory, and needs a result that reaches 100', () => {
    const pieces = { options: UP_TO, dark: '10-16 20-22', light: '17-19 80-82' };
    const declined = play(scene({ ...pieces, scores: [97, 60] }), 'x10-16 +2');
    expect(isOver(declined)).toBe(false);
    expect(scores(declined)).toEqual([99, 60]);
    expect(legal(play(scene({ ...pieces, scores: [93, 60] }), 'x10-16'))).not.toContain('+100');
    expect(legal(play(scene({ ...pieces, scores: [94, 60] }), 'x10-16'))).toContain('+100');
  });
});

describe('the end', () => {
  test('[I15] a player without a removal is out, and the other goes on alone', () => {
    const position = scene({ dark: '20-22 40-42', light: '80-82', longest: [0, 4] });
    play(position, 'x20-22');
    expect(viewOf(position)).toMatchObject({ turn: 0, turnIndex: 1, passed: [1], out: [1] });
    expect(isOver(play(position, 'x40-42'))).toBe(true);
  });

  test('[I15] for good, even if a removal becomes possible later', () => {
    // Dark’s counter steps onto Light’s only piece (34), which puts Light out, and leaves it again with the next removal.
    const position = scene({ dark: '20-22 40-43 44-48', light: '04-34', scores: [33, 0] });
    play(position, 'x20-22');
    expect(viewOf(position)).toMatchObject({ turn: 0, out: [1], passed: [1], counters: [{ cell: 34 }, {}] });
    play(position, 'x40-43');
    expect(viewOf(position)).toMatchObject({ turn: 0, out: [1], passed: [], counters: [{ cell: 36 }, {}] });
    expect(position.removable(1)).not.toBe(0);
  });

  test('[I15] the counter of a player who is out stays and keeps its effects', () => {
    const position = scene({ dark: '20-22 40-42', light: '44-46', out: [1], scores: [50, 99 - 21] });
    expect(legal(position)).toEqual(['x40-42']);
    const doubled = scene({ dark: '20-22', light: '25-27', out: [1], scores: [50, 99 - 29] });
    expect(scores(play(doubled, 'x20-22'))).toEqual([52, 70]);
  });

  test('[I15] when both are out the game is over, and both are listed in the order of their turns', () => {
    const position = play(scene({ dark: '20-22', light: '80-83', longest: [0, 5] }), 'x20-22');
    expect(isOver(position)).toBe(true);
    expect(viewOf(position)).toMatchObject({ passed: [1, 0], out: [0, 1], turn: -1 });
    expect(legal(position)).toEqual([]);
  });

  test('[I16] more points win', () => {
    const position = play(scene({ dark: '20-22', light: '25-27', longest: [0, 5], scores: [4, 9] }), 'x20-22');
    expect(position.outcome()).toEqual({ scores: [5, 9], places: [2, 1] });
    expect(viewOf(position).decidedBy).toBe('points');
  });

  test('[I16] at a tie the greater total length of unplayed pieces', () => {
    const tie = { dark: '20-22', light: '25-27', longest: [0, 5], scores: [8, 9] } as const;
    const light = play(scene({ ...tie, hands: ['3 3', '7'] }), 'x20-22');
    expect(light.outcome()).toEqual({ scores: [9, 9], places: [2, 1] });
    expect(viewOf(light)).toMatchObject({ decidedBy: 'unplayed', unplayed: [6, 7] });
    const dark = play(scene({ ...tie, hands: ['4 4', '7'] }), 'x20-22');
    expect(dark.outcome().places).toEqual([1, 2]);
    expect(viewOf(dark).decidedBy).toBe('unplayed');
  });

  test('[I16] then Dark, even if Light began the scoring', () => {
    const tie = { dark: '20-22', light: '25-27', longest: [0, 5], scores: [8, 9], hands: ['3 4', '7'] } as const;
    for (const options of [PAGE, PUBLISHED]) {
      const position = play(scene({ ...tie, options }), options === PAGE ? 'x20-22' : 'x20-22 +1');
      expect(position.outcome()).toEqual({ scores: [9, 9], places: [1, 2] });
      expect(viewOf(position).decidedBy).toBe('began');
    }
  });

  test('[I16] during the game, the places follow from the present points', () => {
    const position = scene({ dark: '20-22', light: '25-27', scores: [8, 9] });
    expect(position.outcome()).toEqual({ scores: [8, 9], places: [2, 1] });
    expect(viewOf(position)).toMatchObject({ outcome: null, decidedBy: null });
  });
});
