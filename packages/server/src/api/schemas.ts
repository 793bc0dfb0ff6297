import { listOf } from '@tablier/protocol';
import * as z from 'zod/mini';
import { games, type CatalogueGame } from '@tablier/games';
import examples from './examples.json' with { type: 'json' };

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Values for examples: `whole` by the operation or the name of its schema, where the first value of each field does not fit the others;
 * `named` by the name of a field, of a parameter, or of the list that it is in; and one of each of the `forms` that a pattern may ask for.
 */
const WHOLE: Readonly<Record<string, unknown>> = examples.whole;
const NAMED: Readonly<Record<string, unknown>> = examples.named;
const { forms: FORMS, table: TABLE, moment: MOMENT } = examples;

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

const number = z.number();
const numbers = z.array(z.number());
const seat = z.int();
const orNull = z.nullable;
const letters = z.string();

const common = { players: number, turn: seat, turnIndex: number, passed: z.array(seat) };
const outcome = orNull(z.object({ scores: numbers, places: numbers }));

const lay = {
  pieces: listOf({
    id: z.string(),
    owner: z.union([seat, z.literal('neutral')]),
    length: number,
    at: z.string(),
    cells: numbers,
    level: number,
  }),
  heights: numbers,
  tops: numbers,
  territory: z.array(numbers),
};
const captures = listOf({ cell: z.string(), cross: letters });
const piece = { owner: seat, size: number };

/** The fields of the view of each game, and the form of its moves. docs/api.md says what they mean. */
const GAMES = {
  isaac: {
    move: /^(?:x?\d\d-\d\d|\+\d{1,3})$/,
    view: {
      phase: z.enum(['placing', 'scoring', 'advancing', 'over']),
      pieces: listOf({ id: number, seat, slot: number, from: number, to: number, length: number, number }),
      hands: z.array(listOf({ length: number, number, count: number })),
      counters: listOf({ score: number, cell: orNull(number) }),
      firstToPass: orNull(seat),
      out: z.array(seat),
      pending: orNull(number),
      longestRemoved: numbers,
      unplayed: numbers,
      decidedBy: orNull(z.enum(['hundred', 'points', 'unplayed', 'began'])),
    },
  },
  nasca: {
    move: /^[a-k]\d{1,2}-[a-k]\d{1,2}$/,
    view: {
      ...lay,
      round: number,
      rounds: number,
      hands: z.array(numbers),
      finished: z.array(numbers),
      earlier: z.array(z.object(lay)),
      scores: numbers,
    },
  },
  masker: {
    move: /^(?:[a-f][1-6]|\.|t\d{1,2})$/,
    view: {
      seat: orNull(seat),
      board: listOf({ cell: z.string(), crosses: letters }),
      neutral: z.string(),
      inPlay: z.record(z.string(), number),
      seats: listOf({
        pile: number,
        crosses: letters,
        stacks: number,
        loose: number,
        full: z.boolean(),
        out: z.boolean(),
        owes: number,
        colour: orNull(letters),
      }),
      fullPile: number,
      captures,
      lastTurn: orNull(z.object({ seat, captures })),
      capturesLeft: number,
      free: orNull(z.enum(['isolation', 'white'])),
      gift: orNull(z.object({ missing: number, next: seat, other: seat, least: number, most: number })),
      eliminations: listOf({
        seats: z.array(seat),
        colour: letters,
        by: seat,
        turn: number,
        given: listOf({ from: seat, count: number }),
      }),
    },
  },
  arcanor: {
    move: /^[a-h][1-7][-^x][a-h][1-7]$/,
    view: {
      cells: z.array(orNull(z.object({ ...piece, isHome: z.boolean(), contents: orNull(z.array(z.object(piece))) }))),
      points: numbers,
      quiet: number,
      repeats: orNull(number),
      end: orNull(z.enum(['points', 'blocked', 'repetition', 'quiet'])),
    },
  },
} as const;

const optionsOf = ({ options }: CatalogueGame) =>
  z.object(Object.fromEntries(Object.entries(options).map(([name, { values }]) => [name, z.literal([...values])])));

const isDescribed = (id: string): id is keyof typeof GAMES => Object.hasOwn(GAMES, id);

interface GameSchemas {
  readonly name: string;
  readonly view: z.ZodMiniType;
  readonly options: z.ZodMiniType;
  readonly move: z.ZodMiniType;
}

export const GAME_SCHEMAS: Readonly<Record<string, GameSchemas>> = Object.fromEntries(
  games.flatMap((game): readonly (readonly [string, GameSchemas])[] => {
    if (!isDescribed(game.id)) return [];
    const options = optionsOf(game);
    const { view: own, move } = GAMES[game.id];
    const shown = z.object({ options, ...common, outcome, ...own });
    return [[game.id, { name: game.name, view: shown, options, move: z.string().check(z.regex(move)) }]];
  }),
);

export const GAME_COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.values(GAME_SCHEMAS).flatMap((schemas) => [
    [`${schemas.name}View`, schemas.view] as const,
    [`${schemas.name}Options`, schemas.options] as const,
  ]),
);
