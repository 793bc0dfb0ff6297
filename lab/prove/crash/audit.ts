import { isDeepStrictEqual } from 'node:util';
import { recordId, type Store, type StoredEvent, type StorePlace } from '@tablier/store';
import { mustOpen } from '@tablier/testkit/servers';
import type { Acknowledged, Journal, TableJournal } from './journal.ts';

/** The audit of the acknowledged commands. Each count is 0 if nothing is wrong. */
export interface Findings {
  /** Acknowledged, and not in the log at the place that the server named. */
  lost: number;
  /** In the log, from a player, but not acknowledged; or two with the same id. */
  duplicated: number;
  /** Tables of which a last view differs from the others, or from the log. */
  disagreeing: number;
  /** Tables whose match did not end. */
  unfinished: number;
  /** Tables at which a clock ran out. */
  fallen: number;
  /** Finished matches that are missing from the archive. */
  unkept: number;
}

/** Audits a database when no server runs any more. */
export async function auditAt(place: StorePlace, journal: Journal): Promise<Findings> {
  const store = await mustOpen(place);
  const found = await audit(store, journal);
  await store.close();
  return found;
}

/** Compares what the driver was sent with the database. */
export async function audit(store: Store, { tables }: Journal): Promise<Findings> {
  const found = { lost: 0, duplicated: 0, disagreeing: 0, unfinished: 0, fallen: 0, unkept: 0 };
  for (const table of tables) {
    const events = await store.read(table.id, 1);
    const chat = await store.read(`${table.id}-players`, 1);
    const isOver = table.lastViews.length > 0;
    found.lost += missing(table.moves, events) + missing(table.chat, chat);
    // In an unfinished match a command may be in progress.
    if (isOver) found.duplicated += surplus(table.moves, events) + surplus(table.chat, chat);
    if (isOver && !isAgreed(table, events)) found.disagreeing++;
    if (!isOver) found.unfinished++;
    if (isOver && !(await isKept(store, table))) found.unkept++;
    if (events.some(({ kind }) => kind === 'timed-out')) found.fallen++;
  }
  return found;
}

async function isKept(store: Store, { lastViews }: TableJournal): Promise<boolean> {
  const record = lastViews[0]?.match?.record ?? null;
  return record !== null && (await store.find(recordId(record))) !== undefined;
}

interface CommandData {
  readonly by?: string;
  readonly move?: string;
  readonly text?: string;
}
const dataOf = ({ data }: StoredEvent): CommandData => data as CommandData;

/** A move that the view allowed and the position did not is in the log as a peek. */
const isDone = (event: StoredEvent | undefined, text: string): boolean =>
  event !== undefined &&
  dataOf(event).by !== undefined &&
  (event.kind === 'peeked' || dataOf(event).move === text || dataOf(event).text === text);

const missing = (acknowledged: readonly Acknowledged[], events: readonly StoredEvent[]): number =>
  acknowledged.filter(({ at, text }) => !isDone(events[at - 1], text)).length;

function surplus(acknowledged: readonly Acknowledged[], events: readonly StoredEvent[]): number {
  const commands = events.filter(
    ({ kind, data }) => ['moved', 'peeked', 'said'].includes(kind) && 'by' in (data as object),
  );
  const names = new Set(commands.map((event) => dataOf(event).by));
  return Math.abs(commands.length - acknowledged.length) + (commands.length - names.size);
}

/** Whether all clients saw the same end, and the log has it too. */
function isAgreed({ lastViews }: TableJournal, events: readonly StoredEvent[]): boolean {
  const [first, ...others] = lastViews.map(({ version, match }) => [version, match?.record, match?.end, match?.clock]);
  const record = lastViews[0]?.match?.record;
  const moved = events.filter(({ kind }) => kind === 'moved').map((event) => dataOf(event).move);
  return (
    others.every((view) => isDeepStrictEqual(view, first)) &&
    isDeepStrictEqual(record?.moves, moved) &&
    lastViews[0]?.version === events.length
  );
}
