import { arcanor, games, isaac, masker } from '@tablier/games';
import { type MatchState, project, projectPast } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch } from './helpers.ts';

/** The match before its first move and after each of `count` moves. */
function statesOf(first: MatchState, count: number): readonly MatchState[] {
  const last = afterRandomMoves(first, count);
  const states = [first];
  for (const { seat, shown } of last.moves) {
    const before = states.at(-1) ?? first;
    states.push(after(before, { kind: 'move', seat, move: shown.text }));
  }
  return states;
}

describe.each(games)('the positions that a match of $id has left behind', (game) => {
  const options = game.id === 'arcanor' ? { table: 'open' } : {};
  const states = statesOf(newMatch(game, { options, players: game.players[0] ?? 2 }), 12);
  const last = states.at(-1);
  if (last === undefined) throw new Error('no match');

  test.each([0, 1, 'spectator'] as const)('are what viewer %s saw when they were on the board', (viewer) => {
    const seen = states.slice(0, -1).map((state) => project(state, viewer).view);
    expect(projectPast(last, viewer)?.map(({ view }) => view)).toEqual(seen);
  });

  test('have their points, unless these could tell something hidden', () => {
    const hides = game.secrets.hides(last.setup.options);
    const points = states.slice(0, -1).map(({ position }) => (hides ? null : position.outcome().scores));
    expect(projectPast(last, 0)?.map(({ scores }) => scores)).toEqual(points);
  });
});

test('a player of Masker sees their own colour in the past, and no other one', () => {
  const last = afterRandomMoves(newMatch(masker, { players: 3 }), 9);
  for (const seat of [0, 1, 2]) {
    const colours = projectPast(last, seat)?.map(({ view }) =>
      (view as unknown as { seats: { colour: string | null }[] }).seats.map(({ colour }) => colour !== null),
    );
    expect(colours?.[0]).toEqual([0, 1, 2].map((each) => each === seat));
  }
});

test('at most sixteen positions come at once: those before the asked number of moves', () => {
  const last = afterRandomMoves(newMatch(isaac), 20);
  const pliesOf = (until?: number) => projectPast(last, 'spectator', until)?.map(({ plies }) => plies);
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  expect(pliesOf()).toEqual(from(4, 16));
  expect(pliesOf(18)).toEqual(from(2, 16));
  expect(pliesOf(3)).toEqual([0, 1, 2]);
  expect(pliesOf(0)).toEqual([]);
  expect(pliesOf(999)).toEqual(from(4, 16));
});

test('a table that shows the last move only has none', () => {
  const last = afterRandomMoves(newMatch(arcanor, { options: { table: 'memory' } }), 4);
  for (const viewer of [0, 1, 'spectator'] as const) expect(projectPast(last, viewer)).toBeNull();
});
