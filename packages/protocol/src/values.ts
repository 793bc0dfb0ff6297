import { LEVELS } from '@tablier/core';
import {
  type Claim,
  CLOCK_SYSTEMS,
  type ClockField,
  type ClockTerms,
  type Departure,
  type TimedTerms,
} from '@tablier/match';
import * as z from 'zod/mini';

/** The id of a table: whoever has it can find the table, so it cannot be guessed. */
export const tableId = z
  .string()
  .check(z.regex(/^[\w-]{16,40}$/), z.describe('The id of a table, the last part of its link.'));

/** Whether a table could be found by this: anything else in a link has been cut off or added to. */
export const isTableId = (text: string): boolean => tableId.safeParse(text).success;

/** The id that a client gives to a command: the same command, sent again, has the same. A UUID fits. */
export const commandId = z
  .string()
  .check(
    z.regex(/^[\w-]{1,64}$/),
    z.describe('Chosen by the client, new for each command, the same when a command is sent again.'),
  );

export const count = z.int().check(z.minimum(0));
export const seat = z.int().check(z.minimum(0), z.maximum(15));
/** Milliseconds since 1970 on the clock of the server. */
export const moment = z.int();

export const options = z.record(z.string(), z.union([z.string().check(z.maxLength(40)), z.number()]));

/** What is agreed about time: the systems and their numbers are those of `CLOCK_SYSTEMS`. */
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
export const timedTerms: z.ZodMiniType<TimedTerms> = z.discriminatedUnion('system', timed);
export const clockTerms: z.ZodMiniType<ClockTerms> = z.discriminatedUnion('system', [
  z.strictObject({ system: z.literal('none') }),
  ...timed,
]);

/** Somebody one has played with: the seat where he sat, at a table where one sat as well. */
export const invite = z
  .strictObject({ table: tableId, seat })
  .check(z.describe('Whoever sat in this seat of a table at which one played as well: the chair is kept for him.'));
export type Invite = z.infer<typeof invite>;

/** Who is wanted in a chair when a table is opened. */
export const wanted = z.union([
  z.literal('me'),
  z.literal('open'),
  z
    .literal('link')
    .check(z.describe('Whoever has the link: the lobby does not show the table as long as this chair is free.')),
  z.strictObject({ bot: z.enum(LEVELS) }),
  z.strictObject({ invite }),
]);

/** What is claimed of a match whose player has gone. */
export const CLAIMS = ['win', 'draw'] as const satisfies readonly Claim[];
/** How somebody went: closed the page or went elsewhere in it; fell silent without a word. */
export const DEPARTURES = ['left', 'broken'] as const satisfies readonly Departure[];

export const TAKE_BACKS = ['asked', 'never'] as const;
export const VISIBILITIES = ['open', 'link'] as const;
/** `pairing`: opened by `seek`. */
export const SHOWN_VISIBILITIES = [...VISIBILITIES, 'pairing'] as const;
export type ShownVisibility = (typeof SHOWN_VISIBILITIES)[number];
export const SEATINGS = ['drawn', 'chosen'] as const;

/** What a table is opened with. */
export const tableTerms = z.strictObject({
  game: z.string().check(z.maxLength(40)),
  options: options.check(z.describe('What is left out is at its default.')),
  clock: clockTerms,
  takeBack: z.enum(TAKE_BACKS),
  visibility: z
    .enum(VISIBILITIES)
    .check(z.describe('`open`: listed in the lobby, anybody may sit. `link`: found by its id alone.')),
  seating: z
    .enum(SEATINGS)
    .check(z.describe('`drawn`: chance says who has which seat. `chosen`: the seat is the chair.')),
  chairs: z
    .array(wanted)
    .check(z.minLength(1), z.maxLength(16), z.describe('One for each player; exactly one is `me`.')),
  deal: z.exactOptional(
    z
      .unknown()
      .check(z.describe('A setting made by hand, for games in which nothing is hidden; left out, chance deals.')),
  ),
});
export type TableTerms = z.infer<typeof tableTerms>;
