import { defaultOptions, makeRecord, makeSetup } from '@tablier/core';
import { isaac } from '@tablier/games';
import type { TableTerms } from '@tablier/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeBrowser } from '../../browser.ts';
import { openBrowserAt, type RealServer, startRealServer } from './real-server.ts';

const LONG = { timeout: 60_000 };
const TERMS: TableTerms = {
  game: 'isaac',
  options: defaultOptions(isaac.options),
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'chosen',
  chairs: ['me', 'open'],
};

let real: RealServer;
beforeAll(async () => {
  real = await startRealServer();
});
afterAll(() => real.remove());
/** Closes the connection of each page of a test. */
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  closeBrowser();
});

/** A page of its own, with the state classes that talk to the server. */
async function openPage(stored: Readonly<Record<string, unknown>> = {}) {
  const browser = openBrowserAt(real, stored);
  const { loadMessages } = await import('../../../src/lib/language.ts');
  await loadMessages('en');
  const { server } = await import('../../../src/lib/connection/connection.svelte.ts');
  const { me } = await import('../../../src/lib/connection/me.svelte.ts');
  closers.push(() => server.close());
  return { ...browser, server, me };
}

describe('the user of a browser', () => {
  it('is unknown at first: the server says so', async () => {
    const { me, storage } = await openPage();
    await me.load();
    expect([me.name, me.profile, me.failed, storage.get('tablier.known')]).toEqual([null, null, null, 'no']);
  });

  it('is a guest after giving a name, and found again by the session', async () => {
    const { me, storage } = await openPage();
    const { becomeGuest } = await import('../../../src/lib/connection/me.svelte.ts');
    expect(await becomeGuest('Ada')).toBeNull();
    await me.load();
    expect([me.name, me.profile?.sessions.length, storage.get('tablier.name')]).toEqual(['Ada', 1, 'Ada']);
    expect(me.isMember).toBe(false);
  });

  it('is forgotten when the session is gone', async () => {
    const { me, storage } = await openPage({ 'tablier.known': 'yes' });
    await me.load();
    expect([me.name, me.failed, storage.get('tablier.known')]).toEqual([null, null, 'no']);
  });

  it('is not forgotten when the server cannot be reached', async () => {
    const { me } = await openPage({ 'tablier.known': 'yes' });
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    await me.load();
    expect([me.failed, me.isLoading]).toEqual([{ error: 'unreachable' }, false]);
  });

  it('gives a name that the server refuses', async () => {
    await openPage();
    const { becomeGuest, rememberedName } = await import('../../../src/lib/connection/me.svelte.ts');
    expect(await becomeGuest(' ')).toBe('bad-name');
    expect(rememberedName()).toBe('');
  });

  it('can change the name and end the session', async () => {
    const { me, server } = await openPage();
    await server.registerGuest('Ada');
    const { change } = await import('../../../src/lib/connection/server-request.ts');
    expect(await change('PATCH /api/me', { body: { name: 'Grace' } })).toBeNull();
    await me.load();
    expect(me.name).toBe('Grace');
    expect(await change('DELETE /api/sessions/{session}', { params: { session: 'current' } })).toBeNull();
    await me.load();
    expect(me.name).toBeNull();
  });
});

describe('the connection of a page', () => {
  it('greets an unknown browser, then the guest', async () => {
    const { server, me } = await openPage();
    expect([server.state, server.hasAnswered]).toEqual(['opening', false]);
    await server.ready();
    expect([server.state, server.hasAnswered, server.name]).toEqual(['open', true, null]);
    expect(await server.registerGuest('Ada')).toBeNull();
    expect([server.state, server.name, me.name]).toEqual(['open', 'Ada', 'Ada']);
    expect(Math.abs(server.now - Date.now())).toBeLessThan(60_000);
  });

  it('opens a table, which the lobby, the own tables and the subscription show', async () => {
    const { server } = await openPage();
    const { openTable } = await import('../../../src/play/online/open-table.ts');
    const opened = await openTable({ ...TERMS, name: 'Ada' });
    if (!opened.ok) throw new Error(opened.error);
    const leaveLobby = server.enterLobby();
    const leaveAgain = server.enterLobby();
    const leaveOwn = server.followOwn();
    server.watch(opened.value);
    await expect.poll(() => server.table(opened.value)?.view?.phase, LONG).toBe('waiting');
    await expect.poll(() => server.lobby.some(({ id }) => id === opened.value), LONG).toBe(true);
    await expect.poll(() => server.own.map(({ id }) => id), LONG).toEqual([opened.value]);
    leaveAgain();
    const second = await openTable({ ...TERMS, name: 'Ada' });
    if (!second.ok) throw new Error(second.error);
    // The lobby lists a table while its host watches it.
    server.watch(second.value);
    await expect.poll(() => server.lobby.some(({ id }) => id === second.value), LONG).toBe(true);
    leaveLobby();
    leaveOwn();
    server.unwatch(opened.value);
    expect(server.table(opened.value)).toBeNull();
  });

  it('is not opened to look at the lobby', async () => {
    const { server: host } = await openPage();
    const { openTable } = await import('../../../src/play/online/open-table.ts');
    const opened = await openTable({ ...TERMS, name: 'Ada' });
    if (!opened.ok) throw new Error(opened.error);
    host.watch(opened.value);
    vi.resetModules();
    const { server } = await openPage();
    const look = server.lookAtLobby();
    await expect.poll(() => server.lobby.map(({ id }) => id), LONG).toContain(opened.value);
    expect([server.state, server.hasAnswered, server.name]).toEqual(['opening', true, null]);
    expect(Math.abs(server.now - Date.now())).toBeLessThan(60_000);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    await expect.poll(() => server.state, LONG).toBe('broken');
    look();
    expect(server.lobby).toEqual([]);
  });

  it('explains why the server refuses a table', async () => {
    await openPage();
    const { openTable } = await import('../../../src/play/online/open-table.ts');
    expect((await openTable({ ...TERMS, name: '' })).ok).toBe(false);
    const refused = await openTable({ ...TERMS, name: 'Ada', options: { counter: 'never' } });
    expect(refused.ok ? '' : refused.error).toMatch(/ /);
  });

  it('shows an online table with its session', async () => {
    const { server } = await openPage();
    const { openTable } = await import('../../../src/play/online/open-table.ts');
    const { OnlineSession } = await import('../../../src/play/online/online-session.svelte.ts');
    const opened = await openTable({ ...TERMS, name: 'Ada', chairs: ['me', { bot: 'beginner' }] });
    if (!opened.ok) throw new Error(opened.error);
    const { loadRules } = await import('../../../src/games/rules.svelte.ts');
    await loadRules(TERMS.game);
    const session = new OnlineSession(opened.value, server);
    const stop = session.watch();
    await expect.poll(() => session.canPlay, LONG).toBe(true);
    session.play(session.choices[0] ?? -1);
    await expect.poll(() => (session.hasBegun ? session.match.plies : 0), LONG).toBeGreaterThan(0);
    session.act({ kind: 'resign' });
    await expect.poll(() => session.match.end?.by, LONG).toBe('resign');
    expect(session.refusal).toBeNull();
    stop();
  });
});

describe('the archive', () => {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const record = makeRecord(isaac, setup.value, [isaac.parseMove('00-02') ?? -1]);

  it('stores a record of an unknown browser as a guest, and returns it', async () => {
    const { me } = await openPage();
    const { fetchRecord, storeRecord } = await import('../../../src/review/past/archive-api.ts');
    const stored = await storeRecord(record);
    if (!stored.ok) throw new Error(stored.error.name);
    expect(me.name).not.toBeNull();
    const found = await fetchRecord(stored.value);
    expect(found.ok && found.value.record.moves).toEqual(['00-02']);
  });

  it('names the reason if there is no game or no server', async () => {
    await openPage();
    const { fetchRecord, storeRecord } = await import('../../../src/review/past/archive-api.ts');
    expect(await fetchRecord('nowhere')).toEqual({ ok: false, error: { name: 'not-found' } });
    const refused = await storeRecord({ ...record, moves: ['99-99'] });
    expect(refused).toMatchObject({ ok: false, error: { name: 'refused' } });
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    expect(await fetchRecord('nowhere')).toEqual({ ok: false, error: { name: 'unreachable' } });
  });

  it('counts an answer from something in between as unreachable', async () => {
    await openPage();
    const { fetchRecord } = await import('../../../src/review/past/archive-api.ts');
    for (const status of [200, 404, 502]) {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('<p>Sign in to the hotel network</p>', { status })));
      expect(await fetchRecord('game')).toEqual({ ok: false, error: { name: 'unreachable' } });
    }
  });
});
