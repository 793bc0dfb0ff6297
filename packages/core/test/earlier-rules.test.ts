import { type Game, makeRecord, makeSetup, replay } from '@tablier/core';
import { finderOf, isaac } from '@tablier/games';
import { expect, test } from 'vitest';

/** Isaac as if its rules had changed once. */
const newer: Game = { ...(isaac as Game), rulesVersion: 2 };
const setup = makeSetup(isaac, {});
if (!setup.ok) throw new Error(setup.error.detail);
const old = makeRecord(isaac, setup.value, [0]);

test('a record is replayed by the version of the rules it was played by', () => {
  const replayed = replay(finderOf([newer], [isaac as Game]), old);
  expect(replayed.ok && replayed.value.game.rulesVersion).toBe(1);
  const recent = replay(finderOf([newer], [isaac as Game]), { ...old, rules: 2 });
  expect(recent.ok && recent.value.game.rulesVersion).toBe(2);
});

test('a record of rules that are not there any more is refused by name', () => {
  expect(replay(finderOf([newer], []), old)).toEqual({ ok: false, error: { name: 'unknown-rules', detail: '1' } });
  expect(replay(finderOf([newer], [isaac as Game]), { ...old, rules: 3 })).toMatchObject({
    error: { name: 'too-new' },
  });
});
