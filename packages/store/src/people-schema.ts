/** The tables of relations between people, of reports, and of decisions about them. */
export interface PeopleSchema {
  readonly relation: RelationTable;
  readonly contact: ContactTable;
  readonly report: ReportTable;
  readonly report_author: ReportAuthorTable;
  readonly report_action: ReportActionTable;
  readonly absence: AbsenceTable;
  readonly moderator: ModeratorTable;
  readonly mute: MuteTable;
}

/** A relation of one account to another: it follows, blocks or mutes it. */
interface RelationTable {
  readonly id: string;
  readonly account: string;
  readonly other: string;
  readonly kind: string;
  readonly since: number;
}

/** Who may challenge an account, and whether others see that it is online. Without a row: everyone, and yes. */
interface ContactTable {
  readonly account: string;
  readonly challenges: string;
  readonly presence: number;
}

/** A report about an account. */
interface ReportTable {
  readonly id: string;
  readonly subject: string;
  /** The stream of the table where it happened; null for none. */
  readonly stream: string | null;
  /** The tournament that the account organises and that the report is about; null for none. */
  readonly tournament: string | null;
  readonly reason: string;
  /** Data that was only in memory at the time of the report, as JSON. */
  readonly evidence: string;
  readonly at: number;
  /** `open` or `closed`. */
  readonly status: string;
}

/** Who made a report, and their words. Deleted with their account, while the report stays. */
interface ReportAuthorTable {
  readonly report: string;
  readonly account: string;
  readonly words: string;
  readonly at: number;
}

/** The decisions about a report, numbered from 1. */
interface ReportActionTable {
  readonly report: string;
  readonly number: number;
  readonly action: string;
  /** Empty for a moderator. */
  readonly operator: string;
  /** The account that did it; null for an operator, and once that account was deleted. */
  readonly moderator: string | null;
  readonly note: string;
  readonly at: number;
  /** 1 once the subject has read it; for warnings. */
  readonly seen: number;
  /** The end of a mute; null for other actions. */
  readonly until_at: number | null;
}

/** A match that a player left, or did not come to. */
interface AbsenceTable {
  readonly account: string;
  readonly match: string;
  readonly at: number;
  readonly how: string;
}

/** An account that may see reports and decide about them. */
interface ModeratorTable {
  readonly account: string;
  readonly since: number;
}

/** A mute: the time until which an account cannot chat, set by a moderator or an operator. */
interface MuteTable {
  readonly account: string;
  readonly until_at: number;
  readonly reason: string;
  readonly set_at: number;
}
