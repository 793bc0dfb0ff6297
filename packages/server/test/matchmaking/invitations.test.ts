import { type Opponent, type OwnTable, ownTable } from '@tablier/protocol';
import { join, newGuest, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterAll(() => server.remove());

interface Newcomer {
  readonly cookie: string;
  readonly client: TestClient;
}

async function newcomer(name: string): Promise<Newcomer> {
  const cookie = await newGuest(server.url, name);
  return { cookie, client: await new TestClient(server.url, cookie).connect() };
}

async function opponents(cookie: string): Promise<Opponent[]> {
  const response = await fetch(`${server.url}/api/me/opponents`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { opponents: Opponent[] }).opponents;
}

/** Two people who have played with each other, and how the first invites the second. */
async function acquainted() {
  const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
  const played = await sitDown([ada.client, grace.client], terms('isaac'));
  await ada.client.act(played, { kind: 'resign' });
  const [met] = await opponents(ada.cookie);
  if (met === undefined) throw new Error('no opponent');
  return { ada, grace, played, invite: met.invite };
}

/** A person as they come back, with their list of own tables. */
async function returned({ client, cookie }: Newcomer): Promise<Newcomer> {
  await client.leave();
  const back = await new TestClient(server.url, cookie, { commands: 'back' }).connect();
  back.core.followOwn();
  return { cookie, client: back };
}

const leave = (...people: Newcomer[]) => Promise.all(people.map(({ client }) => client.leave()));

describe('an invitation', () => {
  test('goes to a former opponent, who is never identified by an id', async () => {
    const { ada, grace, played } = await acquainted();
    expect(await opponents(ada.cookie)).toEqual([{ name: 'Grace', invite: { table: played, seat: 1 } }]);
    const response = await fetch(`${server.url}/api/me/opponents`);
    expect(await response.json()).toEqual({ opponents: [] });
    await leave(ada, grace);
  });

  test('is shown on every page, and its chair is reserved for the invited person', async () => {
    const { ada, grace, invite } = await acquainted();
    const eve = await newcomer('Eve');
    grace.client.core.followOwn();
    const { table } = await ada.client.must({ kind: 'open', terms: terms('isaac', { chairs: ['me', { invite }] }) });
    await grace.client.until(() => grace.client.core.own.has(table));
    expect(grace.client.core.own.get(table)).toMatchObject({ phase: 'waiting', you: null, invited: 1, host: 0 });
    expect((await grace.client.view(table)).invited).toBe(1);
    expect((await eve.client.view(table)).chairs[1]).toEqual({ kind: 'invited', name: 'Grace' });
    expect((await eve.client.view(table)).invited).toBeNull();
    expect(await eve.client.refusal({ kind: 'sit', table, chair: 1 })).toBe('chair-taken');
    expect(await eve.client.refusal({ kind: 'decline', table })).toBe('not-invited');
    await grace.client.must({ kind: 'sit', table, chair: 1 });
    await grace.client.until(() => grace.client.core.own.get(table)?.phase === 'playing');
    expect(grace.client.core.own.get(table)).toMatchObject({ you: 1, invited: null, turn: false });
    await leave(ada, grace, eve);
  });

  test('waits for an absent person, and is shown at once when they return', async () => {
    const { ada, grace, invite } = await acquainted();
    await grace.client.leave();
    const { table } = await ada.client.must({ kind: 'open', terms: terms('isaac', { chairs: ['me', { invite }] }) });
    const back = await new TestClient(server.url, grace.cookie).connect();
    back.core.followOwn();
    await back.until(() => back.core.own.has(table));
    expect([...back.core.own.keys()]).toEqual([table]);
    await leave(ada, { cookie: '', client: back });
  });

  test('that is declined leaves a chair for anyone with the link', async () => {
    const { ada, grace, invite } = await acquainted();
    const eve = await newcomer('Eve');
    grace.client.core.followOwn();
    const { table } = await ada.client.must({ kind: 'open', terms: terms('isaac', { chairs: ['me', { invite }] }) });
    await grace.client.until(() => grace.client.core.own.has(table));
    await grace.client.must({ kind: 'decline', table });
    await grace.client.until(() => !grace.client.core.own.has(table));
    expect((await ada.client.view(table)).chairs[1]).toEqual({ kind: 'open', declined: 'Grace' });
    await eve.client.must({ kind: 'sit', table, chair: 1 });
    expect((await ada.client.view(table, ({ phase }) => phase === 'playing')).chairs[1]).toMatchObject({ name: 'Eve' });
    await leave(ada, grace, eve);
  });

  test('is kept for an invited person who stands up before the match begins', async () => {
    const { ada, grace, invite } = await acquainted();
    const wanted = terms('masker', { chairs: ['me', { invite }, 'open'] });
    const { table } = await ada.client.must({ kind: 'open', terms: wanted });
    await grace.client.must({ kind: 'sit', table, chair: 1 });
    await grace.client.must({ kind: 'stand', table });
    expect((await ada.client.view(table, ({ version }) => version === 2)).chairs).toEqual([
      { kind: 'person', name: 'Ada', guest: true },
      { kind: 'invited', name: 'Grace' },
      { kind: 'open' },
    ]);
    await leave(ada, grace);
  });

  test('is limited to three per person and twelve in total, until a table begins or closes', async () => {
    const { ada, grace, invite } = await acquainted();
    const invited = terms('isaac', { chairs: ['me', { invite }] });
    const open = () => ada.client.do({ kind: 'open', terms: invited });
    const answers = await Promise.all([open(), open(), open(), open(), open()]);
    const tables = answers.flatMap((answer) => (answer.ok ? [answer.value.table] : []));
    expect(tables).toHaveLength(3);
    const [refusal] = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    expect(refusal).toEqual({ name: 'too-many-invitations', detail: 'person' });
    const [first = '', second = '', third = ''] = tables;
    await grace.client.must({ kind: 'decline', table: first });
    expect(await ada.client.refusal({ kind: 'open', terms: invited })).toBe('too-many-invitations');
    await ada.client.must({ kind: 'stand', table: first });
    await ada.client.must({ kind: 'open', terms: invited });
    await grace.client.must({ kind: 'sit', table: second, chair: 1 });
    await ada.client.view(second, ({ phase }) => phase === 'playing');
    await ada.client.must({ kind: 'open', terms: invited });
    expect(await ada.client.refusal({ kind: 'open', terms: invited })).toBe('too-many-invitations');
    await ada.client.must({ kind: 'open', terms: terms('isaac') });
    await ada.client.must({ kind: 'stand', table: third });
    const others = await Promise.all(Array.from({ length: 4 }, (_, n) => newcomer(`Guest ${n}`)));
    for (const other of others) {
      await ada.client.act(await sitDown([ada.client, other.client], terms('isaac')), { kind: 'resign' });
    }
    const met = (await opponents(ada.cookie)).filter(({ name }) => name.startsWith('Guest'));
    const all = await Promise.all(
      [...met, ...met, ...met].map((each) =>
        ada.client.do({ kind: 'open', terms: terms('isaac', { chairs: ['me', { invite: each.invite }] }) }),
      ),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(10);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ error: { name: 'too-many-invitations', detail: 'all' } });
    await leave(ada, grace, ...others);
  });

  test('is refused for a table without the sender, an empty seat, the sender, or the same person twice', async () => {
    const { ada, grace, invite } = await acquainted();
    const eve = await newcomer('Eve');
    const open = (by: Newcomer, ...invites: unknown[]) => {
      const chairs = ['me', ...invites.map((each) => ({ invite: each }))] as const;
      return by.client.refusal({ kind: 'open', terms: terms('masker', { chairs: chairs as never }) });
    };
    expect(await open(eve, invite)).toBe('not-invited');
    expect(await open(ada, { ...invite, seat: 7 })).toBe('not-invited');
    expect(await open(ada, { table: 'a-table-that-is-not-there', seat: 0 })).toBe('not-invited');
    expect(await open(ada, { ...invite, seat: 0 })).toBe('already-seated');
    expect(await open(ada, invite, invite)).toBe('already-seated');
    await leave(ada, grace, eve);
  });
});

describe("one's own tables", () => {
  test('say whose turn it is, until the match is over, and contain no tables of others', async () => {
    const [ada, grace, eve] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
    ];
    for (const client of [ada, grace, eve]) client.core.followOwn();
    const wanted = terms('isaac', { clock: { system: 'days', days: 3, vacation: 0 } });
    const table = await sitDown([ada, grace], wanted);
    const own = (client: TestClient) => client.core.own.get(table);
    await ada.until(() => own(ada)?.turn === true && own(ada)?.until !== null);
    await grace.until(() => own(grace)?.phase === 'playing');
    expect(own(grace)?.turn).toBe(false);
    await ada.act(table, { kind: 'resign' });
    await Promise.all([ada.until(() => own(ada) === undefined), grace.until(() => own(grace) === undefined)]);
    expect(eve.core.own.size).toBe(0);
    await Promise.all([ada, grace, eve].map((client) => client.leave()));
  });

  test('are empty for an anonymous client', async () => {
    const anonymous = await new TestClient(server.url).connect();
    anonymous.core.followOwn();
    await anonymous.until(() => anonymous.messages().some(({ kind }) => kind === 'own'));
    expect(anonymous.core.own.size).toBe(0);
    await anonymous.leave();
  });
});

describe('a rematch', () => {
  const listed = async (cookie: string): Promise<OwnTable | undefined> => {
    const { tables } = (await (
      await fetch(`${server.url}/api/v1/me/tables?phase=over`, { headers: { cookie } })
    ).json()) as {
      tables: unknown[];
    };
    return tables.map((table) => ownTable.parse(table))[0];
  };

  test('that is offered to an absent player is among their tables when they return, until it is answered', async () => {
    const { ada, grace, played } = await acquainted();
    await grace.client.leave();
    await ada.client.must({ kind: 'rematch', table: played, agree: true });
    ada.client.core.followOwn();
    const back = await returned(grace);
    await back.client.until(() => back.client.core.own.has(played));
    const { until } = (await ada.client.view(played, ({ rematch }) => rematch.until !== undefined)).rematch;
    const rematch = { agreed: [0], until };
    expect(back.client.core.own.get(played)).toMatchObject({ phase: 'over', you: 1, turn: false, rematch });
    expect(await listed(grace.cookie)).toMatchObject({ id: played, rematch });
    await back.client.must({ kind: 'rematch', table: played, agree: false });
    await back.client.until(() => !back.client.core.own.has(played));
    expect((await ada.client.view(played, (view) => view.rematch.ended !== undefined)).rematch.ended).toEqual({
      seat: 1,
      how: 'declined',
    });
    expect((await listed(grace.cookie))?.rematch).toBeUndefined();
    expect([...ada.client.core.own.keys()]).toEqual([]);
    await leave(ada, back);
  });

  test('reaches a player who is elsewhere on the site, and its withdrawal too', async () => {
    const { ada, grace, played } = await acquainted();
    const back = await returned(grace);
    await ada.client.must({ kind: 'rematch', table: played, agree: true });
    await back.client.until(() => back.client.core.own.has(played));
    await ada.client.must({ kind: 'rematch', table: played, agree: false });
    await back.client.until(() => !back.client.core.own.has(played));
    await ada.client.must({ kind: 'rematch', table: played, agree: true });
    await back.client.until(() => back.client.core.own.has(played));
    await back.client.must({ kind: 'rematch', table: played, agree: true });
    await back.client.until(() => [...back.client.core.own.values()].some(({ phase }) => phase === 'playing'));
    expect(back.client.core.own.has(played)).toBe(false);
    await leave(ada, back);
  });
});
