import type { Word } from '@tablier/core';
import * as z from 'zod/mini';
import type { OperationErrorName } from './errors.ts';
import { described, PACE_NAMES, tableId } from '../values.ts';

/**
 * Who may call an operation. `anyone`, `read` and `play`: with the session of the page or with a token; `read` and `play` need one of
 * them, and name what a token must allow. `visitor`, `session` and `member` accept no token: a visitor may have a session, the others need
 * one, and a member has a credential.
 */
export type Access = 'anyone' | 'read' | 'play' | 'visitor' | 'session' | 'member';

/** A rate limit of the server, in `rate-limits.ts`. */
export type LimitName = Word<
  | 'addressArticles addressStudies articles changes exports lookups newTournaments profiles records'
  | 'reports settings signIns studies tournaments'
>;

/** What is true of an operation, without what it does. Its key is its method and address: `GET /api/v1/tables/{table}`. */
export interface Declaration {
  /** In the document for programs: its name, of which generated clients make a function, and its chapter. Absent: it is for the page. */
  readonly id?: string;
  readonly tag?: 'games' | 'tables' | 'play' | 'people' | 'tournaments' | 'own';
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Absent: each part of the path is text. */
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The longest body, in bytes. Default: that of a message on a WebSocket. */
  readonly most?: number;
  /** What each call takes from: the limits of the caller, or of their address. */
  readonly limits?: Readonly<Partial<Record<LimitName, 'person' | 'address'>>>;
  /** The successful answer. Absent: none, with status 204. */
  readonly answer?: z.ZodMiniType;
  /** Whether it may also answer with 204. */
  readonly orNone?: true;
  /** Of the successful answer. Default: 200, or what the operation sets. */
  readonly status?: 201;
  /** `event-stream`: the answer is a stream of events, each with `answer` as its data. `file`: a file. Default: JSON. */
  readonly form?: 'event-stream' | 'file';
  /** Whether it is asked so often that the log has no line for each answer. */
  readonly isFrequent?: true;
  /** The errors that it may answer with, besides those of every operation. Another one does not compile. */
  readonly errors?: readonly OperationErrorName[];
}

export type Declarations = Readonly<Record<string, Declaration>>;

/** An answer of which only the type is known: the page trusts the server that it came from. */
export const trusted = <T>(): z.ZodMiniType<T> => z.custom<T>();

/** The names in a path: `tournament` and `round` of `/tournaments/{tournament}/rounds/{round}`. */
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type SchemaOf<D, Field extends string> = D extends { readonly [F in Field]: infer S extends z.ZodMiniType } ? S : never;
type OutputOf<D, Field extends string> = [SchemaOf<D, Field>] extends [never]
  ? undefined
  : z.output<SchemaOf<D, Field>>;

/** What the server reads from a request: params, query and body as their schemas return them. */
export interface ReadRequest<Key, D extends Declaration> {
  readonly params: D extends { readonly params: z.ZodMiniType }
    ? OutputOf<D, 'params'>
    : Readonly<Record<NamesIn<Key>, string>>;
  readonly query: OutputOf<D, 'query'>;
  readonly body: OutputOf<D, 'body'>;
}

/** What the page sends: only what the operation has. */
export type SentRequest<Key, D extends Declaration> = ([NamesIn<Key>] extends [never]
  ? object
  : { readonly params: Readonly<Record<NamesIn<Key>, string | number>> }) &
  ([SchemaOf<D, 'query'>] extends [never] ? object : { readonly query?: z.input<SchemaOf<D, 'query'>> }) &
  ([SchemaOf<D, 'body'>] extends [never] ? object : { readonly body: z.input<SchemaOf<D, 'body'>> });

/** What the page receives. `null`: no content. */
export type AnswerOf<D extends Declaration> = D extends { readonly answer: infer S extends z.ZodMiniType }
  ? z.output<S> | (D extends { readonly orNone: true } ? null : never)
  : null;

/** The errors of an operation, besides those of every operation. */
export type ErrorOf<D extends Declaration> = D extends {
  readonly errors: readonly (infer Name extends OperationErrorName)[];
}
  ? Name
  : never;

/** The place of a page in a list: the `next` of the page before. */
export const cursor = z.optional(described('The `next` of the page before.', z.string().check(z.maxLength(100))));
export const limit = described(
  'The number of items.',
  z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(100)), 20),
);

export const pageQuery = z.object({ limit, before: cursor });
export const numberedQuery = z.object({
  limit,
  before: z.optional(
    described('The `next` of the page before.', z.coerce.number().check(z.multipleOf(1), z.minimum(0))),
  ),
});

export const tableParams = z.object({ table: tableId });
export const kindParams = z.object({ game: z.string().check(z.maxLength(40)), pace: z.enum(PACE_NAMES) });

export const FIND_ERRORS = ['unknown-table', 'unknown-game', 'unknown-rules', 'unreadable'] as const;

export const nothing = z.object({});
