import { SeededRng } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { join, playRandomly, randomChoice, sitDown, terms, TestClient } from '@tablier/testkit/online';

/** A layout that a random landscape could be. */
const LAYOUT = ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'];

const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterAll(() => server.remove());

const leave = async (...clients: TestClient[]): Promise<void> => {
  for (const client of clients) await client.leave();
};

describe('a table', () => {
  test.each<[string, Partial<TableTerms>]>([
    ['unknown-game', { game: 'chess' }],
    ['bad-players', { game: 'isaac', chairs: ['me', 'open', 'open', 'open', 'open'] }],
    ['bad-seats', { game: 'isaac', chairs: ['open', 'open'] }],
    ['bad-seats', { game: 'isaac', chairs: ['me', 'me'] }],
    ['unknown-option', { game: 'isaac', options: { size: 3 } }],
    ['bad-option-value', { game: 'isaac', options: { counter: 'never' } }],
    ['bad-clock-value', { game: 'isaac', clock: { system: 'fischer', base: 600, increment: 5, cap: 100 } }],
    ['deal-not-allowed', { game: 'masker', deal: { grid: '', tokens: 'RY' } }],
    ['bad-deal', { game: 'isaac', deal: 7 }],
    ['deal-not-allowed', { game: 'nasca', options: { landscape: 'random' }, deal: { neutrals: LAYOUT } }],
    ['bad-deal', { game: 'nasca', options: { landscape: 'custom' } }],
  ])('is refused by the name %s', async (name, changes) => {
    const ada = await join(server.url, 'Ada');
    expect(await ada.refusal({ kind: 'open', terms: terms('isaac', changes) })).toBe(name);
    await leave(ada);
  });

  test('shows a custom deal to anyone who may sit down, and none if the deal is random', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const custom = { options: { landscape: 'custom' }, deal: { neutrals: ['d6'] } };
    const made = await ada.must({ kind: 'open', terms: terms('nasca', custom) });
    const dealt = await ada.must({ kind: 'open', terms: terms('nasca', { options: { landscape: 'random' } }) });
    expect(await grace.view(made.table)).toMatchObject({ phase: 'waiting', rules: 1, deal: { neutrals: ['d6'] } });
    expect(await grace.view(dealt.table)).not.toHaveProperty('deal');
    await leave(ada, grace);
  });

  test('has every option, given or default, and begins when its chairs are taken', async () => {
    const [ada, grace, eve] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
    ];
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { options: { counter: 'upTo' } }) });
    const waiting = await ada.view(table);
    expect(waiting).toMatchObject({ phase: 'waiting', you: 0, host: 0, match: null, options: { counter: 'upTo' } });
    expect(Object.keys(waiting.options).length).toBeGreaterThan(1);
    expect(await ada.refusal({ kind: 'act', table, action: { kind: 'resign' } })).toBe('not-begun');
    expect(await ada.refusal({ kind: 'sit', table, chair: 1 })).toBe('already-seated');
    expect(await grace.refusal({ kind: 'sit', table, chair: 0 })).toBe('chair-taken');
    expect(await grace.refusal({ kind: 'sit', table, chair: 7 })).toBe('no-such-chair');
    await grace.must({ kind: 'sit', table, chair: 1 });
    expect(await eve.refusal({ kind: 'sit', table, chair: 1 })).toBe('table-begun');
    const begun = await ada.view(table, ({ phase }) => phase === 'playing');
    expect(begun.chairs).toEqual([
      { kind: 'person', name: 'Ada', guest: true },
      { kind: 'person', name: 'Grace', guest: true },
    ]);
    await leave(ada, grace, eve);
  });

  test('can be left by a player, and closes when its host leaves', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const { table } = await ada.must({ kind: 'open', terms: terms('masker', { chairs: ['open', 'me', 'open'] }) });
    await grace.must({ kind: 'sit', table, chair: 2 });
    await grace.must({ kind: 'stand', table });
    expect(await grace.refusal({ kind: 'stand', table })).toBe('not-seated');
    await ada.must({ kind: 'stand', table });
    expect(await grace.refusal({ kind: 'sit', table, chair: 0 })).toBe('table-closed');
    await leave(ada, grace);
  });

  test('whose seats are drawn gives the host any of them', async () => {
    const seats = new Set<number>();
    const ada = await join(server.url, 'Ada');
    for (let drawn = 0; drawn < 40 && seats.size < 2; drawn++) {
      const wanted = terms('isaac', { seating: 'drawn', chairs: ['me', { bot: 'beginner' }] });
      const { table } = await ada.must({ kind: 'open', terms: wanted });
      const view = await ada.view(table, ({ phase }) => phase === 'playing');
      expect(view.you).toBe(view.host);
      seats.add(view.host);
      // A person may play a few games against bots at a time.
      await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
      ada.core.unwatch(table);
    }
    expect(seats.size).toBe(2);
    await leave(ada);
  });
});

describe('a rematch', () => {
  test('begins when all players agree, with the same terms and rotated seats', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const [ada, grace] = players;
    const table = await sitDown(players, terms('isaac', { options: { counter: 'upTo' } }));
    expect(await ada.refusal({ kind: 'rematch', table, agree: true })).toBe('not-over');
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    await ada.must({ kind: 'rematch', table, agree: true });
    await grace.must({ kind: 'rematch', table, agree: false });
    await grace.must({ kind: 'rematch', table, agree: true });
    expect((await ada.view(table, ({ phase }) => phase === 'over')).rematch.table).toBeNull();
    await ada.must({ kind: 'rematch', table, agree: true });
    const { rematch } = await grace.view(table, (view) => view.rematch.table !== null);
    const next = await grace.view(rematch.table ?? '', ({ phase }) => phase === 'playing');
    expect(next).toMatchObject({ rematchOf: table, you: 0, host: 1, options: { counter: 'upTo' } });
    await leave(...players);
  });
});

describe('chat', () => {
  test('of players and of spectators is separate until the end; then all read both', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const [ada, grace] = players;
    const eve = await join(server.url, 'Eve');
    const table = await sitDown(players, terms('isaac'));
    await ada.must({ kind: 'say', table, text: '  good   luck ' });
    await eve.must({ kind: 'say', table, text: 'a5 is weak' });
    expect(await grace.chat(table, 'players', 1)).toEqual(['Ada: good luck']);
    expect(await eve.chat(table, 'spectators', 1)).toEqual(['Eve: a5 is weak']);
    expect(ada.received.join('\n')).not.toContain('a5 is weak');
    expect(eve.received.join('\n')).not.toContain('good luck');
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    expect(await eve.chat(table, 'players', 1)).toEqual(['Ada: good luck']);
    expect(await ada.chat(table, 'spectators', 1)).toEqual(['Eve: a5 is weak']);
    await leave(...players, eve);
  });

  test('refuses unprintable text, and too many lines at once', async () => {
    const ada = await join(server.url, 'Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
    for (const text of ['   ', 'a\u0000b', '\u202Eabc']) {
      expect(await ada.refusal({ kind: 'say', table, text })).toBe('bad-text');
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ada.do({ kind: 'say', table, text: `line ${n}` })),
    );
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ ok: false, error: { name: 'too-many' } });
    await leave(ada);
  });
});

describe('a spectator', () => {
  test('is counted, and players see the presence of others', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const [ada, grace] = players;
    const anonymous = await new TestClient(server.url).connect();
    const table = await sitDown(players, terms('isaac'));
    await anonymous.view(table);
    await ada.until(() => ada.table(table).spectators === 1);
    expect(ada.table(table).here).toEqual([true, true]);
    await grace.leave();
    await ada.until(() => ada.table(table).here[1] === false);
    await anonymous.leave();
    await ada.until(() => ada.table(table).spectators === 0);
    await leave(ada);
  });
});

describe('the lobby', () => {
  test('shows open tables while their host is there, matches with a preview, and results; never a table by link', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const [ada, grace] = players;
    const eve = await new TestClient(server.url).connect();
    eve.core.enterLobby();
    const { table: hidden } = await ada.must({ kind: 'open', terms: terms('isaac') });
    await ada.view(hidden);
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    const shown = () => eve.core.lobby.get(table);
    await ada.view(table);
    await eve.until(() => shown()?.phase === 'waiting');
    ada.core.unwatch(table);
    await eve.until(() => shown() === undefined);
    await ada.view(table);
    await grace.must({ kind: 'sit', table, chair: 1 });
    await eve.until(() => shown()?.phase === 'playing');
    const view = await ada.view(table, ({ phase }) => phase === 'playing');
    await ada.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, new SeededRng(1)) } });
    await eve.until(() => shown()?.plies === 1);
    expect(shown()?.preview).toMatchObject({ turn: 1 });
    await grace.must({ kind: 'act', table, action: { kind: 'resign' } });
    await eve.until(() => shown()?.phase === 'over');
    expect(shown()?.places).toEqual([1, 2]);
    const late = await new TestClient(server.url).connect();
    late.core.enterLobby();
    await late.until(() => late.core.lobby.has(table));
    expect([...eve.core.lobby.keys(), ...late.core.lobby.keys()]).not.toContain(hidden);
    await leave(...players, eve, late);
  });
});

describe('bots', () => {
  test('play with two people at a table with hidden information, until the end', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const table = await sitDown(players, terms('masker', { chairs: ['me', { bot: 'beginner' }, 'open'] }));
    const [ended] = await Promise.all(
      players.map((player, index) => playRandomly(player, table, `with a bot ${index}`)),
    );
    expect(ended?.match?.end?.by).toBe('rules');
    expect(ended?.chairs[1]).toEqual({ kind: 'bot', level: 'beginner' });
    await leave(...players);
  });

  test('accept a take-back where that is allowed', async () => {
    const ada = await join(server.url, 'Ada');
    const wanted = terms('isaac', { chairs: ['me', { bot: 'beginner' }], takeBack: 'asked' });
    const { table } = await ada.must({ kind: 'open', terms: wanted });
    const view = await ada.view(table, ({ phase }) => phase === 'playing');
    await ada.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, new SeededRng(1)) } });
    await ada.view(table, ({ match }) => match?.plies === 2);
    await ada.must({ kind: 'act', table, action: { kind: 'take-back', to: 0 } });
    expect((await ada.view(table, ({ match }) => match?.plies === 0)).match?.view.turn).toBe(0);
    await leave(ada);
  });
});
