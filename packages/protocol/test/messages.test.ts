import { isaac, masker } from '@tablier/games';
import { createMatch, project } from '@tablier/match';
import {
  ERROR_NAMES,
  matchView,
  parseClientMessage,
  parseServerMessage,
  PROTOCOL_VERSION,
  type TableView,
} from '@tablier/protocol';
import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';

const table = 'a'.repeat(22);

describe('what a client sends', () => {
  test('is read where it is a message, and comes out as it went in', () => {
    const messages = [
      { kind: 'hello', version: PROTOCOL_VERSION },
      { kind: 'watch', table, from: 3, players: 1 },
      { kind: 'do', id: 'x1', deed: { kind: 'act', table, command: { kind: 'move', move: '00-02' } } },
    ];
    for (const message of messages)
      expect(parseClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test.each([
    ['[]', 'bad-message', 'kind'],
    ['{"kind":"do","id":"x y","deed":{"kind":"stand","table":"aaaaaaaaaaaaaaaaaaaaaa"}}', 'bad-message', 'id'],
    ['{"kind":"watch","table":"short"}', 'bad-message', 'table'],
    ['{"kind":"watch","table":"aaaaaaaaaaaaaaaaaaaaaa","from":-1}', 'bad-message', 'from'],
  ])('%s is refused, with the place of the fault', (text, name, detail) => {
    expect(parseClientMessage(text)).toEqual({ ok: false, error: { name, detail } });
  });

  test('what is not JSON is refused by a name of its own', () => {
    expect(parseClientMessage('{"kind"')).toEqual({ ok: false, error: { name: 'bad-json' } });
  });
});

describe('what a server sends', () => {
  const setup = {
    options: { touch: 'side', board: 'flat' },
    players: 2,
    deal: masker.deal({ touch: 'side', board: 'flat' }, 2, new SeededRng(1)),
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

  test('is read with all that a game puts into its view', () => {
    const parsed = parseServerMessage(JSON.stringify({ kind: 'table', table: view }));
    expect(parsed).toEqual({ ok: true, value: JSON.parse(JSON.stringify({ kind: 'table', table: view })) as unknown });
  });

  test('is refused where it holds what has no place there', () => {
    expect(parseServerMessage(JSON.stringify({ kind: 'table', table: { ...view, nonce: 'secret' } })).ok).toBe(false);
    expect(matchView.safeParse({ ...shown, position: {} }).success).toBe(false);
  });

  test('fits every game', () => {
    const plain = createMatch(
      isaac,
      { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null },
      { takeBack: 'asked' },
    );
    expect(matchView.safeParse(project(plain, 'spectator')).success).toBe(true);
  });
});

test('every error has one name', () => {
  expect(new Set(ERROR_NAMES).size).toBe(ERROR_NAMES.length);
  for (const name of ERROR_NAMES) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
