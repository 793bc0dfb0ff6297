import '../../english.ts';
import { isaac } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import { endReason, isDeclined, tableNews, tableTitle } from '../../../src/play/online/table-news.ts';
import { tableOf } from './table-of.ts';

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
