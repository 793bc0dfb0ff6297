import { describe, expect, test } from 'vitest';
import {
  defineGame,
  type Game,
  type GameRecord,
  toStoredRecord,
  knownFields,
  makeRecord,
  type OptionsOf,
  replay,
} from '../src/index.ts';
import { encodingOf } from '../src/record.ts';
import type { Countdown } from './countdown.ts';
import { countdown, type CountdownView, RULES } from './countdown.ts';

const STEP = { step: { values: [1, 2], default: 2 } } as const;

/** A countdown with an option, a deal, and a peek that is allowed to the seat to move as long as two are left. */
const game: Game = defineGame<OptionsOf<typeof STEP>, unknown, Countdown, CountdownView>({
  ...RULES,
  options: STEP,
  deals: { draw: () => 'x', parse: () => ({ ok: true, value: 'x' }) },
  peeks: { list: ({ left }) => (left >= 2 ? ['a1', 'b1'] : []), look: () => null, ofTry: () => null },
}) as Game;

const setup = { options: { step: 2 }, players: 2, deal: 'x' };
const played = makeRecord(game, setup, [0, 1]);

/** What is kept of this record, whatever it holds besides. */
function kept(changes: Record<string, unknown>, of: Game = game): unknown {
  const held = replay(() => of, { ...played, ...changes });
  if (!held.ok) throw new Error(held.error.name);
  return toStoredRecord(held.value);
}

const peek = (after: number, seat: number, text = 'a1') => ({ after, seat, peek: text });

describe('the known fields of a record', () => {
  test('are those that are declared; others are left out, and so are missing ones', () => {
    const { counts, end, ...least } = played;
    const noise = { event: 'Sunday', seats: ['Ada'] };
    expect(knownFields({ ...played, ...noise })).toEqual(played);
    expect(knownFields({ ...least, ...noise })).toStrictEqual(least);
    const ended: GameRecord = {
      ...played,
      end: Object.assign({ by: 'time' } as const, { scores: [0, 0], places: [1, 2] }, noise),
    };
    expect(knownFields(ended).end).toStrictEqual({ by: 'time', scores: [0, 0], places: [1, 2] });
    expect([counts, end?.by]).toEqual([[2, 2], 'rules']);
  });

  test('hold the peeks that have the form of one, without other fields', () => {
    const bad = [null, 'a1', 7, {}, { after: 0, seat: 0 }, { after: 0, peek: 'a1' }, { seat: 0, peek: 'a1' }];
    const worse = [peek(0.5, 0), peek(0, 0.5), { ...peek(0, 0), peek: 1 }];
    const peeks = [...bad, { ...peek(0, 0), who: 'Ada' }, ...worse];
    expect(knownFields({ ...played, ...{ peeks } }).peeks).toStrictEqual([peek(0, 0)]);
    for (const none of [undefined, 'a1', {}, [], bad])
      expect(knownFields({ ...played, ...{ peeks: none } })).not.toHaveProperty('peeks');
  });
});

describe('a kept record', () => {
  test('has deal and moves in their canonical form', () => {
    const reading: Game = { ...game, parseMove: (text) => game.parseMove(text.trim()) };
    const record = kept({ deal: 'y', moves: ['-1 ', ' -2'], event: 'Sunday' }, reading);
    expect(record).toStrictEqual(played);
  });

  test('keeps the peeks that the rules allowed: of the seat to move, at that moment, at a place they name', () => {
    // Three are left before the first move, two before the second, none after it.
    const allowed = [peek(0, 0), peek(1, 1, 'b1')];
    const refused = [peek(0, 1), peek(1, 0), peek(0, 0, 'z9'), peek(2, -1), peek(3, 0), peek(-1, 0)];
    expect(kept({ peeks: [...allowed, ...refused] })).toStrictEqual({ ...played, peeks: allowed });
    expect(kept({ peeks: refused })).not.toHaveProperty('peeks');
  });

  test('keeps a peek after the last move of a game that goes on', () => {
    const { end: _, ...open } = played;
    const one = { ...open, moves: ['-1'], counts: [2], end: undefined };
    expect(kept({ ...one, peeks: [peek(1, 1)] })).toMatchObject({ moves: ['-1'], peeks: [peek(1, 1)] });
  });

  test('has no peeks where the game knows none', () => {
    expect(kept({ deal: null, options: {}, peeks: [peek(0, 0)] }, countdown as Game)).not.toHaveProperty('peeks');
  });
});

test('a text saved by another program is UTF-8, or UTF-16 by the whole of its byte order mark', () => {
  const encodings = [[0xff, 0xfe], [0xfe, 0xff], [0xff, 0xff], [0xfe, 0xfe], [0xef, 0xbb], []].map((bytes) =>
    encodingOf(Uint8Array.from(bytes)),
  );
  expect(encodings).toEqual(['utf-16le', 'utf-16be', 'utf-8', 'utf-8', 'utf-8', 'utf-8']);
});
