import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOptions, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { openStore } from '@tablier/store';
import { randomChoice, terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { parseRoute } from '@tablier/protocol/routes';
import { pageHead } from '../../src/http/page-head.ts';
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

async function serve() {
  const small = await serveMembers();
  writeFileSync(join(small.folder, 'page', 'meta.json'), JSON.stringify(TEXTS));
  await small.close();
  const server = await small.again();
  const headAt = async (path: string, language: string) => {
    const html = await (
      await fetch(`${server.url}${path}?lang=${language}`, { headers: { accept: 'text/html' } })
    ).text();
    const content = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
    return [content('title'), content('description'), content('image')];
  };
  return { small, server, headAt };
}

/** The position of a picture; an empty text if it is a general one. */
const lineOf = (image: string | undefined): string => new URL(image ?? '').searchParams.get('line') ?? '';

test('the link to a table that waits says who invites to what', async () => {
  const { small, server, headAt } = await serve();
  const store = await openStore({ folder: join(small.folder, 'data') });
  if (!store.ok) throw new Error(store.error.detail);
  const host = await player(server.url, 'Ida "<b>');
  const { table } = await host.client.must({ kind: 'open', terms: terms('isaac', { clock: CLOCK }) });
  const [, , image] = await headAt(`/t/${table}`, 'de');
  // An empty board would be a blank picture.
  expect(image).toMatch(/\/isaac\.png$/);
  const german = ['de: Ida &quot;&lt;b&gt; invites to Isaac', 'de: 7,5 min + 3 s!', image];
  expect(await headAt(`/t/${table}`, 'de')).toEqual(german);
  expect((await headAt(`/t/${table}`, 'en')).slice(1)).toEqual(['en: 7.5 min + 3 s!', image]);

  const operator = new Operator(store.value);
  const [{ id = '' } = {}] = await operator.find('Ida "<b>');
  await operator.ban(id, 'banned');
  await expect.poll(() => headAt(`/t/${table}`, 'de')).toEqual(['de: a player invites to Isaac', ...german.slice(1)]);
  await operator.ban(id, 'unbanned');
  await expect.poll(() => headAt(`/t/${table}`, 'de')).toEqual(german);
  await store.value.close();
  await server.close();
});

test.each(['isaac', 'nasca', 'masker', 'arcanor'])(
  'the link to a match of %s says who plays, and shows the position as a spectator sees it, but not that of a private match',
  async (game) => {
    const { server, headAt } = await serve();
    const people = [await player(server.url, 'Jo'), await player(server.url, 'Kim')] as const;
    const [host, guest] = people;
    const open = async (visibility: 'open' | 'link') => {
      const { table } = await host.client.must({ kind: 'open', terms: terms(game, { clock: CLOCK, visibility }) });
      expect((await headAt(`/t/${table}`, 'en'))[2]).toMatch(new RegExp(`/${game}\\.png$`));
      await guest.client.must({ kind: 'sit', table, chair: 1 });
      await host.client.view(table, ({ phase }) => phase === 'playing');
      return table;
    };
    const [table, other] = [await open('open'), await open('link')];
    expect((await headAt(`/t/${table}`, 'en'))[2]).toMatch(new RegExp(`/${game}\\.png$`));

    const watcher = await player(server.url, 'Ann');
    let done = 0;
    for (let act = 0; act < 6; act++) {
      const views = people.map(({ client }) =>
        client.view(table, ({ version, match }) => version >= done && match?.clock?.seat !== -1),
      );
      const [mine, yours] = await Promise.all(views);
      const [mover, view] = mine?.match?.view.turn === mine?.you ? [host, mine] : [guest, yours];
      if (view === undefined) throw new Error('no view');
      const action = { kind: 'move', move: randomChoice(view, new SeededRng(act)) } as const;
      done = (await mover.client.must({ kind: 'act', table, action })).version;
    }
    const { match } = await watcher.client.view(table, ({ version }) => version >= done);
    const [title, , image] = await headAt(`/t/${table}`, 'en');
    expect(title).toMatch(/^\w+: (Jo – Kim|Kim – Jo)$/);
    expect(lineOf(image)).toBe(match && findGame(game)?.positions?.format(match.view));

    const [unknown] = await headAt('/t/aB3_-0123456789012345x', 'en');
    const [secret, , general] = await headAt(`/t/${other}`, 'en');
    expect([unknown, secret]).not.toContain(undefined);
    expect(unknown).not.toMatch(/Jo|Kim/);
    expect(secret).toBe(title);
    expect(general).toMatch(new RegExp(`/${game}\\.png$`));
    await server.close();
  },
);

test('the picture of an invitation is the deal that its host chose', async () => {
  const { server, headAt } = await serve();
  const game = findGame('nasca');
  if (game === undefined) throw new Error('nasca');
  const free = defaultOptions(game.options);
  const deal = game.deals.draw({ ...free, landscape: 'random' }, 2, new SeededRng('chosen'));
  const options = { ...free, landscape: 'custom' };
  const host = await player(server.url, 'Jo');
  const { table } = await host.client.must({
    kind: 'open',
    terms: { ...terms('nasca', { clock: CLOCK }), options, deal },
  });
  const [, , image] = await headAt(`/t/${table}`, 'en');
  expect(lineOf(image)).toBe(game.positions?.format(game.view(game.start({ options, players: 2, deal }), 'spectator')));
  await server.close();
});

test.each([
  [{ system: 'days', days: 3, vacation: 0 }, 'nl: 3 days!'],
  [CLOCK, 'nl: 7,5 min + 3 s!'],
] as const)('an invitation without a name, with the clock %j', (clock, description) => {
  const table = { game: 'isaac', position: null, players: [], invitation: { name: '', clock } };
  const head = pageHead(parseRoute('/t/table'), new Writer(TEXTS, 'nl'), { table });
  expect(head).toMatchObject({ title: 'nl: a player invites to Isaac', description, picture: { path: '/isaac.png' } });
  expect(head.isListed).toBe(false);
});
