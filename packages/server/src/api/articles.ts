import { findGame } from '@tablier/games';
import { MAX_ARTICLE, parseText } from '@tablier/protocol';
import { type ArticleVersion, ARTICLES } from '@tablier/protocol/operations';
import type { ArticlePlace, ListedVersion, Store } from '@tablier/store';
import { NOTIFICATION_LANGUAGES } from '../notifications/texts.ts';
import { publicUsername } from '../ratings/profiles.ts';
import { implement, type Operation } from './operation.ts';

/** Versions of one article that are kept, and those on a page of its history. */
const KEPT = 200;
const PAGE = 20;

interface ArticlesDeps {
  readonly store: Pick<Store, 'articles' | 'mutes'>;
  readonly now: () => number;
}

export function articleOperations({ store: { articles, mutes }, now }: ArticlesDeps): readonly Operation[] {
  return implement(ARTICLES, {
    'GET /api/articles/{game}/{language}': async ({ params, caller, refuse }) => {
      const newest = await articles.newest(placeOf(params) ?? refuse({ name: 'not-found' }));
      return { newest: newest && shown(newest), mayEdit: caller !== null && caller.person.guest === false };
    },
    'GET /api/articles/{game}/{language}/versions': async ({ params, query, refuse }) => {
      const place = placeOf(params) ?? refuse({ name: 'not-found' });
      return { versions: (await articles.versions(place, PAGE, query.before)).map(shown) };
    },
    'PUT /api/articles/{game}/{language}': async ({ params, body: { base, text }, caller, refuse }) => {
      const place = placeOf(params) ?? refuse({ name: 'not-found' });
      const account = caller.person.id;
      const mute = await mutes.of(account, now());
      if (mute !== null) return refuse({ name: 'muted', until: mute.until, detail: mute.reason });
      const parsed = parseText(text, MAX_ARTICLE) ?? refuse({ name: 'bad-text' });
      const saved = await articles.add(place, { account, base, text: parsed, at: now() }, KEPT);
      if (saved === 'changed') return refuse({ name: 'article-changed' });
      if (saved !== 'saved') return refuse({ name: saved === 'guest' ? 'no-account' : 'unavailable' });
      return shown((await articles.newest(place)) ?? refuse({ name: 'unavailable' }));
    },
  });
}

const placeOf = ({ game, language }: ArticlePlace): ArticlePlace | null =>
  findGame(game) !== undefined && NOTIFICATION_LANGUAGES.includes(language) ? { game, language } : null;

const shown = ({ number, at, name, username, text }: ListedVersion): ArticleVersion => ({
  ...{ number, at, name },
  username: username === null ? null : publicUsername(username),
  text: text === '' ? null : text,
});
