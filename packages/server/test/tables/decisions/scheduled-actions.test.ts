import { type Absence, DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import { RETURN_GRACE } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { systemChance } from '../../../src/lib/context.ts';
import { clockMoment, scheduledEventOf, START_WAIT } from '../../../src/tables/decisions/scheduled-actions.ts';
import {
  evolveTable,
  newTable,
  type TableEvent,
  type TableHead,
  type TableState,
} from '../../../src/tables/state/table-state.ts';
import { isaac, nasca } from '@tablier/games';
import { defaultOptions, SeededRng } from '@tablier/core';
import { ADA, afterEvents, playingTable, seated } from '../a-table.ts';

/** A match with a clock of five minutes that began at 0, without moves. */
function begun(): TableState {
  const seats = ['ada', 'basil'].map((person) => ({ kind: 'person', person, name: person }) as const);
  const head: TableHead = {
    kind: 'table',
    host: 'ada',
    chairs: seats,
    rematchOf: null,
    terms: {
      game: 'isaac',
      options: defaultOptions(isaac.options),
      clock: { system: 'sudden-death', base: 300 },
      takeBack: 'never',
      visibility: 'link',
      seating: 'chosen',
    },
  };
  return evolveTable(newTable('t', head, isaac, 0), { kind: 'began', seats, deal: null, nonce: null }, 1, 0);
}

const dueEvent = (now: number, absences: readonly (Absence | null)[]) =>
  scheduledEventOf(begun(), {
    now,
    absences,
    chance: systemChance,
    owed: null,
    absencePolicy: DEFAULT_ABSENCE_POLICY,
    here: absences.map((absence) => absence === null),
  })?.kind ?? null;

const gone: Absence = { since: 0, how: 'broken' };

/** The same match with the clock of Ada, or of a bot in her place, running since 0. */
function running(ada: 'person' | 'bot' = 'person'): TableState {
  const state = evolveTable(begun(), { kind: 'started', at: 0 }, 2, 0);
  const bot = { kind: 'bot', level: 'beginner' } as const;
  return ada === 'person' ? state : { ...state, chairs: state.chairs.map((own, seat) => (seat === 0 ? bot : own)) };
}

/** The action due at 21 s at a table that was not served from 10 s to 20 s. */
const sparing = (
  state: TableState,
  absences: readonly (Absence | null)[],
  here = absences.map((one) => one === null),
) =>
  scheduledEventOf(state, {
    now: 21_000,
    chance: systemChance,
    absencePolicy: DEFAULT_ABSENCE_POLICY,
    owed: { from: 10_000, until: 20_000 },
    here,
    absences,
  });

describe('after an outage', () => {
  const restarted = { kind: 'restarted', aliveAt: 10_000, at: 20_000 };
  const cutOff: Absence = { since: 20_500, how: 'broken' };
  const until = 20_000 + RETURN_GRACE;

  test('absent players who were present before are awaited, whether their absence is recorded yet or not', () => {
    expect(sparing(running(), [cutOff, cutOff])).toEqual({ ...restarted, awaited: { seats: [0, 1], until } });
    expect(sparing(running(), [null, null], [false, true])).toEqual({ ...restarted, awaited: { seats: [0], until } });
  });

  test('players who are present, or were absent before, are not awaited, nor are bots', () => {
    expect(sparing(running(), [null, null])).toEqual(restarted);
    expect(sparing(running(), [{ since: 9999, how: 'broken' }, null])).toEqual(restarted);
    expect(sparing(running('bot'), [null, null], [false, true])).toEqual(restarted);
  });

  test('a player still awaited after an earlier outage is awaited again', () => {
    const awaited = { seats: [0, 1], until: 12_000 };
    const event = { kind: 'restarted', aliveAt: 1000, at: 2000, awaited } as const;
    const waiting = evolveTable(running(), event, 3, 2000);
    const missing = { since: 2000, how: 'broken' } as const;
    expect(sparing(waiting, [missing, null])).toEqual({ ...restarted, awaited: { seats: [0], until } });
    const late = evolveTable(running(), { ...event, awaited: { ...awaited, until: 10_000 } }, 3, 2000);
    expect(sparing(late, [missing, null])).toEqual(restarted);
  });

  test('the clock of an awaited player runs on when they are present, and only theirs', () => {
    const spared = sparing(running(), [cutOff, cutOff]);
    const waiting = evolveTable(running(), spared ?? { kind: 'redacted' }, 3, 21_000);
    const due = (here: readonly boolean[], now: number) => {
      const absences = here.map((isHere) => (isHere ? null : cutOff));
      return scheduledEventOf(waiting, {
        now,
        here,
        absences,
        chance: systemChance,
        absencePolicy: DEFAULT_ABSENCE_POLICY,
        owed: null,
      });
    };
    expect(due([false, true], 22_000)).toBeNull();
    expect(due([true, false], 22_000)).toEqual({ kind: 'returned', at: 22_000 });
    expect(due([true, true], until)).toBeNull();
    expect(clockMoment(waiting, 22_000)).toBe((clockMoment(running(), 22_000) ?? 0) - 10_000 + until);
  });
});

test('a bot answers offers at once: it agrees to take back, and declines a draw', () => {
  const chairs = [seated(ADA), { kind: 'bot', level: 'beginner' } as const];
  const table = playingTable({ game: nasca, chairs });
  if (table.match === null) throw new Error('no match');
  const { position, game } = table.match;
  const move = game.formatMove(position.randomMove(new SeededRng(1)));
  const moved = afterEvents(table, { kind: 'moved', seat: 0, move });
  const answer = (offer: TableEvent) => sparing(afterEvents(moved, offer), [null, null]);
  expect(answer({ kind: 'draw-offered', seat: 0 })).toMatchObject({ kind: 'draw-declined', seat: 1 });
  expect(answer({ kind: 'take-back-asked', seat: 0, to: 0 })).toMatchObject({ kind: 'taken-back' });
});

test('the first clock starts when all players are present, and finally without the second player', () => {
  expect(dueEvent(10, [null, null])).toBe('started');
  expect(dueEvent(START_WAIT - 1, [null, gone])).toBeNull();
  expect(dueEvent(START_WAIT, [null, gone])).toBe('started');
});

test('it never starts without the first player: the match is aborted instead', () => {
  const lost = DEFAULT_ABSENCE_POLICY.lostGame({ system: 'sudden-death', base: 300 }) ?? 0;
  expect(lost).toBeGreaterThan(START_WAIT);
  expect(dueEvent(lost - 1, [gone, null])).toBeNull();
  expect(dueEvent(lost, [gone, null])).toBe('aborted');
});

test('a player whose absence was noticed late, as after a restart, is awaited as long as any other', () => {
  const restarted = { since: 1e6, how: 'broken' } as const;
  expect(dueEvent(1e6, [restarted, restarted])).toBeNull();
  expect(dueEvent(1e6 + START_WAIT, [null, restarted])).toBe('started');
});
