import { arcanor, type ArcanorPosition, type Piece, stackOf } from '@tablier/games/arcanor';
import { describe, expect, it } from 'vitest';
import './english.ts';
import { board as arcanorBoard } from '../src/games/arcanor/board.ts';
import { type ArcanorTable, cellOfTarget, NOTHING } from '../src/games/arcanor/held.ts';
import { People } from '../src/people.ts';

const people = new People(arcanor);

type Shown = 'memory' | 'open';

const start = (table: Shown): ArcanorPosition => arcanor.start({ options: { table }, players: 2, deal: null });

const piecesOfText = (text: string): Piece[] =>
  (text.match(/../g) ?? []).map((piece) => ({ owner: 'LD'.indexOf(piece.charAt(0)), size: Number(piece.charAt(1)) }));

/** A position from `a1 L1L2, c3 D2`, Light to move. */
function position(text: string, given: { readonly table: Shown; readonly quiet?: number }): ArcanorPosition {
  const stacks = Array.from({ length: 56 }, () => 0);
  for (const [, cell = '', pieces = ''] of text.matchAll(/([a-h][1-7]) ((?:[LD][1-4])+)/g)) {
    stacks[cellOfTarget(cell)] = stackOf(piecesOfText(pieces));
  }
  const known = { ...arcanor.secrets.knowledge(start(given.table), 0), stacks, quiet: given.quiet ?? 0 };
  return arcanor.secrets.sample(known, { below: () => 0 });
}

function tableOf(from: ArcanorPosition, table: Partial<ArcanorTable> = {}): ArcanorTable {
  const view = arcanor.view(from, 0);
  const rest = {
    bottom: 0,
    held: NOTHING,
    pointed: null,
    lastMoves: [],
    peeks: [],
    toggled: new Set<string>(),
    undoable: false,
    shared: false,
    touch: false,
    people,
  };
  return { view, choices: arcanor.choices(view), viewer: view.turn, ...rest, ...table };
}

const holding = (cell: string) => ({ ...NOTHING, from: cellOfTarget(cell) });
const moveOf = (text: string): number => arcanor.parseMove(text) as number;
const textsOf = (table: ArcanorTable): string[] => arcanorBoard.notes(table).map(({ text }) => text);

describe('a press', () => {
  const table = tableOf(position('d4 L1L3, e5 D2, d5 L4, h4 D1', { table: 'open' }));

  it('chooses a stack, and lets go of it', () => {
    expect(arcanorBoard.press(table, 'd4')).toEqual({ held: holding('d4') });
    expect(arcanorBoard.press({ ...table, held: holding('d4') }, 'd4')).toEqual({ held: NOTHING });
    expect(arcanorBoard.press(table, 'e5')).toEqual({ held: NOTHING });
  });

  it('plays where one thing can be done, and asks where two can [A5] [A6] [A7]', () => {
    const held = { ...table, held: holding('d4') };
    expect(arcanorBoard.press(held, 'e5')).toEqual({ held: NOTHING, move: moveOf('d4xe5') });
    const { held: asking } = arcanorBoard.press(held, 'd3');
    expect(arcanorBoard.scene({ ...table, held: asking }).chooser?.items.map(({ id }) => id)).toEqual([
      'slide',
      'open',
    ]);
    expect(arcanorBoard.pick({ ...table, held: asking }, 'open').move).toBe(moveOf('d4^d3'));
    expect(arcanorBoard.pick({ ...table, held: asking }, 'slide').move).toBe(moveOf('d4-d3'));
  });

  it('chooses another stack, and keeps the first where nothing can be done', () => {
    const held = { ...table, held: holding('d4') };
    expect(arcanorBoard.press(held, 'd5')).toEqual({ held: holding('d5') });
    expect(arcanorBoard.press(held, 'a1')).toEqual({ held: holding('d4') });
  });

  it('is answered by nothing when it is somebody else’s turn', () => {
    expect(arcanorBoard.press({ ...table, choices: [] }, 'd4')).toEqual({ held: NOTHING });
  });

  it('the kind may come first', () => {
    const { held } = arcanorBoard.pick({ ...table, held: holding('d4') }, 'open');
    expect(arcanorBoard.press({ ...table, held }, 'c4').move).toBe(moveOf('d4^c4'));
  });

  it('a drag is a move, or chooses what was dragged', () => {
    expect(arcanorBoard.drag?.(table, 'd4', null)).toEqual({ held: holding('d4') });
    expect(arcanorBoard.drag?.(table, 'd4', 'e5')).toEqual({ held: NOTHING, move: moveOf('d4xe5') });
    expect(arcanorBoard.drag?.(table, 'd4', 'h1')).toEqual({ held: holding('d4') });
    expect(arcanorBoard.drag?.(table, 'e5', 'e4')).toEqual({ held: NOTHING });
  });
});

describe('[A10] a peek', () => {
  const table = tableOf(position('d4 L1D2L3, d7 L2, h4 D1', { table: 'memory' }));
  const peeks = (cell: string, under: Piece | null) => [{ seat: 0, peek: cell, seen: { under } }];
  const solids = (given: ArcanorTable) => arcanorBoard.scene(given).solids;

  it('is of any own top, on the goal row too, chosen or pointed at', () => {
    expect(arcanorBoard.pick({ ...table, held: holding('d7') }, 'peek').peek).toBe('d7');
    expect(arcanorBoard.pick({ ...table, pointed: 'd4' }, 'peek').peek).toBe('d4');
    expect(arcanorBoard.pick({ ...table, pointed: 'h4' }, 'peek').peek).toBeUndefined();
  });

  it('there is none on an open table', () => {
    const open = tableOf(position('d4 L1L3, h4 D1', { table: 'open' }), { held: holding('d4') });
    expect(arcanorBoard.pick(open, 'peek').peek).toBeUndefined();
    expect(arcanorBoard.tray(open).flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['slide', 'open']);
  });

  it('shows what is under the top and says it, and nothing else', () => {
    const peeked = { ...table, peeks: peeks('d4', { owner: 1, size: 2 }) };
    expect(solids(table)).toHaveLength(3);
    expect(solids(peeked)).toHaveLength(4);
    expect(solids(peeked).find(({ id }) => id === 'uncovered')).toMatchObject({ tone: 'dark', marking: '2' });
    expect(textsOf(peeked)[0]).toContain('d4');
    const empty = { ...table, peeks: peeks('d7', null) };
    expect(solids(empty)).toHaveLength(3);
    expect(textsOf(empty)[0]).not.toBe(textsOf(peeked)[0]);
  });

  it('the stack stays chosen after it, and not after a move', () => {
    expect(arcanorBoard.keep?.({ ...table, held: holding('d4') })).toEqual(holding('d4'));
    expect(arcanorBoard.keep?.({ ...table, choices: [], held: holding('d4') })).toEqual(NOTHING);
  });
});

describe('the picture', () => {
  it('[A4] shows contents on an open table and tops alone on the other', () => {
    const ids = (table: Shown) => arcanorBoard.scene(tableOf(start(table))).solids.map(({ id }) => id);
    expect(ids('open')).toHaveLength(24);
    expect(ids('memory')).toHaveLength(12);
    expect(new Set(ids('open')).size).toBe(24);
  });

  it('a lid carries the value of its piece, and lips in their own wood for what it is known to hold', () => {
    const lid = (table: Shown) =>
      arcanorBoard.scene(tableOf(position('d4 L1D2L3, h4 D1', { table }))).solids.find(({ id }) => id === 'd4-01');
    expect(lid('open')).toMatchObject({ marking: '1', inside: ['dark', 'light'] });
    expect(lid('memory')).toMatchObject({ marking: '1', inside: [] });
  });

  it('[A11] pegs the points of both', () => {
    const table = tableOf(position('a7 L4, b7 L2, c1 D3, h4 D1, h3 L1', { table: 'memory' }));
    const { marks, labels } = arcanorBoard.scene(table);
    const pegged = (role: string) => marks.filter(({ id, role: has }) => id.startsWith('peg') && has === role).length;
    expect([pegged('light'), pegged('dark'), pegged('hole')]).toEqual([6, 3, 15]);
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['6/12', '3/12']));
  });

  it('slides, liberations and captures are marked by different shapes', () => {
    const table = tableOf(position('d4 L1L3, e5 D2, h4 D1', { table: 'open' }), { held: holding('d4') });
    const marks = arcanorBoard.scene(table).marks.filter(({ id }) => id.startsWith('to'));
    const kinds = (cell: string) => marks.filter(({ id }) => id.startsWith(`to${cell}`)).map(({ kind }) => kind);
    expect(kinds('d5')).toEqual(['dot', 'ring']);
    expect(kinds('e5')).toEqual(['corners']);
  });

  it('is turned for Dark', () => {
    const at = (bottom: 0 | 1) => arcanorBoard.scene(tableOf(start('open'), { bottom })).targets[0]?.id;
    expect([at(0), at(1)]).toEqual(['a7', 'h1']);
  });
});

describe('notes', () => {
  it('[A13] quiet moves are counted from 40 on', () => {
    const quiet = (count: number) => textsOf(tableOf(position('d4 L1, h4 D1', { table: 'memory', quiet: count })));
    expect(quiet(39)).toHaveLength(1);
    expect(quiet(40)).toHaveLength(2);
    expect(quiet(40)[0]).toContain('40');
  });

  it('[A13] a repetition is told on an open table alone', () => {
    const repeated = (table: Shown) => {
      const from = position('c3 L1, d3 D2, h5 D1', { table });
      for (const text of ['c3xd3', 'h5-h4', 'd3^c3', 'h4-h5']) from.play(moveOf(text));
      return textsOf(tableOf(from)).length;
    };
    expect([repeated('open'), repeated('memory')]).toEqual([2, 1]);
  });

  it('a cell where nothing goes says why', () => {
    const table = tableOf(position('d4 L1, e5 D3, h4 D1', { table: 'open' }), { held: holding('d4'), pointed: 'e5' });
    expect(arcanorBoard.notes(table).map(({ kind }) => kind)).toContain('reason');
  });
});

describe('what is announced', () => {
  const told = (text: string, moves: readonly string[]): readonly string[] => {
    const from = position(text, { table: 'memory' });
    const before = arcanor.view(from, 0);
    for (const move of moves) from.play(moveOf(move));
    return arcanorBoard.announce(before, arcanor.view(from, 0), people);
  };

  it('the move, what it left behind, and points', () => {
    expect(told('d4 L1, h4 D1', ['d4-d5'])).toHaveLength(1);
    expect(told('d4 L1L2, h4 D1', ['d4^d5'])).toHaveLength(2);
    expect(told('d4 L1L2, d5 D2, h4 D1', ['d4xd5'])).toHaveLength(2);
    expect(told('d6 L3, h4 D1', ['d6-d7'])).toHaveLength(2);
  });

  it('nothing where several moves lie between', () => {
    expect(told('d4 L1, h4 D1', ['d4-d5', 'h4-h5'])).toEqual([]);
  });

  it('[A11] at the end who scored what and where', () => {
    const view = arcanor.view(position('a7 L4, b7 L2, h4 D1, h3 L1', { table: 'open' }), 0);
    const named = new People(arcanor, { own: 0, called: ['You', 'Ada'] });
    expect(
      arcanorBoard.explain?.(view, { options: { table: 'open' }, players: 2, deal: null }, named)[0]?.text,
    ).toMatch(/^You, /);
    const lines = arcanorBoard.explain?.(view, { options: { table: 'open' }, players: 2, deal: null }, people) ?? [];
    expect(lines.map(({ text }) => text)).toEqual([expect.stringContaining('a7'), expect.stringContaining('1')]);
  });
});
