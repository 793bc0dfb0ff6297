import { arcanor, type ArcanorPosition, type Piece, stackOf } from '@tablier/games/arcanor';
import { describe, expect, it } from 'vitest';
import '../english.ts';
import { board as arcanorBoard } from '../../src/games/arcanor/board.ts';
import { type ArcanorState, cellOfTarget, NOTHING_HELD } from '../../src/games/arcanor/held.ts';
import { People } from '../../src/lib/people.ts';

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

function stateOf(from: ArcanorPosition, state: Partial<ArcanorState> = {}): ArcanorState {
  const view = arcanor.view(from, 0);
  const rest = {
    bottom: 0,
    held: NOTHING_HELD,
    pointed: null,
    lastMoves: [],
    peeks: [],
    toggled: new Set<string>(),
    undoable: false,
    shared: false,
    touch: false,
    tried: false,
    people,
  };
  return { view, choices: arcanor.choices(view), viewer: view.turn, ...rest, ...state };
}

const holding = (cell: string) => ({ ...NOTHING_HELD, from: cellOfTarget(cell) });
const moveOf = (text: string): number => arcanor.parseMove(text) as number;
const textsOf = (state: ArcanorState): string[] => arcanorBoard.notes(state).map(({ text }) => text);

describe('a press', () => {
  const state = stateOf(position('d4 L1L3, e5 D2, d5 L4, h4 D1', { table: 'open' }));

  it('chooses a stack, and releases it', () => {
    expect(arcanorBoard.press(state, 'd4')).toEqual({ held: holding('d4') });
    expect(arcanorBoard.press({ ...state, held: holding('d4') }, 'd4')).toEqual({ held: NOTHING_HELD });
    expect(arcanorBoard.press(state, 'e5')).toEqual({ held: NOTHING_HELD });
  });

  it('plays if one move is legal, and asks if two are [A5] [A6] [A7]', () => {
    const held = { ...state, held: holding('d4') };
    expect(arcanorBoard.press(held, 'e5')).toEqual({ held: NOTHING_HELD, move: moveOf('d4xe5') });
    const { held: asking } = arcanorBoard.press(held, 'd3');
    expect(arcanorBoard.scene({ ...state, held: asking }).chooser?.items.map(({ id }) => id)).toEqual([
      'slide',
      'open',
    ]);
    expect(arcanorBoard.pick({ ...state, held: asking }, 'open').move).toBe(moveOf('d4^d3'));
    expect(arcanorBoard.pick({ ...state, held: asking }, 'slide').move).toBe(moveOf('d4-d3'));
  });

  it('chooses another stack, and keeps the first if the second has no legal move', () => {
    const held = { ...state, held: holding('d4') };
    expect(arcanorBoard.press(held, 'd5')).toEqual({ held: holding('d5') });
    expect(arcanorBoard.press(held, 'a1')).toEqual({ held: holding('d4') });
  });

  it('does nothing while another player is to move', () => {
    expect(arcanorBoard.press({ ...state, choices: [] }, 'd4')).toEqual({ held: NOTHING_HELD });
  });

  it('accepts the kind of move first', () => {
    const { held } = arcanorBoard.pick({ ...state, held: holding('d4') }, 'open');
    expect(arcanorBoard.press({ ...state, held }, 'c4').move).toBe(moveOf('d4^c4'));
  });

  it('of a drag is a move, or chooses the dragged stack', () => {
    expect(arcanorBoard.drag?.(state, 'd4', null)).toEqual({ held: holding('d4') });
    expect(arcanorBoard.drag?.(state, 'd4', 'e5')).toEqual({ held: NOTHING_HELD, move: moveOf('d4xe5') });
    expect(arcanorBoard.drag?.(state, 'd4', 'h1')).toEqual({ held: holding('d4') });
    expect(arcanorBoard.drag?.(state, 'e5', 'e4')).toEqual({ held: NOTHING_HELD });
  });
});

describe('[A10] a peek', () => {
  const state = stateOf(position('d4 L1D2L3, d7 L2, h4 D1', { table: 'memory' }));
  const peeks = (cell: string, under: Piece | null) => [{ seat: 0, peek: cell, seen: { under } }];
  const solids = (given: ArcanorState) => arcanorBoard.scene(given).solids.filter(({ id }) => !id.startsWith('peg'));

  it('is possible for any own top, on the goal row too, chosen or under the pointer', () => {
    expect(arcanorBoard.pick({ ...state, held: holding('d7') }, 'peek').peek).toBe('d7');
    expect(arcanorBoard.pick({ ...state, pointed: 'd4' }, 'peek').peek).toBe('d4');
    expect(arcanorBoard.pick({ ...state, pointed: 'h4' }, 'peek').peek).toBeUndefined();
  });

  it('is not possible on an open table', () => {
    const open = stateOf(position('d4 L1L3, h4 D1', { table: 'open' }), { held: holding('d4') });
    expect(arcanorBoard.pick(open, 'peek').peek).toBeUndefined();
    expect(arcanorBoard.tray(open).flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['slide', 'open']);
  });

  it('shows what is under the top, in the picture and in words, and nothing else', () => {
    const peeked = { ...state, peeks: peeks('d4', { owner: 1, size: 2 }) };
    expect(solids(state)).toHaveLength(3);
    expect(solids(peeked)).toHaveLength(4);
    expect(solids(peeked).find(({ id }) => id === 'uncovered')).toMatchObject({ tone: 'dark', marking: '2' });
    expect(textsOf(peeked)[0]).toContain('d4');
    const empty = { ...state, peeks: peeks('d7', null) };
    expect(solids(empty)).toHaveLength(3);
    expect(textsOf(empty)[0]).not.toBe(textsOf(peeked)[0]);
  });

  it('leaves the stack chosen; a move does not', () => {
    expect(arcanorBoard.keep?.({ ...state, held: holding('d4') })).toEqual(holding('d4'));
    expect(arcanorBoard.keep?.({ ...state, choices: [], held: holding('d4') })).toEqual(NOTHING_HELD);
  });
});

describe('the picture', () => {
  it('[A4] shows contents on an open table and only tops on a memory table', () => {
    const ids = (table: Shown) => {
      const from = start(table);
      for (const text of ['b1-b2', 'a7-a6']) from.play(moveOf(text));
      return arcanorBoard.scene(stateOf(from)).solids.map(({ id }) => id);
    };
    expect(ids('open')).toHaveLength(24);
    expect(ids('memory')).toHaveLength(12);
    expect(new Set(ids('open')).size).toBe(24);
  });

  it('a piece carries its value, and the woods of the pieces that it is known to contain', () => {
    const lid = (table: Shown) =>
      arcanorBoard.scene(stateOf(position('d4 L1D2L3, h4 D1', { table }))).solids.find(({ id }) => id === 'd4-01');
    expect(lid('open')).toMatchObject({ marking: '1', inside: ['dark', 'light'] });
    expect(lid('memory')).toMatchObject({ marking: '1', inside: [] });
  });

  it('[A11] pegs the points of both seats', () => {
    const state = stateOf(position('a7 L4, b7 L2, c1 D3, h4 D1, h3 L1', { table: 'memory' }));
    const { marks, solids } = arcanorBoard.scene(state);
    const pegged = (wood: string) => solids.filter(({ id, tone }) => id.startsWith('peg') && tone === wood).length;
    const ringed = (wood: string) => marks.filter(({ id, role }) => id.startsWith('ring') && role === wood).length;
    expect([pegged('light'), pegged('dark'), ringed('light'), ringed('dark')]).toEqual([6, 3, 12, 12]);
  });

  it('marks each place to go with one dot', () => {
    const state = stateOf(position('d4 L1L3, e5 D2, h4 D1', { table: 'open' }), { held: holding('d4') });
    const marks = arcanorBoard.scene(state).marks.filter(({ id }) => id.startsWith('to'));
    const kinds = (cell: string) => marks.filter(({ id }) => id === `to${cell}`).map(({ kind }) => kind);
    // Slide or set free; capture.
    expect([kinds('d5'), kinds('e5')]).toEqual([['dot'], ['dot']]);
  });

  it('is rotated for Dark', () => {
    const at = (bottom: 0 | 1) => arcanorBoard.scene(stateOf(start('open'), { bottom })).targets[0]?.id;
    expect([at(0), at(1)]).toEqual(['a7', 'h1']);
  });
});

describe('notes', () => {
  it('[A13] count quiet moves from 40 on', () => {
    const quiet = (count: number) => textsOf(stateOf(position('d4 L1, h4 D1', { table: 'memory', quiet: count })));
    expect(quiet(39)).toHaveLength(1);
    expect(quiet(40)).toHaveLength(2);
    expect(quiet(40)[0]).toContain('40');
  });

  it('[A13] mention a repetition on an open table only', () => {
    const repeated = (table: Shown) => {
      const from = position('c3 L1, d3 D2, h5 D1', { table });
      for (const text of ['c3xd3', 'h5-h4', 'd3^c3', 'h4-h5']) from.play(moveOf(text));
      return textsOf(stateOf(from)).length;
    };
    expect([repeated('open'), repeated('memory')]).toEqual([2, 1]);
  });

  it('give the reason on a cell without a legal move', () => {
    const state = stateOf(position('d4 L1, e5 D3, h4 D1', { table: 'open' }), { held: holding('d4'), pointed: 'e5' });
    expect(arcanorBoard.notes(state).map(({ kind }) => kind)).toContain('reason');
  });
});

describe('announcements', () => {
  const told = (text: string, moves: readonly string[]): readonly string[] => {
    const from = position(text, { table: 'memory' });
    const before = arcanor.view(from, 0);
    for (const move of moves) from.play(moveOf(move));
    return arcanorBoard.announceEffects?.(before, arcanor.view(from, 0), people) ?? [];
  };

  it('describe what a move left behind, and points', () => {
    expect(told('d4 L1, h4 D1', ['d4-d5'])).toEqual([]);
    expect(told('d4 L1L2, h4 D1', ['d4^d5'])).toEqual(['Light now has a 2 on d4.']);
    expect(told('d4 L1L2, d5 D2, h4 D1', ['d4xd5'])).toHaveLength(1);
    expect(told('d6 L3, h4 D1', ['d6-d7'])).toEqual(['Light now has 3 points.']);
    expect(told('d4 L1L2, h4 D1', ['d4^d5', 'h4-h5'])).toEqual([]);
  });

  it('[A11] say with the points of a turn which pieces came home, and where', () => {
    const before = position('d6 L3, a7 L4, h4 D1, h3 L1', { table: 'open' });
    const view = arcanor.view(before, 0);
    before.play(moveOf('d6-d7'));
    const turn = { before: view, moves: [moveOf('d6-d7')], after: arcanor.view(before, 0) };
    expect([0, 1].map((seat) => arcanorBoard.howScored?.(turn, seat))).toEqual(['3 on d7', null]);
  });
});

describe('the start', () => {
  const insides = (from: ArcanorPosition) =>
    arcanorBoard.scene(stateOf(from)).solids.filter(({ inside = [] }) => inside.length > 0).length;
  const after = (...moves: string[]): ArcanorPosition => {
    const from = start('memory');
    for (const text of moves) from.play(moveOf(text));
    return from;
  };

  it('[A3] shows on a memory table what every stack holds, until both have moved', () => {
    expect(insides(start('memory'))).toBe(12);
    expect(textsOf(stateOf(start('memory')))[0]).toBe('Remember: each 1 hides a 2, each 3 hides a 4.');
    expect(textsOf(stateOf(start('memory'), { pointed: 'a1' }))).toEqual(['a1: Light’s 1, holding Light’s 2']);
    // A stack that has moved is known from memory only.
    expect(insides(after('a1-a2'))).toBe(11);
    expect(insides(after('a1^a2'))).toBe(11);
    expect(insides(after('a1-a2', 'a7-a6'))).toBe(0);
    expect(textsOf(stateOf(after('a1-a2', 'a7-a6'))).join()).not.toContain('Remember');
  });

  it('an open table has nothing to remember', () => {
    expect(textsOf(stateOf(start('open'))).join()).not.toContain('Remember');
  });
});

describe('the section through a stack', () => {
  const of = (state: ArcanorState) => arcanorBoard.section?.(state);

  it('asks for a stack while none is pointed at', () => {
    const empty = of({ ...stateOf(start('open')), pointed: 'c4' });
    expect(empty).toMatchObject({ title: 'Inside', layers: [] });
    expect(empty?.text).toMatch(/^Point at a stack/);
  });

  it('shows all pieces of an open stack, and that the smallest holds nothing', () => {
    const state = stateOf(position('d4 L1L3, e5 D2, d5 L4', { table: 'open' }));
    const layers = (cell: string) =>
      of({ ...state, pointed: cell })?.layers.map(({ text, isHollow }) => [text, isHollow]);
    expect(layers('d4')).toEqual([
      ['Light’s 1', true],
      ['Light’s 3', true],
    ]);
    expect(layers('d5')).toEqual([['Light’s 4', false]]);
  });

  it('[A4] shows of a hidden stack only its top, and what a peek has just shown', () => {
    const after = { ...stateOf(position('d4 L1L3, e5 D2', { table: 'memory' })) };
    const state = { ...after, view: { ...after.view, turnIndex: 9 }, pointed: 'd4' };
    const texts = (given: ArcanorState) => of(given)?.layers.map(({ text }) => text);
    expect(texts(state)).toEqual(['Light’s 1', 'Hidden']);
    const peeks = [{ seat: 0, peek: 'd4', seen: { under: { owner: 0, size: 3 } } }];
    expect(texts({ ...state, peeks })).toEqual(['Light’s 1', 'Light’s 3', 'Hidden']);
    expect(texts({ ...state, peeks: [{ seat: 0, peek: 'd4', seen: { under: null } }] })).toEqual(['Light’s 1']);
    expect(texts({ ...state, peeks, pointed: 'e5' })).toEqual(['Dark’s 2', 'Hidden']);
  });
});
