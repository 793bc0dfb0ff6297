import { type ServerMessage, SERVER_MESSAGES } from '@tablier/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { TOO_MANY_CONNECTIONS } from '../http/open-connections.ts';
import { FIND_ERRORS, type TableFinder } from '../tables/table-finder.ts';
import { type Bookmark, type EventStream, parseBookmark } from './event-stream.ts';
import { mayPlay } from './caller.ts';
import type { EventStreams } from './event-streams.ts';
import { type AnyOperation, type Asked, operation } from './operation.ts';
import { tableParams } from './schemas.ts';

interface EventsDeps {
  readonly streams: EventStreams;
  readonly tableFinder: TableFinder;
}

/** The events of a stream: messages of the WebSocket, by their kind. */
const KINDS = [
  'table',
  'current',
  'presence',
  'said',
  'own',
  'error',
] as const satisfies readonly ServerMessage['kind'][];
const event = z.discriminatedUnion('kind', [
  SERVER_MESSAGES.table,
  SERVER_MESSAGES.current,
  SERVER_MESSAGES.presence,
  SERVER_MESSAGES.said,
  SERVER_MESSAGES.own,
  SERVER_MESSAGES.error,
]);

const RESUME = `Server-sent events; the data of each is a message of the WebSocket (${KINDS.join(', ')}). To resume, send the id of the last event as \`Last-Event-ID\`: only what is new follows. The server ends a stream now and then. After the event \`error\` do not resume it.`;

const shared = { method: 'GET', tag: 'tables', answer: event, form: 'event-stream' } as const;

/** Event streams: of one table, and of all own tables. */
export const eventOperations = ({ streams, tableFinder }: EventsDeps): readonly AnyOperation[] => [
  operation({
    ...shared,
    id: 'streamTable',
    path: '/tables/{table}/events',
    summary: 'The view of one table, live: from the own seat with a token that may play, otherwise as a spectator',
    description: RESUME,
    access: 'anyone',
    params: tableParams,
    errors: FIND_ERRORS,
    run: async ({ params: { table }, ...input }) => {
      const found = await tableFinder.find(table, input.request.ip);
      if (!found.ok) return input.refuse(found.error);
      const stream = opened(streams, input);
      stream?.watch(found.value);
      return stream === null ? input.reply : answered(input.reply, stream);
    },
  }),
  operation({
    ...shared,
    id: 'streamOwn',
    tag: 'own',
    path: '/events',
    summary: 'The views of all own tables, live: those that wait, that run, and the end of each',
    description: `${RESUME} While it is open, its person counts as present at these tables.`,
    access: 'play',
    run: async (input) => {
      const { caller, reply, refuse } = input;
      if (caller === null) return refuse({ name: 'no-token' });
      const stream = opened(streams, input);
      if (stream === null) return reply;
      await stream.watchOwn(caller.person.id);
      return answered(reply, stream);
    },
  }),
];

/** A new stream; `null` if it was refused. */
function opened(streams: EventStreams, { caller, request, refuse }: Asked): EventStream | null {
  const bookmark = bookmarkOf(request);
  if (bookmark === null) {
    refuse({ name: 'bad-request', detail: 'last-event-id' });
    return null;
  }
  const person = caller !== null && mayPlay(caller) ? caller.person.id : null;
  const [token, owner] = caller === null ? [null, null] : [caller.token, caller.person.id];
  const stream = streams.open({ person, token, owner, address: request.ip, bookmark });
  if (stream === null) refuse(TOO_MANY_CONNECTIONS);
  return stream;
}

function bookmarkOf({ headers }: FastifyRequest): Bookmark | null {
  const id = headers['last-event-id'];
  return id === undefined ? new Map() : typeof id === 'string' ? parseBookmark(id) : null;
}

/** Some proxies buffer answers until they are complete, unless this header forbids it. */
const answered = (reply: FastifyReply, stream: EventStream): FastifyReply =>
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream);
