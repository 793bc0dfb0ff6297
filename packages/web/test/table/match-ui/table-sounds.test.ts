import '../../english.ts';
import type { Game, View } from '@tablier/core';
import { games } from '@tablier/games';
import { arcanor } from '@tablier/games/arcanor';
import { isaac } from '@tablier/games/isaac';
import { nasca } from '@tablier/games/nasca';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';
import { cuesBetween, matchLeft, viewBeforeEnd } from '../../../src/table/match-ui/table-sounds.ts';
import type { Cue } from '../../../src/board/sound/knocks.ts';

beforeAll(() => Promise.all(games.map(({ id }) => loadModule(id))));

/** The views before and after the last of some moves. */
function lastStep(game: Game, options: object, moves: readonly string[]): readonly [View, View] {
  const setup = { options: { ...options }, players: 2, deal: null };
  const position = game.start(setup as Parameters<Game['start']>[0]);
  let before = game.view(position, 'spectator');
  for (const text of moves) {
    before = game.view(position, 'spectator');
    position.play(game.parseMove(text) ?? -1);
  }
  return [before, game.view(position, 'spectator')];
}

const context = { mover: 0, isRemote: false, isHidden: false };

function cues(game: Game, options: object, moves: readonly string[], given: Partial<typeof context> = {}, wait = 500) {
  const [before, after] = lastStep(game, options, moves);
  const ply = moves.length - 1;
  return cuesBetween(
    loadedBoard(game.id),
    { view: before, ply: ply - 1, at: 0 },
    { view: after, ply, at: wait },
    { ...context, mover: before.turn, ...given },
  );
}

const NASCA = { landscape: 'none', rounds: 1, corners: 'closed', neutralWalls: 'no' };
const named = (list: readonly Cue[]): string[] => list.map(({ sound }) => sound);

describe('a move sounds like what it did', () => {
  const ISAAC = { scoringStarts: 'placer', counter: 'exact' };
  it('a piece of Isaac by its length', () =>
    expect(cues(isaac, ISAAC, ['00-06'])).toEqual([{ sound: 'place', length: 7, isRemote: false }]));
  it('a piece of Nasca on the board, and a bridge by its level', () => {
    const moves = ['a1-a3', 'k1-k3', 'c1-c3', 'k5-k7'];
    expect(named(cues(nasca, NASCA, moves))).toEqual(['place']);
    expect(cues(nasca, NASCA, [...moves, 'a2-c2'])).toEqual([{ sound: 'bridge', level: 2, isRemote: false }]);
  });
  it('a slide of Arcanor is placed, a liberation is hollow', () => {
    expect(named(cues(arcanor, { table: 'open' }, ['a1-a2']))).toEqual(['place']);
    expect(named(cues(arcanor, { table: 'open' }, ['a1^a2']))).toEqual(['bridge']);
  });
});

describe('the turn is called', () => {
  const moves = ['a1-a3', 'k1-k3'];
  const remote = { isRemote: true };
  it('after a long wait for another player, or when the page is hidden', () => {
    expect(named(cues(nasca, NASCA, moves, remote, 5000))).toEqual(['place', 'turn']);
    expect(named(cues(nasca, NASCA, moves, { ...remote, isHidden: true }))).toEqual(['place', 'turn']);
  });
  it('not after a short one, nor after a move of one’s own', () => {
    expect(named(cues(nasca, NASCA, moves, remote))).toEqual(['place']);
    expect(named(cues(nasca, NASCA, moves, {}, 5000))).toEqual(['place']);
  });
});

it('nothing sounds after a take-back', () => {
  const [before, after] = lastStep(nasca, NASCA, ['a1-a3']);
  const board = loadedBoard('nasca');
  expect(cuesBetween(board, { view: after, ply: 0, at: 0 }, { view: before, ply: -1, at: 9 }, context)).toEqual([]);
});

it('a finished game knows the last view of the match that ran on its page, once', () => {
  expect(viewBeforeEnd('/t/a')).toBeNull();
  const [, view] = lastStep(nasca, NASCA, ['a1-a3']);
  matchLeft(view, '/t/a');
  expect(viewBeforeEnd('/t/a')).toBe(view);
  expect(viewBeforeEnd('/t/a')).toBeNull();
  matchLeft(view, '/t/a');
  expect(viewBeforeEnd('/t/b')).toBeNull();
});
