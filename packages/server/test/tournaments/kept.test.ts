import { expect, test, vi } from 'vitest';
import { Tournaments } from '../../src/tournaments/tournaments.ts';
import { addMember, AT, storeOfFile } from '../a-store.ts';
import { someTerms } from './a-tournament.ts';

const home = storeOfFile();

test('a tournament is read once for all who look at it, and again after a change', async () => {
  const { store } = home;
  const director = { advance: () => Promise.resolve(), follow: () => Promise.resolve() };
  const tournaments = new Tournaments({ store, director, now: () => AT, limits: { organised: 5, daily: 40 } });
  const olga = { id: await addMember(store, 'Olga'), name: 'Olga', guest: false } as const;
  const refuse = ({ name }: { readonly name: string }): never => {
    throw new Error(name);
  };
  const id = await tournaments.create(olga, 'key', someTerms(), refuse);
  const reads = vi.spyOn(store.tournaments, 'find');
  const look = async () => (await tournaments.view(id, null, null))?.standings.map(({ name }) => name);
  expect(await Promise.all([look(), look(), look()])).toEqual([[], [], []]);
  expect(reads).toHaveBeenCalledTimes(1);
  await tournaments.join(id, olga, refuse);
  reads.mockClear();
  expect([await look(), await look()]).toEqual([['Olga'], ['Olga']]);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(await tournaments.view('none', null, null)).toBeNull();
});
