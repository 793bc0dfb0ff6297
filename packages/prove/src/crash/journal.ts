import type { TableView } from '@tablier/protocol';
import type { Gap } from '@tablier/testkit/online';

/** Something that the server has said is done: it must be found at this place in the log for good. */
export interface Acknowledged {
  /** The number of its event, or of its line of chat. */
  readonly at: number;
  /** The move in notation, or what was said. */
  readonly text: string;
}

/** What the driver knows of one table, told by the server. */
export class TableJournal {
  readonly id: string;
  /** What was done there, for people. */
  readonly what: string;
  readonly moves: Acknowledged[] = [];
  readonly lines: Acknowledged[] = [];
  /** What everybody saw last: the players by seat, then the watcher. Empty until the match is over for all of them. */
  lastViews: readonly TableView[] = [];
  /** By seat: when its player had no line. Seats of bots are not in it. */
  gaps: ReadonlyMap<number, readonly Gap[]> = new Map();

  constructor(id: string, what: string) {
    this.id = id;
    this.what = what;
  }
}

/** What the driver was told, and what it found wrong on the way. */
export class Journal {
  readonly tables: TableJournal[] = [];
  /** The tables being played: rewritten in place. */
  readonly playing: string[] = [];
  readonly faults: string[] = [];
  /** From sending a move to reading that it is done, in milliseconds. */
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
