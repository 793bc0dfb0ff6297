import { CLOCK_SYSTEMS } from '@tablier/match';
import { MAX_LINE, parseClientMessage } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { type Data, ofOtherType, placesOf, withValue } from './faults.ts';

const table = 'a'.repeat(22);
const terms = {
  game: 'isaac',
  options: { counter: 'exact', rounds: 2 },
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'drawn',
  chairs: ['me', 'open', 'link', { bot: 'strong' }, { invite: { table, seat: 15 } }],
};
const ofTerms = (changes: Data): Data => ({ kind: 'open', terms: { ...terms, ...changes } });

const ACTIONS: readonly Data[] = [
  { kind: 'move', move: '00-02' },
  { kind: 'move', move: '00-02', plies: 0 },
  { kind: 'peek', peek: 'a1' },
  { kind: 'peek', peek: 'a1', plies: 7 },
  { kind: 'resign' },
  { kind: 'offer-draw' },
  { kind: 'answer-draw', accept: true },
  { kind: 'take-back', to: 0 },
  { kind: 'answer-take-back', accept: false },
  { kind: 'abort' },
  { kind: 'claim', as: 'win' },
  { kind: 'claim', as: 'draw' },
  { kind: 'begin-vacation' },
  { kind: 'end-vacation' },
];

const CLOCKS: readonly Data[] = [
  { system: 'none' },
  { system: 'sudden-death', base: 600 },
  { system: 'fischer', base: 300, increment: 3 },
  { system: 'fischer', base: 300, increment: 3, cap: 600 },
  { system: 'bronstein', base: 300, delay: 3 },
  { system: 'delay', base: 0, delay: 3 },
  { system: 'byo-yomi', base: 0, periods: 5, period: 30 },
  { system: 'days', days: 3, vacation: 0 },
];

const COMMANDS: readonly Data[] = [
  ofTerms({}),
  ofTerms({ takeBack: 'never', visibility: 'link', seating: 'chosen', deal: { any: ['thing'] } }),
  ofTerms({ chairs: ['me', { bot: 'beginner' }, { bot: 'medium', strength: 5 }] }),
  ...CLOCKS.map((clock) => ofTerms({ clock })),
  { kind: 'sit', table, chair: 0 },
  { kind: 'stand', table },
  { kind: 'decline', table },
  ...['quick', 'calm', 'days', 'untimed'].map((pace) => ({ kind: 'seek', game: 'isaac', pace })),
  ...ACTIONS.map((action) => ({ kind: 'act', table, action })),
  { kind: 'rematch', table, agree: true },
  { kind: 'say', table, text: 'Hello' },
];

const MESSAGES: readonly Data[] = [
  { kind: 'hello', version: 4 },
  { kind: 'ping', n: 0 },
  { kind: 'watch', table, from: 0, players: 1, spectators: 2 },
  { kind: 'watch', table },
  { kind: 'unwatch', table },
  { kind: 'enter-lobby' },
  { kind: 'leave-lobby' },
  { kind: 'follow-own' },
  { kind: 'leave-own' },
  ...COMMANDS.map((command) => ({ kind: 'do', id: 'x1', command })),
];

/** Options and deals hold whatever a game has. */
const CLOSED = [/\.options$/, /\.deal$/];
/** What a client may leave out. */
const OPTIONAL = [
  /^(from|players|spectators)$/,
  /\.clock\.cap$/,
  /\.plies$/,
  /\.strength$/,
  /\.deal$/,
  /\.chairs\.\d$/,
  /\.options\.\w+$/,
];

const isRead = (message: unknown): boolean => parseClientMessage(JSON.stringify(message)).ok;
const isCommandRead = (command: unknown): boolean => isRead({ kind: 'do', id: 'x', command });
const isTextRead = (text: string): boolean => isCommandRead({ kind: 'say', table, text });

describe.each(MESSAGES.map((message) => [JSON.stringify(message), message] as const))('%s', (_, message) => {
  test('is read as it was sent', () => {
    expect(parseClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test('is refused without a field that must be there, with a field of another type, and with an unknown word', () => {
    for (const { path, value } of placesOf(message, CLOSED)) {
      const isOptional = OPTIONAL.some((each) => each.test(path));
      expect(isRead(withValue(message, path, undefined)), `without ${path}`).toBe(isOptional);
      if (!path.endsWith('.deal'))
        expect(isRead(withValue(message, path, ofOtherType(value))), `wrong ${path}`).toBe(false);
      const isWord = typeof value === 'string' && !/(^id|game|move|peek|text)$/.test(path);
      if (isWord) expect(isRead(withValue(message, path, `${value}?`)), `unknown ${path}`).toBe(false);
      if (typeof value !== 'number') continue;
      expect(isRead(withValue(message, path, 0.5)), `part of ${path}`).toBe(false);
      if (path !== 'version') expect(isRead(withValue(message, path, -1)), `negative ${path}`).toBe(false);
    }
  });

  test('is refused with a field that the protocol does not know, except in a greeting', () => {
    const inner = placesOf(message, CLOSED).filter(
      ({ path, value }) => /^\{/.test(JSON.stringify(value)) && !CLOSED.some((each) => each.test(path)),
    );
    for (const path of ['', ...inner.map((place) => `${place.path}.`)])
      expect(isRead(withValue(message, `${path}more`, 1)), path).toBe(message['kind'] === 'hello');
  });
});

describe('the bounds of what a client sends', () => {
  test('the numbers of each clock are those that the match declares', () => {
    for (const [system, fields] of Object.entries(CLOCK_SYSTEMS)) {
      const example = CLOCKS.findLast((clock) => clock['system'] === system) ?? {};
      for (const [name, { min, max }] of Object.entries(fields)) {
        // A cap is at least the base: that is for the match to say.
        const read = (value: number): boolean => isCommandRead(ofTerms({ clock: { ...example, [name]: value } }));
        expect([min - 1, min, max, max + 1].map(read), `${system} ${name}`).toEqual([false, true, true, false]);
      }
    }
  });

  test('texts have a shortest and a longest length', () => {
    expect(['', 'x', 'x'.repeat(MAX_LINE), 'x'.repeat(MAX_LINE + 1)].map(isTextRead)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const isMoveRead = (move: string): boolean => isCommandRead({ kind: 'act', table, action: { kind: 'move', move } });
    expect(['', 'x', 'x'.repeat(40), 'x'.repeat(41)].map(isMoveRead)).toEqual([false, true, true, false]);
    const isPeekRead = (peek: string): boolean => isCommandRead({ kind: 'act', table, action: { kind: 'peek', peek } });
    expect(['', 'x', 'x'.repeat(40), 'x'.repeat(41)].map(isPeekRead)).toEqual([false, true, true, false]);
    const isGameRead = (game: string): boolean => isCommandRead(ofTerms({ game }));
    expect(['x'.repeat(40), 'x'.repeat(41)].map(isGameRead)).toEqual([true, false]);
    const isSought = (game: string): boolean => isCommandRead({ kind: 'seek', game, pace: 'quick' });
    expect(['x'.repeat(40), 'x'.repeat(41)].map(isSought)).toEqual([true, false]);
    const isOptionRead = (value: unknown): boolean => isCommandRead(ofTerms({ options: { counter: value } }));
    expect(['x'.repeat(40), 'x'.repeat(41), 3, null].map(isOptionRead)).toEqual([true, false, true, false]);
  });

  test('a table has 1 to 16 chairs, and seats are 0 to 15', () => {
    const hasChairs = (count: number): boolean =>
      isCommandRead(ofTerms({ chairs: Array.from({ length: count }, () => 'open') }));
    expect([0, 1, 16, 17].map(hasChairs)).toEqual([false, true, true, false]);
    const isSeat = (chair: number): boolean => isCommandRead({ kind: 'sit', table, chair });
    expect([-1, 0, 15, 16].map(isSeat)).toEqual([false, true, true, false]);
  });

  test('ids are letters, digits, - and _, from end to end', () => {
    const isTable = (id: string): boolean => isRead({ kind: 'unwatch', table: id });
    expect(['x'.repeat(15), 'x'.repeat(16), 'aZ09-_'.repeat(6), 'x'.repeat(40), 'x'.repeat(41)].map(isTable)).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect([` ${'x'.repeat(16)}`, `${'x'.repeat(16)} `, `${'x'.repeat(16)}/`].map(isTable)).toEqual([
      false,
      false,
      false,
    ]);
    const isCommand = (id: string): boolean => isRead({ kind: 'do', id, command: { kind: 'stand', table } });
    expect(['', 'x', 'x'.repeat(64), 'x'.repeat(65), ' x', 'x '].map(isCommand)).toEqual([
      ...[false, true, true, false, false, false],
    ]);
  });
});
