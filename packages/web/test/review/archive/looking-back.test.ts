import {
  hashText,
  makeRecord,
  makeSetup,
  replay,
  NOBODY,
  type Position,
  type Seat,
  SeededRng,
  type Setup,
} from '@tablier/core';
import { type ArcanorView, arcanor } from '@tablier/games/arcanor';
import { isaac } from '@tablier/games/isaac';
import { masker, type MaskerView } from '@tablier/games/masker';
import { type Command, createMatch, decide, evolve, type MatchState, recordOf } from '@tablier/match';
import { describe, expect, it } from 'vitest';
import '../../english.ts';
import { board as maskerBoard } from '../../../src/games/masker/board.ts';
import { NOTHING_HELD } from '../../../src/games/masker/held.ts';
import { hadSecrets, retrace } from '../../../src/review/past/retrace.ts';
import { People } from '../../../src/lib/people.ts';

const SEED = 20;

function setupOf(game: Parameters<typeof makeSetup>[0], players: number, options = {}): Setup {
  const deal = game.deals.draw({ ...game.presets['default'], ...options }, players, new SeededRng(SEED));
  const setup = makeSetup(game, { options, players, deal });
  if (!setup.ok) throw new Error(setup.error.detail);
  return setup.value;
}

/** The moves of a random game, in notation. */
function movesOf(game: Parameters<typeof makeSetup>[0], setup: Setup): readonly string[] {
  const position: Position = game.start(setup);
  const rng = new SeededRng(hashText(`${game.id} ${SEED}`));
  const moves: number[] = [];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup, moves).moves;
}

describe('a review of Masker', () => {
  const setup = setupOf(masker, 3, { touch: 'side', board: 'flat' });
  const moves = movesOf(masker, setup);
  const { tokens } = setup.deal as { readonly tokens: string };
  const looks = (viewer: Seat | 'open' | 'spectator'): readonly MaskerView[] =>
    retrace(masker, setup, { moves }, viewer).moments.map(({ view }) => view as MaskerView);
  const coloursOf = ({ seats }: MaskerView) => seats.map(({ colour }) => colour);
  /** The own colour while no seat is out; later, colours of seats that went out are public. */
  const isQuiet = (view: MaskerView) => view.outcome === null && view.eliminations.length === 0;

  it('[M3] shows a seat its own colour and no other, before a seat is out', () => {
    for (const seat of [0, 1, 2]) {
      const quiet = looks(seat).filter(isQuiet);
      expect(quiet.length).toBeGreaterThan(3);
      for (const view of quiet)
        expect(coloursOf(view)).toEqual(Array.from(tokens, (own, at) => (at === seat ? own : null)));
    }
  });

  it('[M12] shows spectators the announced colours, from the ply of the announcement on', () => {
    const views = looks('spectator');
    for (const view of views.filter(isQuiet)) expect(coloursOf(view)).toEqual([null, null, null]);
    const out = views.find((view) => view.outcome === null && view.eliminations.length > 0);
    if (out === undefined) throw new Error('no seat is put out before the end: take another seed');
    const known = out.eliminations.flatMap(({ seats }) => seats);
    expect(coloursOf(out)).toEqual(Array.from(tokens, (own, seat) => (known.includes(seat) ? own : null)));
  });

  it('shows all colours with everything visible, and to all viewers at the end', () => {
    for (const view of looks('open')) expect(coloursOf(view)).toEqual(Array.from(tokens));
    for (const viewer of [0, 1, 2, 'spectator'] as const)
      expect(coloursOf(looks(viewer).at(-1) as MaskerView)).toEqual(Array.from(tokens));
  });

  it('draws the visible colours next to the piles, which no spectator sees during the game', () => {
    const view = looks(1)[2] as MaskerView;
    const people = new People(masker);
    const table = { view, choices: [], bottom: 0, held: NOTHING_HELD, pointed: null, lastMoves: [], peeks: [], people };
    const cardsFor = (viewer: 'open' | 1) =>
      maskerBoard.cards?.({
        ...table,
        viewer,
        toggled: new Set(),
        undoable: false,
        shared: false,
        touch: false,
        tried: false,
      }) ?? [];
    expect(cardsFor('open').map(({ piece }) => piece?.marking)).toEqual([undefined, tokens[1], undefined]);
    expect(cardsFor('open')[1]?.lines.join()).toMatch(/^Colour: \w+$/);
    expect(cardsFor(1).map(({ piece }) => piece)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a review of Arcanor', () => {
  const setup = setupOf(arcanor, 2, { table: 'memory' });
  const moves = movesOf(arcanor, setup).slice(0, 40);
  const contentsAt = (viewer: Seat | 'open' | 'spectator') =>
    retrace(arcanor, setup, { moves }, viewer).moments.map(({ view }) =>
      (view as ArcanorView).cells.flatMap((cell) => (cell === null ? [] : [cell.contents])),
    );

  it('[A4] on a memory table hides at every ply what the table hid', () => {
    for (const viewer of [0, 1, 'spectator'] as const)
      expect(
        contentsAt(viewer)
          .flat()
          .every((contents) => contents === null),
      ).toBe(true);
    expect(
      contentsAt('open')
        .flat()
        .every((contents) => contents !== null),
    ).toBe(true);
  });
});

describe('[A10] the peeks of a match', () => {
  const setup = setupOf(arcanor, 2, { table: 'memory' });
  const decided = (state: MatchState, command: Command): MatchState => {
    const result = decide(state, command);
    if (!result.ok) throw new Error(result.error.name);
    return evolve(state, result.value);
  };
  const commands: readonly Command[] = [
    { kind: 'move', seat: 0, move: 'g1-g2' },
    { kind: 'peek', seat: 1, peek: 'a7' },
    { kind: 'move', seat: 1, move: 'b7-b6' },
    { kind: 'resign', seat: 0 },
  ];
  const over = commands.reduce(decided, createMatch(arcanor, setup, { takeBack: 'never' }));
  const record = recordOf(over);

  it('are in the valid record, and are shown to all viewers where they were made', () => {
    expect(replay((id) => (id === 'arcanor' ? arcanor : undefined), record).ok).toBe(true);
    for (const viewer of ['open', 0, 1, 'spectator'] as const) {
      const seen = retrace(arcanor, setup, record, viewer).moments.map(({ peeks }) => peeks);
      expect(seen).toEqual([[], [{ seat: 1, peek: 'a7', seen: over.peeks[0]?.seen }], []]);
    }
  });

  it('are skipped if a record names an impossible one', () => {
    const peeks = [{ after: 1, seat: 0, peek: 'a7' }, { after: 1, seat: 1, peek: 'd4' }, { after: 1 }, null, 'a7'];
    const forged = { ...record, peeks };
    const { moments } = retrace(arcanor, setup, forged);
    expect(moments.flatMap((moment) => moment.peeks)).toEqual([]);
  });
});

describe('the choice of a viewer', () => {
  const matters = (game: Parameters<typeof makeSetup>[0], setup: Setup): boolean => {
    const moves = movesOf(game, setup).slice(0, 10);
    return hadSecrets(retrace(game, setup, { moves }), retrace(game, setup, { moves }, 'spectator'));
  };

  it('matters if something was hidden, and not if the table showed everything', () => {
    expect(matters(masker, setupOf(masker, 2, { touch: 'side', board: 'flat' }))).toBe(true);
    expect(matters(arcanor, setupOf(arcanor, 2, { table: 'memory' }))).toBe(true);
    expect(matters(arcanor, setupOf(arcanor, 2, { table: 'open' }))).toBe(false);
    expect(matters(isaac, setupOf(isaac, 2))).toBe(false);
  });
});
