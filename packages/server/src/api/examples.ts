import type * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const TABLE = 'ILhQmsHFwJkQUJIW_rp8Uw';
const CLOCK = { system: 'fischer', base: 300, increment: 3 };
/** Milliseconds since 1970. */
const MOMENT = 1_795_942_800_000;

/** What a server accepts, where the first value of each field does not fit the others: by the operation or the name of the schema. */
const WHOLE: Readonly<Record<string, unknown>> = {
  TableTerms: {
    ...{ game: 'isaac', options: {}, clock: CLOCK, takeBack: 'never', visibility: 'link', seating: 'drawn' },
    chairs: ['me', 'open'],
  },
  createTournament: {
    id: 'winter-cup',
    terms: {
      ...{ name: 'Winter cup', game: 'nasca', options: {}, seats: 2, clock: CLOCK, kind: 'swiss', rounds: 5 },
      ...{ visibility: 'link', bots: true, rated: false },
    },
  },
  prepareMoves: { id: 'prepare-1', played: ['00-02'], line: ['90-92', '10-12'] },
  correctResult: { places: [1, 2] },
};

/** By the name of a field, of a parameter, or of the list that it is in. */
const NAMED: Readonly<Record<string, unknown>> = {
  ...{
    id: 'move-1',
    table: TABLE,
    tournament: TABLE,
    game: 'isaac',
    name: 'Ada',
    username: 'ada',
    label: 'My bot',
    days: 365,
  },
  ...{ move: '00-02', moves: '00-02', legal: '00-02', played: '00-02', line: '90-92', peek: 'a1', plies: 0 },
  position: 'isaac placer,exact 2 2 1 - placing 00-02 - 44321/54321 0/0 0/0 - - -',
  ...{
    text: 'Good game!',
    at: MOMENT,
    now: MOMENT,
    playedAt: MOMENT,
    month: '2026-11',
    round: 1,
    board: 1,
    entrant: 1,
  },
  ...{ players: 2, seats: 2, rank: 1, value: 1500 },
  ...{ secret: `tbl_${TABLE}${'0123456789abcdef'.repeat(4)}`, from: '2026-11-01', to: '2026-11-30', limit: 20 },
};

/** One of each form that a pattern may ask for. */
const FORMS = [TABLE, `${MOMENT}.12`, 'a1b2c3d4e5f6', '0123456789abcdef'.repeat(4), '2026-11-29', '1'];

function exampleText({ pattern, maxLength = 1000 }: JsonSchema, name: string): string {
  const fits = (text: unknown): text is string =>
    typeof text === 'string' && text.length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text));
  // The id of a command is chosen by its client, others are random.
  const named = name === 'id' && pattern === undefined ? TABLE : NAMED[name];
  return [named, name, ...FORMS].find((text) => fits(text)) ?? '';
}

function exampleNumber({ minimum = 0, maximum }: JsonSchema, name: string): number {
  const named = NAMED[name] ?? (name.endsWith('At') ? MOMENT : minimum);
  return typeof named === 'number' && named >= minimum && named <= (maximum ?? named) ? named : minimum;
}

/** A value of a schema, with the fields that it must have. `name`: of the operation, or of the field that has the value. */
export function exampleOf(schema: JsonSchema, name: string, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const [whole = name, type] = [schema.$ref?.split('/').at(-1), [schema.type].flat()[0]];
  if (Object.hasOwn(WHOLE, whole)) return WHOLE[whole];
  const inner = schema.$ref === undefined ? (schema.anyOf ?? schema.oneOf)?.[0] : schemas[whole];
  if (inner !== undefined) return exampleOf(inner as JsonSchema, name, schemas);
  if (schema.enum !== undefined) return schema.enum[0];
  if (type === 'string') return exampleText(schema, name);
  if (type === 'number' || type === 'integer') return exampleNumber(schema, name);
  if (type === 'boolean') return false;
  if (type === 'array') {
    const item = exampleOf((schema.items ?? {}) as JsonSchema, name, schemas);
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
  }
  if (type !== 'object') return null;
  const fields = (schema.required ?? []).map(
    (field) => [field, (schema.properties?.[field] ?? {}) as JsonSchema] as const,
  );
  return Object.fromEntries(fields.map(([field, own]) => [field, exampleOf(own, field, schemas)]));
}
