import { ownTable, type OwnTable, ownTables } from '@tablier/protocol';
import { mustOpen } from '@tablier/testkit';
import { newGuest, playRandomly, sitDown, TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterAll(() => server.remove());

/** A new guest, their cookie, and the content of their list. */
async function newcomer(name: string, url = server.url) {
  const cookie = await newGuest(url, name);
  const client = await new TestClient(url, cookie).connect();
  const ask = (query = '', from = url) => fetch(`${from}/api/v1/me/tables${query}`, { headers: { cookie } });
  const tables = async (query = '', from = url): Promise<OwnTable[]> => {
    const { tables: listed } = (await (await ask(query, from)).json()) as { readonly tables: unknown[] };
    return listed.map((table) => ownTable.parse(table));
  };
  return { client, ask, tables };
}

describe("a person's tables", () => {
  test('are those at which they sit, newest first, including tables by link, with their own view and turn', async () => {
    const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
    expect(await ada.tables()).toEqual([]);
    const waiting = (await ada.client.must({ kind: 'open', terms: terms('isaac') })).table;
    const begun = await sitDown([ada.client, grace.client], terms('masker', { seating: 'chosen' }));
    const listed = await ada.tables();
    expect(listed.map(({ id, phase, you }) => [id, phase, you])).toEqual([
      [begun, 'playing', 0],
      [waiting, 'waiting', 0],
    ]);
    const [own, [theirs]] = [listed[0], await grace.tables()];
    expect(own?.chairs).toEqual(['Ada', 'Grace'].map((name) => ({ kind: 'person', name, guest: true })));
    expect([own?.turn, theirs?.turn]).toEqual([0, 0]);
    expect([own?.you, theirs?.you, own?.visibility]).toEqual([0, 1, 'link']);
    expect(own?.preview).toEqual((await ada.client.view(begun)).match?.view);
    expect(theirs?.preview).toEqual((await grace.client.view(begun)).match?.view);
    expect(own?.preview).not.toEqual(theirs?.preview);
    expect((await ada.tables('?limit=1')).map(({ id }) => id)).toEqual([begun]);
    await ada.client.leave();
    await grace.client.leave();
  });

  test('are no longer listed when they stood up or the table closed, and stay when the game is over', async () => {
    const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
    const { table } = await ada.client.must({
      kind: 'open',
      terms: terms('masker', { chairs: ['me', 'open', 'open'] }),
    });
    await grace.client.must({ kind: 'sit', table, chair: 1 });
    expect((await grace.tables()).map(({ id }) => id)).toEqual([table]);
    await grace.client.must({ kind: 'stand', table });
    expect(await grace.tables()).toEqual([]);
    await ada.client.must({ kind: 'stand', table });
    expect(await ada.tables()).toEqual([]);

    const played = await sitDown([ada.client, grace.client], terms('isaac'));
    await Promise.all([playRandomly(ada.client, played, 'own'), playRandomly(grace.client, played, 'own')]);
    const [own] = await grace.tables();
    expect(own).toMatchObject({ id: played, phase: 'over', turn: null, you: 1 });
    expect(own?.places).toHaveLength(2);
    await ada.client.leave();
    await grace.client.leave();
  });

  test('come in pages, by phase, game and result', async () => {
    const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
    const page = async (query: string, whose = ada) => {
      const answer = ownTables.parse(await (await whose.ask(`?${query}`)).json());
      return { ids: answer.tables.map(({ id }) => id), ...answer };
    };
    const players = [ada.client, grace.client];
    const resigned = await sitDown(players, terms('isaac', { seating: 'chosen' }));
    await grace.client.must({ kind: 'act', table: resigned, action: { kind: 'resign' } });
    const aborted = await sitDown(players, terms('nasca', { seating: 'chosen' }));
    await ada.client.must({ kind: 'act', table: aborted, action: { kind: 'abort' } });
    const drawn = await sitDown(players, terms('arcanor', { seating: 'chosen' }));
    await ada.client.must({ kind: 'act', table: drawn, action: { kind: 'offer-draw' } });
    await grace.client.must({ kind: 'act', table: drawn, action: { kind: 'answer-draw', accept: true } });
    const playing = await sitDown(players, terms('isaac', { seating: 'chosen' }));
    const { table: waiting } = await ada.client.must({ kind: 'open', terms: terms('isaac') });

    const all = [waiting, playing, drawn, aborted, resigned];
    const paged: string[] = [];
    for (let query = 'limit=2'; query !== '';) {
      const { ids, next } = await page(query);
      paged.push(...ids);
      query = next === null ? '' : `limit=2&before=${next}`;
    }
    expect(paged).toEqual(all);
    expect((await page('limit=5')).next).toBeNull();
    expect((await page('phase=over')).ids).toEqual([drawn, aborted, resigned]);
    expect((await page('phase=unfinished')).ids).toEqual([waiting, playing]);
    expect((await page('phase=unfinished&result=won')).ids).toEqual([]);
    expect((await page('game=isaac')).ids).toEqual([waiting, playing, resigned]);
    expect((await page('game=isaac&phase=over')).ids).toEqual([resigned]);
    expect((await page('result=won')).ids).toEqual([resigned]);
    expect((await page('result=won', grace)).ids).toEqual([]);
    expect((await page('result=lost', grace)).ids).toEqual([resigned]);
    expect((await page('result=drawn')).ids).toEqual([drawn]);
    expect((await page('game=isaac&result=drawn')).ids).toEqual([]);
    // A list of results needs no boards, and that of running matches says whose turn it is.
    expect((await page('phase=over')).tables.map(({ preview }) => preview)).toEqual([null, null, null]);
    expect((await page('phase=unfinished')).tables.map(({ turn, preview }) => [turn, preview])).toEqual([
      [null, null],
      [0, null],
    ]);
    await ada.client.leave();
    await grace.client.leave();
  });

  test('are sent to no one else, and are limited', async () => {
    const eve = await newcomer('Eve');
    expect((await fetch(`${server.url}/api/v1/me/tables`)).status).toBe(401);
    for (const bad of ['before=x', 'before=1', 'before=1.', "before=1.'", 'phase=closed', 'result=draw', 'game='])
      expect([bad, (await eve.ask(`?${bad}`)).status]).toEqual([bad, 400]);
    for (const bad of ['0', '101', 'x', '-1', '']) expect((await eve.ask(`?limit=${bad}`)).status).toBe(400);
    expect((await eve.ask()).status).toBe(200);
    // Requests one after the other would not reach the limit on a slow machine.
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => eve.ask()))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await eve.client.leave();
  });

  test('are found by a server on a database from before they were listed', async () => {
    const first = await startTestServer();
    const ada = await newcomer('Ada', first.url);
    const { table } = await ada.client.must({ kind: 'open', terms: terms('isaac') });
    await ada.client.leave();
    await first.close();
    const store = await mustOpen({ folder: `${first.folder}/data` });
    const [listed] = await store.list('open', 1);
    if (listed === undefined) throw new Error('the table is not listed');
    // In the form of the earlier version.
    await store.relist(({ id }) => (id === table ? { status: 'open', summary: null } : null));
    expect(await store.lacksPeople()).toBe(true);
    await store.close();
    const second = await first.again();
    expect((await ada.tables('', second.url)).map(({ id }) => id)).toEqual([table]);
    await second.close();
  });
});
