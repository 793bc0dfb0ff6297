import type { Absence, AbsencePolicy, Departure } from '@tablier/match';
import { type Away, formatServerMessage } from '@tablier/protocol';
import type { Here, ServerNode } from '../../cluster/node.ts';
import { Counts } from '../../lib/caches.ts';
import { type Chair, seatOf, type TableState } from '../state/table-state.ts';

/** Items per turn of the event loop: a few milliseconds of work. */
export const BATCH_SIZE = 250;

/** One batch per turn of the event loop. A `run` during a pass starts another one after it. */
export class BatchedBroadcast<T> {
  readonly #items: ReadonlySet<T>;
  readonly #each: (item: T) => void;
  #rest: Iterator<T> | null = null;
  #isStale = false;

  constructor(items: ReadonlySet<T>, each: (item: T) => void) {
    this.#items = items;
    this.#each = each;
  }

  /** If the set fits into one batch, it has been visited when this returns. */
  run(): void {
    this.#isStale = this.#rest !== null;
    if (this.#rest === null) this.#step(this.#items.values());
  }

  #step(rest: Iterator<T>): void {
    this.#rest = rest;
    for (let count = 0; count <= BATCH_SIZE; count++) {
      const next = rest.next();
      if (next.done === true) return this.#finish();
      this.#each(next.value);
    }
    setImmediate(() => this.#step(rest));
  }

  #finish(): void {
    this.#rest = null;
    if (this.#isStale) this.run();
  }
}

/** A player who has just sat down is not shown as absent for this time, or until they watch the table. Milliseconds. */
const ARRIVAL = 5000;

export interface PresentTable {
  readonly id: string;
  readonly state: TableState;
  readonly shown: TableState;
}

export interface PresenceOptions {
  readonly now: () => number;
  readonly absencePolicy: AbsencePolicy;
  /** The shortest interval between two presence messages. Milliseconds. */
  readonly pace: number;
  readonly node: ServerNode;
  readonly onChange: () => void;
}

/** A time without a player's connection. Milliseconds since 1970. */
export interface Loss extends Absence {
  readonly until: number | null;
}

const MAX_LOSSES = 50;

/** Who is present. Valid as long as the chairs and the subscribers do not change. */
interface Presence {
  readonly chairs: readonly Chair[];
  readonly own: Here;
  readonly here: readonly boolean[];
  readonly absences: readonly (Absence | null)[];
  readonly spectators: number;
}

export class TablePresence {
  readonly #table: PresentTable;
  readonly #options: PresenceOptions;
  #connections = 0;
  readonly #people = new Counts();
  #attendance: Attendance = new Map();
  readonly #pastLosses: (Loss & { readonly person: string })[] = [];
  #arrived: ReadonlySet<string> = new Set();
  #observed: Presence | null = null;
  #shared: Here | null = null;
  /** The last presence message; valid as long as presence and seating do not change. */
  #message: { readonly chairs: readonly Chair[]; readonly text: string } | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires. Milliseconds since 1970. */
  #due = 0;
  #arrivalTimer: NodeJS.Timeout | undefined;

  constructor(table: PresentTable, options: PresenceOptions) {
    this.#table = table;
    this.#options = options;
    this.#observe();
  }

  came(person: string | null): void {
    this.#count(person, 1);
    this.#peopleChanged(person);
  }

  went(person: string | null, how: Departure): void {
    this.#count(person, -1);
    this.#peopleChanged(person, how === 'left' ? [person] : []);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#arrivalTimer);
    this.#connections = 0;
    this.#people.clear();
    this.#observe();
    this.share();
  }

  get isWatched(): boolean {
    if (this.#connections > 0) return true;
    const { seats, spectators } = this.#options.node.onOtherNodes(this.#table.id);
    return seats.length > 0 || spectators > 0;
  }

  #count(person: string | null, change: number): void {
    this.#connections += change;
    if (person !== null) this.#people.add(person, change);
  }

  here(): readonly boolean[] {
    return this.#current().here;
  }

  absences(): readonly (Absence | null)[] {
    return this.#current().absences;
  }

  /** `null` while the seat is present, and if only the clock decides. */
  claimFrom(seat: number): number | null {
    return this.#away()[seat]?.claimFrom ?? null;
  }

  #away(): (Away | null)[] {
    const { clock } = this.#table.state.head.terms;
    return this.absences().map((absence) => {
      if (absence === null) return null;
      const wait = this.#options.absencePolicy.claim(clock, absence.how);
      return { ...absence, claimFrom: wait === null ? null : absence.since + wait };
    });
  }

  #current(): Presence {
    return this.#observed?.chairs === this.#table.state.chairs ? this.#observed : this.#observe();
  }

  #observe(left: readonly (string | null)[] = []): Presence {
    const { chairs } = this.#table.state;
    const seated = chairs.flatMap((chair) => (chair.kind === 'person' ? [chair.person] : []));
    const isConnected = (chair: Chair): boolean => chair.kind === 'person' && this.#people.of(chair.person) > 0;
    const seats = chairs.flatMap((chair, seat) => (isConnected(chair) ? [seat] : []));
    // A phone that is passed on holds several seats, and counts once.
    const playing = [...new Set(seated)].reduce((sum, player) => sum + this.#people.of(player), 0);
    const own = { seats, spectators: this.#connections - playing };
    const elsewhere = this.#options.node.onOtherNodes(this.#table.id);
    const isPerson = (seat: number): boolean => chairs[seat]?.kind === 'person';
    const here = chairs.map((_, seat) => isPerson(seat) && (seats.includes(seat) || elsewhere.seats.includes(seat)));
    const present = new Set(
      chairs.flatMap((chair, seat) => (chair.kind === 'person' && here[seat] ? [chair.person] : [])),
    );
    const before = this.#attendance;
    this.#attendance = attendanceAfter(before, { seated, present, left: new Set(left), now: this.#options.now() });
    this.#rememberLosses(before);
    this.#arrived = new Set(seated.filter((person) => this.#arrived.has(person) || present.has(person)));
    const absences = chairs.map((chair) =>
      chair.kind === 'person' ? (this.#attendance.get(chair.person) ?? null) : null,
    );
    const spectators = own.spectators + elsewhere.spectators;
    this.#observed = { chairs, own, here, absences, spectators };
    return this.#observed;
  }

  #rememberLosses(before: Attendance): void {
    for (const [person, absence] of before) {
      if (!this.#attendance.has(person)) this.#pastLosses.push({ person, ...absence, until: this.#options.now() });
    }
    this.#pastLosses.splice(0, Math.max(0, this.#pastLosses.length - MAX_LOSSES));
  }

  lossesOf(person: string): readonly Loss[] {
    const present = this.#attendance.get(person);
    const past = this.#pastLosses.filter((loss) => loss.person === person).map(({ person: _, ...loss }) => loss);
    return present === undefined ? past : [...past, { ...present, until: null }];
  }

  message(): string {
    const { id: table, shown } = this.#table;
    const { chairs } = shown;
    if (this.#message?.chairs === chairs) return this.#message.text;
    const { spectators, here } = this.#current();
    const away = this.#away().map((each, seat) => (this.#isArriving(chairs[seat], each) ? null : each));
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: [...here], away });
    this.#message = { chairs, text };
    return text;
  }

  /** Just sat down, and may still come to watch. Presence is sent again after that. */
  #isArriving(chair: Chair | undefined, absence: Away | null): boolean {
    if (absence === null || chair?.kind !== 'person' || this.#arrived.has(chair.person)) return false;
    const left = absence.since + ARRIVAL - this.#options.now();
    if (left <= 0 || absence.how === 'left') return false;
    clearTimeout(this.#arrivalTimer);
    this.#arrivalTimer = setTimeout(() => this.#send(), left).unref();
    return true;
  }

  changedElsewhere(left: readonly number[]): void {
    this.#message = null;
    const { chairs } = this.#table.state;
    this.#peopleChanged(
      null,
      left.flatMap((seat) => (chairs[seat]?.kind === 'person' ? [chairs[seat].person] : [])),
    );
  }

  /** A large audience is sent less often. The presence of players is never delayed. */
  #peopleChanged(person: string | null, left: readonly (string | null)[] = []): void {
    this.#observe(left);
    const isSpectatorOfMany = this.#connections > BATCH_SIZE && seatOf(this.#table.state, person) < 0;
    if (!isSpectatorOfMany) this.#message = null;
    const wait = isSpectatorOfMany ? Math.max(this.#options.pace, this.#connections) : this.#options.pace;
    const due = this.#options.now() + wait;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    this.#timer = undefined;
    this.#message = null;
    this.#options.onChange();
  }

  share(): void {
    const { own, absences } = this.#current();
    if (own === this.#shared) return;
    const before = this.#shared?.seats ?? [];
    const left = before.filter((seat) => !own.seats.includes(seat) && absences[seat]?.how === 'left');
    this.#shared = own;
    this.#options.node.share(this.#table.id, own, left);
  }
}

export type Attendance = ReadonlyMap<string, Absence>;

interface Sighting {
  readonly seated: readonly string[];
  readonly present: { has(person: string): boolean };
  /** People who have just left on purpose. Every other absence is a broken connection. */
  readonly left: { has(person: string): boolean };
  readonly now: number;
}

/** A deliberate departure may be reported after the person was found missing. */
export function attendanceAfter(before: Attendance, { seated, present, left, now }: Sighting): Attendance {
  const missing = seated.filter((person) => !present.has(person));
  const absenceOf = (person: string): Absence => {
    const known = before.get(person) ?? ({ since: now, how: 'broken' } as const);
    return left.has(person) ? { ...known, how: 'left' } : known;
  };
  return new Map(missing.map((person) => [person, absenceOf(person)]));
}
