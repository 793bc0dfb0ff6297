import { hashText, legalMoveTexts, NOBODY, replay } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { type Command, decide, evolve, evolveAll, type MatchEvent, project, recordOf } from '@tablier/match';
import { SEED } from '@tablier/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newMatch } from './helpers.ts';

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
    seat: fc.integer({ min: -1, max: 4 }),
    pick: fc.nat(1000),
    accept: fc.boolean(),
  }),
  { maxLength: 120 },
);

const policies = fc.constantFrom('free', 'asked', 'never') satisfies fc.Arbitrary<'free' | 'asked' | 'never'>;

/** Every game with every number of players, so that draws, peeks, partners and secrets all occur. */
const tables = games.flatMap((game) =>
  game.players.map((players) => ({ game, players, title: `${game.id} for ${players} (TABLIER_SEED=${SEED})` })),
);

test.each(tables)(
  '$title: the log rebuilds the match, views are plain data, the record replays',
  ({ game, players }) => {
    const viewers = [...Array.from({ length: players }, (_, seat) => seat), 'spectator' as const];
    fc.assert(
      fc.property(commands, policies, (asked, takeBack) => {
        const beginning = newMatch(game, { players, takeBack });
        let state = beginning;
        const log: MatchEvent[] = [];
        for (const { kind, seat, pick, accept } of asked) {
          const { position } = state;
          const legal = legalMoveTexts(game, position);
          const mover = position.turn === NOBODY || pick % 7 === 0 ? seat : position.turn;
          const command: Command =
            kind === 'move'
              ? { kind, seat: mover, move: legal[pick % Math.max(1, legal.length)] ?? 'none' }
              : kind === 'peek'
                ? { kind, seat: mover, peek: game.peeks?.list(position)[pick % 4] ?? 'a1' }
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
        for (const viewer of viewers) {
          const view = project(state, viewer);
          expect(project(rebuilt, viewer)).toEqual(view);
          expect(JSON.parse(JSON.stringify(view))).toEqual(view);
        }
        const held = replay(findGame, JSON.parse(JSON.stringify(recordOf(state))));
        expect(held.ok ? null : held.error).toBeNull();
      }),
      { numRuns: 20, seed: hashText(SEED) },
    );
  },
);
