import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@tablier/store';
import { terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { parseRoute } from '@tablier/protocol/routes';
import { NOTHING_FOUND, pageHead } from '../../src/http/page-head.ts';
import { Writer } from '../../src/http/page-texts.ts';
import { Operator } from '../../src/operator/operator.ts';
import { player, serveMembers } from '../members.ts';
import { PAGE_TEXTS } from '../page.ts';

/** The texts of the small page, with those of invitations that show what they are given. */
const TEXTS = {
  ...PAGE_TEXTS,
  languages: Object.fromEntries(
    Object.entries(PAGE_TEXTS.languages).map(([language, texts]) => [
      language,
      {
        ...texts,
        meta_invitation_title: `${language}: {name} invites to {game}`,
        meta_invitation_any: `${language}: a player invites to {game}`,
        meta_invitation_description: `${language}: {clock}!`,
        clock_says_fischer: '{base} min + {increment} s',
        meta_clock_days: '{days} days',
      },
    ]),
  ),
};
const CLOCK = { system: 'fischer', base: 450, increment: 3 } as const;

test('the link to a table that waits says who invites to what, and nothing once the match runs', async () => {
  const small = await serveMembers();
  writeFileSync(join(small.folder, 'page', 'meta.json'), JSON.stringify(TEXTS));
  await small.close();
  const server = await small.again();
  const store = await openStore({ folder: join(small.folder, 'data') });
  if (!store.ok) throw new Error(store.error.detail);
  const headAt = async (path: string, language: string) => {
    const html = await (
      await fetch(`${server.url}${path}?lang=${language}`, { headers: { accept: 'text/html' } })
    ).text();
    const content = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
    return [content('title'), content('description'), content('image')];
  };
  const host = await player(server.url, 'Ida "<b>');
  const { table } = await host.client.must({ kind: 'open', terms: terms('isaac', { clock: CLOCK }) });
  const image = `${server.url}/isaac.png`;
  const german = ['de: Ida &quot;&lt;b&gt; invites to Isaac', 'de: 7,5 min + 3 s!', image];
  expect(await headAt(`/t/${table}`, 'de')).toEqual(german);
  expect((await headAt(`/t/${table}`, 'en')).slice(1)).toEqual(['en: 7.5 min + 3 s!', image]);

  const operator = new Operator(store.value);
  const [{ id = '' } = {}] = await operator.find('Ida "<b>');
  await operator.ban(id, 'banned');
  await expect.poll(() => headAt(`/t/${table}`, 'de')).toEqual(['de: a player invites to Isaac', ...german.slice(1)]);
  await operator.ban(id, 'unbanned');
  await expect.poll(() => headAt(`/t/${table}`, 'de')).toEqual(german);

  const host2 = await player(server.url, 'Jo');
  const guest = await player(server.url, 'Kim');
  const { table: begun } = await host2.client.must({ kind: 'open', terms: terms('isaac', { clock: CLOCK }) });
  await guest.client.must({ kind: 'sit', table: begun, chair: 1 });
  await host2.client.view(begun, ({ phase }) => phase === 'playing');
  const unknown = await headAt('/t/aB3_-0123456789012345x', 'de');
  expect(await headAt(`/t/${begun}`, 'de')).toEqual(unknown);
  await store.value.close();
  await server.close();
});

test.each([
  [{ system: 'days', days: 3, vacation: 0 }, 'nl: 3 days!'],
  [CLOCK, 'nl: 7,5 min + 3 s!'],
] as const)('an invitation without a name, with the clock %j', (clock, description) => {
  const invitation = { game: 'isaac', name: '', clock };
  const head = pageHead(parseRoute('/t/table'), new Writer(TEXTS, 'nl'), { ...NOTHING_FOUND, invitation });
  expect(head).toMatchObject({ title: 'nl: a player invites to Isaac', description, picture: { path: '/isaac.png' } });
  expect(head.isListed).toBe(false);
});
