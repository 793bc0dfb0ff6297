export const REPORT_REASONS = ['chat', 'name', 'cheating', 'stalling', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_ACTIONS = [
  'dismiss',
  'warn',
  'rename',
  'rename-tournament',
  'cancel-tournament',
  'mute',
  'ban',
] as const;
export type ReportActionKind = (typeof REPORT_ACTIONS)[number];

/** The decisions that the person reads on the page; they see the others at once. */
export const TOLD_ACTIONS = [
  'warn',
  'rename-tournament',
  'cancel-tournament',
] as const satisfies readonly ReportActionKind[];
export type ToldAction = (typeof TOLD_ACTIONS)[number];

export interface NewReport {
  readonly id: string;
  /** The account that reports. */
  readonly author: string;
  /** The account that is reported. */
  readonly subject: string;
  /** The table where it happened; `null` for none. */
  readonly table: string | null;
  /** The tournament of the reported account that it is about; `null` for none. */
  readonly tournament: string | null;
  readonly reason: ReportReason;
  /** The words of the author. */
  readonly words: string;
  /** Data that was only in memory at the time of the report: plain JSON. */
  readonly evidence: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A decision of an operator or a moderator about a report. */
export interface ReportAction {
  readonly action: ReportActionKind;
  /** Who did it: a name that an operator gave, or `@` and the username of a moderator; empty once that account was deleted. */
  readonly operator: string;
  /** The reason. The subject reads that of a warning and a mute. */
  readonly note: string;
  /** The end of a mute; `null` for other actions. */
  readonly until: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An action to store: of an operator by name, or of a moderator by account. */
export interface NewReportAction extends Omit<ReportAction, 'operator' | 'until'> {
  /** Needed for a mute. */
  readonly until?: number;
  readonly by: { readonly operator: string } | { readonly moderator: string };
}

export interface StoredReport extends Omit<NewReport, 'author'> {
  /** `null` once that account was deleted; the words are then empty. */
  readonly author: string | null;
  readonly isOpen: boolean;
  readonly actions: readonly ReportAction[];
}

/** A warning that its subject has not read. */
export interface UnreadWarning {
  readonly report: string;
  readonly action: ToldAction;
  /** The tournament that the decision is about; `null` for a warning. */
  readonly tournament: string | null;
  readonly reason: ReportReason;
  readonly note: string;
  readonly at: number;
}

/** The newest report of a page. */
export interface ReportPlace {
  readonly at: number;
  readonly id: string;
}

/** `full`: the author made `most` reports since the given time. `gone`: one of the accounts does not exist. `known`: the id is used. */
export type AddReportResult = 'added' | 'known' | 'full' | 'gone' | 'unavailable';

/**
 * Reports about accounts, and the decisions about them. A report is deleted with its subject; the identity and words of its author are
 * deleted with the author. Reads reject with `StoreUnavailable`. `checkReports` in the testkit tests every store against this contract.
 */
export interface ReportRepository {
  add(report: NewReport, limit: { readonly since: number; readonly most: number }): Promise<AddReportResult>;
  find(id: string): Promise<StoredReport | null>;
  /** Open or closed reports, newest first, at most `limit`; those after `before` in this order. */
  list(status: 'open' | 'closed', limit: number, before?: ReportPlace): Promise<readonly StoredReport[]>;
  /** The reports about an account, newest first, at most `limit`. */
  about(subject: string, limit: number): Promise<readonly StoredReport[]>;
  /** The reports that an account made, newest first, at most `limit`. */
  by(author: string, limit: number): Promise<readonly StoredReport[]>;
  /** Closes a report with an action. A closed report may get another action. */
  act(id: string, action: NewReportAction): Promise<'done' | 'unknown' | 'unavailable'>;
  /** Oldest first. */
  warnings(subject: string): Promise<readonly UnreadWarning[]>;
  /** The subject has read its warnings. Returns whether the database answered. */
  readWarnings(subject: string): Promise<boolean>;
}
