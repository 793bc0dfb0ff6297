import type { TournamentView } from '@tablier/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TournamentSession } from '../../../src/places/tournaments/tournament-session.svelte.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const AHEAD = 60_000;
const view = (revision: number, changes: Partial<TournamentView> = {}): TournamentView =>
  ({ revision, round: 2, status: 'open', now: Date.now() + AHEAD, ...changes }) as TournamentView;

/** A tournament on a visible page; its server answers with what is set. `requests` are the requests that it has received. */
function sessionAt() {
  vi.useFakeTimers();
  const page = { visibilityState: 'visible' };
  vi.stubGlobal('document', page);
  const requests: string[] = [];
  let answer = (): Response => Response.json(view(1));
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path.replace('/api/v1/tournaments/', '')}`);
    return answer();
  });
  const answers = (given: () => Response): void => {
    answer = given;
  };
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  return { session: new TournamentSession('spring'), page, requests, answers, pass };
}

describe('a tournament on the page', () => {
  it('is requested every fifteen seconds, and every three while it runs, with the revision that is known', async () => {
    const { session, requests, answers, pass } = sessionAt();
    const stop = session.follow();
    await pass(14_999);
    expect(requests).toEqual(['GET spring']);
    answers(() => Response.json(view(2, { status: 'running' })));
    await pass(1001);
    expect(requests.slice(1)).toEqual(['GET spring?since=1']);
    expect(session.view?.revision).toBe(2);
    await pass(9000);
    expect(requests.slice(2)).toEqual(Array<string>(3).fill('GET spring?since=2'));
    stop();
    await pass(60_000);
    expect(requests).toHaveLength(5);
  });

  it('is not requested while the page is hidden', async () => {
    const { session, page, requests, pass } = sessionAt();
    session.follow();
    page.visibilityState = 'hidden';
    await pass(60_000);
    expect(requests).toHaveLength(1);
    page.visibilityState = 'visible';
    await pass(1000);
    expect(requests).toHaveLength(2);
  });

  it('has the clock of the server', async () => {
    const { session, pass } = sessionAt();
    session.follow();
    await pass(0);
    expect(session.now).toBe(Date.now() + AHEAD);
    await pass(5000);
    expect(session.now).toBe(Date.now() + AHEAD);
  });

  it('stays if nothing has changed, or if the server does not answer', async () => {
    const { session, answers, pass } = sessionAt();
    session.follow();
    await pass(0);
    answers(() => Response.json(null));
    await pass(15_000);
    answers(() => new Response('', { status: 502 }));
    await pass(15_000);
    expect([session.view?.revision, session.error]).toEqual([1, null]);
  });

  it('says why it cannot be shown, until it can', async () => {
    const { session, answers, pass } = sessionAt();
    answers(() => Response.json({ error: { name: 'not-found' } }, { status: 404 }));
    session.follow();
    await pass(0);
    expect([session.view, session.error]).toEqual([null, 'not-found']);
    answers(() => Response.json(view(1)));
    await pass(15_000);
    expect([session.view?.revision, session.error]).toEqual([1, null]);
  });

  it('shows an earlier round completely, and the newest one again', async () => {
    const { session, requests, pass } = sessionAt();
    session.follow();
    await pass(0);
    await session.show(1);
    await pass(15_000);
    await session.show(2);
    expect(requests.slice(1)).toEqual(['GET spring?round=1', 'GET spring?round=1&since=1', 'GET spring']);
  });

  it('makes one change after the other, loses none, and shows what it changed or why it was refused', async () => {
    const { session, requests, answers } = sessionAt();
    answers(() => Response.json(view(7)));
    const changes = [session.change('resume'), session.correct(1, 1, [1, 1])];
    await changes[0];
    expect([requests, session.isChanging]).toEqual([
      ['POST spring/resume', 'POST spring/rounds/1/boards/1/result'],
      true,
    ]);
    expect(await Promise.all(changes)).toEqual([true, true]);
    expect([requests.length, session.view?.revision, session.problem, session.isChanging]).toEqual([2, 7, null, false]);
    answers(() => Response.json({ error: { name: 'not-organiser' } }, { status: 403 }));
    await session.change('start');
    expect([session.view?.revision, session.problem, session.isChanging]).toEqual([7, 'not-organiser', false]);
    answers(() => Response.json(view(8)));
    await session.change('leave');
    expect(session.problem).toBeNull();
  });
});
