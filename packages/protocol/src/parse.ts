import { failure, parseJson, type Result, success } from '@tablier/core';
import type * as z from 'zod/mini';
import { writeChange } from './change.ts';
import { type ClientMessage, clientMessage, type Request, request } from './client-messages.ts';
import type { ProtocolError } from './errors.ts';
import { type ServerMessage, serverMessage } from './server-messages.ts';

/** Parses a message from a client. The error is `bad-json` or `bad-message`. */
export const parseClientMessage = (text: string): Result<ClientMessage, ProtocolError> =>
  frequentMessage(text) ?? parseMessage(clientMessage, text);

/** What a running game and a connection that returns send, as `formatClientMessage` writes it, in the limits of the schemas and without escapes. */
const NUMBERED = /^\{"kind":"(?:ping","n|hello","version)":(?:0|[1-9]\d{0,14})\}$/;
const WATCH =
  /^\{"kind":"watch","table":"[\w-]{16,40}"(?:,"(?:from|players|spectators)":(?:0|[1-9]\d{0,14})|,"(?:moves|spectate)":true)*\}$/;
const MOVE =
  /^\{"kind":"do","id":"([\w-]{1,64})","command":\{"kind":"act","table":"([\w-]{16,40})","action":\{"kind":"move","move":"([ !#-[\]-\uffff]{1,40})"(?:,"plies":(0|[1-9]\d{0,14}))?\}\}\}$/;

/** What the schema reads too, in a tenth of the time; `null` for any other text, which only the schema can judge. */
function frequentMessage(text: string): Result<ClientMessage, never> | null {
  const moved = MOVE.exec(text);
  if (moved === null)
    return NUMBERED.test(text) || WATCH.test(text) ? success(JSON.parse(text) as ClientMessage) : null;
  const [, id = '', table = '', move = '', plies] = moved;
  const counted = plies === undefined ? {} : { plies: Number(plies) };
  return success({ kind: 'do', id, command: { kind: 'act', table, action: { kind: 'move', move, ...counted } } });
}

/** The id of the command, or the table, of a message that `parseClientMessage` refuses. `null` if there is none. */
export function parseRequest(text: string): Request | null {
  const parsed = parseMessage(request, text);
  return parsed.ok ? parsed.value : null;
}

/** Parses a message from a server. Unknown fields are dropped. */
export const parseServerMessage = (text: string): Result<ServerMessage, ProtocolError> =>
  parseMessage(serverMessage, text);

export const formatClientMessage = (message: ClientMessage): string => JSON.stringify(message);

export const formatServerMessage = (message: ServerMessage): string => JSON.stringify(message);

/** The text of a `changed` message, from the view of `table` in version `from` to the next. */
export const formatChanged = (table: string, from: number, before: unknown, after: unknown): string =>
  `{"kind":"changed","table":${JSON.stringify(table)},"from":${from},"change":${writeChange(before, after) ?? '{}'}}`;

/** The text of a `moved` message, for all who receive it, as the answer to the command `done` of one of them. */
export const answering = (moved: string, done: string): string =>
  `${moved.slice(0, -1)},"done":${JSON.stringify(done)}}`;

function parseMessage<T>(schema: z.ZodMiniType<T>, text: string): Result<T, ProtocolError> {
  const data = parseJson(text);
  if (data === undefined) return failure({ name: 'bad-json' });
  const parsed = schema.safeParse(data);
  return parsed.success ? success(parsed.data) : failure({ name: 'bad-message', detail: detailOf(parsed.error) });
}

/** The path of the first fault. It consists of field names of the protocol, never of data that was sent. */
function detailOf({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  return issue === undefined || issue.path.length === 0 ? 'kind' : issue.path.map(String).join('.').slice(0, 80);
}
