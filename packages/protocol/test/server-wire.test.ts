import { ERROR_NAMES, parseServerMessage } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { type Data, ofOtherType, placesOf, withValue } from './faults.ts';

const id = 'a'.repeat(22);
const clock = { system: 'fischer', base: 300, increment: 3 };
const outcome = { scores: [3, 1], places: [1, 2] };
const options = { counter: 'exact' };
const view = { options, players: 2, turn: -1, turnIndex: 4, passed: [1], outcome, cells: [0, 1] };
const record = {
  format: 1,
  game: 'isaac',
  rules: 1,
  options,
  players: 2,
  deal: null,
  moves: ['00-02'],
  counts: [600],
  end: { by: 'resign', ...outcome },
  event: 'Sunday',
};
const match = {
  game: 'isaac',
  version: 3,
  view,
  moves: [{ ply: 1, seat: 0, turnIndex: 0, text: '00-02', passed: [1] }],
  plies: 1,
  peeks: [{ seat: 0, after: 1, peek: 'a1', seen: { any: 'thing' } }],
  drawAgreed: [0],
  takeBackAsked: { seat: 1, to: 0, agreed: [1] },
  takeBackFrom: 0,
  claimed: { seat: 0, absent: 1, as: 'win' },
  end: { by: 'rules', ...outcome },
  clock: {
    terms: clock,
    seats: [{ left: 5000, periods: 0, vacation: 0, away: false }],
    seat: -1,
    spent: 10,
    since: 1000,
    paused: true,
  },
  record,
};
const CHAIRS: readonly Data[] = [
  { kind: 'open' },
  { kind: 'open', link: true, declined: 'Ada' },
  { kind: 'invited', name: 'Ada' },
  { kind: 'person', name: 'Ada' },
  { kind: 'person', name: 'Ada', guest: false },
  { kind: 'bot', level: 'beginner' },
  { kind: 'bot', level: 'medium' },
  { kind: 'bot', level: 'strong' },
  { kind: 'bot', level: 'medium', strength: 7 },
];
const table = {
  id,
  version: 4,
  phase: 'playing',
  game: 'isaac',
  options,
  clock,
  takeBack: 'never',
  visibility: 'link',
  seating: 'chosen',
  chairs: CHAIRS,
  you: 0,
  invited: 1,
  movedTo: id,
  host: 0,
  rules: 1,
  deal: { any: 'thing' },
  match,
  shuffle: { hash: 'f'.repeat(64), nonce: '0a' },
  rematch: { agreed: [1], table: id },
  rematchOf: id,
};
const summary = {
  id,
  phase: 'over',
  at: 5,
  game: 'isaac',
  options,
  clock,
  pace: 'quick',
  chairs: [{ kind: 'open' }],
  plies: 2,
  preview: view,
  places: [1, 2],
  ended: 'time',
};
const mine = {
  id,
  phase: 'waiting',
  at: 5,
  game: 'isaac',
  options,
  clock,
  chairs: [{ kind: 'open' }],
  host: 1,
  hostHere: true,
  you: 0,
  invited: 1,
  turn: false,
  yourTurn: false,
  plies: 0,
  until: 9,
};
const error = { name: 'too-many', detail: 'commands', retryMs: 1 };

const ofTable = (changes: Data): Data => ({ kind: 'table', table: { ...table, ...changes } });
const ofMatch = (changes: Data): Data => ofTable({ match: { ...match, ...changes } });
const ofLobby = (changes: Data): Data => ({
  ...{ kind: 'lobby', whole: true, gone: [id] },
  changed: [{ ...summary, ...changes }],
});

/** One of each, and one for each word that may stand in a place. */
const MESSAGES: readonly Data[] = [
  { kind: 'welcome', version: 4, you: { name: 'Ada' }, now: 5 },
  { kind: 'pong', n: 1, now: 5 },
  { kind: 'lobby', whole: false, changed: [], gone: [], online: 3 },
  ofTable({}),
  ofTable({ movedTo: null, you: null, invited: null, match: null, shuffle: null, rematchOf: null }),
  ...['waiting', 'over', 'closed'].map((phase) => ofTable({ phase })),
  ...['open', 'pairing'].map((visibility) => ofTable({ visibility })),
  ofTable({ takeBack: 'asked', seating: 'drawn', rematch: { agreed: [], table: null } }),
  ofMatch({ takeBackAsked: null, claimed: null, end: null, clock: null, record: null }),
  ...['resign', 'time', 'agreement', 'abort'].map((by) => ofMatch({ end: { by, ...outcome } })),
  ofMatch({ claimed: { seat: 0, absent: 1, as: 'draw' }, view: { ...view, outcome: null } }),
  { kind: 'changed', table: id, from: 3, change: { cells: { 0: [2] }, note: [] } },
  { kind: 'current', table: id, version: 3 },
  {
    ...{ kind: 'presence', table: id, spectators: 2, here: [true, false] },
    away: [null, { since: 5, how: 'left', claimFrom: 9 }, { since: 5, how: 'broken', claimFrom: null }],
  },
  ...['players', 'spectators'].map((room) => ({
    ...{ kind: 'said', table: id, room },
    lines: [
      { n: 1, at: 5, name: 'Ada', seat: 0, text: 'Hello' },
      { n: 2, at: 5, name: 'Ada', seat: null, text: 'Hello' },
    ],
  })),
  ofLobby({}),
  ofLobby({ pace: null, preview: null, places: null, ended: null }),
  ...['calm', 'days', 'untimed'].map((pace) => ofLobby({ pace })),
  ...['rules', 'resign', 'agreement', 'abort'].map((ended) => ofLobby({ ended })),
  { kind: 'own', whole: false, changed: [mine, { ...mine, you: null, invited: null, until: null }], gone: [id] },
  { kind: 'done', id: 'x1', table: id, version: 3 },
  { kind: 'refused', id: 'x1', error },
  { kind: 'not-watching', table: id, error: { name: 'unknown-table' } },
  { kind: 'error', error },
];

/** What a game, a record or a change holds is not for the protocol to say. */
const CLOSED = [/\.options$/, /\.deal$/, /\.seen$/, /\.cells$/, /\.event$/, /^change$/];
const OPTIONAL = [
  /\.yourTurn$/,
  /^online$/,
  ...[/\.(link|declined|guest|strength|deal|seen|cells|event|counts|detail|retryMs)$/, /\.record\.(end|options\.\w+)$/],
  /^table\.rules$/,
  /\.\d+$/,
];
/** Integers that may be negative: moments, and seats of which -1 is no player. */
const SIGNED =
  /(^|\.)(now|at|since|until|claimFrom|turn|seat)$|scores|places|\.left|\.vacation|\.spent|\.base|\.increment|version/;
/** Texts of which the protocol knows no list. */
const FREE_TEXT = /(^|\.)(game|name|text|peek|declined|hash|nonce|detail)$|moves/;

const isRead = (message: unknown): boolean => parseServerMessage(JSON.stringify(message)).ok;

describe.each(MESSAGES.map((message) => [String(message['kind']), message] as const))('%s', (_, message) => {
  test('is read as it was sent, without fields that this version does not know', () => {
    const read = parseServerMessage(JSON.stringify({ ...message, more: 1 }));
    expect(read).toStrictEqual({ ok: true, value: JSON.parse(JSON.stringify(message)) as unknown });
  });

  test('is refused without a field that must be there, with a field of another type, and with an unknown word', () => {
    for (const { path, value } of placesOf(message, CLOSED)) {
      // Names of errors are read with care, see below.
      if (/\.(deal|seen|cells|event)$|^change$|^error\.name$/.test(path)) continue;
      const isOptional = OPTIONAL.some((each) => each.test(path));
      expect(isRead(withValue(message, path, undefined)), `without ${path}`).toBe(isOptional);
      const other = value === null ? true : ofOtherType(value);
      expect(isRead(withValue(message, path, other)), `wrong ${path}`).toBe(false);
      if (typeof value === 'string' && !FREE_TEXT.test(path))
        expect(isRead(withValue(message, path, `${value}?`)), `unknown ${path}`).toBe(false);
      if (typeof value === 'number' && !SIGNED.test(path))
        expect(isRead(withValue(message, path, -1)), `negative ${path}`).toBe(false);
    }
  });
});

describe('an error from a server', () => {
  const named = (name: unknown): unknown => parseServerMessage(JSON.stringify({ kind: 'error', error: { name } }));

  test.each(ERROR_NAMES)('%s keeps its name', (name) => {
    expect(named(name)).toEqual({ ok: true, value: { kind: 'error', error: { name } } });
  });

  test('with a name that this version does not know is read as an unknown error', () => {
    expect(named('new-in-version-9')).toEqual({ ok: true, value: { kind: 'error', error: { name: 'unknown-error' } } });
  });
});
