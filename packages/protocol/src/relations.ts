import { words } from '@tablier/core';
import * as z from 'zod/mini';
import { type ChatRoom, ROOMS } from './server-messages.ts';
import { count, described, moment, optional, seat, tableId, textNumber, listOf } from './values.ts';
import { TOURNAMENT_DECISIONS, type TournamentSummary } from './tournaments.ts';
import { MAX_MUTE_HOURS } from './limits.ts';

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
  tables: described('The public games that they play now, newest first.', listOf({ id: tableId })),
});
export type FollowedPerson = z.infer<typeof followedPerson>;

export const hiddenPerson = z.object(named);
export type HiddenPerson = z.infer<typeof hiddenPerson>;

export const CHALLENGE_SETTINGS = ['everyone', 'followed', 'none'] as const;

/** Who may challenge the caller, and whether followers and members of their clubs see that they are online. */
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

export const DECISIONS = words('dismiss warn rename rename-tournament cancel-tournament remove-text mute ban');
export type DecisionName = (typeof DECISIONS)[number];
/** The longest reason of a decision, in characters. */
export const MAX_NOTE = 500;

/** What a moderator decides about a report, and why. `name` is the new name of a person or tournament, `hours` the length of a mute. */
export const newDecision = z.strictObject({
  action: z.enum(DECISIONS),
  // PostgreSQL stores no text with a zero byte.
  note: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_NOTE),
    z.refine((text) => !text.includes('\0')),
  ),
  name: z.optional(z.string().check(z.maxLength(200))),
  hours: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_MUTE_HOURS))),
});

/** Times are milliseconds since 1970. */
export interface ReportDecision {
  readonly action: DecisionName;
  /** `@` and the username of a moderator, or the name of an operator; empty once that account was deleted. */
  readonly by: string;
  readonly note: string;
  readonly at: number;
  /** The end of a mute; `null` for other decisions. */
  readonly until: number | null;
}

/** A report in a list. Moderators do not see who made it. */
export interface ModerationReport {
  readonly id: string;
  readonly at: number;
  readonly reason: ReportReasonName;
  /** The reported person; empty and `null` once their account is being deleted. */
  readonly name: string;
  readonly username: string | null;
  readonly isOpen: boolean;
  /** Whether it is about a tournament that the person organises. */
  readonly isTournament: boolean;
  /** In the list of all reports: the name of that tournament. */
  readonly tournamentName?: string;
  /** The text that it is about; `null` for none. */
  readonly text: TextAt | null;
  readonly decisions: readonly ReportDecision[];
}

export interface ModerationList {
  readonly reports: readonly ModerationReport[];
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
}

export interface ModerationEvidence extends ModerationReport {
  readonly words: string;
  /** Whether the caller made it: then someone else decides. */
  readonly isOwn: boolean;
  readonly isBanned: boolean;
  /** The end of the current mute; `null` for none. */
  readonly mutedUntil: number | null;
  readonly memberSince: number;
  /** How many of the person's newest games they left or missed. */
  readonly absences: { readonly absent: number; readonly of: number };
  /** Spans without a connection at the time of the report. `until` is `null` if it lasted. */
  readonly losses: readonly { readonly since: number; readonly until: number | null }[];
  readonly table: {
    readonly id: string;
    readonly game: string;
    readonly clock: string;
    readonly players: readonly { readonly name: string; readonly isSubject: boolean }[];
    /** How the match ended; `null` if it is running or did not begin. */
    readonly ended: string | null;
    readonly places: readonly number[];
    readonly moves: readonly string[];
    /** The newest lines, oldest first. An erased line is empty. */
    readonly chat: readonly {
      readonly room: ChatRoom;
      readonly at: number;
      readonly name: string;
      readonly text: string;
      readonly isSubject: boolean;
    }[];
  } | null;
  /** The reported text as it was; `null` for none. */
  readonly reportedText: string | null;
  /** The reported tournament as it is now; `null` for none. */
  readonly tournament: Pick<TournamentSummary, 'id' | 'name' | 'game' | 'status'> | null;
  /** Other reports about the person, newest first. */
  readonly earlier: readonly ModerationReport[];
}
