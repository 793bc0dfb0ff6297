import { games, type CatalogueGame } from '@tablier/games';
import * as z from 'zod/mini';

const number = z.number();
const numbers = z.array(z.number());
const seat = z.int();
const orNull = z.nullable;
const letters = z.string();

const common = { players: number, turn: seat, turnIndex: number, passed: z.array(seat) };
const outcome = orNull(z.object({ scores: numbers, places: numbers }));

const lay = {
  pieces: z.array(
    z.object({
      id: z.string(),
      owner: z.union([seat, z.literal('neutral')]),
      length: number,
      at: z.string(),
      cells: numbers,
      level: number,
    }),
  ),
  heights: numbers,
  tops: numbers,
  territory: z.array(numbers),
};
const captures = z.array(z.object({ cell: z.string(), cross: letters }));
const piece = { owner: seat, size: number };

/** The fields of the view of each game, and the form of its moves. docs/api.md says what they mean. */
const GAMES = {
  isaac: {
    move: /^(?:x?\d\d-\d\d|\+\d{1,3})$/,
    view: {
      phase: z.enum(['placing', 'scoring', 'advancing', 'over']),
      pieces: z.array(z.object({ id: number, seat, slot: number, from: number, to: number, length: number, number })),
      hands: z.array(z.array(z.object({ length: number, number, count: number }))),
      counters: z.array(z.object({ score: number, cell: orNull(number) })),
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
      board: z.array(z.object({ cell: z.string(), crosses: letters })),
      neutral: z.string(),
      inPlay: z.record(z.string(), number),
      seats: z.array(
        z.object({
          pile: number,
          crosses: letters,
          stacks: number,
          loose: number,
          full: z.boolean(),
          out: z.boolean(),
          owes: number,
          colour: orNull(letters),
        }),
      ),
      fullPile: number,
      captures,
      lastTurn: orNull(z.object({ seat, captures })),
      capturesLeft: number,
      free: orNull(z.enum(['isolation', 'white'])),
      gift: orNull(z.object({ missing: number, next: seat, other: seat, least: number, most: number })),
      eliminations: z.array(
        z.object({
          seats: z.array(seat),
          colour: letters,
          by: seat,
          turn: number,
          given: z.array(z.object({ from: seat, count: number })),
        }),
      ),
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
