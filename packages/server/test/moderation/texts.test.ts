import type { ModerationEvidence, ModerationList } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { limits, player, type Player, read, serveMembers } from '../members.ts';
import { storeOf } from './scene.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const REPORTS = '/api/moderation/reports';
const ISAAC = '/api/articles/isaac/fr';

interface Article {
  readonly newest: { readonly number: number; readonly text: string; readonly username: string | null } | null;
  readonly mayEdit: boolean;
}

async function scene() {
  const server = await serveMembers({
    limits: { ...limits, articles: MANY, addressArticles: MANY, tournaments: MANY },
  });
  const { url } = server;
  const [mod, ada, bob] = [
    await player(url, 'Mo', 'mod'),
    await player(url, 'Ada', 'ada'),
    await player(url, 'Bob', 'bob'),
  ];
  const store = await storeOf(server);
  const found = await store.accounts.findPassword('mod');
  expect(await store.moderators.add(found?.account ?? '', Date.now())).toBe('added');
  return { url, store, mod, ada, bob };
}

const save = ({ browser }: Player, base: number, text: string, place = ISAAC) =>
  browser.ask('PUT', place, { base, text });
const article = (who: Player) => read<Article>(who, ISAAC);
const report = ({ browser }: Player, person: object) =>
  browser.ask('POST', '/api/v1/reports', { person, reason: 'other', text: 'nonsense' });

/** A moderator removes the text of the newest report, which `named` is about. */
async function removeText(mod: Player, named: object, text: string): Promise<void> {
  const [found] = (await read<ModerationList>(mod, REPORTS)).reports;
  expect(found).toMatchObject({ text: named });
  const path = `${REPORTS}/${found?.id ?? ''}`;
  expect((await read<ModerationEvidence>(mod, path)).reportedText).toBe(text);
  expect((await mod.browser.ask('POST', path, { action: 'remove-text', note: 'untrue' })).status).toBe(204);
}

test('members edit an article; a change of an older version is refused by name, and a mute keeps from writing', async () => {
  const { url, store, ada, bob } = await scene();
  const guest = await player(url, 'Guest');
  expect(await article(guest)).toEqual({ newest: null, mayEdit: false });
  expect((await save(guest, 0, 'no')).status).toBe(403);
  expect((await save(ada, 0, 'x', '/api/articles/chess/fr')).error).toBe('not-found');
  expect((await save(ada, 0, 'x', '/api/articles/isaac/xx')).error).toBe('not-found');
  for (const bad of ['', ' \n ', 'a\u202eb', 'x'.repeat(20_001)])
    expect((await save(ada, 0, bad)).error).toBe('bad-text');
  expect((await save(ada, 0, '## Un\r\n\r\n\r\n\r\n-  deux   trois\u00a0! \n')).status).toBe(200);
  expect(await article(bob)).toMatchObject({
    newest: { number: 1, text: '## Un\n\n- deux trois\u00a0!', username: 'ada' },
    mayEdit: true,
  });
  expect((await save(bob, 0, 'too late')).error).toBe('article-changed');
  expect((await save(bob, 1, 'é'.repeat(20_000))).status).toBe(200);
  expect((await read<{ versions: object[] }>(bob, `${ISAAC}/versions`)).versions).toMatchObject([
    { number: 2 },
    { number: 1, name: 'Ada', text: '## Un\n\n- deux trois\u00a0!' },
  ]);
  expect((await read<{ versions: object[] }>(bob, `${ISAAC}/versions?before=2`)).versions).toHaveLength(1);
  expect((await bob.browser.ask('GET', `${ISAAC}/versions?before=1e99`)).error).toBe('bad-request');
  const { account = '' } = (await store.accounts.findPassword('bob')) ?? {};
  await store.mutes.set(account, { until: Date.now() + 1e6, reason: 'rude', at: Date.now() });
  expect((await save(bob, 2, 'again')).error).toBe('muted');

  const own = JSON.parse((await ada.browser.ask('GET', '/api/me/export')).text) as object;
  expect(own).toMatchObject({
    articles: [{ game: 'isaac', language: 'fr', number: 1, text: '## Un\n\n- deux trois\u00a0!' }],
  });
  expect((await ada.browser.ask('DELETE', '/api/me')).status).toBe(204);
});

test('a reported version, announcement and club lose their text, and who wrote it reads why', async () => {
  const { mod, ada, bob } = await scene();
  await save(ada, 0, 'true');
  await save(bob, 1, 'false');
  const version = { article: { game: 'isaac', language: 'fr', number: 2 } };
  expect((await report(bob, version)).error).toBe('yourself');
  expect((await report(ada, { article: { ...version.article, number: 9 } })).error).toBe('unknown-person');
  expect((await report(ada, version)).status).toBe(200);
  await removeText(mod, version, 'false');
  expect(await article(ada)).toMatchObject({ newest: { number: 1, text: 'true' } });
  expect((await read<{ versions: object[] }>(ada, `${ISAAC}/versions`)).versions[0]).toMatchObject({ text: null });
  const told = await read<{ warnings: object[] }>(bob, '/api/v1/me/relations');
  expect(told.warnings).toMatchObject([{ note: 'untrue', text: version }]);

  const club = { id: 'the-woods', name: 'Rude', about: 'words', isListed: true };
  expect((await bob.browser.ask('POST', '/api/clubs', club)).status).toBe(200);
  await bob.browser.ask('POST', '/api/clubs/the-woods/change', { kind: 'announce', words: 'buy this' });
  expect((await report(ada, { club: 'the-woods', news: 2 })).error).toBe('unknown-person');
  expect((await report(ada, { club: 'the-woods', news: 1 })).status).toBe(200);
  await removeText(mod, { club: 'the-woods', news: 1 }, 'buy this');
  expect((await report(ada, { club: 'the-woods' })).status).toBe(200);
  await removeText(mod, { club: 'the-woods' }, 'Rude\nwords');
  const bare = { name: 'the-woods', about: '', isListed: false, news: [] };
  expect(await read(ada, '/api/clubs/the-woods')).toMatchObject(bare);
  // A report about a person has no text to remove.
  expect((await report(ada, { username: 'bob' })).status).toBe(200);
  const [person] = (await read<ModerationList>(mod, REPORTS)).reports;
  const removal = { action: 'remove-text', note: 'x' };
  expect((await mod.browser.ask('POST', `${REPORTS}/${person?.id ?? ''}`, removal)).error).toBe('bad-decision');
});
