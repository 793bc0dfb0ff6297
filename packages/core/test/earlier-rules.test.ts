import { type Game, makeRecord, makeSetup, replay } from '@tablier/core';
import { finderOf, isaac } from '@tablier/games';
import { expect, test } from 'vitest';

/** Isaac with version 2 of its rules. */
const newer: Game = { ...(isaac as Game), rulesVersion: 2 };
const setup = makeSetup(isaac, {});
if (!setup.ok) throw new Error(setup.error.detail);
const old = makeRecord(isaac, setup.value, [0]);

test('a record is replayed with the version of the rules that it was played with', () => {
  const replayed = replay(finderOf([newer], [isaac as Game]), old);
  expect(replayed.ok && replayed.value.game.rulesVersion).toBe(1);
  const recent = replay(finderOf([newer], [isaac as Game]), { ...old, rules: 2 });
  expect(recent.ok && recent.value.game.rulesVersion).toBe(2);
});

test('a record with rules that no longer exist is refused as unknown-rules', () => {
  expect(replay(finderOf([newer], []), old)).toEqual({ ok: false, error: { name: 'unknown-rules', detail: '1' } });
  expect(replay(finderOf([newer], [isaac as Game]), { ...old, rules: 3 })).toMatchObject({
    error: { name: 'too-new' },
  });
});
