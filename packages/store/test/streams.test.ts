import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineStream, UnreadableStream } from '../src/index.ts';

const MATCH = defineStream('a match', {
  head: z.object({ host: z.string(), seats: z.array(z.object({ person: z.string(), name: z.string() })) }),
  events: {
    sat: z.object({ at: z.int(), person: z.string(), name: z.string() }),
    moved: z.object({ move: z.string(), by: z.exactOptional(z.string()) }),
  },
  personal: {
    head: [
      { owner: 'host', form: 'id' },
      { at: 'seats.*', owner: 'person', form: 'id', empties: ['name'] },
    ],
    events: { sat: [{ owner: 'person', form: 'id', empties: ['name'] }] },
    everyEvent: [{ owner: 'by', form: 'command', removes: ['hash'] }],
  },
});

const HEAD = {
  host: 'ada',
  seats: [
    { person: 'bob', name: 'Bob' },
    { person: 'ada', name: 'Ada' },
  ],
  other: { person: 'ada' },
};
const event = (kind: string, data: unknown, seq = 7) => ({ seq, at: 5, kind, data });
const MOVED = event('moved', { move: 'a1', by: 'ada_12', hash: 'h', new: [1] });

describe('a stream type', () => {
  test('parses heads and events by their schemas, with time and kind, and drops other fields', () => {
    const { other: _, ...declared } = HEAD;
    expect(MATCH.readHead(HEAD)).toEqual(declared);
    expect(MATCH.readEvent(event('sat', { person: 'ada', name: 'Ada' }))).toEqual({
      kind: 'sat',
      at: 5,
      person: 'ada',
      name: 'Ada',
    });
    expect(MATCH.readEvent(MOVED)).toEqual({ kind: 'moved', move: 'a1', by: 'ada_12' });
  });

  test.each([
    [
      'a head of another shape',
      () => MATCH.readHead({ host: 'ada', seats: [{ person: 7, name: '' }] }),
      /seats\.0\.person/,
    ],
    ['a missing head', () => MATCH.readHead(null), /head/],
    ['an event of another shape', () => MATCH.readEvent(event('moved', { move: 7 })), /event 7 \(moved\).*move/],
    ['an event without fields', () => MATCH.readEvent(event('moved', 'a1')), /event 7 \(moved\)/],
    ['an event of unknown kind', () => MATCH.readEvent(event('jumped', {})), /event 7 is of unknown kind jumped/],
    ['a kind that is an inherited property', () => MATCH.readEvent(event('toString', {})), /unknown kind toString/],
  ])('names %s', (_what, read, message) => {
    expect(read).toThrow(UnreadableStream);
    expect(read).toThrow(message);
  });

  test('removes a person from declared fields only', () => {
    expect(MATCH.headWithout(HEAD, 'ada')).toEqual({
      host: '',
      seats: [
        { person: 'bob', name: 'Bob' },
        { person: '', name: '' },
      ],
      other: { person: 'ada' },
    });
    expect(MATCH.dataWithout(event('sat', { person: 'ada', name: 'Ada' }), 'ada')).toEqual({ person: '', name: '' });
    expect(MATCH.dataWithout(MOVED, 'ada')).toEqual({ move: 'a1', new: [1] });
  });

  test('replaces a person in declared fields, and keeps names', () => {
    expect(MATCH.headGiven(HEAD, 'ada', 'eve')).toMatchObject({
      host: 'eve',
      seats: [{}, { person: 'eve', name: 'Ada' }],
    });
    expect(MATCH.dataGiven(MOVED, 'ada', 'eve')).toEqual({ move: 'a1', by: 'eve_12', hash: 'h', new: [1] });
  });

  test('returns the same object if the person is not in it, even for unreadable data', () => {
    const strange = event('sat', { person: ['ada'], by: 7 });
    for (const data of [strange, event('jumped', null), event('moved', 'ada_1')]) {
      expect(MATCH.dataWithout(data, 'ada')).toBe(data.data);
      expect(MATCH.dataGiven(data, 'ada', 'eve')).toBe(data.data);
    }
    expect(MATCH.headWithout(HEAD, 'ad')).toBe(HEAD);
    expect(MATCH.headWithout(null, 'ada')).toBeNull();
    expect(MATCH.dataWithout(MOVED, 'ada_1')).toBe(MOVED.data);
  });

  test('tells whether a person is named', () => {
    expect(MATCH.names('bob', { head: HEAD })).toBe(true);
    expect(MATCH.names('bob', { events: [MOVED] })).toBe(false);
    expect(MATCH.names('ada', { events: [MOVED] })).toBe(true);
    expect(MATCH.names('eve', { head: HEAD, events: [MOVED] })).toBe(false);
    expect(MATCH.names('ada', { events: [event('moved', { move: 'a1' }), MOVED] })).toBe(true);
    expect(MATCH.names('ada', {})).toBe(false);
  });

  test('without declared personal data names no one and changes nothing', () => {
    const plain = defineStream('a log', { head: z.object({}), events: { said: z.object({}) }, personal: {} });
    const said = event('said', { by: 'ada' });
    expect(plain.headWithout(HEAD, 'ada')).toBe(HEAD);
    expect(plain.headGiven(HEAD, 'ada', 'eve')).toBe(HEAD);
    expect([plain.dataWithout(said, 'ada'), plain.dataGiven(said, 'ada', 'eve')]).toEqual([said.data, said.data]);
    expect(plain.names('ada', { head: HEAD, events: [said] })).toBe(false);
  });

  test('says what is wrong and where', () => {
    expect(() => MATCH.readHead(null)).toThrow(/^a match: head is not valid: \w/);
    expect(() => MATCH.readHead({ host: 7, seats: [] })).toThrow(/^a match: head is not valid at host: \w/);
    expect(new UnreadableStream('x').name).toBe('UnreadableStream');
  });
});
