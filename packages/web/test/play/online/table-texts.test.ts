import '../../english.ts';
import type { MyTable, TableView } from '@tablier/protocol';
import { describe, expect, it, test } from 'vitest';
import {
  annotatedNames,
  endReason,
  gamesWaiting,
  isDeclined,
  mayPass,
  playerNames,
  playerNotes,
  rematchText,
  sentenceNames,
  tableErrorText,
  tableNews,
  tableTitle,
} from '../../../src/play/online/table-texts.ts';
import { isaac } from '@tablier/games';
import { tableOf } from './table-of.ts';

const person = (name: string, guest = false) => ({ kind: 'person', name, guest }) as const;
const CHAIRS = [
  person('Ada'),
  person('Basil', true),
  { kind: 'bot', level: 'medium' },
] as const satisfies TableView['chairs'];

/** The part of a view that names its players. */
const view = (given: Partial<TableView>): TableView =>
  ({ chairs: CHAIRS, you: null, rematch: { agreed: [], table: null }, ...given }) as TableView;

describe('the names at a table', () => {
  it('are those of people and bots, in a list and in sentences', () => {
    expect(playerNames(view({}))).toEqual(['Ada', 'Basil', 'Bot, Squirrel (4)']);
    expect(sentenceNames(view({}))).toEqual(['Ada', 'Basil', 'Squirrel']);
  });

  it('say who may take a free seat', () => {
    const chairs: TableView['chairs'] = [
      { kind: 'open' },
      { kind: 'open', link: true },
      { kind: 'open', declined: 'Grace' },
      { kind: 'invited', name: 'Grace' },
    ];
    expect(playerNames(view({ chairs }))).toEqual([
      'Free',
      'Free, by link',
      'Free (Grace declined)',
      'Grace (invited)',
    ]);
  });

  it('are noted: the user, guests, and people who are away', () => {
    const notes = playerNotes(view({ you: 0 }), [true, false, false]);
    expect([notes[0], notes[2]]).toEqual(['(you)', '']);
    expect(notes[1]).toMatch(/guest.*away/);
    expect(annotatedNames(view({}), [false, true, true])).toEqual(['Ada (away)', 'Basil (guest)', 'Bot, Squirrel (4)']);
  });
});

describe('the text of a rematch', () => {
  const text = (agreed: readonly number[], given: Partial<TableView> = {}) =>
    rematchText(view({ you: 0, rematch: { agreed: [...agreed], table: null }, ...given }), 1000);

  it('names the player who asks, and confirms the own request', () => {
    expect(text([1])).toContain('Basil');
    expect(text([0])).not.toBe('');
    expect(text([0])).not.toContain('Basil');
  });

  it('ends the own request when a player has gone for good', () => {
    const chairs = view({}).chairs.map((chair) => (chair.kind === 'person' ? { ...chair, name: '' } : chair));
    expect(text([0], { chairs })).toBe('No rematch this time.');
  });

  it('says until when an offer stands, and that it has ended without an answer', () => {
    const offer = (seat: number, until: number) => text([], { rematch: { agreed: [seat], table: null, until } });
    expect(offer(1, 1001)).toMatch(/^Basil would like a rematch\. \(until .*1970/);
    expect(offer(0, 1001)).toMatch(/^Rematch offered\. .*1970/);
    expect([offer(0, 1000), offer(1, 1000)]).toEqual(
      Array.from({ length: 2 }, () => 'The offer of a rematch has ended.'),
    );
  });

  it('says who declined, and that there is none after the own answer or a withdrawal', () => {
    const ended = (seat: number, how: 'declined' | 'withdrawn') =>
      text([], { rematch: { agreed: [], table: null, ended: { seat, how } } });
    expect([ended(1, 'declined'), ended(0, 'declined')]).toEqual([
      'Basil declined the rematch.',
      'No rematch this time.',
    ]);
    expect([ended(1, 'withdrawn'), ended(0, 'withdrawn')]).toEqual(['No rematch this time.', 'No rematch this time.']);
  });

  it('is empty without a request, for spectators, and once the new table exists', () => {
    expect(text([])).toBe('');
    expect(text([1], { you: null })).toBe('');
    expect(text([1], { rematch: { agreed: [0, 1], table: 'b'.repeat(22) } })).toBe('');
  });
});

describe('an error of a table', () => {
  it('is explained in words', () => {
    expect(tableErrorText({ name: 'unknown-table' })).toMatch(/ /);
  });

  it('may be temporary', () => {
    expect((['unavailable', 'internal', 'too-many'] as const).map((name) => mayPass({ name }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(mayPass({ name: 'unknown-table' })).toBe(false);
  });
});

/** The same match after its end: Ada in seat 0 has won, as `by` says. */
function ended(you: number | null, by: 'resign' | 'time' | 'abort', claimed = false): TableView {
  const { view } = tableOf(4, you);
  if (view.match === null) throw new Error('no match');
  const end = { by, places: [1, 2], scores: [0, 0] };
  const match = { ...view.match, end, ...(claimed && { claimed: { seat: 0, absent: 1, as: 'win' as const } }) };
  return { ...view, match };
}

describe('what a player asks for', () => {
  const asked = { asks: true, plies: 4, isOver: false };
  const gone = { ...asked, asks: false };

  it('is declined if it goes while nothing else happens', () => {
    expect(isDeclined(asked, gone)).toBe(true);
  });

  it('is not declined as long as it stands, nor by a move, a take-back or the end of the game', () => {
    expect(isDeclined(asked, asked)).toBe(false);
    expect(isDeclined(gone, gone)).toBe(false);
    expect(isDeclined(asked, { ...gone, plies: 5 })).toBe(false);
    expect(isDeclined(asked, { ...gone, plies: 3 })).toBe(false);
    expect(isDeclined(asked, { ...gone, isOver: true })).toBe(false);
  });
});

describe('the announcement of a table', () => {
  it('is the beginning of the game, which leaves the turn to the line of the colours', () => {
    for (const turn of [0, 1]) expect(tableNews(isaac, tableOf(0, turn).view)).toBe('The game begins.');
  });

  it('is empty while the table waits, and during the game', () => {
    expect(tableNews(isaac, tableOf(0, 0, { match: null, phase: 'waiting' }).view)).toBe('');
    expect(tableNews(isaac, tableOf(3, 0).view)).toBe('');
  });

  it('is the result with its reason at the end', () => {
    expect(tableNews(isaac, ended(0, 'resign'))).toMatch(/^You win\. /);
    expect(tableNews(isaac, ended(1, 'resign'))).toMatch(/^You lose\. /);
    expect(tableNews(isaac, ended(null, 'resign'))).toMatch(/Ada.* wins\. .*Grace/);
  });

  it('names the players of a claim', () => {
    expect(endReason(ended(0, 'abort'))).toBeNull();
    expect(endReason({ ...ended(0, 'abort'), tournament: 't' })).toMatch(/loses the round/);
    expect(endReason({ ...ended(0, 'resign'), tournament: 't' })).toBeNull();
    expect(endReason(ended(null, 'time'))).toBeNull();
    const view = ended(null, 'time', true);
    expect(endReason(view)).toMatch(/Ada.*Grace|Grace.*Ada/);
    expect(tableNews(isaac, view)).toContain(endReason(view) ?? '');
  });
});

describe('the title of a table', () => {
  it('says when the user is to move', () => {
    const plain = 'Isaac · Tablier';
    expect(tableTitle(isaac, tableOf(0, 1).view)).toBe(plain);
    expect(tableTitle(isaac, tableOf(0, 0).view)).toMatch(new RegExp(`. · ${plain}$`));
    expect(tableTitle(isaac, tableOf(0, null).view)).toBe(plain);
    expect(tableTitle(isaac, ended(0, 'resign'))).toBe(plain);
    expect(tableTitle(isaac, tableOf(0, 0, { match: null }).view)).toBe(plain);
  });
});

const ownTable = (id: string, more: Partial<MyTable>): MyTable => ({
  id,
  phase: 'playing',
  at: 0,
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  chairs: [],
  host: 0,
  hostHere: false,
  you: 0,
  invited: null,
  turn: true,
  yourTurn: true,
  plies: 0,
  until: null,
  ...more,
});

test('the next game is the one whose clock runs out first; games without a clock come last, the oldest first', () => {
  const own = [
    ownTable('old', { at: 1 }),
    ownTable('shown', { until: 1 }),
    ownTable('theirs', { turn: false, until: 1 }),
    ownTable('late', { until: 30 }),
    ownTable('oldest', { at: 0 }),
    ownTable('soon', { until: 20 }),
  ];
  expect(gamesWaiting(own, 'shown').map(({ id }) => id)).toEqual(['soon', 'late', 'oldest', 'old']);
});
