import { type ClientCommand, COMMAND_ERRORS, type CommandError, type TableSummary } from '@tablier/protocol';
import { PLAY, type ReadRequest, SOFA, STREAMS, TABLES } from '@tablier/protocol/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOO_MANY_CONNECTIONS } from '../http/request-guards.ts';
import type { Lobby } from '../matchmaking/lobby.ts';
import { shownRatingOf } from '../ratings/profiles.ts';
import { recordAtTable } from '../tables/table-finder.ts';
import { sofaCodesOf } from '../tables/decisions/decide-command.ts';
import { houseOrigin } from '../http/hosts.ts';
import { Snapshots } from '../http/request.ts';
import { readerOf, seatOf } from '../tables/state/table-state.ts';
import { pastViewsOf, playableView } from '../tables/views/table-view.ts';
import { type ApiCaller, mayPlay, type Asked, implement, type Operation } from './operation.ts';
import { type Bookmark, type EventStream, type EventStreams, parseBookmark } from './event-streams.ts';
import type { Services } from './services.ts';

/** How long a list of the lobby is shared by all without a session. Seconds. */
const LIST_FRESH = 1;

export function tableOperations({ context, rooms, findTable, matchmaking, looks }: Services): readonly Operation[] {
  const { store, now } = context;
  const { lobby } = matchmaking;
  const snapshots = new Snapshots(LIST_FRESH, now);
  return implement(TABLES, {
    'GET /api/v1/tables': ({ query, ...input }) => snapshots.answer(input, async () => listed(lobby, query)),
    'GET /api/v1/tables/{table}': async ({ params: { table }, caller, request, refuse }) => {
      const found = await findTable(table, request.ip);
      if (!found.ok) return refuse(found.error);
      const { shown } = found.value;
      const { you, invited } = readerOf(shown, personOf(caller));
      return playableView(shown, you, invited);
    },
    'GET /api/v1/tables/{table}/prepared': async ({ params: { table }, caller, request, refuse }) => {
      const found = await findTable(table, request.ip);
      if (!found.ok) return refuse(found.error);
      const room = found.value;
      const seat = seatOf(room.state, caller.person.id);
      return seat < 0 ? refuse({ name: 'not-seated' }) : room.prepared.of(seat);
    },
    'GET /api/v1/tables/{table}/record': async ({ params: { table }, refuse }) => {
      const found = await recordAtTable(rooms, table);
      return found.ok ? found.value : refuse(found.error);
    },
    'GET /api/tables/{table}/past': async ({ params: { table }, query: { until }, caller, refuse }) => {
      const room = await rooms.find(table);
      const past = room && pastViewsOf(room.shown, readerOf(room.shown, caller.person.id).you, until);
      return past ?? refuse({ name: 'not-found' });
    },
    'GET /api/lobby': ({ request, reply }) =>
      looks.answer({ caller: null, request, reply }, async () => {
        const { changed, figure } = lobby.look();
        return { tables: changed, online: figure ?? 0 };
      }),
    'GET /api/tables/{table}/ratings': async ({ params: { table }, caller, refuse }) => {
      const found = (await store.ratings.changesOf(table)) ?? refuse({ name: 'not-found' });
      const changes = found.map(({ account, isShown, before, after }) => {
        const isSeen = isShown || (account !== null && account === personOf(caller));
        return isSeen ? { before: shownRatingOf(before), after: shownRatingOf(after) } : null;
      });
      return { changes };
    },
  });
}

function listed(
  lobby: Lobby,
  { limit, before, phase, game }: ReadRequest<'', (typeof TABLES)['GET /api/v1/tables']>['query'],
) {
  const wanted = lobby
    .look()
    .changed.filter((table) => (phase ?? table.phase) === table.phase && (game ?? table.game) === table.game)
    .toSorted((left, right) => (isAfter(left, right) ? -1 : 1))
    .filter((table) => before === undefined || isAfter(placeIn(before), table));
  const tables = wanted.slice(0, limit);
  const last = tables.at(-1);
  return { tables, next: wanted.length > limit && last !== undefined ? `${last.at}.${last.id}` : null };
}

export const sofaOperations = ({ rooms, findTable, sofaKey }: Services): readonly Operation[] =>
  implement(SOFA, {
    'GET /api/tables/{table}/sofa': async ({ params: { table }, caller, request, refuse }) => {
      const found = await findTable(table, request.ip);
      if (!found.ok) return refuse(found.error);
      const { shown, subscribers } = found.value;
      if (shown.head.terms.sofa !== true) return refuse({ name: 'unknown-table' });
      const codes = sofaCodesOf(await sofaKey.get());
      const person = personOf(caller);
      const chairs = shown.chairs.map((chair, index) => {
        const own = chair.kind === 'person' && chair.person === person;
        const isAway = chair.kind !== 'bot' && subscribers.presence.here()[index] !== true;
        const gets = own || (isAway && person === shown.head.host);
        return { code: gets ? codes.ofChair(shown, index) : null, own };
      });
      return { code: codes.ofTable(table), chairs, origin: houseOrigin(request) };
    },
    'POST /api/sofa': async ({ body: { code }, refuse }) => {
      const table = await rooms.sofaTable(sofaCodesOf(await sofaKey.get()).ofTable, code);
      return table === null ? refuse({ name: 'not-found' }) : { table };
    },
  });

export const streamOperations = ({ findTable, streams }: Services): readonly Operation[] =>
  implement(STREAMS, {
    'GET /api/v1/tables/{table}/events': async ({ params: { table }, ...input }) => {
      const found = await findTable(table, input.request.ip);
      if (!found.ok) return input.refuse(found.error);
      const stream = opened(streams, input);
      stream.watch(found.value);
      return answered(input.reply, stream);
    },
    'GET /api/v1/events': async (input) => {
      const stream = opened(streams, input);
      await stream.watchOwn(input.caller.person.id);
      return answered(input.reply, stream);
    },
  });

type Place = Pick<TableSummary, 'at' | 'id'>;

const isAfter = (left: Place, right: Place): boolean =>
  left.at > right.at || (left.at === right.at && left.id > right.id);

/** An unreadable place counts as the start, so the answer is the first page. */
function placeIn(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('.');
  return /^\d{1,15}$/.test(at) ? { at: Number(at), id } : { at: Number.POSITIVE_INFINITY, id };
}

const personOf = (caller: ApiCaller | null): string | null => caller?.person.id ?? null;

function opened(streams: EventStreams, { caller, request, refuse }: Asked): EventStream {
  const bookmark = bookmarkOf(request);
  if (bookmark === null) return refuse({ name: 'bad-request', detail: 'last-event-id' });
  const token = caller !== null && 'token' in caller ? caller : null;
  const [person, owner] = [token !== null && mayPlay(token) ? token.person.id : null, personOf(caller)];
  const stream = streams.open({ person, token: token?.token ?? null, owner, address: request.ip, bookmark });
  return stream ?? refuse(TOO_MANY_CONNECTIONS);
}

function bookmarkOf({ headers }: FastifyRequest): Bookmark | null {
  const id = headers['last-event-id'];
  return id === undefined ? new Map() : typeof id === 'string' ? parseBookmark(id) : null;
}

/** Some proxies buffer answers until they are complete, unless this header forbids it. */
const answered = (reply: FastifyReply, stream: EventStream): FastifyReply =>
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream);

type Kind = ClientCommand['kind'];

export function playOperations({ sockets }: Services): readonly Operation[] {
  const run = async <K extends Kind>(
    { caller, request, refuse }: Asked<CommandError<K>['name'], 'play'>,
    id: string,
    command: Extract<ClientCommand, { readonly kind: K }>,
  ) => {
    // Network delay is unknown, so none is credited to the clock.
    const result = await sockets.run({ id, command, person: caller.person, lag: 0, address: request.ip });
    if (result.ok) return result.value;
    const names: readonly string[] = COMMAND_ERRORS[command.kind];
    if (!names.includes(result.error.name))
      request.log.error({ command: command.kind, name: result.error.name }, 'an error that is not in the document');
    return refuse(result.error as CommandError<K>);
  };
  return implement(PLAY, {
    'POST /api/v1/tables': ({ body: { id, terms }, ...input }) => run(input, id, { kind: 'open', terms }),
    'POST /api/v1/tables/{table}/join': ({ params: { table }, body: { id, chair }, ...input }) =>
      run(input, id, { kind: 'sit', table, chair }),
    'POST /api/v1/tables/{table}/leave': ({ params: { table }, body: { id }, ...input }) =>
      run(input, id, { kind: 'stand', table }),
    'POST /api/v1/tables/{table}/decline': ({ params: { table }, body: { id }, ...input }) =>
      run(input, id, { kind: 'decline', table }),
    'POST /api/v1/seeks': ({ body: { id, game, pace }, ...input }) => run(input, id, { kind: 'seek', game, pace }),
    'POST /api/v1/tables/{table}/actions': ({ params: { table }, body: { id, action }, ...input }) =>
      run(input, id, { kind: 'act', table, action }),
    'POST /api/v1/tables/{table}/rematch': ({ params: { table }, body: { id, agree }, ...input }) =>
      run(input, id, { kind: 'rematch', table, agree }),
    'POST /api/v1/tables/{table}/chat': ({ params: { table }, body: { id, text }, ...input }) =>
      run(input, id, { kind: 'say', table, text }),
    'POST /api/v1/tables/{table}/prepared': ({ params: { table }, body: { id, played, line }, ...input }) =>
      run(input, id, { kind: 'prepare', table, played, line }),
    'DELETE /api/v1/tables/{table}/prepared/{line}': ({ params: { table, line }, ...input }) =>
      run(input, line, { kind: 'unprepare', table, line }),
  });
}
