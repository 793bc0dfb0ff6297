import { makeSetup, replay } from '@tablier/core';
import { findGame, games, isaac } from '@tablier/games';
import { type Command, createMatch, decide, type MatchState, project, recordOf } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch, refusal } from './helpers.ts';

const FISCHER = { system: 'fischer', base: 60, increment: 5 } as const;
const withPeeks = games.filter((game) => game.peeks !== undefined);

test('the catalogue has games with peeks and games without', () => {
  expect(withPeeks.length).toBeGreaterThan(0);
  expect(withPeeks.length).toBeLessThan(games.length);
});

describe.each(withPeeks)('a peek in $id', (game) => {
  const options = { table: 'memory' };
  const running = (): MatchState => afterRandomMoves(newMatch(game, { options }), 3);
  const peek = (state: MatchState, seat = state.position.turn): Command => ({
    kind: 'peek',
    seat,
    peek: game.peeks?.list(state.position)[0] ?? 'none',
  });

  test('shows everyone what the rules show, and is in the record', () => {
    const state = running();
    const { turn: seat } = state.position;
    const command = peek(state);
    const peeked = after(state, command);
    const { peek: place } = command as Command & { kind: 'peek' };
    const seen = game.peeks?.look(state.position, place);
    expect(seen).toBeDefined();
    expect(project(peeked, 'spectator').peeks).toEqual([{ seat, peek: place, seen, after: 3 }]);
    expect(recordOf(peeked).peeks).toEqual([{ after: 3, seat, peek: place }]);
    expect(replay(findGame, recordOf(peeked)).ok).toBe(true);
    expect(recordOf(state)).not.toHaveProperty('peeks');
  });

  test('is for the seat to move alone, at a place that the rules name, while the clock runs', () => {
    const state = running();
    expect(refusal(state, peek(state, 1 - state.position.turn))).toBe('not-your-turn');
    expect(decide(state, { kind: 'peek', seat: state.position.turn, peek: 'z9' })).toEqual({
      ok: false,
      error: { name: 'illegal-peek', detail: 'z9' },
    });
    const waiting = createMatch(game, state.setup, { takeBack: 'never', clock: FISCHER });
    expect(refusal(waiting, { ...peek(waiting), at: 5 })).toBe('not-started');
    expect(refusal(after(waiting, { kind: 'start', at: 0 }), { ...peek(waiting), at: 5 })).toBeNull();
  });

  test('comes of a move that the table allows to try and the position does not', () => {
    let state = running();
    for (let made = 0; made < 400 && state.end === null; made++) {
      const { position } = state;
      const { turn: seat } = position;
      for (const move of game.choices(game.view(position, seat))) {
        const place = game.peeks?.ofTry(position, move) ?? null;
        if (place === null) continue;
        const tried = decide(state, { kind: 'move', seat, move: game.formatMove(move) });
        const seen = game.peeks?.look(position, place);
        expect(tried).toEqual({ ok: true, value: { kind: 'peeked', seat, peek: place, seen } });
        return;
      }
      state = afterRandomMoves(state, 1);
    }
    throw new Error('no move was to be tried in vain');
  });
});

test('a game without peeks allows none, and an illegal move stays one', () => {
  const state = newMatch(isaac);
  expect(refusal(state, { kind: 'peek', seat: 0, peek: 'a1' })).toBe('illegal-peek');
  const moved = after(state, { kind: 'move', seat: 0, move: '00-02' });
  expect(decide(moved, { kind: 'move', seat: 1, move: '00-02' })).toEqual({
    ok: false,
    error: { name: 'illegal-move', detail: '00-02' },
  });
});

describe('a table that shows the last move only', () => {
  const game = games.find((each) => each.secrets.movesShown({ table: 'memory' }) === 'last');
  if (game === undefined) throw new Error('no such game');
  const played = (table: 'memory' | 'open'): MatchState => afterRandomMoves(newMatch(game, { options: { table } }), 4);

  test('shows every viewer one move, and the number of all', () => {
    for (const viewer of [0, 1, 'spectator'] as const) {
      const view = project(played('memory'), viewer);
      expect(view.moves.map(({ ply }) => ply)).toEqual([4]);
      expect(view.plies).toBe(4);
    }
    expect(project(played('open'), 0).moves.map(({ ply }) => ply)).toEqual([1, 2, 3, 4]);
  });

  test('shows all moves and the record once the match is over', () => {
    const ended = after(played('memory'), { kind: 'resign', seat: 0 });
    expect(project(ended, 'spectator').moves.map(({ ply }) => ply)).toEqual([1, 2, 3, 4]);
    expect(project(ended, 'spectator').record?.moves).toHaveLength(4);
  });

  test('shows no move before the first', () => {
    expect(project(newMatch(game, { options: { table: 'memory' } }), 0).moves).toEqual([]);
  });
});

test('a match of a position that is over from the start has ended by the rules', () => {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.detail);
  let last = newMatch(isaac);
  while (last.end === null) last = afterRandomMoves(last, 1);
  const over = createMatch({ ...last.game, start: () => last.position }, setup.value, { takeBack: 'never' });
  expect(over.end).toEqual({ by: 'rules', ...last.position.outcome() });
  expect(over.moves).toEqual([]);
});
