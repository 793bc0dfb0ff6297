import { findGame } from '@tablier/games';
import { isStudyId } from '@tablier/protocol/routes';
import { STUDIES, type ArticleVersion, ARTICLES } from '@tablier/protocol/operations';
import type { ArticlePlace, ListedVersion } from '@tablier/store';
import { archiveQuota, type DailyAllowances, ReplayQueue, checkStudy } from '../archive/incoming.ts';
import { clientOf } from '../http/request.ts';
import type { ServerContext } from '../lib/context.ts';
import { implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';
import { MAX_ARTICLE, parseText } from '@tablier/protocol';
import { NOTIFICATION_LANGUAGES } from '../notifications/texts.ts';
import { publicUsername } from '../ratings/profiles.ts';

const MAX_STUDIES = 100;

const ALLOWANCES: DailyAllowances = {
  person: { items: 5000, bytes: 100_000_000 },
  address: { items: 20_000, bytes: 300_000_000 },
  all: { items: 1_000_000, bytes: 3_000_000_000 },
};

const REFUSALS = { removed: 'study-removed', guest: 'no-account' } as const;

export function studyOperations(
  { context: { store, now } }: { readonly context: Pick<ServerContext, 'store' | 'now'> },
  allowances = ALLOWANCES,
): readonly Operation[] {
  const { studies } = store;
  const replaying = new ReplayQueue(findGame);
  const quota = archiveQuota(allowances, now);
  return implement(STUDIES, {
    'GET /api/me/studies': async ({ caller }) => ({ studies: await studies.of(caller.person.id), most: MAX_STUDIES }),
    'GET /api/studies/{study}': async ({ params: { study: id }, caller, refuse }) => {
      const study = isStudyId(id) ? await studies.findRemovedToo(id) : null;
      if (study === null) return refuse({ name: 'not-found' });
      if (study.isRemoved) return refuse({ name: 'study-removed' });
      const { account, author, revision, updatedAt, content } = study;
      return { id, author, isOwn: caller?.person.id === account, revision, updatedAt, ...(content as object) };
    },
    'PUT /api/studies/{study}': async ({ params: { study: id }, body, caller, request, reply, refuse }) => {
      const person = caller.person.id;
      if (!isStudyId(id)) return refuse({ name: 'not-found' });
      // What is refused afterwards counts too: it has been checked.
      const bytes = Buffer.byteLength(JSON.stringify(body));
      const refusal = quota({ person, address: request.ip, bytes });
      if (refusal !== null) return refuse({ name: 'too-many', retryMs: refusal.retryMs });
      const client = clientOf(request, reply, person);
      const checked = await checkStudy(body, (chapter) => replaying.chapter(client, chapter));
      if (!checked.ok) return refuse(checked.error);
      const saved = await studies.save(person, { id, at: now(), ...checked.value }, MAX_STUDIES);
      if (saved === 'saved') return { revision: checked.value.base + 1 };
      if (saved === 'full') return refuse({ name: 'studies-full', detail: String(MAX_STUDIES) });
      if (saved in REFUSALS) return refuse({ name: REFUSALS[saved as keyof typeof REFUSALS] });
      const isOwn = (await studies.findRemovedToo(id))?.account === person;
      return refuse({ name: isOwn ? 'study-changed' : 'not-found' });
    },
    'DELETE /api/studies/{study}': ({ params, caller }) => studies.remove(caller.person.id, params.study),
  });
}

/** Versions of one article that are kept, and those on a page of its history. */
const KEPT = 200;
const PAGE = 20;

export function articleOperations({ context: { store, now } }: Services): readonly Operation[] {
  const { articles, mutes } = store;
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
      if (saved === 'guest') return refuse({ name: 'no-account' });
      return shown((await articles.newest(place)) ?? refuse({ name: 'unavailable' }));
    },
  });
}

const placeOf = ({ game, language }: ArticlePlace): ArticlePlace | null =>
  findGame(game) !== undefined && NOTIFICATION_LANGUAGES.includes(language) ? { game, language } : null;

const shown = ({ number, at, name, username, text }: ListedVersion): ArticleVersion => ({
  ...{ number, at, name },
  username: publicUsername(username),
  text: text === '' ? null : text,
});
