import { legalMoveTexts, NOBODY, SeededRng } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '@tablier/games';
import {
  type Command,
  decide,
  evolve,
  evolveAll,
  flagAt,
  type HostCommand,
  isRunning,
  type MatchEvent,
  type MatchState,
  project,
} from '@tablier/match';
import { SEED } from '@tablier/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs, seeded, timedTerms } from './play.ts';
import { begun, fresh, lefts } from './table.ts';

const games = [
  { game: isaac, options: { counter: 'upTo' } },
  { game: nasca, options: {} },
  { game: masker, options: {} },
  { game: arcanor, options: {} },
] as const;

/** Plays a match to its end, each move after so many ms; every event, with the state before and after it. */
function playOut(
  state: MatchState,
  thought: () => number,
): { before: MatchState; event: MatchEvent; state: MatchState }[] {
  const steps: { before: MatchState; event: MatchEvent; state: MatchState }[] = [];
  const rng = new SeededRng(`${SEED} clock`);
  let now = 0;
  let current = state;
  while (current.end === null) {
    now += thought();
    const legal = legalMoveTexts(current.game, current.position);
    const move = legal[rng.below(legal.length)] as string;
    const decided = decide(current, { kind: 'move', seat: current.position.turn, move, at: now });
    if (!decided.ok) throw new Error(decided.error.name);
    const next = evolve(current, decided.value);
    steps.push({ before: current, event: decided.value, state: next });
    current = next;
  }
  return steps;
}

describe.each(
  games.flatMap(({ game, options }) => game.players.map((players) => ({ id: game.id, game, options, players }))),
)(`$id with $players ${seeded}`, ({ game, options, players }) => {
  test('a turn is charged as one, who is passed over is not charged, and at the end no clock runs', () => {
    const beginning = begun({ game, options, players, clock: { system: 'fischer', base: 86_400, increment: 7 } });
    const steps = playOut(beginning, () => 1000);
    const spent = Array.from({ length: players }, () => 0);
    const turns = Array.from({ length: players }, () => 0);
    for (const { before, state } of steps) {
      const { turn, turnIndex } = before.position;
      spent[turn] = (spent[turn] ?? 0) + 1000;
      const isSameTurn = state.position.turnIndex === turnIndex && state.position.turn === turn;
      if (isSameTurn) {
        expect(state.clock).toEqual(before.clock);
        continue;
      }
      turns[turn] = (turns[turn] ?? 0) + 1;
      expect(lefts(state)).toEqual(spent.map((ms, seat) => 86_400_000 - ms + 7000 * (turns[seat] ?? 0)));
      expect(state.clock?.seat).toBe(state.position.turn);
    }
    const last = steps.at(-1)?.state as MatchState;
    expect(last.position.turn).toBe(NOBODY);
    expect(flagAt(last.clock as NonNullable<MatchState['clock']>)).toBeNull();
    expect(
      evolveAll(
        beginning,
        steps.map(({ event }) => event),
      ).clock,
    ).toEqual(last.clock);
  });

  test('any slow player loses on time', () => {
    const steps = playOut(begun({ game, options, players, clock: { system: 'sudden-death', base: 20 } }), () => 1900);
    const { before, event, state } = steps.at(-1) as (typeof steps)[number];
    if (event.kind !== 'timed-out') return expect(state.end?.by).toBe('rules');
    expect(event.seat).toBe(before.position.turn);
    expect(state.end?.places[event.seat]).toBe(Math.max(...(state.end?.places ?? [])));
  });
});

const wish = fc.record({
  kind: fc.constantFrom(
    ...(['move', 'move', 'move', 'move', 'resign', 'take-back', 'answer-take-back', 'begin-vacation'] as const),
    ...(['end-vacation', 'start', 'flag', 'pause', 'resume', 'resume', 'restart', 'return'] as const),
  ),
  seat: fc.integer({ min: 0, max: 1 }),
  pick: fc.nat(1000),
  accept: fc.boolean(),
  elapsed: fc.oneof(fc.nat(10), fc.nat(20_000)),
  lag: fc.oneof(fc.integer({ min: -100, max: 4000 }), fc.constantFrom(Number.POSITIVE_INFINITY, 0.5)),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

function commandOf(
  state: MatchState,
  { kind, seat, pick, accept, elapsed, lag }: Wish,
  at: number,
): Command | HostCommand {
  const legal = legalMoveTexts(isaac, state.position);
  switch (kind) {
    case 'move':
      return { kind, seat: state.position.turn, move: legal[pick % legal.length] ?? 'none', at, lag };
    case 'take-back':
      return { kind, seat, to: pick % (state.moves.length + 1), at };
    case 'answer-take-back':
      return { kind, seat, accept, at };
    case 'restart':
      return {
        kind,
        aliveAt: at - (pick % (elapsed + 1)),
        at,
        ...(accept && { awaited: { seats: pick % 2 === 0 ? [seat] : [0, 1], until: at + 10 * pick } }),
      };
    case 'start':
    case 'flag':
    case 'pause':
    case 'resume':
    case 'return':
      return { kind, at };
    default:
      return { kind, seat, at };
  }
}

test(`whatever is asked and whenever, the log gives the same clocks again, and they run while the match waits ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, fc.array(wish, { maxLength: 60 }), (clock, wishes) => {
      const beginning = fresh({ clock, options: { counter: 'upTo' } });
      let state = beginning;
      let now = 1_700_000_000_000;
      const log: MatchEvent[] = [];
      for (const each of [{ ...wishes[0], kind: 'start', elapsed: 0 } as Wish, ...wishes]) {
        now += each.elapsed;
        const decided = decide(state, commandOf(state, each, now));
        if (!decided.ok) continue;
        log.push(decided.value);
        state = evolve(state, decided.value);
        const clocks = state.clock as NonNullable<MatchState['clock']>;
        expect(isRunning(clocks)).toBe(state.end === null && !clocks.paused);
        expect(flagAt(clocks) === null).toBe(!isRunning(clocks));
        if (state.end === null) expect(clocks.seat).toBe(state.position.turn);
        for (const { left, periods, quota, vacation } of clocks.seats) {
          for (const count of [left, periods, quota, vacation])
            expect(count >= 0 && Number.isSafeInteger(count)).toBe(true);
        }
      }
      const rebuilt = evolveAll(beginning, JSON.parse(JSON.stringify(log)) as MatchEvent[]);
      expect(rebuilt.clock).toEqual(state.clock);
      for (const viewer of [0, 1, 'spectator'] as const)
        expect(project(rebuilt, viewer)).toEqual(project(state, viewer));
    }),
    runs(150),
  );
});
