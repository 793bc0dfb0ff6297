import { type Absence, PATIENCE } from '@tablier/match';
import { expect, test } from 'vitest';
import { systemChance } from '../src/chance.ts';
import { dutyOf, START_PATIENCE } from '../src/tables/duties.ts';
import { evolveTable, newTable, type TableHead, type TableState } from '../src/tables/table-state.ts';
import { isaac } from '@tablier/games';
import { defaultOptions } from '@tablier/core';

/** A match with a clock of five minutes that began at 0, nothing moved. */
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

const duty = (now: number, absences: readonly (Absence | null)[]) =>
  dutyOf(begun(), {
    now,
    absences,
    chance: systemChance,
    owed: null,
    patience: PATIENCE,
    here: absences.map((absence) => absence === null),
  })?.kind ?? null;

const gone: Absence = { since: 0, how: 'broken' };

test('the first clock starts when everybody is there, and in the end without who moves second', () => {
  expect(duty(10, [null, null])).toBe('started');
  expect(duty(START_PATIENCE - 1, [null, gone])).toBeNull();
  expect(duty(START_PATIENCE, [null, gone])).toBe('started');
});

test('it never starts without who moves first: the match is broken off instead', () => {
  const lost = PATIENCE.lostGame({ system: 'sudden-death', base: 300 }) ?? 0;
  expect(lost).toBeGreaterThan(START_PATIENCE);
  expect(duty(lost - 1, [gone, null])).toBeNull();
  expect(duty(lost, [gone, null])).toBe('aborted');
});

test('who was missed late, as after a restart, is waited for as long as anybody', () => {
  const restarted = { since: 1e6, how: 'broken' } as const;
  expect(duty(1e6, [restarted, restarted])).toBeNull();
  expect(duty(1e6 + START_PATIENCE, [null, restarted])).toBe('started');
});
