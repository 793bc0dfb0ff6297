import type { Leaderboard } from '@tablier/protocol';
import type { Leader, RatingKind, Store } from '@tablier/store';
import type { Bans } from '../moderation/bans.ts';
import { FreshCache } from '../lib/caches.ts';
import { publicUsername } from './profiles.ts';

const MAX_RANK = 5000;
const MAX_TIES = 1000;
/** How many times more rows are read because players of a page are banned. */
const MAX_READS = 5;
/** A page of a leaderboard is read again after this time. Seconds. */
export const LEADERS_FRESH = 10;
const MAX_CACHED = 500;

/** The place of the last player of a page. `ties`: the players with this very rating so far, it included. */
interface LeaderPlace {
  readonly rank: number;
  readonly rating: number;
  readonly ties: number;
}

const TOP: LeaderPlace = { rank: 0, rating: Number.POSITIVE_INFINITY, ties: 0 };

/** The `next` of a previous page; `null` for any other text. It contains a rating and no account, because ids never leave the server. */
export function parsePlace(text: unknown): LeaderPlace | null {
  if (text === undefined) return TOP;
  const [, rank, rating, ties] =
    typeof text === 'string' ? (/^(\d{1,4})~(-?\d{1,5}(?:\.\d{1,17})?)~(\d{1,4})$/.exec(text) ?? []) : [];
  const place = { rank: Number(rank), rating: Number(rating), ties: Number(ties) };
  return rank !== undefined && place.rank < MAX_RANK && place.ties <= MAX_TIES ? place : null;
}

const formatPlace = ({ rank, rating, ties }: LeaderPlace): string => `${rank}~${rating}~${ties}`;

const placeAfter = ({ rank, ...before }: LeaderPlace, { rating }: Leader): LeaderPlace => ({
  rank,
  rating,
  ties: rating === before.rating ? before.ties + 1 : 1,
});

interface LeaderPagesDeps {
  readonly store: Pick<Store, 'ratings'>;
  readonly now: () => number;
  /** Banned people do not appear on leaderboards. */
  readonly bans: Pick<Bans, 'has'>;
}

interface WantedPage {
  readonly after: LeaderPlace;
  readonly limit: number;
}

export class LeaderPages {
  readonly #deps: LeaderPagesDeps;
  readonly #pages: FreshCache<Leaderboard>;

  constructor(deps: LeaderPagesDeps) {
    this.#deps = deps;
    this.#pages = new FreshCache({ freshMs: LEADERS_FRESH * 1000, most: MAX_CACHED, now: deps.now });
  }

  page(kind: RatingKind, wanted: WantedPage): Promise<Leaderboard> {
    const { after, limit } = wanted;
    return this.#pages.get(`${kind.game} ${kind.pace} ${formatPlace(after)} ${limit}`, () => this.#read(kind, wanted));
  }

  async #read(kind: RatingKind, { after, limit }: WantedPage): Promise<Leaderboard> {
    const players: Leaderboard['players'] = [];
    let place = after;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const found = await this.#more(kind, place, limit + 1);
      for (const leader of found) {
        if (players.length === limit) return { players, next: place.rank < MAX_RANK ? formatPlace(place) : null };
        place = placeAfter(place, leader);
        if (this.#deps.bans.has(leader.account)) continue;
        place = { ...place, rank: place.rank + 1 };
        players.push({ rank: place.rank, ...playerOf(leader) });
      }
      if (found.length <= limit) return { players, next: null };
    }
    return { players, next: formatPlace(place) };
  }

  #more(kind: RatingKind, { rating, ties }: LeaderPlace, limit: number): Promise<readonly Leader[]> {
    const page = { now: this.#deps.now(), limit };
    return this.#deps.store.ratings.leaders(kind, rating === TOP.rating ? page : { ...page, after: { rating, ties } });
  }
}

const playerOf = ({ name, username, rating, games }: Leader) => ({
  name,
  username: publicUsername(username),
  value: Math.round(rating),
  games,
});
