import * as z from 'zod/mini';
import { MAX_MUTE_HOURS } from './limits.ts';
import type { ReportReasonName, TextAt } from './relations.ts';
import type { ChatRoom } from './server-messages.ts';
import type { TournamentSummary } from './tournaments.ts';

export const DECISIONS = [
  'dismiss',
  'warn',
  'rename',
  'rename-tournament',
  'cancel-tournament',
  'remove-text',
  'mute',
  'ban',
] as const;
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
