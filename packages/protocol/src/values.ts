import { LEVEL_ALIAS_NAMES, LEVELS } from '@tablier/core';
import { CLOCK_SYSTEMS, type ClockField, type ClockTerms, expectedSeconds, type TimedTerms } from '@tablier/match';
import * as z from 'zod/mini';

/** A schema with its text in `docs/protocol.md` and in the JSON Schema. The build of the page removes the text, if it is a plain literal. */
export const described = <T extends z.ZodMiniType>(text: string, schema: T): T => schema.check(z.describe(text));

/** A field that may be absent, with its text. */
export const optional = <T extends z.ZodMiniType>(text: string, schema: T) => z.exactOptional(described(text, schema));

/** A message or an action of this kind; with strict ones, no other fields. */
export const ofKind = <K extends string, F extends z.core.$ZodLooseShape>(kind: K, fields: F) =>
  z.object({ kind: z.literal(kind), ...fields });
export const strictOfKind = <K extends string, F extends z.core.$ZodLooseShape>(kind: K, fields: F) =>
  z.strictObject({ kind: z.literal(kind), ...fields });

/** A list of objects with these fields. */
export const listOf = <F extends z.core.$ZodLooseShape>(fields: F) => z.array(z.object(fields));

export const oneOf = <M extends Readonly<Record<string, z.core.$ZodTypeDiscriminable>>>(messages: M) =>
  z.discriminatedUnion('kind', Object.values(messages) as [M[keyof M], ...M[keyof M][]]);

/** The id of a table. It gives access to the table, so it must be impossible to guess. */
export const tableId = described(
  'The id of a table, the last part of its link.',
  z.string().check(z.regex(/^[\w-]{16,40}$/)),
);

/** Whether this can be the id of a table. A link with anything else was truncated or changed. */
export const isTableId = (text: string): boolean => tableId.safeParse(text).success;

/** The id that a client gives to a command. A command that is sent again keeps its id. A UUID is valid. */
export const commandId = described(
  'Chosen by the client: new for each command, the same when a command is sent again.',
  z.string().check(z.regex(/^[\w-]{1,64}$/)),
);

export const preparedId = z.string().check(z.regex(/^[\w-]{16,40}$/));

/** Gives one chair of a table with `sofa` to who uses it, once. */
export const seatCode = z.string().check(z.regex(/^[\w-]{16,16}$/));

/** The four letters and digits that lead to a table with `sofa`. None can be taken for another. */
export const SOFA_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const sofaCode = z.string().check(z.regex(new RegExp(`^[${SOFA_LETTERS}]{4}$`)));

/** The largest number of a column of 32 bits. */
const MOST = 2 ** 31 - 1;
/** The number of a version of an article, or of an announcement; 0 for none. */
export const textNumber = z.int().check(z.minimum(0), z.maximum(MOST));
export const count = z.int().check(z.minimum(0));
export const seat = z.int().check(z.minimum(0), z.maximum(15));
/** Milliseconds since 1970, by the clock of the server. */
export const moment = z.int();

export const options = z.record(z.string(), z.union([z.string().check(z.maxLength(40)), z.number()]));

/** The time control, with the systems and ranges of `CLOCK_SYSTEMS`. */
const within = ({ min, max }: ClockField) => z.int().check(z.minimum(min), z.maximum(max));
const { fischer, bronstein, delay, days } = CLOCK_SYSTEMS;
const timed = [
  z.strictObject({ system: z.literal('sudden-death'), base: within(CLOCK_SYSTEMS['sudden-death'].base) }),
  z.strictObject({
    system: z.literal('fischer'),
    base: within(fischer.base),
    increment: within(fischer.increment),
    cap: z.exactOptional(within(fischer.cap)),
  }),
  z.strictObject({ system: z.literal('bronstein'), base: within(bronstein.base), delay: within(bronstein.delay) }),
  z.strictObject({ system: z.literal('delay'), base: within(delay.base), delay: within(delay.delay) }),
  z.strictObject({
    system: z.literal('byo-yomi'),
    base: within(CLOCK_SYSTEMS['byo-yomi'].base),
    periods: within(CLOCK_SYSTEMS['byo-yomi'].periods),
    period: within(CLOCK_SYSTEMS['byo-yomi'].period),
  }),
  z.strictObject({ system: z.literal('days'), days: within(days.days), vacation: within(days.vacation) }),
] as const;
const inSeconds = z.describe('In seconds; `days` and `vacation` in days.');
export const timedTerms: z.ZodMiniType<TimedTerms> = z.discriminatedUnion('system', timed).check(inSeconds);
export const clockTerms: z.ZodMiniType<ClockTerms> = z
  .discriminatedUnion('system', [z.strictObject({ system: z.literal('none') }), ...timed])
  .check(inSeconds);

/** Identifies a past opponent by a table where both played, and the opponent's seat there. */
export const invite = described(
  'The person in this seat of a table where the inviting person played too. The chair is reserved for them.',
  z.strictObject({ table: tableId, seat }),
);
export type Invite = z.infer<typeof invite>;

/** The occupant to wait for in a chair of a new table. */
export const wanted = z.union([
  z.literal('me'),
  z.literal('open'),
  described(
    'For a person with the link. While the chair is free, the lobby does not show the table.',
    z.literal('link'),
  ),
  z.strictObject({
    bot: described(
      'A level of earlier versions: `beginner` is level 1, `medium` 4, `strong` 8.',
      z.enum(LEVEL_ALIAS_NAMES),
    ),
    strength: optional('The level, from 1 to 8. `bot` does not matter then.', z.literal(LEVELS)),
  }),
  z.strictObject({ invite }),
  z.strictObject({
    username: described(
      'A challenge: the chair is reserved for the member with this username, who has a profile.',
      z.string().check(z.minLength(1), z.maxLength(64)),
    ),
  }),
]);

export const TAKE_BACKS = ['asked', 'never'] as const;
export const VISIBILITIES = ['open', 'link'] as const;
/** `pairing`: a table opened by `seek`. */
export const SHOWN_VISIBILITIES = [...VISIBILITIES, 'pairing'] as const;
export const SEATINGS = ['drawn', 'chosen'] as const;

/** The rating of a person when they sat down, at a rated table. */
export const shownRating = z.object({
  value: z.int(),
  provisional: described('Whether the rating is still uncertain.', z.boolean()),
});
export type ShownRating = z.infer<typeof shownRating>;

/** How many of their newest games a person left or missed. */
export const absences = z.object({ absent: z.int(), of: z.int() });
export type ShownAbsences = z.infer<typeof absences>;

export const tableTerms = z.strictObject({
  game: z.string().check(z.maxLength(40)),
  options: described('Missing options get their defaults.', options),
  clock: clockTerms,
  takeBack: z.enum(TAKE_BACKS),
  visibility: described(
    '`open`: listed in the lobby, and anyone may sit. `link`: only reachable by its id.',
    z.enum(VISIBILITIES),
  ),
  seating: described('`drawn`: seats are drawn at random. `chosen`: the seat is the chair.', z.enum(SEATINGS)),
  rated: optional(
    'Whether the result changes the ratings of the players. Only with `visibility` `open`, seats that are drawn, default options, and chairs that are open or invited. Absent: false.',
    z.boolean(),
  ),
  chairs: described(
    'One for each player. Exactly one is `me`, and none with `sofa`.',
    z.array(wanted).check(z.minLength(1), z.maxLength(16)),
  ),
  sofa: optional(
    'One table on a screen that all can see, and a phone for each player. The person who opens it has no chair: every chair is `link` or a bot, `visibility` is `link`, and `seating` is `chosen`.',
    z.literal(true),
  ),
  deal: optional('A deal made by hand, if the options allow it. Absent: the deal is random.', z.unknown()),
});
export type TableTerms = z.infer<typeof tableTerms>;

/** The named time controls, for quick pairing and as defaults of the page. From fastest to slowest. */
export const PACES = {
  quick: { system: 'fischer', base: 300, increment: 3 },
  calm: { system: 'fischer', base: 900, increment: 10 },
  days: { system: 'days', days: 3, vacation: 0 },
  untimed: { system: 'none' },
} as const satisfies Readonly<Record<string, ClockTerms>>;

export type Pace = keyof typeof PACES;

export const PACE_NAMES = ['quick', 'calm', 'days', 'untimed'] as const satisfies readonly Pace[];

/** A clock with less time per player than this is quick. Seconds: between `quick` and `calm`. */
const CALM_SECONDS = 900;

/** The pace of any time control. There is one rating for each game and pace. */
export function ratingPaceOf(clock: ClockTerms): Pace {
  if (clock.system === 'none') return 'untimed';
  if (clock.system === 'days') return 'days';
  return expectedSeconds(clock) < CALM_SECONDS ? 'quick' : 'calm';
}

export const PAIR = 2;
