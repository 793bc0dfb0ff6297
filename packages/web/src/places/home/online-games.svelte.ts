import type { OwnTable, OwnTables } from '@tablier/protocol';
import { call } from '../../lib/connection/server-request.ts';
import type { GameResult } from './own-games.ts';

/** Which games to show; `''` for all. */
export interface Filter {
  readonly game: string;
  readonly result: GameResult | 'running' | '';
}

const PAGE = 20;
/** No one has more unfinished tables. */
const MAX_UNFINISHED = 60;

export class OnlineGames {
  unfinished: readonly OwnTable[] = $state.raw([]);
  finished: readonly OwnTable[] = $state.raw([]);
  isLoading = $state(true);
  /** Whether the first request has been answered, or has failed. */
  hasAnswered = $state(false);
  hasFailed = $state(false);
  /** Leads to further finished tables; `null` for none. */
  next: string | null = $state(null);
  /** Counts the requests: the answer to an earlier one is not shown. */
  #asked = 0;
  #filter: Filter = { game: '', result: '' };

  async ask({ game, result }: Filter): Promise<void> {
    const asked = ++this.#asked;
    if (game !== this.#filter.game || result !== this.#filter.result) this.#show(NONE, NONE);
    this.#filter = { game, result };
    this.isLoading = true;
    const wantsOver = result !== 'running' && result !== 'shared';
    const [unfinished, finished] = await Promise.all([
      result === '' || result === 'running' ? get({ game, phase: 'unfinished', limit: MAX_UNFINISHED }) : NONE,
      wantsOver ? get({ ...finishedOf({ game, result }), limit: PAGE }) : NONE,
    ]);
    if (asked !== this.#asked) return;
    this.isLoading = false;
    this.hasAnswered = true;
    this.hasFailed = unfinished === null || finished === null;
    // If the server does not answer, the known games stay.
    if (unfinished !== null && finished !== null) this.#show(unfinished, finished);
  }

  #show(unfinished: OwnTables, finished: OwnTables): void {
    this.unfinished = unfinished.tables;
    this.finished = finished.tables;
    this.next = finished.next;
  }

  async more({ game, result }: Filter): Promise<void> {
    if (this.next === null) return;
    const asked = ++this.#asked;
    this.isLoading = true;
    const page = await get({ ...finishedOf({ game, result }), limit: PAGE, before: this.next });
    if (asked !== this.#asked) return;
    this.isLoading = false;
    this.hasFailed = page === null;
    if (page === null) return;
    const known = new Set(this.finished.map(({ id }) => id));
    this.finished = [...this.finished, ...page.tables.filter(({ id }) => !known.has(id))];
    this.next = page.next;
  }
}

const NONE: OwnTables = { tables: [], next: null };

type Query = NonNullable<NonNullable<Parameters<typeof call<'GET /api/v1/me/tables'>>[1]>['query']>;

const finishedOf = ({ game, result }: Filter): Query => ({
  game,
  phase: 'over',
  ...(result !== '' && result !== 'running' && result !== 'shared' && { result }),
});

/** `null` if the server does not answer. A user whom it does not know has no tables. */
async function get({ game, ...query }: Query): Promise<OwnTables | null> {
  const answer = await call('GET /api/v1/me/tables', { query: { ...query, ...(game !== '' && { game }) } });
  if ('value' in answer) return answer.value;
  return answer.status === 401 ? NONE : null;
}
