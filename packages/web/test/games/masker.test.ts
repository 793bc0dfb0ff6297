import { SeededRng, type Setup } from '@tablier/core';
import { formatCell, isCapture, masker, type MaskerPosition, type MaskerView, STOP } from '@tablier/games/masker';
import { describe, expect, it } from 'vitest';
import '../english.ts';
import { board as maskerBoard } from '../../src/games/masker/board.ts';
import { type MaskerState, NOTHING_HELD } from '../../src/games/masker/held.ts';
import { People } from '../../src/lib/people.ts';

const people = new People(masker);

const FLAT = 'RYGBPW/NYGBPW/RYGBPW/RYGBPW/RYGBPW/RYGBPR';

const setupOf = (players: number, board: 'flat' | 'tower', grid: string, tokens: string): Setup => ({
  options: { touch: 'side', board },
  players,
  deal: { grid, tokens },
});
const flat = (tokens = 'RYG'): MaskerPosition => masker.start(setupOf(3, 'flat', FLAT, tokens));

function stateOf(view: MaskerView, state: Partial<MaskerState> = {}): MaskerState {
  return {
    view,
    choices: view.seat === view.turn ? masker.choices(view) : [],
    viewer: view.seat ?? 'spectator',
    bottom: 0,
    held: NOTHING_HELD,
    pointed: null,
    lastMoves: [],
    peeks: [],
    toggled: new Set(),
    undoable: false,
    shared: false,
    touch: false,
    tried: false,
    people,
    ...state,
  };
}

const toMove = (position: MaskerPosition): MaskerView => masker.view(position, position.turn);
const moveOf = (text: string): number => masker.parseMove(text) ?? -1;
function play(position: MaskerPosition, texts: string): MaskerPosition {
  for (const text of texts.split(' ')) position.play(moveOf(text));
  return position;
}
const solidOf = (state: MaskerState, id: string) => maskerBoard.scene(state).solids.find((solid) => solid.id === id);
const textsOf = (state: MaskerState): string =>
  maskerBoard
    .notes(state)
    .map(({ text }) => text)
    .join(' ');
const itemOf = (state: MaskerState, id: string) =>
  maskerBoard
    .tray(state)
    .flatMap(({ items }) => items)
    .find((item) => item.id === id);

/** A random position in which the choice of [M13] is pending. */
function giftPosition(): MaskerPosition {
  for (let seed = 0; ; seed++) {
    const rng = new SeededRng(`gift ${seed}`);
    const position = masker.start(setupOf(3, 'flat', FLAT, 'RYG'));
    while (position.turn >= 0 && position.gift === null) position.play(position.randomMove(rng));
    if (position.turn >= 0) return position;
  }
}

/** The last crosses of a colour are captured: one blue cross is left, and it touches. */
function lastOfBlue(tokens?: string): MaskerPosition {
  const start = masker.view(flat(tokens), 0);
  const keep = ['a5', 'a6', 'b5', 'c5', 'd6'];
  const board = start.board.map(({ cell, crosses }) => ({ cell, crosses: keep.includes(cell) ? crosses : '' }));
  const blueNear = board.map((stack) => (stack.cell === 'b5' ? { ...stack, crosses: 'B' } : stack));
  const only = blueNear.map((stack) => (stack.cell === 'd6' ? { ...stack, crosses: 'Y' } : stack));
  return masker.secrets.sample(
    { ...start, board: only, inPlay: { R: 1, Y: 1, G: 1, B: 1, P: 0, W: 0 } },
    new SeededRng('last of blue'),
  );
}

describe('the board of Masker', () => {
  it.each(['flat', 'tower'] as const)(
    '%s: offers every capture that may be made and no other, through a game',
    (board) => {
      const rng = new SeededRng(`offers ${board}`);
      const options = { touch: 'side', board } as const;
      const position = masker.start({ options, players: 3, deal: masker.deals.draw(options, 3, rng) });
      while (position.turn >= 0) {
        const state = stateOf(toMove(position));
        const enabled = maskerBoard
          .scene(state)
          .targets.filter((target) => target.enabled)
          .map(({ id }) => id);
        expect(enabled.sort()).toEqual(state.choices.filter(isCapture).map(formatCell).sort());
        expect(itemOf(state, 'stop')?.enabled ?? false).toBe(state.choices.includes(moveOf('.')));
        const ids = maskerBoard.scene(state).solids.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        position.play(position.randomMove(rng));
      }
    },
  );

  it('keeps the id of a captured cross on its way to the ledge', () => {
    const position = flat();
    const before = solidOf(stateOf(toMove(position)), 'b5-0');
    const after = solidOf(stateOf(toMove(play(position, 'b5'))), 'b5-0');
    expect([before?.marking, after?.marking]).toEqual(['Y', 'Y']);
    expect(after?.y).toBeGreaterThan(before?.y ?? 0);
  });

  it('[M18] keeps the ids of two crosses captured from one stack of the tower', () => {
    const options = { touch: 'side', board: 'tower' } as const;
    const deal = masker.deals.draw(options, 2, new SeededRng('tower'));
    const position = masker.start({ options, players: 2, deal });
    const view = masker.view(position, 0);
    const stacks = view.board.map((stack) => (stack.cell === 'a3' ? { cell: 'a3', crosses: 'RRWN' } : stack));
    const changed = masker.secrets.sample({ ...view, board: stacks, free: 'white' }, new SeededRng(1));
    play(changed, 'a3 a3');
    const state = stateOf(toMove(changed));
    expect([solidOf(state, 'a3-2')?.marking, solidOf(state, 'a3-1')?.marking]).toEqual(['W', 'R']);
  });

  it('[M16] draws every cross of the tower, its front below the one above, and hides no foot of a stack', () => {
    const options = { touch: 'side', board: 'tower' } as const;
    const deal = masker.deals.draw(options, 2, new SeededRng('tower'));
    const state = stateOf(masker.view(masker.start({ options, players: 2, deal }), 0));
    const { solids } = maskerBoard.scene(state);
    const isTop = (id: string): boolean => id === 'N' || id.endsWith('-3');
    const crosses = solids.filter(({ look }) => look !== 'hollow');
    expect(crosses.map(({ covered = false }) => covered)).toEqual(crosses.map(({ id }) => !isTop(id)));
    const stackOf = (cell: string) =>
      [0, 1, 2, 3].map((level) => solidOf(state, `${cell}-${level}`) ?? solidOf(state, 'N'));
    for (const column of ['a', 'b', 'c'])
      for (const row of [2, 3]) {
        const foot = stackOf(`${column}${row}`)[0];
        const front = stackOf(`${column}${row - 1}`)[3];
        const step = (foot?.y ?? 0) - (stackOf(`${column}${row}`)[1]?.y ?? 0);
        expect((front?.y ?? 0) - (front?.depth ?? 0) / 2).toBeGreaterThan(
          (foot?.y ?? 0) + (foot?.depth ?? 0) / 2 + step,
        );
        expect(front?.level).toBeGreaterThan(foot?.level ?? Infinity);
      }
  });

  it('[M11] shows what each player has captured, in its colours and in stacks of three', () => {
    const position = play(flat(), 'b5 c5 d5');
    const [card, other] = maskerBoard.cards?.(stateOf(toMove(position))) ?? [];
    expect(
      card?.pile.solids.filter(({ look }) => look !== 'hollow').map(({ tone, covered }) => [tone, covered]),
    ).toEqual([
      ['yellow', true],
      ['green', true],
      ['blue', undefined],
    ]);
    expect(card?.pile.solids.filter(({ look }) => look === 'hollow')).toHaveLength(3);
    expect([card?.count, card?.contents]).toEqual(['3 of 12', 'Captured: yellow, green, and blue']);
    expect(other?.pile.solids.map(({ look }) => look)).toEqual(['hollow', 'hollow', 'hollow', 'hollow']);
    expect(other?.contents).toBeNull();
    const [begun] = maskerBoard.cards?.(stateOf(toMove(play(flat(), 'b5 c5')))) ?? [];
    expect(begun?.pile.solids.slice(0, 2).map(({ covered }) => covered)).toEqual([true, undefined]);
  });

  it('[M3] always shows the colour to its owner, also while another player is to move', () => {
    const position = flat('BYG');
    const own = () => maskerBoard.tray(stateOf(masker.view(position, 0))).find(({ id }) => id === 'secret');
    expect(own()).toMatchObject({ plain: true, items: [{ name: 'Your secret colour: blue', label: 'blue' }] });
    play(position, 'b5 .');
    expect(position.turn).toBe(1);
    expect(own()?.items[0]?.label).toBe('blue');
    const watched = stateOf(masker.view(position, 'spectator'));
    expect(maskerBoard.tray(watched).some(({ id }) => id === 'secret')).toBe(false);
  });

  it('[M3] lets the owner cover it if several people share the device', () => {
    const position = flat('BYG');
    const state = stateOf(toMove(position), { shared: true });
    expect(itemOf(state, 'secret')?.name).toContain('blue');
    const { held } = maskerBoard.pick(state, 'secret');
    const covered = stateOf(toMove(play(position, 'b5')), {
      shared: true,
      held: maskerBoard.keep?.({ ...state, held }) ?? held,
    });
    const group = maskerBoard.tray(covered).filter(({ id }) => id === 'secret');
    expect(group[0]?.items[0]?.name).toBe('Show my secret colour');
    expect(JSON.stringify(group)).not.toMatch(/blue|"B"/);
    const shown = maskerBoard.pick(covered, 'secret').held;
    expect(itemOf({ ...covered, held: shown }, 'secret')?.name).toContain('blue');
  });

  it('says how many captures are left, and why any cross may be captured [M8] [M9] [M10]', () => {
    const position = play(flat(), 'b5');
    expect(itemOf(stateOf(toMove(position)), 'stop')?.name).toBe('Stop here, with 2 captures left unused');
    const white = play(flat(), 'b5 c5 d5 e5 f5 .');
    const view = toMove(white);
    expect(textsOf(stateOf(view))).toBe('Third may take any cross: a white one was taken.');
    // Whose right it is: a listener hears it during the turn of another, too.
    const toldTo = (own: number) => textsOf(stateOf(view, { people: new People(masker, { own, called: [] }) }));
    expect([toldTo(0), toldTo(view.turn)].map((text) => text.split(' may ')[0])).toEqual(['Third', 'You']);
  });

  it('captures the last cross of a colour only after a second press, because it cannot be undone', () => {
    const state = stateOf(masker.view(lastOfBlue(), 0));
    const once = maskerBoard.press(state, 'b5');
    expect(once.move).toBeUndefined();
    expect(textsOf({ ...state, held: once.held })).toContain('This is the last blue cross');
    expect(maskerBoard.press({ ...state, held: once.held }, 'b5').move).toBe(moveOf('b5'));
  });

  it('names what the button takes that confirms a touch, and which capture of the turn it is', () => {
    const position = flat();
    const labelAt = (pointed: string | null) =>
      maskerBoard.confirm?.(stateOf(toMove(position), { pointed, touch: true }));
    expect(labelAt(null)).toEqual({ label: 'Take', progress: '1 / 3' });
    expect(labelAt('b5')).toEqual({ label: 'Take yellow', progress: '1 / 3' });
    // It does not touch the plain cross.
    expect(labelAt('f1')).toEqual({ label: 'Take', progress: '1 / 3' });
    play(position, 'b5');
    expect(labelAt('c5')).toEqual({ label: 'Take green', progress: '2 / 3' });
    const waiting = stateOf(masker.view(position, 1), { touch: true });
    expect(maskerBoard.confirm?.(waiting)).toEqual({ label: 'Take' });
    expect(maskerBoard.confirm?.(stateOf(toMove(giftPosition()), { touch: true }))).toBeNull();
  });

  it('[M3] says to its owner alone that a cross is of their colour, and warns in red before the last one', () => {
    const position = lastOfBlue('BYG');
    const view = masker.view(position, 0);
    const own = view.seats[0]?.colour ?? '';
    expect(own).toBe('B');
    const state = stateOf(view, { pointed: 'b5' });
    const warning = 'This is your last cross. Taking it puts you out.';
    expect(maskerBoard.notes(state)).toEqual([{ kind: 'reason', text: warning }]);
    expect(maskerBoard.press(state, 'b5').move).toBeUndefined();
    const more = stateOf({ ...view, inPlay: { ...view.inPlay, B: 5 } }, { pointed: 'b5' });
    expect(textsOf(more)).toMatch(/^Your own colour: 4 of your crosses would be left\./);
    // No other seat, no spectator, and no one at a shared screen while it is covered.
    for (const viewer of [1, 2, 'spectator', 'open'] as const) {
      const seen = masker.view(position, viewer);
      const other = stateOf(seen, { pointed: 'b5', viewer, choices: state.choices });
      expect(textsOf(other), String(viewer)).not.toMatch(/your|own/i);
    }
    const covered = { ...state, shared: true, held: { ...NOTHING_HELD, covered: true } };
    expect(textsOf(covered)).not.toMatch(/your last|own/i);
  });

  it('says of the last cross of a kind that none is left, in words', () => {
    // First, because a small window leaves out what comes last.
    expect(textsOf(stateOf(toMove(lastOfBlue()), { pointed: 'b5' }))).toMatch(/^This is the last blue cross/);
    expect(textsOf(stateOf(toMove(flat()), { pointed: 'b5' }))).toContain(
      'b5: yellow cross; 5 more would stay in play.',
    );
  });

  it('asks a finger only about the cross that it points at', () => {
    const view = toMove(lastOfBlue());
    const held = { ...NOTHING_HELD, asked: 'b5' };
    const looksAt = (pointed: string, touch: boolean) =>
      ['a6', 'b5'].map((cell) => solidOf(stateOf(view, { held, pointed, touch }), `${cell}-0`)?.look);
    expect(looksAt('b5', true)).toEqual(['lit', 'chosen']);
    expect(textsOf(stateOf(view, { held, pointed: 'b5', touch: true }))).toContain('This is the last blue cross');
    expect(textsOf(stateOf(view, { held, pointed: 'a6', touch: true }))).not.toContain('blue');
    // A mouse that trembles has not answered.
    expect(textsOf(stateOf(view, { held, pointed: 'a6', touch: false }))).toContain('This is the last blue cross');
  });

  it('lifts what can be captured, and changes no other cross', () => {
    const state = stateOf(toMove(flat()));
    const capturable = new Set(state.choices.filter(isCapture).map(formatCell));
    const looks = maskerBoard.scene(state).solids.flatMap(({ id, look }) => {
      const [cell = '', level] = id.split('-');
      return level === undefined ? [] : [[look, capturable.has(cell) ? 'lit' : undefined]];
    });
    expect(new Set(looks.map(([, wanted]) => wanted)).size).toBe(2);
    for (const [look, wanted] of looks) expect(look).toBe(wanted);
  });

  it('marks the own crosses for their owner alone', () => {
    const position = flat();
    const marked = (state: MaskerState) =>
      maskerBoard.scene(state).solids.flatMap(({ own, marking }) => (own === undefined ? [] : [`${own} ${marking}`]));
    expect(new Set(marked(stateOf(masker.view(position, 0))))).toEqual(new Set(['marked R']));
    expect(new Set(marked(stateOf(masker.view(position, 1))))).toEqual(new Set(['marked Y']));
    expect(marked(stateOf(masker.view(position, 'spectator')))).toEqual([]);
    expect(marked(stateOf(masker.view(position, 'open'), { viewer: 'open' }))).toEqual([]);
    const covered = { ...NOTHING_HELD, covered: true };
    expect(marked(stateOf(masker.view(position, 0), { shared: true, held: covered }))).toEqual([]);
  });

  it('shakes the last own cross at the first press, which does nothing else', () => {
    const view = masker.view(lastOfBlue('BYG'), 0);
    const step = maskerBoard.press?.(stateOf(view), 'b5');
    expect(step?.move).toBeUndefined();
    const state = stateOf(view, { held: step?.held ?? NOTHING_HELD });
    expect(solidOf(state, 'b5-0')).toMatchObject({ own: 'shaken', look: 'chosen' });
    const warning = 'This is your last cross. Taking it puts you out.';
    // Said only after the press: a press that changes no word is not heard.
    expect(textsOf(stateOf(view, { pointed: 'b5' }))).toBe(warning);
    const asked = `${warning} Press again to take it.`;
    expect(textsOf(state)).toBe(asked);
    expect(maskerBoard.doubt?.(stateOf(view), masker.parseMove('b5') ?? -1)).toBe(asked);
  });

  it('has no rims where every cross can be captured, only round the one that is pointed at', () => {
    const view = toMove(flat());
    const every = view.board.flatMap(({ cell, crosses }) => (crosses === 'N' || crosses === '' ? [] : [cell]));
    const choices = Array.from({ length: STOP }, (_, move) => move).filter((move) => every.includes(formatCell(move)));
    const solids = (pointed: string | null) => maskerBoard.scene(stateOf(view, { choices, pointed })).solids;
    const looks = (pointed: string | null) => solids(pointed).flatMap(({ look }) => (look === undefined ? [] : [look]));
    expect(looks(null).filter((look) => look !== 'hollow')).toEqual([]);
    expect(looks(every[0] ?? null).filter((look) => look !== 'hollow')).toEqual(['chosen']);
  });

  it('leaves a covered colour covered when the rest is put back', () => {
    const held = { covered: true, sought: 'B', asked: 'b5' };
    expect(maskerBoard.putBack?.(held)).toEqual({ ...NOTHING_HELD, covered: true });
  });

  it('[M13] offers the legal choices in words', () => {
    const state = stateOf(toMove(giftPosition()));
    const gifts = maskerBoard.tray(state).find(({ id }) => id === 'gift')?.items ?? [];
    expect(gifts.map((item) => maskerBoard.pick(state, item.id).move)).toEqual([...state.choices]);
    expect(gifts.every(({ name }) => /^\d+ \+ \d+: \d+ from \w+, \d+ from \w+$/.test(name))).toBe(true);
    expect(textsOf(state)).toMatch(/^You put yourself out/);
  });

  it('reveals all colours at the end, also after a resignation [M3]', () => {
    const setup = setupOf(4, 'flat', FLAT, 'BG');
    const lines = maskerBoard.explain?.(masker.view(masker.start(setup), 'spectator'), setup, people) ?? [];
    expect(lines.map(({ text }) => text)).toEqual([
      'First and Third had blue. 6 crosses still in play.',
      'Second and Fourth had green. 6 crosses still in play.',
      'No one had red, yellow, or purple.',
    ]);
  });

  it('fits a long name on the ledge, and names the players in what they owe and receive', () => {
    const called = ['Maximiliane-Wilhelmina W', 'Ada', 'Hare'];
    const named = new People(masker, { own: null, called });
    const gift = giftPosition();
    const state = stateOf(toMove(gift), { people: named });
    const [ledge] = maskerBoard.scene(state).labels.filter(({ text }) => text.endsWith('took'));
    expect((ledge?.size ?? 1) * (ledge?.text.length ?? 0)).toBeLessThanOrEqual(5);
    expect(textsOf(state)).not.toMatch(/First|Second|Third/);
    expect(maskerBoard.cards?.(state).map(({ name }) => name)).toEqual(called);
  });

  it('announces captures, eliminations and given crosses in words', () => {
    const position = flat();
    const before = toMove(position);
    const after = toMove(play(position, 'b5'));
    const made = [masker.parseMove('b5') ?? -1];
    expect(maskerBoard.played?.(made, after, 'First')).toBe('First took yellow (b5).');
    const none = { ...after, inPlay: { ...after.inPlay, Y: 0 } };
    expect(maskerBoard.announceEffects?.(before, none, people)).toEqual(['No yellow cross is left.']);
    const out = { ...none, eliminations: [{ seats: [1], colour: 'Y', by: 0, turn: 0, given: [] } as const] };
    const exit = 'Second: Out of the game: First took the last yellow cross.';
    expect(maskerBoard.announceEffects?.(before, out, people)).toEqual([exit]);
    expect(maskerBoard.announceEffects?.(after, before, people)).toEqual([]);
    const own = new People(masker, { own: 0, called: ['You', 'Ada', 'Hare'] });
    expect(maskerBoard.played?.(made, after, 'You')).toBe('You took yellow (b5).');
    // In the own colour: after a typed move there was no preview. Said to its owner alone.
    const yellow = flat('YRG');
    const mine = toMove(yellow);
    const taken = toMove(play(yellow, 'b5'));
    const cost = 'Your own colour: you have 5 left.';
    expect(maskerBoard.announceEffects?.(mine, taken, own)).toEqual([cost]);
    expect(maskerBoard.announceEffects?.(mine, { ...taken, inPlay: { ...taken.inPlay, Y: 0 } }, own)).not.toContain(
      cost,
    );
    for (const viewer of [1, 'spectator'] as const) {
      const shown = masker.view(yellow, viewer);
      for (const whose of [own, people]) expect(maskerBoard.announceEffects?.(mine, shown, whose)).toEqual([]);
    }
    expect(maskerBoard.announceEffects?.(mine, taken, people)).toEqual([]);
    const gift = giftPosition();
    const chooser = toMove(gift);
    gift.play(masker.choices(chooser)[0] ?? -1);
    const given = maskerBoard.announceEffects?.(chooser, masker.view(gift, 'spectator'), people).join(' ');
    expect(given).toContain('Filled up with');
  });
});
