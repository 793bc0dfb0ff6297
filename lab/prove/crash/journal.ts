import type { TableView } from '@tablier/protocol';
import type { Gap } from '@tablier/testkit/online';

/** A command that the server has acknowledged: it must stay at this place in the log. */
export interface Acknowledged {
  /** The number of its event, or of its chat message. */
  readonly at: number;
  /** The move in notation, or the chat message. */
  readonly text: string;
}

/** What the server has sent the driver of one table. */
export class TableJournal {
  readonly id: string;
  /** A description of the table. */
  readonly what: string;
  readonly moves: Acknowledged[] = [];
  readonly chat: Acknowledged[] = [];
  /** The last views: of the players by seat, then of the spectator. Empty until the match is over for all of them. */
  lastViews: readonly TableView[] = [];
  /** By seat: when its player had no connection. Seats of bots are missing. */
  gaps: ReadonlyMap<number, readonly Gap[]> = new Map();

  constructor(id: string, what: string) {
    this.id = id;
    this.what = what;
  }
}

/** What the driver was sent, and what was wrong with it. */
export class Journal {
  readonly tables: TableJournal[] = [];
  /** The tables being played, updated in place. */
  readonly playing: string[] = [];
  readonly faults: string[] = [];
  /** From sending a move to its acknowledgement, in milliseconds. */
  readonly waits: number[] = [];
  /** When anything was last acknowledged, in milliseconds since 1970. */
  movedAt = Date.now();

  begin(id: string, what: string): TableJournal {
    const table = new TableJournal(id, what);
    this.tables.push(table);
    this.playing.push(id);
    return table;
  }

  end(table: TableJournal, lastViews: readonly TableView[]): void {
    table.lastViews = lastViews;
    this.playing.splice(this.playing.indexOf(table.id), 1);
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  acknowledged(into: Acknowledged[], done: Acknowledged): void {
    this.movedAt = Date.now();
    into.push(done);
  }
}
