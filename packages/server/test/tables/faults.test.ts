import { SeededRng } from '@tablier/core';
import { DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import { join, newGuest, RawConnection, randomChoice, sitDown, TestClient, terms } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemChance } from '../../src/lib/context.ts';
import { hashOf } from '../../src/lib/log.ts';
import { startTestServer, type TestServer } from '../running.ts';

/** What fails at the moment: the absence policy, or randomness. */
let broken: 'absence' | 'chance' | null;
let server: TestServer;

/** Throws while it should, as a bug in a rule would. */
const failing = <T>(what: typeof broken, value: T): T => {
  if (broken === what) throw new TypeError(`a bug in ${what}`);
  return value;
};

beforeEach(async () => {
  broken = null;
  server = await startTestServer({
    absencePolicy: {
      ...DEFAULT_ABSENCE_POLICY,
      claim: (clock, how) => failing('absence', DEFAULT_ABSENCE_POLICY.claim(clock, how)),
    },
    chance: { ...systemChance, rng: { below: (bound) => failing('chance', systemChance.rng.below(bound)) } },
  });
});
afterEach(() => server.remove());

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly command?: string;
  readonly table?: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

/** Errors in the log. */
const failures = (): Line[] => server.log.map((line) => JSON.parse(line) as Line).filter(({ level }) => level >= 50);

describe('a bug of the server', () => {
  test('is answered as `internal`, logged once with its stack, and not resent; the table continues', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const table = await sitDown([ada, grace], terms('isaac'));
    await ada.act(table, { kind: 'move', move: randomChoice(await ada.view(table), new SeededRng('bug')) });
    await grace.leave();
    await ada.until(() => ada.table(table).away[1] !== null);
    const line = await RawConnection.open(server.url, { cookie: await newGuest(server.url, 'Eve') });
    broken = 'absence';
    const claim = { kind: 'act', table, action: { kind: 'claim', as: 'win' } } as const;
    expect(await ada.do(claim)).toEqual({ ok: false, error: { name: 'internal' } });
    line.send({ kind: 'ping', n: 1 });
    await line.next('pong');
    expect(failures()).toMatchObject([{ msg: 'message handler failed', kind: 'do' }]);
    expect(failures()[0]?.command).toMatch(/^d\d+$/);
    expect(failures()[0]?.err?.message).toBe('a bug in absence');
    expect(failures()[0]?.err?.stack).toContain('decideTableCommand');
    broken = null;
    expect(await ada.refusal(claim)).toBe('no-claim');
    line.ws.terminate();
    await ada.leave();
  });

  test('while a view is built ends that subscription by name, and affects neither the others nor the server', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const table = await sitDown([ada, grace], terms('isaac'));
    await grace.leave();
    await ada.until(() => ada.table(table).away[1] !== null);
    broken = 'absence';
    const eve = await new TestClient(server.url).connect();
    eve.core.watch(table);
    await eve.until(() => eve.table(table).error !== null);
    expect(eve.table(table).error).toEqual({ name: 'internal' });
    const asked = failures().filter(({ msg }) => msg === 'message handler failed');
    expect(asked.map((line) => [line.table, line.err?.message])).toContainEqual([hashOf(table), 'a bug in absence']);
    broken = null;
    eve.core.watchAgain(table);
    await eve.view(table);
    expect(eve.table(table).error).toBeNull();
    for (const client of [ada, eve]) await client.leave();
  });

  test('after an acknowledgement gives no second answer, and the follow-up is done when possible', async () => {
    const ada = await join(server.url, 'Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { seating: 'drawn' }) });
    await ada.view(table);
    const grace = await RawConnection.open(server.url, { cookie: await newGuest(server.url, 'Grace') });
    broken = 'chance';
    grace.send({ kind: 'do', id: 'sit', command: { kind: 'sit', table, chair: 1 } });
    expect((await grace.next('done')).id).toBe('sit');
    grace.send({ kind: 'ping', n: 1 });
    expect((await grace.next('done', 'refused', 'pong')).kind).toBe('pong');
    expect(failures()).toMatchObject([{ table: hashOf(table), err: { message: 'a bug in chance' } }]);
    broken = null;
    await ada.view(table, ({ phase }) => phase === 'playing');
    grace.ws.terminate();
    await ada.leave();
  });
});

describe('a player who has just sat down', () => {
  test('is not shown as absent before there was time to watch the table, but is once they leave it', async () => {
    const ada = await join(server.url, 'Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
    await ada.view(table);
    const grace = await join(server.url, 'Grace');
    await grace.must({ kind: 'sit', table, chair: 1 });
    await ada.until(() => ada.table(table).here.length === 2);
    await ada.must({ kind: 'say', table, text: 'hello' });
    expect(ada.table(table)).toMatchObject({ here: [true, false], away: [null, null] });
    await grace.view(table);
    await ada.until(() => ada.table(table).here[1] === true);
    await grace.leave();
    await ada.until(() => ada.table(table).away[1] !== null);
    const seen = ada.messages().flatMap((message) => (message.kind === 'presence' ? [message] : []));
    const before = seen.slice(
      0,
      seen.findLastIndex(({ here }) => here[1] === true),
    );
    for (const { away } of before) expect(away[1] ?? null).toBeNull();
    await ada.leave();
  });

  test('is shown as absent once that time is over', async () => {
    const ada = await join(server.url, 'Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
    await ada.view(table);
    const grace = await join(server.url, 'Grace');
    await grace.must({ kind: 'sit', table, chair: 1 });
    await ada.until(() => ada.table(table).away[1]?.how === 'broken');
    for (const client of [ada, grace]) await client.leave();
  });
});
