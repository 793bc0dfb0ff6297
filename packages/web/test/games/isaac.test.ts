import { defaultOptions, type Options, type Seat, SeededRng } from '@tablier/core';
import { isaac, type IsaacPosition, type PieceView, REMOVAL, slotOf } from '@tablier/games/isaac';
import { describe, expect, it } from 'vitest';
import '../english.ts';
import { board } from '../../src/games/isaac/board.ts';
import { cellCentre, numberPlace } from '../../src/games/isaac/geometry.ts';
import { type HeldBar as Held, NO_BAR as NOTHING_HELD } from '../../src/board/bars.ts';
import type { IsaacState } from '../../src/games/isaac/placing.ts';
import { People } from '../../src/lib/people.ts';
import { boardState, notesOf, trayItems } from './board-tools.ts';

const UP_TO = { ...defaultOptions(isaac.options), counter: 'upTo' };
const EXACT = { ...defaultOptions(isaac.options), counter: 'exact' };
const people = new People(isaac);

function play(moves: readonly string[], options: Options = UP_TO): IsaacPosition {
  const position = isaac.start({ options, players: 2, deal: null });
  for (const text of moves) position.play(move(text));
  return position;
}

const move = (text: string): number => isaac.parseMove(text) ?? -1;
const stateOf = (position: IsaacPosition, given: Partial<IsaacState> = {}): IsaacState =>
  boardState(isaac, board, position, given);

/** A piece of this length in hand. */
const holding = (length: number, across = true): Held => ({ length, across });

/** The first position of a random game for which `isThere` holds. */
function positionWhere(isThere: (state: IsaacState) => boolean, options: Options = UP_TO): IsaacPosition {
  for (let seed = 0; seed < 50; seed++) {
    const rng = new SeededRng(`isaac board ${seed}`);
    const position = play([], options);
    while (position.turn >= 0) {
      if (isThere(stateOf(position))) return position;
      position.play(position.randomMove(rng));
    }
  }
  throw new Error('no random game gets there');
}

const isIn = (phase: string) => (state: IsaacState) => state.view.phase === phase;

describe('placing a piece', () => {
  const start = stateOf(play([]));

  it('[I5] begins with a piece from the hand, which a second press puts back', () => {
    const { held } = board.pick(start, 'kind1');
    expect(held).toEqual(holding(4));
    expect(board.pick({ ...start, held }, 'kind1')).toEqual({ held: NOTHING_HELD });
    expect(board.pick({ ...start, held }, 'kind2')).toEqual({ held: holding(5) });
    expect(board.press(start, '55')).toEqual({ held: NOTHING_HELD });
  });

  it('[I5] keeps a piece in hand only while there is room for it, turned if it must be', () => {
    const ways = ({ view, choices }: IsaacState, length: number): boolean[] =>
      view.phase === 'placing'
        ? choices.map(slotOf).flatMap(({ line, kind }) => (kind === length - 3 ? [line < 10] : []))
        : [];
    const has = (state: IsaacState, length: number): boolean =>
      state.view.phase === 'placing' && (state.view.hands[state.view.turn]?.[length - 3]?.count ?? 0) > 0;
    const full = stateOf(positionWhere((state) => has(state, 4) && ways(state, 4).length === 0));
    expect(board.keep?.({ ...full, held: holding(4) })).toEqual(NOTHING_HELD);
    const column = stateOf(positionWhere((state) => ways(state, 4).length > 0 && !ways(state, 4).includes(true)));
    expect(board.keep?.({ ...column, held: holding(4) })).toEqual(holding(4, false));
    expect(board.pick(column, 'kind1').held).toEqual(holding(4, false));
    expect(board.keep?.({ ...column, held: holding(4), choices: [] })).toEqual(holding(4));
    expect(board.keep?.({ ...start, held: holding(4) })).toEqual(holding(4));
  });

  it('[I5] may begin with a press on the board, which takes the shortest piece that fits, turned only if it must be', () => {
    expect(board.takeUp?.(start, '55')).toEqual(holding(3));
    expect(board.takeUp?.({ ...start, held: holding(3) }, '55')).toBeNull();
    const row = ['50-53', '56-59'];
    expect(board.takeUp?.(stateOf(play(row)), '55')).toEqual(holding(3, false));
    expect(board.takeUp?.(stateOf(play(row)), '51')).toBeNull();
  });

  it('[I5] can be turned on the board, also where it does not fit', () => {
    const held = holding(7);
    expect(board.scene(start).turns).toBeUndefined();
    expect(board.scene({ ...start, held }).turns).toBeUndefined();
    const flat = { ...start, held, pointed: '55' };
    expect(board.scene(flat).turns).toMatchObject({ width: 7, depth: 1 });
    const upright = { ...flat, held: board.turn?.(flat) ?? held };
    expect(board.scene(upright).turns).toMatchObject({ width: 1, depth: 7 });
    const refused = { ...stateOf(play(['50-53', '57-59'])), held, pointed: '55' };
    expect(board.scene(refused).turns).toMatchObject({ width: 7, depth: 1 });
  });

  it('[I6] answers a press where none of the pieces fits, and says nothing while a mouse passes there', () => {
    const state = { ...stateOf(play(['54-56'])), pointed: '55' };
    expect(board.notes({ ...state, tried: true })).toEqual([
      { kind: 'reason', text: 'None of your pieces fits here.' },
    ]);
    const [hint] = board.notes(state);
    expect(hint).toEqual({ kind: 'hint', text: 'Pick a piece, then choose where it goes.' });
    expect(board.notes({ ...state, tried: true, pointed: '65' })).toEqual([hint]);
  });

  it('shows the number of a bar as near to its middle as the counters on it allow', () => {
    const bar = { x: 4, y: 1, width: 6, depth: 1 };
    expect(numberPlace(bar, [])).toEqual({ x: 0, y: 0 });
    expect(numberPlace(bar, [{ x: 4.5, y: 1 }])).toEqual({ x: -0.5, y: 0 });
    expect(numberPlace({ x: 1, y: 4, width: 1, depth: 5 }, [{ x: 1, y: 4 }])).toEqual({ x: 0, y: -1 });
  });

  it('shows the hands of both, with the length as the key of a piece', () => {
    const [own, other] = board.tray({ ...start, held: holding(3) });
    expect(own?.items.map(({ key, count, chosen }) => [key, count, chosen])).toEqual([
      ['3', 5, true],
      ['4', 4, false],
      ['5', 3, false],
      ['6', 2, false],
      ['7', 1, false],
      ['R', undefined, undefined],
    ]);
    expect([own?.plain, other?.plain]).toEqual([false, true]);
    expect(other?.items.map(({ enabled, key }) => [enabled, key])).toEqual(Array(5).fill([false, undefined]));
  });

  it('puts the middle of the piece where it is pressed, moved back from the edge', () => {
    const at = (cell: string, held: Held) => {
      const made = board.press({ ...start, held }, cell).move;
      return made === undefined ? null : isaac.formatMove(made);
    };
    expect(at('55', holding(3))).toBe('54-56');
    expect(at('55', holding(3, false))).toBe('45-65');
    expect(at('00', holding(3))).toBe('00-02');
    expect(at('99', holding(7, false))).toBe('39-99');
    expect(at('55', holding(4))).toBe('54-57');
  });

  it('turns by a quarter, by the tray too', () => {
    expect(board.turn?.({ ...start, held: holding(3) })).toEqual(holding(3, false));
    expect(board.pick({ ...start, held: holding(3, false) }, 'turn')).toEqual({ held: holding(3) });
    expect(board.turn?.(start)).toEqual(NOTHING_HELD);
  });

  it('draws the piece at a legal place, and says how to place it', () => {
    const state = { ...start, held: holding(3), pointed: '55' };
    const ghost = board.scene(state).solids.find(({ id }) => id === 'ghost');
    expect(ghost).toMatchObject({ look: 'ghost', tone: 'seat0', width: 3, depth: 1, ...cellCentre(55, 0) });
    expect(board.notes(state)[0]).toEqual({ kind: 'preview', text: 'Press to place it on 54-56.' });
    expect(notesOf(board, { ...state, touch: true })[0]).toBe('Tap again to place it on 54-56.');
  });

  it('[I6] marks the obstacles of an illegal place, and says what is in the way', () => {
    const state = stateOf(play(['54-56']), { held: holding(3, false), pointed: '65' });
    const { solids, marks } = board.scene(state);
    expect(solids.find(({ id }) => id === 'ghost')).toMatchObject({ look: 'refused', tone: 'seat1' });
    expect(marks.filter(({ role }) => role === 'warn').map(({ id }) => id)).toEqual(['in55']);
    expect(board.notes(state)).toEqual([{ kind: 'reason', text: 'Something is in the way on 55-75.' }]);
    expect(board.press(state, '65').move).toBeUndefined();
  });

  it('marks exactly the places where the piece fits', () => {
    const state = stateOf(play(['50-56']), { held: holding(7) });
    const dots = board.scene(state).marks.filter(({ role }) => role === 'room');
    const cells = Array.from({ length: 100 }, (_, cell) => cell).filter((cell) => Math.trunc(cell / 10) !== 5);
    expect(dots.map(({ id }) => id)).toEqual(cells.map((cell) => `to${cell}`));
  });

  it('[I2] names a cell by its number, to Light in the numbers of both players, and turns the picture for Light', () => {
    const dark = stateOf(play(['00-02']), { bottom: 0, viewer: 0 });
    const light = { ...dark, bottom: 1 as Seat, viewer: 1 as Seat };
    const find = (state: IsaacState) => board.scene(state).targets.find(({ id }) => id === '03');
    expect(find(dark)?.name).toBe('03: empty');
    expect(find(light)).toMatchObject({ name: '03, for you 96: empty', ...cellCentre(96, 0) });
    expect(board.scene(dark).targets.find(({ id }) => id === '00')?.name).toContain('Dark’s 3-piece 00-02');
    expect([board.scene(dark).targets[0]?.id, board.scene(light).targets[0]?.id]).toEqual(['90', '09']);
  });

  it('outlines the last move', () => {
    const marks = board.scene(stateOf(play(['54-56']), { lastMoves: [move('54-56')] })).marks;
    expect(marks.filter(({ role }) => role === 'last')).toMatchObject([{ width: 3, depth: 1, ...cellCentre(55, 0) }]);
  });

  it('keeps the piece in hand while there is another of its kind', () => {
    const next = (length: number) => stateOf(play(['54-56', '00-06', '04-07']), { held: holding(length) });
    expect(board.keep?.(next(3))).toEqual(holding(3));
    expect(board.keep?.(next(7))).toEqual(NOTHING_HELD);
    expect(board.keep?.({ ...stateOf(positionWhere(isIn('scoring'))), held: holding(3) })).toEqual(NOTHING_HELD);
  });

  it('calls a piece by its player, and says the move in words', () => {
    const view = isaac.view(play(['54-56']), 'spectator');
    const named = new People(isaac, { own: 0, called: ['Ada', 'Kitten'] });
    const nameFor = (to: People) =>
      board.scene(stateOf(play(['54-56']), { people: to })).targets.find(({ id }) => id === '54')?.name;
    expect(nameFor(named)).toContain('your 3-piece 54-56');
    expect(nameFor(new People(isaac, { own: 1, called: ['Ada', 'Kitten'] }))).toContain('Ada’s 3-piece 54-56');
    expect(board.played?.([move('54-56')], view, 'Ada')).toBe('Ada placed a 3-cell piece on 54-56.');
  });
});

/** The seat's pieces and counters on the line of a piece, counted from the cells [I12]. */
function worthOf({ view }: IsaacState, piece: PieceView): number {
  const cellsOf = ({ slot }: PieceView) => slotOf(slot).cells;
  const isOnLine = (cell: number): boolean => {
    const [first = 0, second = 0] = cellsOf(piece);
    return second - first === 1 ? Math.trunc(cell / 10) === Math.trunc(first / 10) : cell % 10 === first % 10;
  };
  const others = view.pieces.filter((other) => other.id !== piece.id && cellsOf(other).some(isOnLine)).length;
  const counters = view.counters.filter(({ cell }) => cell !== null && isOnLine(cell)).length;
  return others * piece.number * 2 ** counters;
}

describe('removing a piece', () => {
  const scoring = stateOf(positionWhere(isIn('scoring')));
  const own = scoring.view.pieces.filter(({ seat }) => seat === scoring.view.turn);

  it('[I9] is a press on an own piece', () => {
    const removable = own.find(
      ({ id }) => board.scene(scoring).targets.find((target) => target.id === `piece${id}`)?.enabled,
    );
    const { move: removal } = board.press(scoring, `piece${removable?.id}`);
    expect(scoring.choices).toContain(removal);
    const other = scoring.view.pieces.find(({ seat }) => seat !== scoring.view.turn);
    expect(board.press(scoring, `piece${other?.id}`).move).toBeUndefined();
  });

  it('[I12] is worth what the note says, and the pieces that count are lit', () => {
    for (const piece of scoring.view.pieces) {
      const state = { ...scoring, pointed: `piece${piece.id}` };
      const [preview = ''] = notesOf(board, state);
      expect(preview).toMatch(new RegExp(`= ${worthOf(state, piece)} points?`));
      const { solids, marks } = board.scene(state);
      const lit = solids.filter(({ id, look }) => id.startsWith('piece') && look === 'lit').length;
      expect(preview.startsWith(`${lit} other piece`)).toBe(true);
      expect(solids.find(({ id }) => id === state.pointed)?.look).toBe('chosen');
      expect(marks.map(({ id }) => id)).toContain('line');
    }
  });

  it('[I10] is refused with the reason for a piece shorter than one removed before', () => {
    const isShort = ({ view, choices }: IsaacState) =>
      view.phase === 'scoring' &&
      view.pieces.some((piece) => piece.seat === view.turn && piece.length < (view.longestRemoved[view.turn] ?? 0)) &&
      choices.length > 0;
    const state = stateOf(positionWhere(isShort));
    const longest = state.view.longestRemoved[state.view.turn] ?? 0;
    const short = state.view.pieces.find(({ seat, length, slot }) => {
      const isFree = !state.view.counters.some(({ cell }) => cell !== null && slotOf(slot).cells.includes(cell));
      return seat === state.view.turn && length < longest && isFree;
    });
    const pointed = `piece${short?.id}`;
    expect(board.notes({ ...state, pointed }).at(-1)).toMatchObject({ kind: 'reason' });
    expect(notesOf(board, { ...state, pointed }).at(-1)).toContain(String(longest));
    expect(board.press({ ...state, pointed }, pointed).move).toBeUndefined();
  });

  it('[I11] is refused for a piece under a counter', () => {
    const under = ({ view, choices }: IsaacState): PieceView | undefined =>
      view.phase !== 'scoring' || choices.length === 0
        ? undefined
        : view.pieces.find(
            ({ seat, slot }) =>
              seat === view.turn &&
              view.counters.some(({ cell }) => cell !== null && slotOf(slot).cells.includes(cell)),
          );
    const state = stateOf(positionWhere((each) => under(each) !== undefined));
    const pointed = `piece${under(state)?.id}`;
    expect(notesOf(board, { ...state, pointed }).at(-1)).toBe('A counter stands on this piece: it stays.');
    expect(board.press(state, pointed).move).toBeUndefined();
    // Nothing at the bar looks like points.
    const { sum, chips, solids, marks } = board.scene({ ...state, pointed });
    expect(sum).toMatchObject({ parts: [], refused: 'A counter stands on this piece: it stays.' });
    expect(chips).toEqual([]);
    expect(solids.filter(({ look }) => look !== undefined)).toEqual([]);
    expect(marks.filter(({ role }) => role === 'count')).toEqual([]);
    const enemy = state.view.pieces.find(
      ({ seat, slot }) =>
        seat !== state.view.turn &&
        state.view.counters.some(({ cell }) => cell !== null && slotOf(slot).cells.includes(cell)),
    );
    if (enemy !== undefined)
      expect(notesOf(board, { ...state, pointed: `piece${enemy.id}` })).toEqual([
        'A counter stands on this piece: it stays.',
      ]);
  });

  it('[I13] shows where the counter would stand, if the points must be used exactly', () => {
    const exact = stateOf(
      positionWhere((state) => {
        const pieces = state.view.pieces.filter(({ seat }) => seat === state.view.turn);
        return state.view.phase === 'scoring' && pieces.some((piece) => worthOf(state, piece) > 0);
      }, EXACT),
    );
    const ghosts = exact.view.pieces.map(({ id }) =>
      board.scene({ ...exact, pointed: `piece${id}` }).solids.find((solid) => solid.id === 'ghost-counter'),
    );
    expect(ghosts.some((ghost) => ghost?.look === 'ghost')).toBe(true);
    expect(board.scene({ ...scoring, pointed: `piece${own[0]?.id}` }).solids.map(({ id }) => id)).not.toContain(
      'ghost-counter',
    );
  });

  it('[I9] explains the second touch', () => {
    const pointed = board.scene(scoring).targets.find(({ enabled }) => enabled)?.id ?? null;
    expect(notesOf(board, { ...scoring, pointed, touch: true }).at(-1)).toBe('Tap again to remove it.');
    expect(notesOf(board, { ...scoring, pointed }).join()).not.toContain('Tap');
  });
});

describe('advancing a counter', () => {
  const state = stateOf(positionWhere(isIn('advancing')));
  const { view, choices } = state;

  it('[I13] offers a cell for each legal number of points', () => {
    const { targets, marks } = board.scene(state);
    expect(targets.map(({ id }) => board.press(state, id).move)).toEqual([...choices]);
    expect(marks.filter(({ role }) => role === 'move')).toHaveLength(choices.length);
    const [first] = targets;
    const score = view.counters[view.turn]?.score ?? 0;
    const cell = view.turn === 0 ? score : 99 - score;
    expect(first).toMatchObject(cellCentre(cell, 0));
  });

  it('has buttons for the smallest and the greatest advance', () => {
    const labels = trayItems(board, state).filter(({ id }) => id.startsWith('advance'));
    expect(labels.map(({ label }) => label)).toEqual([...new Set(['+0', `+${view.pending}`])]);
    expect(labels.map(({ id }) => board.pick(state, id).move)).toEqual([...new Set([choices[0], choices.at(-1)])]);
  });

  it('[I13] explains the second touch', () => {
    const pointed = board.scene(state).targets[0]?.id ?? null;
    expect(notesOf(board, { ...state, pointed, touch: true }).at(-1)).toBe('Tap again to move there.');
    expect(notesOf(board, { ...state, pointed }).join()).not.toContain('Tap');
  });

  it('[I8] keeps both counters visible on the same cell', () => {
    const counters = board.scene(state).solids.filter(({ id }) => /^counter\d$/.test(id));
    expect(counters).toHaveLength(2);
    const together = {
      ...state,
      view: { ...view, counters: view.counters.map((counter) => ({ ...counter, cell: 50 })) },
    };
    const [dark, light] = board.scene(together).solids.filter(({ id }) => /^counter\d$/.test(id));
    expect(dark?.rail?.step).toBe(view.counters[0]?.score);
    expect((light?.x ?? 0) - (dark?.x ?? 0)).not.toBe((counters[1]?.x ?? 0) - (counters[0]?.x ?? 0));
  });

  it('announces the points', () => {
    const next = isaac.start({ options: UP_TO, players: 2, deal: null });
    const before = isaac.view(next, 'spectator');
    const after = {
      ...before,
      counters: before.counters.map((counter, seat) => (seat === 0 ? { ...counter, score: 7 } : counter)),
    };
    expect(board.announceEffects?.(before, after, people).join()).toMatch(/Dark .*7/);
  });

  it('[I16] gives the unplayed lengths that break a tie', () => {
    expect(board.endInputs?.({ ...view, unplayed: [4, 9] })).toEqual({ more: 9, less: 4 });
  });
});

describe('what a piece in hand would be worth', () => {
  const state = stateOf(play(['20-24', '05-25', '26-29', '31-35']), { held: holding(5), pointed: '62' });

  it('[I12] is said and shown: the line, the pieces that count, and the points at the piece', () => {
    const alone = { ...state, pointed: '82' };
    expect(notesOf(board, alone)[1]).toBe('No other piece on its line: it would score nothing yet.');
    expect(board.scene(alone).chips).toEqual([]);
    const counted = { ...state, pointed: '12' };
    expect(notesOf(board, counted)).toEqual([
      'Press to place it on 10-14.',
      'Worth now: 1 other piece on its line × 3 = 3 points.',
    ]);
    const { marks, solids, chips } = board.scene(counted);
    expect(marks.filter(({ id }) => id === 'line')).toHaveLength(1);
    expect(solids.filter(({ look }) => look === 'lit')).toHaveLength(1);
    expect(chips?.map(({ text }) => text)).toEqual(['+3']);
  });

  it('[I8] shows a counter that would double it where it will begin', () => {
    const solids = board.scene({ ...state, pointed: '02' }).solids.filter(({ shape }) => shape === 'counter');
    expect(solids.map(({ id, x, y, look }) => ({ id, x, y, look }))).toEqual([
      { id: 'counter0', ...cellCentre(0, 0), look: 'lit' },
    ]);
    expect(board.scene(state).solids.filter(({ shape }) => shape === 'counter')).toEqual([]);
  });

  it('is not said where the piece cannot lie', () => {
    const { chips, marks } = board.scene({ ...state, pointed: '22' });
    expect([chips, marks.filter(({ id }) => id === 'line')]).toEqual([[], []]);
  });
});

describe('what has been removed', () => {
  const position = play(['20-24', '05-25', '26-29', '31-35']);
  const view = isaac.view(position, 0);
  const removal = REMOVAL + (view.pieces[0]?.slot ?? 0);
  const scoring = { ...stateOf(position), view: { ...view, phase: 'scoring' as const } };
  const turns = [
    { seat: 0, moves: [0], gain: 0 },
    { seat: 0, moves: [removal], gain: 12 },
  ];

  it('lies in the rack of its player with its points, only where there is room', () => {
    const groups = board.tray({ ...scoring, turns }).filter(({ isExtra }) => isExtra === true);
    expect(groups.map(({ seat, plain, items }) => ({ seat, plain, labels: items.map(({ label }) => label) }))).toEqual([
      { seat: 0, plain: true, labels: ['+12'] },
    ]);
    expect(board.tray(scoring).some(({ isExtra }) => isExtra === true)).toBe(false);
  });
});

describe('the sum of a piece under the pointer', () => {
  const position = play(['20-24', '05-25', '26-29', '31-35']);
  const view = isaac.view(position, 0);
  const pointed = view.pieces.find(({ from }) => from === 20);
  const state = {
    ...stateOf(position),
    view: { ...view, phase: 'scoring' as const },
    choices: [],
    pointed: `piece${pointed?.id}`,
  };

  it('[I12] has the factors and the result with a word each, and counts the pieces on the line', () => {
    const { sum, chips = [] } = board.scene(state);
    const figures = sum?.parts.map(({ figure }) => figure) ?? [];
    expect(figures.slice(0, -1).reduce((product, figure) => product * figure, 1)).toBe(figures.at(-1));
    expect(sum?.parts.every(({ word }) => word !== '')).toBe(true);
    expect(chips.map(({ text }) => text)).toEqual(['1', '2', `+${figures.at(-1)}`].slice(-1 - (figures[0] ?? 0)));
    expect(board.scene({ ...state, pointed: null }).sum).toBeUndefined();
  });
});
