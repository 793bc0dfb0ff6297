import { expect } from '@playwright/test';
import { join, newMember, type TestClient, terms } from '@tablier/testkit/online';
import { exampleOf, givenUp } from '../archived-games.ts';
import { appoint } from '../members.ts';
import type { Engine } from './engine.ts';

/** What the pages of a member need: made once for an engine, by requests. */
export interface Seeded {
  /** A member who is a moderator. */
  readonly cookie: string;
  readonly username: string;
  /** A game in the archive. */
  readonly kept: string;
  /** A short one, which has a short film. */
  readonly filmed: string;
  readonly tournament: string;
  /** A table of Isaac with a free seat, and who sits at it. */
  readonly table: string;
  readonly grace: TestClient;
  /** Sends a request of the member. */
  readonly ask: (path: string, data: unknown) => Promise<Readonly<Record<string, string>>>;
}

/** A first move of Isaac. */
export const OPENING = '33-37';

export async function seed(url: string): Promise<Seeded> {
  const username = `mona${Date.now().toString(36)}`;
  const cookie = await newMember(url, username);
  const ask: Seeded['ask'] = async (path, data) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(data) });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer.status === 204 ? {} : ((await answer.json()) as Readonly<Record<string, string>>);
  };
  const { id: kept = '' } = await ask('/api/games', exampleOf('nasca'));
  const { id: filmed = '' } = await ask('/api/games', givenUp('nasca', 1));
  const clock = { system: 'fischer', base: 300, increment: 3 };
  const rules = { game: 'isaac', options: {}, seats: 2, clock, kind: 'swiss', rounds: 2, bots: false, rated: false };
  const cup = { id: 'engines', terms: { ...rules, name: 'The evening cup', visibility: 'link' } };
  const { tournament = '' } = await ask('/api/v1/tournaments', cup);
  await ask(`/api/v1/tournaments/${tournament}/join`, { id: 'engines-join' });
  const grace = await join(url, 'Grace');
  const { table } = await grace.must({ kind: 'open', terms: terms('isaac') });
  await grace.view(table);
  appoint(username);
  return { cookie, username, kept, filmed, tournament, table, grace, ask };
}

/** Makes the browser that of the member. */
export async function signIn(engine: Engine, { cookie }: Seeded): Promise<void> {
  await engine.goto('/robots.txt');
  await engine.evaluate((session) => {
    document.cookie = `${session}; path=/`;
    localStorage.setItem('tablier.known', 'yes');
  }, cookie);
}
