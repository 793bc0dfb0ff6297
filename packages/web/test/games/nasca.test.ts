import { SeededRng } from '@tablier/core';
import { connected, nasca, type NascaPosition, parsePlacement } from '@tablier/games/nasca';
import { describe, expect, it } from 'vitest';
import '../english.ts';
import { lineBox, pieceSolids } from '../../src/games/nasca/geometry.ts';
import {
  type Held,
  keepHeld as keepInHand,
  NOTHING_HELD,
  placementOver,
  placerOf,
} from '../../src/games/nasca/placing.ts';
import { fittedBar } from '../../src/board/bars.ts';
import { board as nascaBoard, type NascaState } from '../../src/games/nasca/board.ts';
import { changed, changesOf, landscapeBoard, landscapeState } from '../../src/games/nasca/landscapes.ts';
import { People } from '../../src/lib/people.ts';

const people = new People(nasca);

const cell = (text: string): number => text.charCodeAt(0) - 97 + 11 * (Number(text.slice(1)) - 1);
const custom = (neutrals: readonly string[]) => ({
  options: { landscape: 'custom', rounds: 2, corners: 'closed', neutralWalls: 'no' },
  players: 2,
  deal: { neutrals },
});

function play(neutrals: readonly string[], moves: readonly string[]): NascaPosition {
  const position = nasca.start(custom(neutrals));
  for (const move of moves) position.play(parsePlacement(move) as number);
  return position;
}

function stateOf(position: NascaPosition, state: Partial<NascaState> = {}): NascaState {
  const view = nasca.view(position, 'spectator');
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
  return { view, choices: nasca.choices(view), viewer: view.turn, ...rest, ...state };
}

describe('a landscape under a touch', () => {
  it('says that a second one removes a piece', () => {
    const { view, choices } = landscapeState(custom(['c1']));
    const state = { ...stateOf(play(['c1'], [])), view, choices, held: { length: null, across: true } };
    const said = (touch: boolean) => landscapeBoard.notes({ ...state, touch, pointed: `cell${cell('c1')}` })[0]?.text;
    expect(said(false)).toBe('Press to take away the piece on c1.');
    expect(said(true)).toBe('Tap again to take away the piece on c1.');
  });
});

describe('positions', () => {
  it('a piece lies with its middle over the cell under the pointer, moved back from the edge, from either side', () => {
    const over = (length: number, across: boolean, at: string, bottom: 0 | 1) =>
      nasca.formatMove(placementOver({ length, across }, length, cell(at), bottom));
    expect(over(5, true, 'f5', 0)).toBe('d5-h5');
    expect(over(4, true, 'a1', 0)).toBe('a1-d1');
    expect(over(5, false, 'k10', 0)).toBe('k6-k10');
    expect(over(4, true, 'f5', 0)).toBe('e5-h5');
    expect(over(4, true, 'f5', 1)).toBe('d5-g5');
    expect(over(2, false, 'a1', 1)).toBe('a1-a2');
  });

  it('the air under a bridge is given from left to right and from top to bottom of the picture', () => {
    const { pieces } = nasca.view(play(['a1', 'a4', 'b3-d3'], ['a1-a4']), 'spectator');
    const air = (bottom: 0 | 1, lying = pieces) => pieceSolids({ pieces: lying }, bottom).at(-1)?.air;
    expect(air(0)).toEqual([0, 1, 1, 0]);
    const step = nasca.view(play(['c1', 'a1-a3'], ['k1-k2', 'k4-k5', 'a3-d3', 'k7-k8']), 'spectator').pieces;
    const bridge = { ...(step[0] as (typeof step)[number]), id: 'over', level: 2, cells: [0, 11, 22, 33] };
    expect(air(0, [...step.slice(0, 2), bridge])).toEqual([1, 0, 0, 0]);
    expect(air(1, [...step.slice(0, 2), bridge])).toEqual([0, 0, 0, 1]);
    expect(lineBox([cell('a1'), cell('a2')], 0)).toEqual({ x: 1.25, y: 9.75, width: 1, depth: 2 });
  });
});

const keepHeld = (held: Held, seen: Pick<NascaState, 'view' | 'viewer' | 'choices'>): Held =>
  keepInHand({ ...stateOf(play([], [])), ...seen, held });

describe('the piece in hand', () => {
  it('can be turned on the board, also where it does not fit', () => {
    const state = { ...stateOf(play(['f5'], [])), held: { ...NOTHING_HELD, length: 4 } };
    expect(nascaBoard.scene(state).turns).toBeUndefined();
    for (const at of ['f6', 'f5']) {
      const flat = { ...state, pointed: `cell${cell(at)}` };
      expect(nascaBoard.scene(flat).turns).toMatchObject({ width: 4, depth: 1 });
      const upright = { ...flat, held: nascaBoard.turn?.(flat) ?? flat.held };
      expect(nascaBoard.scene(upright).turns).toMatchObject({ width: 1, depth: 4 });
    }
  });

  const position = play(['e1-e2'], ['k1-k2', 'g1-g2']);
  const held = { ...NOTHING_HELD, length: 3 };

  it('marks its supports, and says why it is illegal', () => {
    const state = stateOf(position, { held, pointed: `cell${cell('f1')}` });
    const marks = nascaBoard.scene(state).marks.filter(({ id }) => id.startsWith('on'));
    expect(marks.map(({ id }) => id).sort()).toEqual(['on1-2-1', 'onneutral-2-1']);
    expect(nascaBoard.notes(state)[0]).toEqual({
      kind: 'reason',
      text: 'Not on e1-g1: a bridge must rest on at least one piece of yours; here it rests on an enemy piece and a neutral piece.',
    });
    expect(nascaBoard.scene(state).solids.some(({ id }) => id === 'ghost')).toBe(false);
  });

  it('shows where it would lie; a press there is the move, elsewhere it is none', () => {
    const pointed = `cell${cell('f5')}`;
    const state = stateOf(position, { held, pointed });
    expect(nascaBoard.scene(state).solids.find(({ id }) => id === 'ghost')).toMatchObject({ look: 'ghost', level: 0 });
    expect(nascaBoard.press(state, pointed).move).toBe(parsePlacement('e5-g5'));
    expect(nascaBoard.press(state, `cell${cell('f1')}`).move).toBeUndefined();
    expect(nascaBoard.press({ ...state, choices: [] }, pointed).move).toBeUndefined();
  });

  it('is with an empty hand the shortest that fits where the board is pressed, turned only if it must be', () => {
    const taken = (state: NascaState, at: string) => nascaBoard.takeUp?.(state, `cell${cell(at)}`);
    const empty = stateOf(position, { held: { ...NOTHING_HELD, seen: 1 } });
    expect(taken(empty, 'f5')).toEqual({ length: 2, across: true, seen: 1, past: null });
    expect(taken(empty, 'e2')).toBeNull();
    expect(taken(empty, 'e3')).toMatchObject({ length: 2, across: true });
    expect(taken(empty, 'f1')).toMatchObject({ length: 2, across: false });
    expect(taken(stateOf(position, { held }), 'f5')).toBeNull();
    expect(taken(stateOf(position, { held: { ...NOTHING_HELD, past: 0 } }), 'f5')).toBeNull();
    const refused = { ...empty, pointed: `cell${cell('e2')}` };
    expect(nascaBoard.notes(refused)[0]?.kind).toBe('hint');
    expect(nascaBoard.notes({ ...refused, tried: true })[0]).toEqual({
      kind: 'reason',
      text: 'None of your pieces fits here.',
    });
  });

  it('enables exactly the legal moves', () => {
    const state = stateOf(position, { held });
    for (const { id, enabled } of nascaBoard.scene(state).targets) {
      expect(nascaBoard.press(state, id).move !== undefined, id).toBe(enabled);
    }
  });
});

describe('the piece in hand', () => {
  const choices = (...texts: string[]): number[] => texts.map((text) => parsePlacement(text) as number);
  const four = { length: 4, across: true };

  it('is turned if it only fits that way, and put back if it fits nowhere', () => {
    const fitted = (...texts: string[]) => fittedBar(placerOf(stateOf(play([], [])), 0, choices(...texts)), four);
    expect(fitted('a1-d1', 'a1-a4')).toEqual(four);
    expect(fitted('a1-a4', 'a1-c1')).toEqual({ length: 4, across: false });
    expect(fitted('a1-c1')).toEqual({ length: null, across: true });
    const { view } = stateOf(play([], []));
    const held = { ...NOTHING_HELD, ...four };
    expect(keepHeld(held, { view, viewer: 0, choices: choices('a1-a4') }).across).toBe(false);
    expect(keepHeld(held, { view, viewer: 0, choices: [] })).toMatchObject(four);
  });
});

describe('the change of round', () => {
  const rng = new SeededRng('rounds');
  const position = nasca.start(custom(['a1']));
  const before = nasca.view(position, 'spectator');
  while (position.round === 0) position.play(position.randomMove(rng));
  const view = nasca.view(position, 'spectator');

  const [dark = 0, light = 0] = view.finished[0] ?? [];
  const behind = `${dark < light ? 'Dark' : 'Light'} needs ${Math.abs(dark - light) + 1} more.`;

  it('keeps the rack in its place, with one button, while the finished round is shown', () => {
    const own = { viewer: 0, choices: nasca.choices(view) };
    const groups = nascaBoard.tray(stateOf(position, { ...own, held: { ...NOTHING_HELD, past: 0 } }));
    expect(groups.map(({ id }) => id)).toEqual([
      ...nascaBoard
        .tray(stateOf(position, own))
        .map(({ id }) => id)
        .slice(0, 2),
      'next-round',
    ]);
    expect(
      groups
        .flatMap(({ items }) => items)
        .filter(({ enabled }) => enabled)
        .map(({ label }) => label),
    ).toEqual(['Go to round 2']);
  });

  it('begins a part of the list of moves with its first move, counted from 1 again', () => {
    const first = (view.earlier[0]?.pieces.length ?? 0) - 1 + 1;
    const chapters = [first - 1, first, first + 1].map((ply) =>
      nascaBoard.chapter?.({ ply, texts: [], before: [] }, view),
    );
    expect(chapters).toEqual([null, { title: 'Round 2', countsAnew: true }, null]);
  });

  it('shows the finished round with its ground until the user goes on', () => {
    const seen = keepHeld(NOTHING_HELD, { view: before, viewer: 0, choices: [] });
    const past = keepHeld(seen, { view, viewer: 0, choices: [] });
    expect([seen.past, past.past]).toEqual([null, 0]);
    const state = stateOf(position, { held: past });
    const areas = nascaBoard.scene(state).areas ?? [];
    const cells = areas.reduce((sum, area) => sum + area.cells.length, 0);
    expect(cells).toBe((view.finished[0] ?? []).reduce((sum, points) => sum + points, 0));
    expect(nascaBoard.scene(state).solids).toHaveLength(view.earlier[0]?.pieces.length ?? 0);
    expect(nascaBoard.press(state, 'cell60').move).toBeUndefined();
    const dropped = nascaBoard.putBack?.({ ...seen, length: 4 }) ?? NOTHING_HELD;
    expect(keepHeld(dropped, { view, viewer: 0, choices: [] }).past).toBe(0);
    const on = nascaBoard.pick(state, 'rounds').held;
    expect(on.past).toBeNull();
    expect(nascaBoard.pick({ ...state, held: on }, 'rounds').held.past).toBe(0);
  });

  it('says how the round ended once: above the board while it is new, next to it afterwards', () => {
    const held = { ...NOTHING_HELD, past: 0 };
    const fresh = nascaBoard.notes(stateOf(position, { held })).map(({ text }) => text);
    expect(nascaBoard.instead?.(stateOf(position, { held }))).toMatch(/^Round 1: Dark \d+, Light \d+\.$/);
    expect(fresh).toEqual([`${behind} Light begins round 2.`]);
    expect(nascaBoard.begins?.(view, people)).toMatchObject([expect.stringMatching(/^Round 2 of 2; after round 1: /)]);
    const roundNotes = (at: NascaPosition) =>
      nascaBoard.notes(stateOf(at)).filter(({ text }) => text.startsWith('Round 2 of 2'));
    expect(roundNotes(position)).toEqual([]);
    const later = position.clone();
    later.play(later.randomMove(rng));
    const looking = nascaBoard.notes(stateOf(later, { held })).map(({ text }) => text);
    expect(nascaBoard.begins?.(nasca.view(later, 'spectator'), people)).toEqual([]);
    expect(looking).toEqual([`${behind} Round 2 has begun.`]);
    expect(roundNotes(later)).toHaveLength(1);
    expect(nascaBoard.instead?.(stateOf(later))).toBeNull();
  });

  it('is not shown after opening a game in its second round, and ends for a spectator', () => {
    expect(keepHeld(NOTHING_HELD, { view, viewer: 0, choices: [] }).past).toBeNull();
    expect(keepHeld({ ...NOTHING_HELD, seen: 2, past: 0 }, { view, viewer: 'spectator', choices: [] }).past).toBeNull();
    expect(keepHeld({ ...NOTHING_HELD, seen: 2, past: 0 }, { view, viewer: 0, choices: [] }).past).toBe(0);
    expect(keepHeld({ ...NOTHING_HELD, seen: 2, past: 0 }, { view: before, viewer: 0, choices: [] }).past).toBeNull();
  });

  it('is shown in a review after the last move, from any other moment', () => {
    expect(keepHeld(NOTHING_HELD, { view, viewer: 'open', choices: [] }).past).toBe(0);
    expect(keepHeld({ ...NOTHING_HELD, seen: 2 }, { view, viewer: 'open', choices: [] }).past).toBe(0);
    expect(
      keepHeld({ ...NOTHING_HELD, seen: 2, past: 0 }, { view: before, viewer: 'open', choices: [] }).past,
    ).toBeNull();
  });

  it('is described in words', () => {
    const shown = stateOf(position, { held: { ...NOTHING_HELD, seen: 2, past: 0 } });
    const said = [nascaBoard.instead?.(shown), ...nascaBoard.notes(shown).map(({ text }) => text)];
    expect(said.map((line) => line?.replaceAll('\u00a0', ' '))).toEqual([
      `Round 1: Dark ${dark}, Light ${light}.`,
      `${behind} Light begins round 2.`,
    ]);
  });
});

describe('the landscape editor', () => {
  it('offers exactly what the rules accept', () => {
    const setup = custom(['a1', 'c1', 'a1-c1']);
    const offered = changesOf(setup, setup.deal.neutrals).map((change) =>
      changed(setup.deal.neutrals, change).join(' '),
    );
    // The bridge can be removed; its supports cannot.
    expect(offered).toContain('a1 c1');
    expect(offered).not.toContain('c1 a1-c1');
    // A piece may lie on the bridge, none lengthwise on it or half on the board.
    expect(offered).toContain('a1 c1 a1-c1 b1');
    expect(offered).toContain('a1 c1 a1-c1 j9-k9');
    expect(offered.some((text) => /(a1-b1|b1-c1|b1-b2)$/.test(text))).toBe(false);
  });

  it('says why a piece cannot be removed', () => {
    const { view, choices } = landscapeState(custom(['a1-a2', 'c1', 'a1-c1']));
    const rest = {
      viewer: 'spectator',
      bottom: 0,
      lastMoves: [],
      peeks: [],
      toggled: new Set<string>(),
      undoable: false,
      shared: false,
      touch: false,
      tried: false,
      people,
    } as const;
    const at = (text: string) => ({
      view,
      choices,
      held: landscapeBoard.nothing,
      pointed: `cell${cell(text)}`,
      ...rest,
    });
    expect(landscapeBoard.notes(at('a2'))).toEqual([
      { kind: 'reason', text: 'The piece on a1-a2 stays: another rests on it.' },
    ]);
    expect(landscapeBoard.press(at('a2'), `cell${cell('a2')}`).move).toBeUndefined();
    const { move = -1 } = landscapeBoard.press(at('b1'), `cell${cell('b1')}`);
    expect(changed(['a1-a2', 'c1', 'a1-c1'], move)).toEqual(['a1-a2', 'c1']);
  });
});

describe('the enclosed ground', () => {
  // Dark closes the corner of a1 and b1 with its second piece.
  const position = play([], ['a2-c2', 'j9-k9']);
  const at = (pointed: string | null, given: Partial<NascaState> = {}) =>
    stateOf(position, {
      held: { ...NOTHING_HELD, length: 2, across: false },
      pointed: pointed === null ? null : `cell${cell(pointed)}`,
      toggled: new Set(['ground']),
      people: new People(nasca, { own: null, called: ['Ada', 'Ben'] }),
      ...given,
    });
  const notes = (state: NascaState) => nascaBoard.notes(state).map(({ text }) => text.replaceAll('\u00a0', ' '));

  it('[N14] a placement shows what it would add, and says what the points would be', () => {
    const after = play([], ['a2-c2', 'j9-k9', 'd1-d2']);
    const { areas = [], chips = [] } = nascaBoard.scene(at('d1'));
    expect(areas.map(({ role, cells, text }) => [role, cells.length, text])).toEqual([['gain', 3, undefined]]);
    expect(chips.map(({ text }) => text)).toEqual(['+3']);
    expect(notes(at('d1'))).toContain('Enclosed: Ada 0 → 3 (+3), Ben 0.');
    const placed = stateOf(after, { toggled: new Set(['ground']) });
    expect(nascaBoard.scene(placed).areas?.map(({ role, text }) => [role, text])).toEqual([['seat0', '3']]);
  });

  it('has its number where no dot is, also while a piece fits there', () => {
    const after = play([], ['a2-c2', 'j9-k9', 'd1-d2']);
    const held = { ...NOTHING_HELD, length: 2, across: true };
    const { areas = [], marks = [] } = nascaBoard.scene(stateOf(after, { held, toggled: new Set(['ground']) }));
    const [a1, b1] = (areas[0]?.cells ?? []).toSorted((one, other) => one.x - other.x);
    const dots = marks.filter(({ kind }) => kind === 'dot').map(({ x, y }) => ({ x, y }));
    expect(dots).toContainEqual(a1);
    expect(dots).not.toContainEqual(b1);
  });

  it('a placement that changes nothing shows nothing new', () => {
    const { areas, chips } = nascaBoard.scene(at('f5'));
    expect([areas, chips]).toEqual([[], []]);
    expect(notes(at('f5'))).toContain('Enclosed: Ada 0, Ben 0.');
    expect(notes(at(null)).join()).not.toContain('Enclosed');
  });

  it('is neither shown nor previewed when it is switched off', () => {
    const { areas, chips } = nascaBoard.scene(at('d1', { toggled: new Set() }));
    expect([areas, chips]).toEqual([[], []]);
    expect(notes(at('d1', { toggled: new Set() })).join()).not.toContain('Enclosed');
  });

  it('a small screen says the change before the second touch', () => {
    const kinds = nascaBoard.notes(at('d1', { touch: true })).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['preview', 'preview']);
  });

  it('is divided where cells touch at corners only, and not at the ends of rows', () => {
    const parts = (...names: string[]) => connected(names.map(cell)).map(({ length }) => length);
    expect(parts('a1', 'b1', 'b2', 'c3')).toEqual([3, 1]);
    expect(parts('k1', 'a2')).toEqual([1, 1]);
    expect(parts('a1', 'c1', 'b2', 'b1')).toEqual([4]);
  });
});

describe('the signs behind the moves', () => {
  it('are the heights of the bridges of both rounds, by ply', () => {
    const rng = new SeededRng('signs');
    const position = nasca.start(custom(['d6', 'e6-g6']));
    const heights: number[] = [];
    while (position.turn !== -1) {
      const move = position.randomMove(rng);
      const { seat, round } = { seat: position.turn, round: nasca.view(position, 'spectator').round };
      position.play(move);
      const view = nasca.view(position, 'spectator');
      const pieces = view.round === round ? view.pieces : (view.earlier[round - 1]?.pieces ?? []);
      const placed = pieces.findLast(({ owner, at }) => owner === seat && parsePlacement(at) === move);
      heights.push(placed?.level ?? 0);
    }
    const signs = nascaBoard.signs?.(nasca.view(position, 'spectator')) ?? [];
    expect(signs.map((sign) => Number(sign?.sign.slice(1) ?? 1))).toEqual(heights);
    expect(Math.max(...heights)).toBeGreaterThan(1);
    expect(signs.find((sign) => sign?.sign === '▲2')?.name).toBe('height 2');
  });
});
