import { defaultOptions, type Game, makeSetup, NOBODY, replay, SeededRng } from '@tablier/core';
import { findGame, isaac, masker, nasca } from '@tablier/games';
import {
  claimTarget,
  type ClockTerms,
  type Command,
  createMatch,
  decide,
  evolve,
  type HostCommand,
  type MatchState,
  parseClockTerms,
  DEFAULT_ABSENCE_POLICY,
  project,
  recordOf,
} from '@tablier/match';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** A match after so many moves at random, its clock started at 0 where it has one. */
function begun(game: Game, { players = 2, moves = 2, clock = '-' } = {}): MatchState {
  const rng = new SeededRng(`${game.id} ${players} ${moves}`);
  const options = defaultOptions(game.options);
  const setup = makeSetup(game, { options, players, deal: game.deals.draw(options, players, rng) });
  const terms = parseClockTerms(clock);
  if (!setup.ok || !terms.ok) throw new Error('no match');
  let state = createMatch(game, setup.value, { takeBack: 'never', clock: terms.value });
  if (state.clock !== null) state = after(state, { kind: 'start', at: 0 });
  for (let made = 0; made < moves; made++) {
    const { turn: seat } = state.position;
    state = after(state, { kind: 'move', seat, move: game.formatMove(state.position.randomMove(rng)), at: made });
  }
  return state;
}

function after(state: MatchState, command: Command | HostCommand): MatchState {
  const decided = decide(state, command);
  if (!decided.ok) throw new Error(decided.error.name);
  return evolve(state, decided.value);
}

const refusal = (state: MatchState, command: Command | HostCommand): string | null => {
  const decided = decide(state, command);
  return decided.ok ? null : decided.error.name;
};

const claim = (seat: number, changes: Partial<Command & { readonly kind: 'claim' }> = {}): Command => ({
  kind: 'claim',
  seat,
  as: 'win',
  from: 1000,
  at: 1000,
  ...changes,
});
const waiting = (state: MatchState): number => (state.position.turn + 1) % state.setup.players;

describe('a claim', () => {
  test('makes who has gone lose as by resignation, with the points of that moment', () => {
    const state = begun(isaac, { moves: 5 });
    const { turn } = state.position;
    const ended = after(state, claim(waiting(state)));
    expect(ended.end).toMatchObject({ by: 'resign', scores: state.position.outcome().scores });
    expect(ended.end?.places[turn]).toBe(2);
    expect(project(ended, 'spectator').claimed).toEqual({ seat: waiting(state), absent: turn, as: 'win' });
    expect(replay(findGame, recordOf(ended)).ok).toBe(true);
    expect(refusal(ended, claim(waiting(state)))).toBe('match-over');
  });

  test('of a draw is one by agreement, in games that have draws', () => {
    const drawn = begun(nasca, { moves: 4 });
    expect(after(drawn, claim(waiting(drawn), { as: 'draw' })).end).toMatchObject({ by: 'agreement', places: [1, 1] });
    const state = begun(isaac, { moves: 4 });
    expect(refusal(state, claim(waiting(state), { as: 'draw' }))).toBe('no-draws');
  });

  test('is refused by name: too early, while the player is present, for oneself, before the second move, in a pause', () => {
    const state = begun(isaac, { moves: 3, clock: '5+3' });
    const seat = waiting(state);
    expect(refusal(state, claim(seat, { at: 999 }))).toBe('too-early-to-claim');
    expect(refusal(state, claim(seat, { from: null }))).toBe('not-absent');
    expect(refusal(state, claim(state.position.turn))).toBe('no-claim');
    const first = begun(isaac, { moves: 1, clock: '5+3' });
    expect(refusal(first, claim(waiting(first)))).toBe('no-claim');
    expect(refusal(after(state, { kind: 'pause', at: 500 }), claim(seat))).toBe('paused');
    expect(refusal(begun(isaac, { moves: 3 }), { kind: 'claim', seat, as: 'win', from: 0 })).toBe('bad-time');
    expect(refusal(state, claim(seat))).toBeNull();
  });

  test('comes to the fall of the clock where that was earlier', () => {
    const state = begun(isaac, { moves: 3, clock: '0:05' });
    expect(after(state, claim(waiting(state), { at: 60_000 })).end?.by).toBe('time');
  });

  test('[M4] is not a partner’s to make, and partners lose together', () => {
    const state = begun(masker, { players: 4, moves: 3 });
    const { turn } = state.position;
    const partner = (turn + 2) % 4;
    expect(masker.partners(4, turn)).toContain(partner);
    expect(refusal(state, claim(partner))).toBe('no-claim');
    const { end } = after(state, claim(waiting(state)));
    expect(end?.places[partner]).toBe(end?.places[turn]);
    expect(end?.places[turn]).toBeGreaterThan(end?.places[waiting(state)] ?? 9);
  });

  test('among three puts who has gone last, and ranks the others by the points of that moment', () => {
    const state = begun(masker, { players: 3, moves: 4 });
    const { end } = after(state, claim(waiting(state)));
    expect(end?.by).toBe('resign');
    expect(end?.places[state.position.turn]).toBe(3);
  });
});

describe('a match whose first turns are waited for in vain', () => {
  test('is broken off, with and without a clock, until the second move', () => {
    for (const clock of ['-', '5+3']) {
      const state = begun(isaac, { moves: 1, clock });
      expect(after(state, { kind: 'break-off', at: 9000 }).end).toMatchObject({ by: 'abort', places: [1, 1] });
      expect(refusal(begun(isaac, { clock }), { kind: 'break-off', at: 9000 })).toBe('too-late-to-abort');
    }
  });
});

const timed = fc
  .tuple(fc.integer({ min: 5, max: 86_400 }), fc.integer({ min: 1, max: 600 }))
  .map(([base, increment]): ClockTerms => ({ system: 'fischer', base, increment }));

describe('the default absence policy', () => {
  test('is longer with a broken line, longer with a slower clock, and bounded', () => {
    fc.assert(
      fc.property(timed, timed, (one, other) => {
        for (const terms of [one, other]) {
          const [left, broken] = [
            DEFAULT_ABSENCE_POLICY.claim(terms, 'left') ?? 0,
            DEFAULT_ABSENCE_POLICY.claim(terms, 'broken') ?? 0,
          ];
          expect(left).toBeGreaterThanOrEqual(15_000);
          expect(broken).toBeLessThanOrEqual(900_000);
          expect(broken).toBeGreaterThan(left);
          expect(DEFAULT_ABSENCE_POLICY.lostGame(terms)).toBeGreaterThanOrEqual(90_000);
        }
        if (one.system !== 'fischer' || other.system !== 'fischer') return;
        const isSlower = one.base >= other.base && one.increment >= other.increment;
        if (isSlower)
          expect(DEFAULT_ABSENCE_POLICY.claim(one, 'left')).toBeGreaterThanOrEqual(
            DEFAULT_ABSENCE_POLICY.claim(other, 'left') ?? 0,
          );
      }),
    );
  });

  test('has these values for the clocks on offer', () => {
    const of = (written: string): (number | null)[] => {
      const terms = parseClockTerms(written);
      if (!terms.ok) throw new Error(written);
      const { claim, lostGame } = DEFAULT_ABSENCE_POLICY;
      const all = [claim(terms.value, 'left'), claim(terms.value, 'broken'), lostGame(terms.value)];
      return all.map((wait) => (wait === null ? null : wait / 1000));
    };
    expect(of('1')).toEqual([15, 45, 90]);
    expect(of('5+3')).toEqual([21, 63, 90]);
    expect(of('15+10')).toEqual([65, 195, 260]);
    expect(of('-')).toEqual([3600, 10_800, 86_400]);
    expect(of('3days')).toEqual([null, null, null]);
  });
});

test('a move tells who had to pass after it', () => {
  const rng = new SeededRng(7);
  let state = begun(isaac, { moves: 0 });
  const seen: (readonly number[])[] = [];
  while (state.end === null) {
    const { turn: seat } = state.position;
    state = after(state, { kind: 'move', seat, move: isaac.formatMove(state.position.randomMove(rng)) });
    seen.push(isaac.view(state.position as Parameters<typeof isaac.view>[0], 'spectator').passed);
  }
  expect(project(state, 'spectator').moves.map(({ passed }) => passed)).toEqual(seen);
  expect(seen.some((passed) => passed.length > 0)).toBe(true);
  expect(claimTarget(isaac, { players: 2, turn: NOBODY, plies: 9 }, 0)).toBe(NOBODY);
});
