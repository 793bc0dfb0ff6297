import { legalMoveTexts, makeSetup, NOBODY, replay } from '@tablier/core';
import { findGame, isaac } from '@tablier/games';
import {
  type Command,
  createMatch,
  decide,
  evolve,
  evolveAll,
  type MatchEvent,
  project,
  recordOf,
} from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const commands = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'move',
      'move',
      'move',
      'move',
      'resign',
      'offer-draw',
      'answer-draw',
      'take-back',
      'answer-take-back',
      'abort',
      'peek',
    ),
    seat: fc.integer({ min: -1, max: 2 }),
    pick: fc.nat(1000),
    accept: fc.boolean(),
  }),
  { maxLength: 120 },
);

const policies = fc.constantFrom('free', 'asked', 'never') satisfies fc.Arbitrary<'free' | 'asked' | 'never'>;

test('whatever is asked, the log rebuilds the match, views are plain data, and the record replays', () => {
  fc.assert(
    fc.property(commands, policies, fc.constantFrom('exact', 'upTo'), (asked, takeBack, counter) => {
      const setup = makeSetup(isaac, { options: { counter } });
      if (!setup.ok) throw new Error(setup.error.name);
      const beginning = createMatch(isaac, setup.value, { takeBack });
      let state = beginning;
      const log: MatchEvent[] = [];
      for (const { kind, seat, pick, accept } of asked) {
        const legal = legalMoveTexts(isaac, state.position);
        const mover = state.position.turn === NOBODY || pick % 7 === 0 ? seat : state.position.turn;
        const command: Command =
          kind === 'move'
            ? { kind, seat: mover, move: legal[pick % Math.max(1, legal.length)] ?? 'none' }
            : kind === 'peek'
              ? { kind, seat, peek: 'a1' }
              : kind === 'take-back'
                ? { kind, seat, to: pick % (state.moves.length + 2) }
                : kind === 'answer-draw' || kind === 'answer-take-back'
                  ? { kind, seat, accept }
                  : { kind, seat };
        const decided = decide(state, command);
        if (!decided.ok) continue;
        log.push(decided.value);
        state = evolve(state, decided.value);
      }
      const stored = JSON.parse(JSON.stringify(log)) as MatchEvent[];
      const rebuilt = evolveAll(beginning, stored);
      for (const viewer of [0, 1, 'spectator'] as const) {
        const view = project(state, viewer);
        expect(project(rebuilt, viewer)).toEqual(view);
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      }
      const held = replay(findGame, JSON.parse(JSON.stringify(recordOf(state))));
      expect(held.ok ? null : held.error).toBeNull();
    }),
    { numRuns: 60 },
  );
});
