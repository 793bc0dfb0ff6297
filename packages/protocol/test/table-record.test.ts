import { isaac } from '@tablier/games';
import { makeSetup } from '@tablier/core';
import { createMatch, decide, evolve, project } from '@tablier/match';
import { tableRecord, type TableView } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';

const setup = makeSetup(isaac, {});
if (!setup.ok) throw new Error(setup.error.detail);
const begun = createMatch(isaac, setup.value, { takeBack: 'never' });
const resigned = decide(begun, { kind: 'resign', seat: 0 });
if (!resigned.ok) throw new Error(resigned.error.name);
const over = project(evolve(begun, resigned.value), 'spectator');

const view: TableView = {
  id: 'a'.repeat(22),
  version: 4,
  phase: 'over',
  game: isaac.id,
  options: setup.value.options,
  clock: { system: 'none' },
  takeBack: 'never',
  visibility: 'link',
  seating: 'chosen',
  chairs: [
    { kind: 'person', name: 'Ada', guest: true },
    { kind: 'bot', level: 'medium' },
  ],
  you: null,
  invited: null,
  movedTo: null,
  host: 0,
  match: over,
  shuffle: { hash: 'f'.repeat(64), nonce: '0a' },
  rematch: { agreed: [], table: null },
  rematchOf: null,
};

describe('the record of a table', () => {
  test('is that of the match, with the table, the clock, the shuffle, and who sat there', () => {
    expect(tableRecord(view)).toEqual({
      ...over.record,
      table: view.id,
      seats: [
        { kind: 'person', name: 'Ada' },
        { kind: 'bot', level: 'medium' },
      ],
      clock: { system: 'none' },
      shuffle: { hash: 'f'.repeat(64), nonce: '0a' },
    });
  });

  test('does not say who was a guest', () => {
    expect(JSON.stringify(tableRecord(view)?.seats)).not.toContain('guest');
  });

  test('has no shuffle where chance dealt nothing, or the nonce is not revealed', () => {
    expect(tableRecord({ ...view, shuffle: null })?.shuffle).toBeNull();
    expect(tableRecord({ ...view, shuffle: { hash: 'f', nonce: null } })?.shuffle).toBeNull();
  });

  test('does not exist before the match is over', () => {
    expect(tableRecord({ ...view, phase: 'playing' })).toBeNull();
    expect(tableRecord({ ...view, match: null })).toBeNull();
    expect(tableRecord({ ...view, match: { ...over, record: null } })).toBeNull();
  });
});
