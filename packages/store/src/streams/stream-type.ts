import * as z from 'zod/mini';
import type { NewEvent, StoredEvent } from './stream.ts';

/** A field that identifies the person whose data an object is. */
export interface PersonalField {
  /** The path of the object: names of fields joined by dots, with `*` for every element of a list. Absent: the data itself. */
  readonly at?: string;
  /** The name of the field. */
  readonly owner: string;
  /** `id`: the id of a person. `command`: the key of a command, which begins with the id of its person and `_`. */
  readonly form: 'id' | 'command';
  /** Text fields of the same object to empty with the person. */
  readonly empties?: readonly string[];
  /** Fields of the same object to remove with the person. */
  readonly removes?: readonly string[];
}

type Schema = z.core.$ZodType<object>;
type Schemas = Readonly<Record<string, Schema>>;

export type EventOf<E extends Schemas> = { [K in keyof E]: { readonly kind: K } & z.output<E[K]> }[keyof E];

export interface StreamDefinition<H extends Schema, E extends Schemas> {
  readonly head: H;
  /** By kind of event. Fields that a schema does not declare are stored but not read. */
  readonly events: E;
  readonly personal: {
    readonly head?: readonly PersonalField[];
    /** By kind of event. */
    readonly events?: { readonly [K in keyof E]?: readonly PersonalField[] };
    /** In every event. */
    readonly everyEvent?: readonly PersonalField[];
  };
}

/** A stored head or event does not match its stream type. */
export class UnreadableStream extends Error {
  override readonly name = 'UnreadableStream';
}

/** A type of stream: the schemas of its head and events, and where they hold personal data. */
export class StreamType<H extends Schema, E extends Schemas> {
  readonly #name: string;
  readonly #definition: StreamDefinition<H, E>;

  constructor(name: string, definition: StreamDefinition<H, E>) {
    this.#name = name;
    this.#definition = definition;
  }

  /** Throws `UnreadableStream`. */
  readHead(head: unknown): z.output<H> {
    return this.#read(this.#definition.head, head, 'head');
  }

  /** Throws `UnreadableStream`. */
  readEvent({ seq, at, kind, data }: StoredEvent): EventOf<E> & { readonly kind: keyof E } {
    const schema = ownOf(this.#definition.events, kind);
    if (schema === undefined) throw new UnreadableStream(`${this.#name}: event ${seq} is of unknown kind ${kind}`);
    const fields = this.#read(schema, { at, ...Object(data) } as unknown, `event ${seq} (${kind})`);
    // The schema is the one of this kind.
    return { ...fields, kind } as unknown as EventOf<E> & { readonly kind: keyof E };
  }

  /** Whether the head or an event holds personal data of a person. Also works for data that does not match the schemas. */
  names(person: string, { head, events = [] }: { readonly head?: unknown; readonly events?: readonly NewEvent[] }) {
    const ofHead = head !== undefined && this.headWithout(head, person) !== head;
    return ofHead || events.some((event) => this.dataWithout(event, person) !== event.data);
  }

  /** The head without a person's personal data. The same object if there is none. */
  headWithout(head: unknown, person: string): unknown {
    return without(head, this.#definition.personal.head ?? [], person);
  }

  /** The data of an event without a person's personal data. The same object if there is none. */
  dataWithout({ kind, data }: NewEvent, person: string): unknown {
    return without(data, this.#fieldsOf(kind), person);
  }

  /** The head with one person replaced by another; names stay. The same object if the person is not in it. */
  headGiven(head: unknown, from: string, to: string): unknown {
    return given(head, this.#definition.personal.head ?? [], { from, to });
  }

  /** The data of an event with one person replaced by another; texts stay. The same object if the person is not in it. */
  dataGiven({ kind, data }: NewEvent, from: string, to: string): unknown {
    return given(data, this.#fieldsOf(kind), { from, to });
  }

  #fieldsOf(kind: string): readonly PersonalField[] {
    const { events, everyEvent = [] } = this.#definition.personal;
    const byKind: Readonly<Record<string, readonly PersonalField[] | undefined>> = events ?? {};
    return [...(ownOf(byKind, kind) ?? []), ...everyEvent];
  }

  #read<S extends Schema>(schema: S, data: unknown, what: string): z.output<S> {
    const read = z.core.safeParse(schema, data);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
    throw new UnreadableStream(`${this.#name}: ${what} is not valid${where}: ${issue?.message ?? 'unknown'}`);
  }
}

/** Declares a type of stream. `name` is used in errors. */
export const defineStream = <H extends Schema, E extends Schemas>(
  name: string,
  definition: StreamDefinition<H, E>,
): StreamType<H, E> => new StreamType(name, definition);

/** The value of an own field of an object; inherited ones do not count. */
const ownOf = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

function isOwnedBy(value: unknown, form: PersonalField['form'], person: string): value is string {
  if (typeof value !== 'string') return false;
  return form === 'id' ? value === person : value.startsWith(`${person}_`);
}

const without = (data: unknown, fields: readonly PersonalField[], person: string): unknown =>
  fields.reduce(
    (left, field) =>
      changedAt(left, field.at, (object) =>
        isOwnedBy(object[field.owner], field.form, person) ? ownerless(object, field) : object,
      ),
    data,
  );

function ownerless(object: Fields, { owner, form, empties = [], removes = [] }: PersonalField): Fields {
  const removed = form === 'command' ? [owner, ...removes] : removes;
  const emptied = form === 'id' ? [owner, ...empties] : empties;
  const left = Object.entries(object).filter(([key]) => !removed.includes(key));
  return Object.fromEntries(left.map(([key, value]) => [key, emptied.includes(key) ? '' : value]));
}

const given = (
  data: unknown,
  fields: readonly PersonalField[],
  { from, to }: { readonly from: string; readonly to: string },
): unknown =>
  fields.reduce(
    (left, { at, owner, form }) =>
      changedAt(left, at, (object) => {
        const value = object[owner];
        return isOwnedBy(value, form, from) ? { ...object, [owner]: `${to}${value.slice(from.length)}` } : object;
      }),
    data,
  );

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (data: unknown): data is Fields => typeof data === 'object' && data !== null && !Array.isArray(data);

/** Changes the objects at a path (fields joined by dots, `*` for every element). Returns the same object if nothing changes. */
export function changedAt(data: unknown, path: string | undefined, change: (object: Fields) => Fields): unknown {
  return changed(data, path === undefined ? [] : path.split('.'), change);
}

function changed(data: unknown, [step, ...rest]: readonly string[], change: (object: Fields) => Fields): unknown {
  if (step === undefined) return isFields(data) ? change(data) : data;
  if (step === '*') {
    if (!Array.isArray(data)) return data;
    const list = data.map((each: unknown) => changed(each, rest, change));
    return list.some((each, index) => each !== data[index]) ? list : data;
  }
  if (!isFields(data) || !(step in data)) return data;
  const value = changed(data[step], rest, change);
  return value === data[step] ? data : { ...data, [step]: value };
}
