import type { FoundGame } from '@tablier/protocol';
import { call } from '../../lib/connection/server-request.ts';

/** The parameters of a search, as the form has them; empty for none. */
export const FIELDS = ['mine', 'player', 'game', 'pace', 'opponent', 'result', 'from', 'until', 'opening'] as const;
export type Field = (typeof FIELDS)[number];
export type Wanted = Readonly<Record<Field, string>>;

const PAGE = 20;
/** How often one press of a button continues the search if nothing matches. */
const MAX_LOOKS = 5;

/** The form of a query such as `?game=isaac`. */
export function wantedIn(query: string): Wanted {
  const given = new URLSearchParams(query);
  return Object.fromEntries(FIELDS.map((field) => [field, given.get(field) ?? ''])) as Record<Field, string>;
}

/**
 * The query of a form: conditions that mean nothing without another one are left out. Parameters of other parts of the page, such as the
 * language, are kept.
 */
export function queryOf(wanted: Wanted, query = ''): URLSearchParams {
  const given = new URLSearchParams(query);
  const isOfOne = wanted.mine !== '' || wanted.player.trim() !== '';
  for (const field of FIELDS) {
    const value = wanted[field].trim();
    const isVoid =
      (field === 'opponent' && !isOfOne) ||
      (field === 'opening' && wanted.game === '') ||
      (field === 'player' && wanted.mine !== '');
    if (value === '' || isVoid) given.delete(field);
    else given.set(field, value);
  }
  return given;
}

function conditionsIn(query: string): URLSearchParams {
  const given = new URLSearchParams(query);
  return new URLSearchParams([...given].filter(([name]) => FIELDS.some((field) => field === name)));
}

/** The address of the file with the records that a query finds. */
export const recordsPath = (query: string): string => `/api/search/records?${conditionsIn(query).toString()}`;

export class Search {
  games: readonly FoundGame[] = $state.raw([]);
  /** Leads to further games; `null` for none. */
  next: string | null = $state(null);
  isLoading = $state(true);
  /** Why the server refused, or that it did not answer; `null` for no problem. */
  error: string | null = $state(null);
  /** Counts the requests: the answer to an earlier one is not shown. */
  #asked = 0;
  #query = '';

  async ask(query: string): Promise<void> {
    this.#query = query;
    this.next = null;
    await this.#look([]);
  }

  async more(): Promise<void> {
    await this.#look(this.games);
  }

  /** Continues until there is something to show, the end, or `MAX_LOOKS`. */
  async #look(known: readonly FoundGame[]): Promise<void> {
    const asked = ++this.#asked;
    this.isLoading = true;
    let [games, next, error] = [known, this.next, null as string | null];
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const answer = await get(this.#query, next);
      if (asked !== this.#asked) return;
      if ('error' in answer) error = answer.error;
      else [games, next] = [[...games, ...answer.value.games], answer.value.next];
      if (error !== null || next === null || games.length > known.length) break;
    }
    this.games = games;
    this.next = next;
    this.error = error;
    this.isLoading = false;
  }
}

/** The server checks the conditions: the address of the page can have any. */
const get = (query: string, before: string | null) =>
  call('GET /api/v1/search', {
    query: { ...Object.fromEntries(conditionsIn(query)), limit: PAGE, before: before ?? undefined },
  });
