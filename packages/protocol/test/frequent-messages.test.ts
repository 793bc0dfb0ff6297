import { clientMessage, type ClientMessage, parseClientMessage } from '@tablier/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const SEED = 2026;
/** Letters of ids and moves, and what JSON escapes, forbids or counts in two units. */
const letter = fc.constantFrom(...'aZ09-_"\\/\b\n\u0000\u001f\u007f\u2028\ud800é😀 ');
const unit = fc.oneof({ weight: 40, arbitrary: fc.constant('a') }, letter);
/** Mostly of an allowed length, often the shortest or longest, sometimes one beyond. */
const word = (least: number, most: number) =>
  fc.oneof(
    fc.string({ unit, minLength: least, maxLength: most }),
    fc.constantFrom(least, most, least, most, least - 1, most + 1).map((length) => 'a'.repeat(length)),
  );
const number = fc.oneof(
  fc.nat(),
  fc.maxSafeNat(),
  fc.integer(),
  fc.double(),
  fc.constantFrom('1', null, 1e15, 2 ** 53, -0),
);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, value);
const extra = rarely(fc.constantFrom({ more: 1 }, { kind: 'resign' }, { plies: null }, { __proto__: null, id: 'b' }));

const move = fc
  .tuple(word(1, 40), fc.oneof(fc.constant({}), fc.record({ plies: number })), extra)
  .map(([text, plies, more]) => ({ kind: 'move', move: text, ...plies, ...more }));
const act = fc
  .tuple(word(16, 40), move, extra)
  .map(([table, action, more]) => ({ kind: 'act', table, action, ...more }));
const flag = fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constantFrom(false, null, 1));
const known = fc.record(
  { from: number, players: number, spectators: number, moves: flag, spectate: flag },
  { requiredKeys: [] },
);
const message = fc.oneof(
  fc.tuple(word(1, 64), act, extra).map(([id, command, more]) => ({ kind: 'do', id, command, ...more })),
  fc.tuple(number, extra).map(([n, more]) => ({ kind: 'ping', n, ...more })),
  fc.tuple(number, extra).map(([version, more]) => ({ kind: 'hello', version, ...more })),
  fc.tuple(word(16, 40), known, extra).map(([table, asked, more]) => ({ kind: 'watch', table, ...asked, ...more })),
);

/** The message as text, sometimes with one character added, replaced or removed, at the end of the move, of the number, or anywhere. */
const text = fc
  .tuple(message, fc.nat(300), fc.constantFrom('', '0', '-', '.', ' ', '\n', '"', ',', '}', '\\', 'é'), fc.nat(6))
  .map(([sent, at, added, how]) => {
    const whole = JSON.stringify(sent);
    const place = [whole.search(/\d*\}+$/), whole.lastIndexOf('"')][how] ?? at % whole.length;
    return how > 3 ? whole : whole.slice(0, place) + added + whole.slice(place + (how === 2 ? 1 : 0));
  });

function bySchema(sent: string): ClientMessage | null {
  try {
    return clientMessage.safeParse(JSON.parse(sent)).data ?? null;
  } catch {
    return null;
  }
}

test('what is sent most often is read as the schema reads it', () => {
  let read = 0;
  const isSame = (sent: string): void => {
    const parsed = parseClientMessage(sent);
    expect(parsed.ok ? parsed.value : null).toEqual(bySchema(sent));
    if (parsed.ok) read++;
  };
  fc.assert(fc.property(text, isSame), { seed: SEED, numRuns: 4000 });
  // Neither all are refused nor all accepted.
  expect(read).toBeGreaterThan(500);
  expect(read).toBeLessThan(3500);
});
