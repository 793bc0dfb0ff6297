import * as z from 'zod/mini';
import { Readable } from 'node:stream';
import { LEVELS, NOBODY, type RecordError, toStoredRecord } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { CLIENT_MESSAGES, PACES, type SearchQuery, SERVER_MESSAGES, SPOKEN_VERSIONS } from '@tablier/protocol';
import { ARCHIVE, GAMES } from '@tablier/protocol/operations';
import type { Store } from '@tablier/store';
import { archiveQuota, DEFAULT_ALLOWANCES, ReplayQueue } from '../archive/incoming.ts';
import { archiveFilesOf, MONTHS_FRESH } from '../archive/month-files.ts';
import {
  createOpenings,
  createStatistics,
  filterOf,
  linesOf,
  OPENINGS_FRESH,
  type SearchFilter,
  searchPage,
  STATISTICS_FRESH,
} from '../archive/search.ts';
import { answerShared, clientOf, isDeeperThan } from '../http/request.ts';
import { GAME_SCHEMAS } from './schemas.ts';
import { type Asked, implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';

const CATALOGUE = {
  protocol: SPOKEN_VERSIONS,
  games: games.map(({ id, name, author, year, rulesVersion: rules, players, seatNames: seats, ...game }) => {
    const { options, presets, canDraw, peeks } = game;
    return { id, name, author, year, rules, players, seats, options, presets, canDraw, hasPeeks: peeks !== undefined };
  }),
  levels: LEVELS,
  paces: PACES,
};

function messageSchemas() {
  const schemasOf = (messages: Readonly<Record<string, z.ZodMiniType>>) =>
    Object.fromEntries(
      Object.entries(messages).map(([kind, schema]) => [
        kind,
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      ]),
    );
  const ofGames = Object.entries(GAME_SCHEMAS).map(([id, { view, options, move }]) => [
    id,
    schemasOf({ view, options, move }),
  ]);
  return {
    client: schemasOf(CLIENT_MESSAGES),
    server: schemasOf(SERVER_MESSAGES),
    games: Object.fromEntries(ofGames) as Record<string, ReturnType<typeof schemasOf>>,
  };
}

/** No valid record is nested deeper. Deeper data would only exhaust the stack. */
const MAX_DEPTH = 32;
/** How long a search is fresh. Seconds. */
const SEARCH_FRESH = 10;
/** The content of an id never changes. But an operator may remove it, and then caches must drop it too. */
const OF_RECORD = 'public, max-age=86400, immutable';

export function catalogueOperations(): readonly Operation[] {
  let messages: ReturnType<typeof messageSchemas> | undefined;
  return implement(GAMES, {
    'GET /api/v1/games': async () => CATALOGUE,
    'GET /api/v1/schema': async () => (messages ??= messageSchemas()),
    'GET /api/v1/positions': async ({ query: { position }, refuse }) => {
      const game = findGame(position.split(' ')[0] ?? '');
      if (game?.positions === undefined) return refuse({ name: 'unknown-game' });
      const read = game.positions.parse(position);
      if (!read.ok) return refuse(read.error);
      const { view, canPlay } = read.value;
      const moves = view.turn === NOBODY ? [] : game.choices(view).map((move) => game.formatMove(move));
      return { game: game.id, view: { ...view }, moves: moves.sort(), canPlay: canPlay && view.turn !== NOBODY };
    },
  });
}

export function archiveOperations({ context: { store, now }, monthFiles }: Services): readonly Operation[] {
  const statistics = createStatistics({ store, now });
  const openings = createOpenings({ store, now });
  const [find, archive] = [finder(store), archiver(store, now)];
  return implement(ARCHIVE, {
    'GET /api/v1/archives': async ({ request, reply }) =>
      answerShared(request, reply, await archiveFilesOf(monthFiles), MONTHS_FRESH),
    'GET /api/v1/search': async ({ query: { limit, before, ...conditions }, ...input }) => {
      const filter = await find(conditions, input);
      const answer = await searchPage(filter, { before, limit }, store);
      if (conditions.mine !== undefined) return answer;
      return answerShared(input.request, input.reply, answer, SEARCH_FRESH);
    },
    'GET /api/search/records': async ({ query, ...input }) => {
      const filter = await find(query, input);
      const { request, reply } = input;
      reply.header('content-disposition', 'attachment; filename="tablier-games.jsonl"');
      reply.type('application/x-ndjson; charset=utf-8');
      const onUnreadable = (err: unknown): void => request.log.error({ err }, 'archived game not readable');
      return reply.send(Readable.from(filter === null ? [] : linesOf(filter, store, onUnreadable)));
    },
    'GET /api/v1/records': async ({ query: { limit, before } }) => {
      const kept = await store.recent(limit, before);
      // A full page may have a successor: `before` with this id returns it.
      return { games: kept, next: kept.length === limit ? (kept.at(-1)?.id ?? null) : null };
    },
    'GET /api/v1/records/{id}': async ({ params: { id }, reply, refuse }) => {
      const { record } = (await store.find(id)) ?? refuse({ name: 'not-found' });
      reply.header('cache-control', OF_RECORD);
      return record;
    },
    'POST /api/games': ({ body, ...input }) => archive(body, input),
    'GET /api/statistics/{game}': async ({ params, request, reply, refuse }) => {
      const game = findGame(params.game) ?? refuse({ name: 'not-found' });
      return answerShared(request, reply, await statistics(game.id), STATISTICS_FRESH);
    },
    'GET /api/openings/{game}': async ({ params, request, reply, refuse }) => {
      const game = findGame(params.game) ?? refuse({ name: 'not-found' });
      return answerShared(request, reply, await openings(game), OPENINGS_FRESH);
    },
  });
}

const finder =
  (store: Store) =>
  async (
    conditions: Omit<SearchQuery, 'before'>,
    { caller, refuse }: Asked<never, 'anyone'>,
  ): Promise<SearchFilter | null> => {
    const isAnonymous = conditions.mine !== undefined && caller === null;
    const filter = isAnonymous ? null : await filterOf(conditions, { store, caller: caller?.person.id ?? null });
    if (filter?.ok) return filter.value;
    return refuse(filter === null ? { name: 'no-token' } : { name: 'bad-request', detail: filter.error });
  };

function archiver(store: Store, now: () => number) {
  const quota = archiveQuota(DEFAULT_ALLOWANCES, now);
  const replaying = new ReplayQueue(findGame);
  return async (
    body: unknown,
    { caller: { person }, request, reply, refuse }: Asked<RecordError['name'] | 'archive-full', 'session'>,
  ) => {
    if (isDeeperThan(body, MAX_DEPTH)) return refuse({ name: 'bad-record', detail: 'nested too deeply' });
    const checked = await replaying.replay(clientOf(request, reply, person.id), body);
    if (!checked.ok) return refuse(checked.error);
    const record = toStoredRecord(checked.value);
    const bytes = Buffer.byteLength(JSON.stringify(record));
    const refusal = quota({ person: person.id, address: request.ip, bytes });
    if (refusal !== null) return refuse(refusal);
    const id = await store.keep(record);
    reply.header('location', `/api/v1/records/${id}`);
    return { id };
  };
}
