import * as z from 'zod/mini';
import { ROOMS } from './server-messages.ts';
import { count, moment, seat, tableId, described, optional, textNumber } from './values.ts';
import { TOURNAMENT_DECISIONS } from './tournaments.ts';

/** The most people that one person follows, and the most that they block or mute. */
export const MAX_FOLLOWED = 200;
export const MAX_HIDDEN = 500;
/** The longest text of a report, in characters. */
export const MAX_REPORT = 500;
/** The most reports of one person in 24 hours. */
export const MAX_REPORTS = 10;

export const RELATIONS = ['follow', 'block', 'mute'] as const;
export type RelationName = (typeof RELATIONS)[number];

/** Identifies a person without their id: by username, by their seat, or by a line that they wrote at a table. */
export const personAt = z.union([
  z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.strictObject({ table: tableId, seat: described('A chair; a seat once the match has begun.', seat) }),
  z.strictObject({ table: tableId, room: z.enum(ROOMS), line: described('The number of a chat line.', count) }),
]);
export type PersonAt = z.infer<typeof personAt>;

export const newRelation = z.strictObject({ kind: z.enum(RELATIONS), person: personAt });

const named = {
  id: described('Of the relation, to end it.', z.string()),
  name: z.string(),
  username: described('`null` for a person without a profile.', z.nullable(z.string())),
};

export const followedPerson = z.object({
  ...named,
  here: described('Whether they are connected now, if they show that.', z.boolean()),
  tables: described('The public games that they play now, newest first.', z.array(z.object({ id: tableId }))),
});
export type FollowedPerson = z.infer<typeof followedPerson>;

export const hiddenPerson = z.object(named);
export type HiddenPerson = z.infer<typeof hiddenPerson>;

export const CHALLENGE_SETTINGS = ['everyone', 'followed', 'none'] as const;

/** Who may challenge the caller, and whether followers see that they are online. */
export const contactSettings = z.strictObject({ challenges: z.enum(CHALLENGE_SETTINGS), presence: z.boolean() });
export type OwnContact = z.infer<typeof contactSettings>;

export const REASONS = ['chat', 'name', 'cheating', 'stalling', 'other'] as const;
export type ReportReasonName = (typeof REASONS)[number];

const ofClub = z.string().check(z.maxLength(40));
/** Identifies who wrote a text for all to read, and the text: a version of an article, a club, or an announcement of a club. */
export const textAt = z.union([
  z.strictObject({
    article: z.strictObject({ game: z.string(), language: z.string().check(z.maxLength(8)), number: textNumber }),
  }),
  z.strictObject({ club: ofClub }),
  z.strictObject({ club: ofClub, news: textNumber }),
]);
export type TextAt = z.infer<typeof textAt>;

/** A warning of the operator, or what was decided about the caller's tournament, that the caller has not confirmed. */
export const warning = z.object({
  reason: z.enum(REASONS),
  note: z.string(),
  at: moment,
  text: optional('The text that was removed. Absent for other decisions.', textAt),
  tournament: optional(
    'The tournament that was renamed or cancelled. Absent for a warning.',
    z.object({ id: z.string(), name: z.string(), decision: z.enum(TOURNAMENT_DECISIONS) }),
  ),
});
export type Warning = z.infer<typeof warning>;

export const ownRelations = z.object({
  followed: z.array(followedPerson),
  blocked: z.array(hiddenPerson),
  muted: z.array(hiddenPerson),
  contact: contactSettings,
  warnings: z.array(warning),
});
export type OwnRelations = z.infer<typeof ownRelations>;

/** Identifies the organiser of a tournament, and the tournament. */
const organiserOf = z.strictObject({
  tournament: described(
    'The organiser of this tournament, which the report is about.',
    z.string().check(z.regex(/^[\w-]{22}$/)),
  ),
});
const reported = z.union([personAt, organiserOf, textAt]);
export type Reported = z.infer<typeof reported>;

/** A report to the operator. With a table, the game is attached. */
export const newReport = z.strictObject({
  person: reported,
  table: optional('Where it happened, for a person named by username.', tableId),
  reason: z.enum(REASONS),
  text: z.string().check(z.maxLength(MAX_REPORT)),
});
export type NewReportTerms = z.infer<typeof newReport>;
