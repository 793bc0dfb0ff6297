import type { ServerContext } from '../../lib/context.ts';
import { NOBODY, strengthOf } from '@tablier/core';
import { canPrepare, formatClockTerms, recordOf } from '@tablier/match';
import {
  type Absence,
  type FinishedGame,
  type FinishedSeat,
  type RatedResult,
  StoreUnavailable,
  type Progress,
  type Store,
} from '@tablier/store';
import { keysOf } from '../../lib/addresses.ts';
import { shownRatingOf } from '../../ratings/profiles.ts';
import { erasePrepared } from '../logs/prepared-moves.ts';
import { isRated, isTooShort, ratedResultOf } from '../state/table-terms.ts';
import { type TableLog, listingOf } from '../logs/table-log.ts';
import { type Chair, DELETED, isInLobby, peopleSeats, seatResult, type TableState } from '../state/table-state.ts';
import { rematchId } from '../views/table-view.ts';
import { ratingPaceOf } from '@tablier/protocol';
import { setTimeout as wait } from 'node:timers/promises';
import { type JobQueue, definePeriodicJob } from '../../jobs/job-queue.ts';

interface FinishedMatchDeps
  extends Pick<ServerContext, 'store' | 'log'>, Partial<Pick<ServerContext, 'metrics' | 'limiter'>> {
  readonly tableLog: TableLog;
  readonly addressOf?: (person: string) => string | null;
}

/** What follows a match that is over. Each returns whether it is done; it can be repeated. */
export function createFinishedMatch(deps: FinishedMatchDeps) {
  let isArchived = false;
  /** Decided once, because each decision counts the match. */
  let beyondShare: boolean | undefined;
  const isBeyondShare = (result: RatedResult): boolean => (beyondShare ??= isBeyond(result, deps));
  const succeeds = async (state: TableState, work: Promise<void>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      deps.log.error({ table: state.id, err: error }, 'finished match not archived');
      return false;
    }
  };
  return {
    /** Archives and rates a match. */
    async archive(state: TableState): Promise<boolean> {
      isArchived ||= await succeeds(state, archiveMatch(state, { ...deps, isBeyondShare }));
      return isArchived;
    },
    openRematch: (state: TableState): Promise<boolean> => succeeds(state, openRematch(state, deps)),
  };
}

/** The same people and terms. If seats were chosen, the players rotate by one. */
async function openRematch(state: TableState, { store, tableLog }: FinishedMatchDeps): Promise<void> {
  const { id } = state;
  const chairs = await withNewRatings(state, store);
  // The table of a rematch is neither a seek nor a game of a tournament, even if the first one was.
  const { pace: _, commandHash: __, tournament: ___, ...head } = state.head;
  const [first, ...others] = chairs;
  if (first === undefined) return;
  const next = head.terms.seating === 'chosen' ? [...others, first] : chairs;
  await tableLog.create(rematchId(id), { ...head, chairs: next, rematchOf: id });
}

async function withNewRatings({ id, chairs }: TableState, store: Store): Promise<readonly Chair[]> {
  if (!chairs.some((chair) => chair.kind === 'person' && chair.rating !== undefined)) return chairs;
  const changes = (await store.ratings.changesOf(id)) ?? [];
  return chairs.map((chair, seat) => {
    const change = changes.find((each) => each.seat === seat);
    if (chair.kind !== 'person' || chair.rating === undefined || change === undefined) return chair;
    return { ...chair, rating: shownRatingOf(change.after) };
  });
}

/**
 * Archives the record, listed if the lobby showed the table, rates the match, and records the game for searches. Of an aborted match only an
 * absence is kept. What was prepared for a match is erased with it. Doing it again changes nothing. `isBeyondShare`: whether a match must
 * not be rated, because its players sit at one address.
 */
export async function archiveMatch(
  state: TableState,
  {
    store,
    metrics,
    isBeyondShare = () => false,
  }: Pick<FinishedMatchDeps, 'store' | 'metrics'> & { readonly isBeyondShare?: (result: RatedResult) => boolean },
): Promise<void> {
  const { match } = state;
  if (match === null || match.end === null) return;
  // A finished table is loaded again and again.
  if (await store.finished.has(state.id)) return;
  await store.relations.recordAbsences(absencesIn(state));
  if (canPrepare(match.game, match.setup.options))
    for (const seat of peopleSeats(state)) await erasePrepared(store, state.id, seat);
  if (match.end.by === 'abort') return;
  const record = await store.keep(recordOf(match), { isListed: isInLobby(state) });
  const result = ratedResultOf(state, record);
  if (result !== null && !isBeyondShare(result) && (await store.ratings.record(result)) === 'rated')
    metrics?.ratedMatches.inc({ game: result.game });
  // Last, so that a recorded match is complete: a start only looks for matches that are not recorded (`recordMissed`).
  const game = finishedGameOf(state, record);
  if (game !== null) await store.finished.record(game);
}

function isBeyond(
  { seats, mostPerDay }: RatedResult,
  { limiter, addressOf = () => null }: Pick<FinishedMatchDeps, 'limiter' | 'addressOf'>,
): boolean {
  // Many programs run on one machine.
  if (mostPerDay === undefined) return false;
  const seen = new Set<string>();
  for (const { account } of seats) {
    const address = addressOf(account ?? '');
    const key = address === null ? undefined : keysOf(address)[0]?.key;
    if (address === null || key === undefined) continue;
    if (seen.has(key)) return (limiter?.('ratedTogether').take(address) ?? 0) > 0;
    seen.add(key);
  }
  return false;
}

/** Who left or did not come, never for one lost connection; at a rated table also who ended it uncounted. */
function absencesIn(state: TableState): readonly Absence[] {
  const { id, chairs, match, neverCame, quitter, turnedAt } = state;
  const isUncounted = isRated(state) && (match?.end?.by === 'abort' || isTooShort(match));
  const chair = chairs[match?.claimed?.absent ?? neverCame ?? (isUncounted ? quitter : null) ?? NOBODY];
  if (chair?.kind !== 'person' || chair.person === DELETED) return [];
  return [{ account: chair.person, match: id, at: turnedAt, how: match?.end?.by === 'abort' ? 'never-came' : 'left' }];
}

/** `null` without a result. Games against bots count in statistics, even private ones. `record`: its id. */
export function finishedGameOf(state: TableState, record: string): FinishedGame | null {
  const { id, head, match, chairs, turnedAt, beganAt } = state;
  if (match === null || match.end === null || match.end.by === 'abort') return null;
  const { scores, places } = match.end;
  const isListed = isInLobby(state);
  return {
    match: id,
    game: state.game.id,
    pace: ratingPaceOf(head.terms.clock),
    clock: formatClockTerms(head.terms.clock),
    endedAt: turnedAt,
    tookMs: Math.max(0, turnedAt - (beganAt ?? turnedAt)),
    plies: match.moves.length,
    endedBy: match.end.by,
    record,
    isListed,
    isCounted: isListed || chairs.some(({ kind }) => kind === 'bot'),
    opening: recordOf(match).moves,
    seats: chairs.map((chair, seat) => ({
      ...occupantOf(chair),
      place: places[seat] ?? chairs.length,
      score: scores[seat] ?? null,
      result: seatResult(places, seat),
    })),
  };
}

function occupantOf(chair: Chair): Pick<FinishedSeat, 'account' | 'bot'> {
  if (chair.kind === 'bot') return { account: null, bot: strengthOf(chair) };
  return { account: chair.kind === 'person' && chair.person !== DELETED ? chair.person : null, bot: null };
}

/** Tables per query: a few milliseconds. */
const PAGE = 200;
/** The pause after every page, so that players notice nothing, and the longer one after a page with missing games. Milliseconds. */
const PAUSE = 20;
const LONG_PAUSE = 200;
/** Every start checks the tables again that ended shortly before a server died. */
const MAX_RECENT = 1000;
const DONE = { at: 0, id: '' };

/** Looks for missed games at every start, and every `MISSED_EVERY`: in a cluster, other nodes do it for one that died. */
export const RECORD_MISSED = definePeriodicJob('record-missed-games', {
  retries: 3,
  retrySeconds: 30,
  longestSeconds: 900,
});
/** Milliseconds. */
export const MISSED_EVERY = 600_000;

interface RecordMissedDeps {
  readonly store: Pick<Store, 'finished'>;
  readonly load: (table: string) => Promise<TableState | null>;
  readonly record: (state: TableState) => Promise<unknown>;
  /** Writes the listing of a table again: early versions stored less in it. */
  readonly relist: (state: TableState) => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Rates and records finished games that searches do not know: those that a crash prevented, and once all games from before games were
 * recorded. Goes from the newest to the oldest, in pages, and continues where an earlier start stopped. Once the earlier games are recorded,
 * a start looks at the newest `MAX_RECENT` tables, however many there are. A game that cannot be recorded does not keep others from it:
 * the run fails at its end.
 */
export async function recordMissed(deps: RecordMissedDeps): Promise<void> {
  const { store, signal } = deps;
  const begun = await store.finished.progress();
  const isDone = begun?.at === DONE.at;
  let before: NonNullable<Progress> | undefined;
  const failures: unknown[] = [];
  // What the database did not answer is looked for again from the same place; a bug would fail again there.
  const isAnswered = (): boolean => !failures.some((error) => error instanceof StoreUnavailable);
  for (let seen = PAGE; !signal.aborted; seen += PAGE) {
    const { matches, next } = await store.finished.unrecorded(PAGE, before);
    const record = isDone ? deps.record : (state: TableState) => deps.relist(state).then(() => deps.record(state));
    failures.push(...(await recordAll(matches, { ...deps, record })));
    if (next === null || (isDone && seen >= MAX_RECENT)) break;
    // The newest were looked at; those between them and the last stop are known.
    const isBehind = begun !== null && next.at > begun.at && seen >= MAX_RECENT;
    before = isBehind ? begun : next;
    if (!isDone && isAnswered() && seen >= MAX_RECENT) await store.finished.saveProgress(before);
    await wait(matches.length > 0 ? LONG_PAUSE : PAUSE, undefined, { signal }).catch(() => undefined);
  }
  if (!isDone && !signal.aborted && isAnswered()) await store.finished.saveProgress(DONE);
  if (failures.length > 0) throw new Error(`finished games not recorded: ${failures.length}`, { cause: failures[0] });
}

async function recordAll(
  matches: readonly string[],
  { load, record, signal }: RecordMissedDeps,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const id of matches) {
    if (signal.aborted) break;
    try {
      const state = await load(id);
      if (state !== null) await record(state);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/** Declares the job that records the finished games which a crash left unrecorded. */
export function createRecording(
  { store }: ServerContext,
  jobs: JobQueue,
  load: (table: string) => Promise<TableState | null>,
): void {
  const record = (state: TableState) => archiveMatch(state, { store });
  const relist = (state: TableState) => store.relistStream(state.id, state.seq, listingOf(state), state.turnedAt);
  jobs.repeat(RECORD_MISSED, MISSED_EVERY, (_, signal) => recordMissed({ store, load, record, relist, signal }));
}
