import { POINT } from '@tablier/match';
import {
  type ClubChangeRequest,
  type ClubView,
  MAX_CLUB_ABOUT,
  MAX_CLUB_NAME,
  MAX_NEWS,
  MAX_SEASON_NAME,
  parseLine,
} from '@tablier/protocol';
import type { CLUBS, ErrorOf } from '@tablier/protocol/operations';
import type { ClubChange, StoredClub } from '@tablier/store';
import { LRUCache } from 'lru-cache';
import { type Chance, idFrom, type ServerContext } from '../lib/context.ts';
import { FreshCache } from '../lib/caches.ts';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
import { publicUsername } from '../ratings/profiles.ts';
import { hasTerms } from '../tournaments/terms.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';
import { summaryOf } from '../tournaments/view.ts';
import type { ClubFacts } from '../http/page-head.ts';

const LIMITS = { owned: 5, clubs: 50, members: 500, news: 100, seasons: 20 };
const MAX_LISTED = 200;
/** Events on the page of a club. */
const [MAX_EVENTS, MAX_PAST] = [40, 20];
const MAX_STANDINGS = 200;
/** Every game of a season is added up. Milliseconds. */
const STANDINGS_FRESH = 30_000;
const LONGEST_SEASON = 2 * 366 * 86_400_000;

type Refuse<Name extends string> = (error: { readonly name: Name | 'not-found' }) => never;
/** With the names that an operation declares. */
type RefuseTo<Key extends keyof typeof CLUBS> = Refuse<ErrorOf<(typeof CLUBS)[Key]>>;

type NewClub = ClubFacts & { readonly id: string };

interface ClubsDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly tournaments: Pick<Tournaments, 'winners'>;
  readonly presence: Pick<PersonPresence, 'isHere'>;
  readonly chance: Chance;
}

/** Clubs as their pages show them, and what their members and owners do. */
export class Clubs {
  readonly #deps: ClubsDeps;
  readonly #winners = new LRUCache<string, readonly string[]>({ max: 2000 });
  readonly #standings: FreshCache<ClubView['standings']>;

  constructor(deps: ClubsDeps) {
    this.#deps = deps;
    this.#standings = new FreshCache({ freshMs: STANDINGS_FRESH, most: 200, now: deps.now });
  }

  async lists(person: string | null) {
    const { clubs } = this.#deps.store;
    const own = person === null ? [] : await clubs.of(person);
    return {
      own: own.map(({ id, name, about, members }) => ({ id, name, about, members })),
      listed: await clubs.list(MAX_LISTED),
    };
  }

  async found(owner: string, { id, ...given }: NewClub, refuse: RefuseTo<'POST /api/clubs'>): Promise<string> {
    const { store, now, chance } = this.#deps;
    const club = { id, owner, ...described(given, refuse), code: chance.id(), at: now() };
    const created = await store.clubs.create(club, LIMITS.owned);
    const names = { exists: 'club-taken', full: 'too-many-clubs', guest: 'no-account' } as const;
    return created === 'created' ? id : refuse({ name: names[created] });
  }

  /** `null` for none. `season`: whose standings; `null` for the newest. */
  async view(id: string, viewer: string | null, season: number | null = null): Promise<ClubView | null> {
    const { store, now } = this.#deps;
    const club = await store.clubs.find(id);
    if (club === null) return null;
    const [events, past] = await Promise.all([
      store.tournaments.ofClub(id, ['open', 'running'], MAX_EVENTS),
      store.tournaments.ofClub(id, ['over'], MAX_PAST),
    ]);
    const shown = club.seasons.find(({ number }) => number === season) ?? club.seasons[0] ?? null;
    const state =
      club.owner === viewer && viewer !== null
        ? 'owner'
        : club.members.some(({ account }) => account === viewer)
          ? 'member'
          : null;
    const ended: ClubView['past'] = [];
    for (const each of past.filter(hasTerms))
      ended.push({ ...summaryOf(each), winners: [...(await this.#winnersOf(each))] });
    const { name, about, isListed, news, seasons } = club;
    return {
      ...{ id, name, about, isListed, members: club.members.length },
      people: peopleOf(club, state === null ? new Set() : await this.#presentFor(club, viewer)),
      news: [...news],
      events: events
        .filter(hasTerms)
        .map(summaryOf)
        .toSorted((one, other) => (one.startsAt ?? Infinity) - (other.startsAt ?? Infinity) || 0),
      past: ended,
      seasons: [...seasons],
      season: shown?.number ?? null,
      standings: shown === null ? [] : await this.#standingsOf(id, shown, past[0]),
      you: { state, code: state === null ? null : club.code },
      now: now(),
    };
  }

  /** The members that the viewer may know to be connected. */
  async #presentFor({ members }: StoredClub, viewer: string | null): Promise<ReadonlySet<string>> {
    const { store, presence } = this.#deps;
    const blocked = viewer === null ? [] : await store.relations.blockedWith(viewer);
    const shown = members.filter(({ account, showsPresence }) => showsPresence && !blocked.includes(account));
    return new Set(shown.map(({ account }) => account).filter((each) => each === viewer || presence.isHere(each)));
  }

  async #winnersOf({ id, revision }: { readonly id: string; readonly revision: number }): Promise<readonly string[]> {
    const key = `${id} ${revision}`;
    const known = this.#winners.get(key) ?? (await this.#deps.tournaments.winners(id));
    this.#winners.set(key, known);
    return known;
  }

  /** Counted again once another tournament is over. */
  #standingsOf(
    id: string,
    season: StoredClub['seasons'][number],
    last?: { readonly id: string; readonly revision: number },
  ): Promise<ClubView['standings']> {
    return this.#standings.get(`${id} ${season.from} ${season.until} ${last?.id} ${last?.revision}`, async () => {
      const lines = (await this.#deps.store.clubs.standings(id, season)).slice(0, MAX_STANDINGS);
      return lines.map(({ name, username, points, tournaments }) => ({
        ...{ name, username: publicUsername(username), tournaments },
        rank: 1 + lines.findIndex((each) => each.points === points),
        points: Math.round((points / POINT) * 10_000) / 10_000,
      }));
    });
  }

  async join(id: string, account: string, code: string, refuse: RefuseTo<'POST /api/clubs/{club}/join'>) {
    const { store, now } = this.#deps;
    if ((await store.clubs.find(id)) === null) return refuse({ name: 'not-found' });
    const joined = await store.clubs.join(id, { account, code, at: now() }, LIMITS);
    const names = { full: 'too-many-clubs', removed: 'member-removed', guest: 'no-account' } as const;
    if (joined === 'bad-code') return refuse({ name: 'bad-link' });
    if (joined !== 'done') return refuse({ name: names[joined] });
  }

  async change(
    id: string,
    account: string,
    asked: ClubChangeRequest | { readonly kind: 'close' },
    refuse: Refuse<'bad-text' | 'not-organiser' | 'too-many-clubs'>,
  ): Promise<void> {
    const { clubs } = this.#deps.store;
    const club = (await clubs.find(id)) ?? refuse({ name: 'not-found' });
    if (club.owner !== account) return refuse({ name: 'not-organiser' });
    const done = await clubs.change(id, account, this.#checked(club, asked, refuse));
    if (done === 'refused') refuse({ name: 'not-found' });
    if (done === 'full') refuse({ name: 'too-many-clubs' });
  }

  #checked(
    club: StoredClub,
    asked: ClubChangeRequest | { readonly kind: 'close' },
    refuse: Refuse<'bad-text'>,
  ): ClubChange {
    const { now, chance } = this.#deps;
    switch (asked.kind) {
      case 'describe':
        return { kind: 'describe', ...described(asked, refuse) };
      case 'renew':
        return { kind: 'renew', code: chance.id() };
      case 'announce':
        return { kind: 'announce', at: now(), words: lineOf(asked.words, MAX_NEWS, refuse), most: LIMITS.news };
      case 'add-season': {
        const { from, until } = asked;
        if (until <= from || until - from > LONGEST_SEASON) return refuse({ name: 'bad-text' });
        const season = { name: lineOf(asked.name, MAX_SEASON_NAME, refuse), from, until };
        return { kind: 'add-season', season, most: LIMITS.seasons };
      }
      case 'remove-member': {
        const member = club.members.find(({ account }) => memberId(club.id, account) === asked.member);
        return { kind: 'remove-member', account: member?.account ?? refuse({ name: 'not-found' }) };
      }
      default:
        return asked;
    }
  }
}

/** Names a member on the page of a club: ids of accounts are not shown. */
const memberId = (club: string, account: string): string => idFrom(`member ${club} ${account}`);

const peopleOf = ({ id, owner, members }: StoredClub, present: ReadonlySet<string>): ClubView['people'] =>
  members
    .map(({ account, name, username, joinedAt }) => ({
      ...{ name, username: publicUsername(username), joinedAt },
      member: memberId(id, account),
      ...{ isOwner: account === owner, here: present.has(account) },
    }))
    .toSorted((one, other) => Number(other.here) - Number(one.here));

function described({ name, about, isListed }: ClubFacts, refuse: Refuse<'bad-text'>) {
  const says = about.trim() === '' ? '' : lineOf(about, MAX_CLUB_ABOUT, refuse);
  return { name: lineOf(name, MAX_CLUB_NAME, refuse), about: says, isListed };
}

const lineOf = (text: string, most: number, refuse: Refuse<'bad-text'>): string =>
  parseLine(text, most) ?? refuse({ name: 'bad-text' });
