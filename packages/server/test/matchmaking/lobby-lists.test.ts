import type { TableTerms } from '@tablier/protocol';
import { afterEach, expect, test } from 'vitest';
import { Lobby, hostSeatOf } from '../../src/matchmaking/lobby.ts';
import type { Chair, TableState } from '../../src/tables/state/table-state.ts';
import { summaryOf } from '../../src/tables/views/table-view.ts';
import { storeOfFile } from '../a-store.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../tables/a-table.ts';

const home = storeOfFile();
const lobbies: Lobby[] = [];
afterEach(() => {
  for (const { feed } of lobbies.splice(0)) feed.close();
});

function newLobby(): Lobby {
  const lobby = new Lobby({
    pace: 1,
    onFailure: (error) => {
      throw error;
    },
  });
  lobbies.push(lobby);
  return lobby;
}

const shownIn = ({ feed }: Lobby): string[] => feed.updateSince(-1).changed.map(({ id }) => id);
const isShown = (state: TableState, isHere = true): boolean => {
  const lobby = newLobby();
  lobby.show(state, () => isHere);
  return shownIn(lobby).length === 1;
};
const at = (state: TableState, id: string, turnedAt: number): TableState => ({ ...state, id, turnedAt });
const SEEK = { head: { pace: 'quick' } } as const;
const over = (): TableState => afterEvents(playingTable(), { kind: 'resigned', seat: 0, at: 0 });

test('a table that waits is shown while its host is here, and one that is played in any case', () => {
  expect([isShown(waitingTable()), isShown(waitingTable(), false)]).toEqual([true, false]);
  expect([isShown(playingTable(), false), isShown(over(), false)]).toEqual([true, true]);
});

test('private, closed and aborted tables are not shown, nor those that wait for someone with the link', () => {
  const link: Partial<TableTerms> = { visibility: 'link' };
  expect(isShown(waitingTable({ terms: link as object }))).toBe(false);
  expect(isShown(playingTable({ terms: link as object }))).toBe(false);
  expect(isShown(afterEvents(waitingTable(), { kind: 'closed' }))).toBe(false);
  expect(isShown(afterEvents(playingTable(), { kind: 'aborted', seat: 0, at: 0 }))).toBe(false);
  expect(isShown(waitingTable({ chairs: [seated(ADA), { kind: 'open', link: true }] }))).toBe(false);
});

test('a seek is shown until its host is about to move to another table', () => {
  expect([isShown(waitingTable(SEEK)), isShown(waitingTable(SEEK), false)]).toEqual([true, false]);
  expect(isShown(afterEvents(waitingTable(SEEK), { kind: 'meeting', table: 'other' }))).toBe(false);
});

test('a table moves to another list, and leaves when it may no longer be shown', () => {
  const lobby = newLobby();
  lobby.show(at(waitingTable(), 'a', 1), () => true);
  lobby.show(at(playingTable(), 'b', 2), () => true);
  lobby.show(at(waitingTable(), 'c', 3), () => true);
  expect(shownIn(lobby)).toEqual(['c', 'a', 'b']);
  lobby.show(at(playingTable(), 'a', 4), () => true);
  expect(shownIn(lobby)).toEqual(['c', 'a', 'b']);
  lobby.show(at(over(), 'a', 5), () => true);
  expect(shownIn(lobby)).toEqual(['c', 'b', 'a']);
  lobby.show(at(waitingTable(), 'c', 3), () => false);
  expect(shownIn(lobby)).toEqual(['b', 'a']);
  expect(lobby.feed.size).toBe(2);
});

test('all seeks are shown before the newest open tables, which do not displace them', () => {
  const lobby = newLobby();
  for (let number = 0; number < 200; number++) {
    lobby.show(at(waitingTable(SEEK), `seek-${number}`, number), () => true);
    lobby.show(at(waitingTable(), `open-${number}`, 1000 + number), () => true);
  }
  const shown = shownIn(lobby);
  expect(shown).toHaveLength(240);
  expect(shown.slice(0, 200).every((id) => id.startsWith('seek'))).toBe(true);
  expect(shown.slice(200)).toEqual(Array.from({ length: 40 }, (_, index) => `open-${199 - index}`));
  expect(lobby.feed.size).toBe(360);
});

test('the number of people is sent when it changes', () => {
  const lobby = newLobby();
  expect(lobby.feed.updateSince(-1).figure).toBe(0);
  const { revision } = lobby.feed;
  lobby.setOnline(0);
  expect(lobby.feed.revision).toBe(revision);
  lobby.setOnline(3);
  expect(lobby.feed.updateSince(revision).figure).toBe(3);
});

test('results of earlier are loaded, the newest first, without those that ended early or cannot be read', async () => {
  const { store } = home;
  const list = (id: string, summary: unknown) => store.createStream(id, null, { status: 'over', summary, people: [] });
  const [one, four] = ['one-------------------', 'four------------------'] as const;
  const summary = (id: string) => summaryOf(at(over(), id, 5));
  await list(one, summary(one));
  await list('two', { ...summary('two'.padEnd(22, '-')), ended: 'abort' });
  await list('three', { id: 'three' });
  await list(four, { ...summary(four), at: 6 });
  const lobby = newLobby();
  await lobby.load(store);
  expect(shownIn(lobby)).toEqual([four, one]);
});

test('the host has a chair, or none at a table of a tournament', () => {
  expect(hostSeatOf(waitingTable())).toBe(0);
  const chairs: Chair[] = [seated(BASIL), seated(ADA)];
  expect(hostSeatOf(waitingTable({ chairs }))).toBe(1);
  expect(hostSeatOf(waitingTable({ chairs, head: { host: 'organiser' } }))).toBe(-1);
});
