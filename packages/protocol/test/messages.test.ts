import { isaac, masker } from '@tablier/games';
import { createMatch, project } from '@tablier/match';
import {
  ERROR_NAMES,
  isSpoken,
  matchView,
  parseClientMessage,
  parseRequest,
  parseServerMessage,
  PROTOCOL_VERSION,
  rangeText,
  type TableView,
} from '@tablier/protocol';
import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';

const table = 'a'.repeat(22);

describe('a message from a client', () => {
  test('is parsed back as it was formatted', () => {
    const messages = [
      { kind: 'hello', version: PROTOCOL_VERSION },
      { kind: 'watch', table, from: 3, players: 1 },
      { kind: 'do', id: 'x1', command: { kind: 'act', table, action: { kind: 'move', move: '00-02' } } },
    ];
    for (const message of messages)
      expect(parseClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test.each([
    ['[]', 'bad-message', 'kind'],
    [
      '{"kind":"do","id":"' + 'x'.repeat(65) + '","command":{"kind":"stand","table":"aaaaaaaaaaaaaaaaaaaaaa"}}',
      'bad-message',
      'id',
    ],
    ['{"kind":"do","id":"x y","command":{"kind":"stand","table":"aaaaaaaaaaaaaaaaaaaaaa"}}', 'bad-message', 'id'],
    ['{"kind":"watch","table":"short"}', 'bad-message', 'table'],
    ['{"kind":"watch","table":"aaaaaaaaaaaaaaaaaaaaaa","from":-1}', 'bad-message', 'from'],
  ])('%s is refused with the path of the fault', (text, name, detail) => {
    expect(parseClientMessage(text)).toEqual({ ok: false, error: { name, detail } });
  });

  test.each(['a', '0b7e6d0e-52a1-4f3c-9d0a-6a1c0a8f2f11', 'x'.repeat(64)])('may name a command %s', (id) => {
    const message = { kind: 'do', id, command: { kind: 'stand', table } };
    expect(parseClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test('has a readable request even if the rest is refused', () => {
    const request = (message: unknown) => parseRequest(JSON.stringify(message));
    expect(request({ kind: 'do', id: 'abc', command: { kind: 'dance' }, more: 1 })).toEqual({ kind: 'do', id: 'abc' });
    expect(request({ kind: 'watch', table, from: -1 })).toEqual({ kind: 'watch', table });
    for (const unnamed of [{ kind: 'do', id: 'a b' }, { kind: 'ping', id: 'abc' }, { kind: 'watch', table: 7 }, null])
      expect(request(unnamed)).toBeNull();
    expect(parseRequest('{"kind":"do"')).toBeNull();
  });

  test('may have unknown fields in hello, to get an answer about its version', () => {
    const message = { kind: 'hello', version: 99, likes: 'chess' };
    expect(parseClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: { kind: 'hello', version: 99 } });
  });

  test('that is not JSON is refused as bad-json', () => {
    expect(parseClientMessage('{"kind"')).toEqual({ ok: false, error: { name: 'bad-json' } });
  });
});

describe('a message from a server', () => {
  const setup = {
    options: { touch: 'side', board: 'flat' },
    players: 2,
    deal: masker.deals.draw({ touch: 'side', board: 'flat' }, 2, new SeededRng(1)),
  };
  const state = createMatch(masker, setup, { takeBack: 'never', clock: { system: 'fischer', base: 60, increment: 1 } });
  const shown = project(state, 0);
  const view: TableView = {
    id: table,
    version: 4,
    phase: 'playing',
    game: masker.id,
    options: setup.options,
    clock: { system: 'fischer', base: 60, increment: 1 },
    takeBack: 'never',
    visibility: 'link',
    seating: 'chosen',
    chairs: [
      { kind: 'person', name: 'Ada' },
      { kind: 'bot', level: 'medium' },
    ],
    you: 0,
    invited: null,
    movedTo: null,
    host: 0,
    match: shown,
    shuffle: { hash: 'f'.repeat(64), nonce: null },
    rematch: { agreed: [], table: null },
    rematchOf: null,
  };

  test('is parsed with all fields of a game’s view', () => {
    const parsed = parseServerMessage(JSON.stringify({ kind: 'table', table: view }));
    expect(parsed).toEqual({ ok: true, value: JSON.parse(JSON.stringify({ kind: 'table', table: view })) as unknown });
  });

  test('is parsed without unknown fields, so that an addition breaks no client', () => {
    const newer = { kind: 'table', table: { ...view, mood: 'calm', match: { ...shown, weather: {} } }, more: 1 };
    const parsed = parseServerMessage(JSON.stringify(newer));
    expect(parsed).toEqual({ ok: true, value: JSON.parse(JSON.stringify({ kind: 'table', table: view })) as unknown });
  });

  test('is refused if a field is missing or has another type', () => {
    expect(parseServerMessage(JSON.stringify({ kind: 'table', table: { ...view, version: 'four' } })).ok).toBe(false);
    const { host: _, ...partial } = view;
    expect(parseServerMessage(JSON.stringify({ kind: 'table', table: partial })).ok).toBe(false);
  });

  test('never has a retryMs of 0', () => {
    const error = { name: 'too-many', retryMs: 0 };
    expect(parseServerMessage(JSON.stringify({ kind: 'error', error })).ok).toBe(false);
  });

  test('supports every game', () => {
    const plain = createMatch(
      isaac,
      { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null },
      { takeBack: 'asked' },
    );
    expect(matchView.safeParse(project(plain, 'spectator')).success).toBe(true);
  });
});

test('error names are unique', () => {
  expect(new Set(ERROR_NAMES).size).toBe(ERROR_NAMES.length);
  for (const name of ERROR_NAMES) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('a server may support several versions', () => {
  const range = { oldest: 4, newest: 6 };
  expect([3, 4, 5, 6, 7].map((version) => isSpoken(version, range))).toEqual([false, true, true, true, false]);
  expect([rangeText(range), rangeText({ oldest: 5, newest: 5 })]).toEqual(['4-6', '5']);
  expect(isSpoken(PROTOCOL_VERSION)).toBe(true);
});
