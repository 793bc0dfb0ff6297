import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  bodies,
  graphParams,
  kindParams,
  leadersQuery,
  numberedQuery,
  pageQuery,
  personParams,
  recordParams,
  tablesQuery,
} from '@tablier/protocol/operations';
import { checkInput } from '../../src/api/operation.ts';

/** The value of an input, or the path of its first fault. */
const read = (schema: z.ZodMiniType, data: unknown): unknown => {
  const checked = checkInput(schema, data);
  return 'value' in checked ? checked.value : `wrong: ${checked.error.error.detail}`;
};

test('a page has 20 items by default, at least one and at most 100', () => {
  expect(read(pageQuery, {})).toEqual({ limit: 20 });
  expect([read(pageQuery, { limit: '1' }), read(pageQuery, { limit: '100' })]).toEqual([{ limit: 1 }, { limit: 100 }]);
  for (const limit of ['0', '101', '1.5', 'x', '', '-1'])
    for (const query of [pageQuery, numberedQuery, tablesQuery, leadersQuery])
      expect(read(query, { limit }), limit).toBe('wrong: limit');
});

test('the place of a page is a text, and that of rated games a number', () => {
  expect(read(pageQuery, { before: 'x'.repeat(100) })).toEqual({ limit: 20, before: 'x'.repeat(100) });
  expect(read(pageQuery, { before: 'x'.repeat(101) })).toBe('wrong: before');
  expect(read(numberedQuery, { before: '0' })).toEqual({ limit: 20, before: 0 });
  for (const before of ['-1', '1.5', 'x']) expect(read(numberedQuery, { before }), before).toBe('wrong: before');
  expect(read(leadersQuery, { after: 'x'.repeat(60) })).toEqual({ limit: 20, after: 'x'.repeat(60) });
  expect(read(leadersQuery, { after: 'x'.repeat(61) })).toBe('wrong: after');
});

test('tables are chosen by their phase and their game', () => {
  for (const phase of ['waiting', 'playing', 'over'])
    expect(read(tablesQuery, { phase, game: 'isaac' })).toEqual({ limit: 20, phase, game: 'isaac' });
  expect(read(tablesQuery, { phase: 'closed' })).toBe('wrong: phase');
  expect(read(tablesQuery, { game: 'x'.repeat(41) })).toBe('wrong: game');
  expect(read(tablesQuery, { game: 'x'.repeat(40) })).toMatchObject({ game: 'x'.repeat(40) });
});

test('names in an address have a limited length', () => {
  for (const [schema, field, most] of [
    [recordParams, 'id', 100],
    [personParams, 'name', 100],
  ] as const) {
    expect(read(schema, { [field]: 'x'.repeat(most) })).toEqual({ [field]: 'x'.repeat(most) });
    expect(read(schema, { [field]: 'x'.repeat(most + 1) })).toBe(`wrong: ${field}`);
  }
  const kind = { game: 'x'.repeat(40), pace: 'quick' };
  expect(read(kindParams, kind)).toEqual(kind);
  expect(read(kindParams, { ...kind, game: 'x'.repeat(41) })).toBe('wrong: game');
  expect(read(kindParams, { ...kind, pace: 'blitz' })).toBe('wrong: pace');
  expect(read(graphParams, { ...kind, name: 'ada' })).toEqual({ ...kind, name: 'ada' });
  expect(read(graphParams, kind)).toBe('wrong: name');
});

test('a command has an id of up to 64 letters, digits, hyphens and underscores', () => {
  for (const id of ['a', 'A-z_9', 'x'.repeat(64)]) expect(read(bodies.command, { id })).toEqual({ id });
  for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', 'é', 7]) expect(read(bodies.command, { id })).toBe('wrong: id');
});

test('a chat message has 1 to 300 characters, and a seek a game and a pace', () => {
  expect(read(bodies.say, { id: 'a', text: 'x'.repeat(300) })).toMatchObject({ id: 'a' });
  for (const text of ['', 'x'.repeat(301)]) expect(read(bodies.say, { id: 'a', text })).toBe('wrong: text');
  expect(read(bodies.seek, { id: 'a', game: 'isaac', pace: 'days' })).toMatchObject({ pace: 'days' });
  expect(read(bodies.seek, { id: 'a', game: 'x'.repeat(41), pace: 'days' })).toBe('wrong: game');
  expect(read(bodies.seek, { id: 'a', game: 'isaac', pace: 'blitz' })).toBe('wrong: pace');
});

test.each(Object.entries(bodies))('an unknown field of the body of %s is named', (_, body) => {
  const valid = {
    id: 'a',
    terms: {
      game: 'isaac',
      options: {},
      clock: { system: 'none' },
      takeBack: 'asked',
      visibility: 'open',
      seating: 'chosen',
      chairs: ['me', 'open'],
    },
    chair: 1,
    action: { kind: 'resign' },
    agree: true,
    line: ['00-02', '01-03'],
    played: ['54-56'],
    text: 'hello',
    game: 'isaac',
    pace: 'quick',
  };
  const own = Object.fromEntries(Object.entries(valid).filter(([key]) => key in body.shape));
  expect(Object.keys(own).toSorted()).toEqual(Object.keys(body.shape).toSorted());
  expect(read(body, own)).toEqual(own);
  expect(read(body, { ...own, colour: 'red', taste: 'sour' })).toBe('wrong: colour');
});

test('a fault is named by its path, the first one, and not at any length', () => {
  const schema = z.object({ a: z.array(z.strictObject({ b: z.string() })) });
  expect(read(schema, { a: [{ b: 'x' }, { b: 7 }] })).toBe('wrong: a.1.b');
  expect(read(schema, { a: [{ b: 'x', c: 1, d: 2 }] })).toBe('wrong: a.0.c');
  expect(read(schema, 'text')).toBe('wrong: ');
  expect(read(schema, { a: [{ b: 'x', ['y'.repeat(200)]: 1 }] })).toBe(`wrong: a.0.${'y'.repeat(76)}`);
  const { error } = checkInput(schema, {}) as { readonly error: Error };
  expect([error.message, error instanceof Error]).toEqual(['bad-request', true]);
});
