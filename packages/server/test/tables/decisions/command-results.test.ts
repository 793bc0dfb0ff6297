import { expect, test } from 'vitest';
import { createCommandResults } from '../../../src/tables/decisions/decide-command.ts';

const results = (done: Readonly<Record<string, { readonly seq: number; readonly hash: string }>> = {}, said = '') =>
  createCommandResults({
    doneBefore: (key) => done[key],
    hasLineOf: (key) => key === said,
  });
const ID_USED = { ok: false, error: { name: 'id-used' } };

test('a command sent again has the answer that it had, and another one under its id is refused', () => {
  const known = results({ key: { seq: 7, hash: 'a' } });
  expect(known.of({ key: 'key', hash: 'a' })).toEqual({ ok: true, value: 7 });
  expect(known.of({ key: 'key', hash: 'b' })).toEqual(ID_USED);
  expect(known.of({ key: 'other', hash: 'a' })).toBeNull();
});

test('an id of a chat line is used', () => {
  const known = results({}, 'line');
  expect(known.of({ key: 'line', hash: 'a' })).toEqual(ID_USED);
});

test('a refusal is repeated, and another command under its id is refused', () => {
  const known = results();
  const refusal = { ok: false, error: { name: 'not-your-turn' } };
  expect(known.refused({ key: 'key', hash: 'a' }, { name: 'not-your-turn' })).toEqual(refusal);
  expect(known.of({ key: 'key', hash: 'a' })).toEqual(refusal);
  expect(known.of({ key: 'key', hash: 'b' })).toEqual(ID_USED);
});

test('the last hundred refusals are remembered', () => {
  const known = results();
  for (let number = 0; number < 101; number++)
    known.refused({ key: `key-${number}`, hash: 'a' }, { name: 'not-your-turn' });
  expect(known.of({ key: 'key-0', hash: 'a' })).toBeNull();
  expect(known.of({ key: 'key-1', hash: 'a' })).not.toBeNull();
  expect(known.of({ key: 'key-100', hash: 'a' })).not.toBeNull();
});
