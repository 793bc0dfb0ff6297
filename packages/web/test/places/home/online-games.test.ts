import type { OwnTable } from '@tablier/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OnlineGames } from '../../../src/places/home/online-games.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

const ALL = { game: '', result: '' } as const;
const tables = (...ids: string[]) => ids.map((id) => ({ id }) as OwnTable);
const idsOf = (list: readonly OwnTable[]): string => list.map(({ id }) => id).join(' ');

/** The games of a user whose server answers when `answer` is called; `requests` are the queries that it has received. */
function gamesAt() {
  const requests: Record<string, string>[] = [];
  const pending: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(Object.fromEntries(new URL(path, 'https://tablier.example').searchParams));
    return new Promise((resolve) => pending.push(resolve));
  });
  /** Answers the oldest requests, in their order. */
  const answer = async (...bodies: readonly unknown[]): Promise<void> => {
    for (const body of bodies) pending.shift()?.(body instanceof Response ? body : Response.json(body));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { games: new OnlineGames(), requests, answer };
}

const page = (ids: readonly string[], next: string | null = null) => ({ tables: tables(...ids), next });

describe('the tables of the user on the server', () => {
  it('are the unfinished ones and the first page of the others', async () => {
    const { games, requests, answer } = gamesAt();
    const asked = games.ask(ALL);
    expect([games.isLoading, games.hasAnswered]).toEqual([true, false]);
    await answer(page(['a']), page(['b', 'c'], 'after c'));
    await asked;
    expect(requests).toEqual([
      { phase: 'unfinished', limit: '60' },
      { phase: 'over', limit: '20' },
    ]);
    expect([idsOf(games.unfinished), idsOf(games.finished), games.next]).toEqual(['a', 'b c', 'after c']);
    expect([games.isLoading, games.hasAnswered, games.hasFailed]).toEqual([false, true, false]);
  });

  it.each([
    [{ game: 'isaac', result: 'running' }, [{ game: 'isaac', phase: 'unfinished', limit: '60' }]],
    [{ game: '', result: 'won' }, [{ phase: 'over', limit: '20', result: 'won' }]],
    [{ game: '', result: 'shared' }, []],
  ] as const)('are requested only as far as %j can match', (filter, wanted) => {
    const { games, requests } = gamesAt();
    void games.ask(filter);
    expect(requests).toEqual(wanted);
  });

  it('continue with the next page, each table once', async () => {
    const { games, requests, answer } = gamesAt();
    void games.ask(ALL);
    await answer(page([]), page(['a', 'b'], 'after b'));
    void games.more(ALL);
    await answer(page(['b', 'c']));
    expect(requests.at(-1)).toEqual({ phase: 'over', limit: '20', before: 'after b' });
    expect([idsOf(games.finished), games.next]).toEqual(['a b c', null]);
    await games.more(ALL);
    expect(requests).toHaveLength(3);
  });

  it('stay if the server does not answer', async () => {
    const { games, answer } = gamesAt();
    void games.ask(ALL);
    await answer(page(['a']), page(['b']));
    void games.ask(ALL);
    await answer(page([]), new Response('', { status: 502 }));
    expect([idsOf(games.unfinished), idsOf(games.finished), games.hasFailed]).toEqual(['a', 'b', true]);
  });

  it('are none of a user whom the server does not know', async () => {
    const { games, answer } = gamesAt();
    const unknown = (): Response => Response.json({ error: { name: 'no-session' } }, { status: 401 });
    void games.ask(ALL);
    await answer(unknown(), unknown());
    expect([games.unfinished, games.finished, games.hasFailed]).toEqual([[], [], false]);
  });

  it('are those of the newest filter, and none of an earlier one is shown', async () => {
    const { games, answer } = gamesAt();
    void games.ask(ALL);
    await answer(page(['a']), page(['b']));
    void games.ask({ game: 'isaac', result: 'running' });
    expect([games.unfinished, games.finished]).toEqual([[], []]);
    void games.ask({ game: 'nasca', result: 'running' });
    await answer(page(['late']));
    expect([games.unfinished, games.isLoading]).toEqual([[], true]);
    await answer(page(['new']));
    expect([idsOf(games.unfinished), games.isLoading]).toEqual(['new', false]);
  });
});
