import { words } from '@tablier/core';
import * as z from 'zod/mini';
import { defineStream, type Store } from '@tablier/store';
import { serverLog } from '../accounts/usernames.ts';
import type { FastifyInstance } from 'fastify';
import { identityFrom, tokensOf } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/request.ts';
import { type TextAt, textAt } from '@tablier/protocol';

const ban = z.object({ person: z.string() });
/** Declares no personal data: a ban contains only the id of a person, so it remains when the account is deleted. */
const BANS_STREAM = defineStream('bans', {
  head: z.object({ kind: z.literal('bans') }),
  events: { banned: ban, unbanned: ban },
  personal: {},
});
const LOG = { id: 'server-bans', kind: 'bans' };

export function createBans(store: Store, onBan: (person: string) => void = () => undefined) {
  const banned = new Set<string>();
  const log = serverLog(store, LOG, (event) => {
    const { kind, person } = BANS_STREAM.readEvent(event);
    if (kind === 'unbanned') banned.delete(person);
    else banned.add(person);
    if (kind === 'banned') onBan(person);
  });
  return {
    list: (): readonly string[] => [...banned],
    has: (person: string): boolean => banned.has(person),
    async onNotice(id: string, seq: number): Promise<void> {
      if (id === LOG.id && seq > log.seq()) await log.readOn();
    },
    /** Reads what was added to the log. */
    read: log.readOn,
    /** Bans a person or lifts the ban, durably. */
    async set(person: string, change: 'banned' | 'unbanned', at: number): Promise<void> {
      for (;;) {
        await log.readOn();
        if (banned.has(person) === (change === 'banned')) return;
        await log.append({ at, kind: change, data: { person } });
      }
    },
  };
}
export type Bans = ReturnType<typeof createBans>;

/** What a banned person may still change: sign in, protect the account, stop mails. Every `DELETE` is allowed too. */
const ALLOWED: readonly string[] = words(
  '/api/sign-in/ /api/password-resets /api/me/confirm /api/me/password /api/me/passkeys',
  '/api/me/notifications /api/me/settings /api/mail/',
);
const GUESTS = '/api/guests';
const MODERATION = '/api/moderation/';

const isAllowed = (method: string, route: string): boolean => {
  if (route.startsWith(MODERATION)) return false;
  return ['GET', 'HEAD', 'DELETE'].includes(method) || ALLOWED.some((path) => route.startsWith(path));
};

/** Answers `403 banned` to requests that a banned person may not make. The API for programs checks its tokens itself. */
export function addBanHook(
  app: FastifyInstance,
  { bans, people }: { readonly bans: Bans; readonly people: People },
): void {
  app.addHook('onRequest', async ({ method, routeOptions, headers }, reply) => {
    const route = routeOptions.url ?? '';
    if (isAllowed(method, route)) return;
    if (!tokensOf(headers).some((token) => bans.has(token.split('.')[0] ?? ''))) return;
    // A person whose session has ended may not become another guest at once, so there the id in a token alone counts.
    const known = route === GUESTS ? null : await identityFrom(headers, people);
    if (route === GUESTS || (known !== null && bans.has(known.person.id)))
      return refuse(reply, 403, { name: 'banned' });
  });
}

type TextStore = Pick<Store, 'articles' | 'clubs'>;

/** A text that members wrote for all to read, as it is now, and the account that wrote it; `null` for none, and for one without an author. */
export async function findText(at: TextAt, { articles, clubs }: TextStore) {
  if ('article' in at) {
    const found = await articles.find(at.article, at.article.number);
    return found === null || found.account === null ? null : { author: found.account, words: found.text };
  }
  const club = await clubs.find(at.club);
  if (club === null || club.owner === null) return null;
  if (!('news' in at)) return { author: club.owner, words: `${club.name}\n${club.about}`.trim() };
  const words = club.news.find(({ number }) => number === at.news)?.words;
  return words === undefined ? null : { author: club.owner, words };
}

/** Removes it: the version of an article, the announcement, or the name and description of the club, which leaves the lists. */
export async function removeText(at: TextAt, { articles, clubs }: TextStore): Promise<void> {
  if ('article' in at) return articles.remove(at.article, at.article.number);
  const owner = (await clubs.find(at.club))?.owner ?? null;
  if (owner === null) return;
  const change =
    'news' in at
      ? ({ kind: 'retract', number: at.news } as const)
      : ({ kind: 'describe', name: at.club, about: '', isListed: false } as const);
  await clubs.change(at.club, owner, change);
}

/** As the store has it; `null` for none. */
export function textIn(about: string | null): TextAt | null {
  if (about === null) return null;
  const [kind, place = '', ...rest] = about.split(' ');
  const [first = '', second = ''] = rest;
  const named =
    kind === 'article'
      ? { article: { game: place, language: first, number: Number(second) } }
      : { club: place, ...(kind === 'news' && { news: Number(first) }) };
  return textAt.safeParse(named).data ?? null;
}

/** `article isaac fr 3`, `club the-woods`, `news the-woods 4`. */
export function formatText(at: TextAt): string {
  if ('article' in at) return `article ${at.article.game} ${at.article.language} ${at.article.number}`;
  return 'news' in at ? `news ${at.club} ${at.news}` : `club ${at.club}`;
}
