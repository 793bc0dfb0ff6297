import {
  aliasOf,
  completeOptions,
  failure,
  type Level,
  type LevelAlias,
  makeSetup,
  placedAt,
  type Result,
  type Rng,
  success,
} from '@tablier/core';
import { findGame } from '@tablier/games';
import { completeClockTerms } from '@tablier/match';
import { type CommandError, type Pace, PACES, PAIR, type TableTerms } from '@tablier/protocol';
import { isDeeperThan } from '../../lib/nesting-depth.ts';
import type { Person } from '../../accounts/people.ts';
import { canBeRated } from './rated-match.ts';
import { type Chair, seatedAs, type TableHead, type TableState } from './table-state.ts';

const MAX_DEPTH = 16;

export type WantedGuest = Extract<
  TableTerms['chairs'][number],
  { readonly invite: unknown } | { readonly username: unknown }
>;

export type Guests = (chair: WantedGuest) => Person | null;

export function checkTerms(terms: TableTerms, host: Person, guests: Guests): Result<TableHead, CommandError<'open'>> {
  const { chairs, deal, ...rest } = terms;
  const game = findGame(terms.game);
  if (game === undefined) return failure({ name: 'unknown-game', detail: terms.game });
  if (chairs.filter((chair) => chair === 'me').length !== (terms.sofa === true ? 0 : 1) || !isSofaOrNone(terms))
    return failure({ name: 'bad-seats' });
  if (!game.players.includes(chairs.length)) return failure({ name: 'bad-players', detail: String(chairs.length) });
  const options = completeOptions(game.options, terms.options);
  if (!options.ok) return options;
  const clock = completeClockTerms(terms.clock);
  if (!clock.ok) return clock;
  const checked = { ...rest, options: options.value, clock: clock.value };
  const occupants = chairs.map((chair) => occupantOf(chair, host, guests));
  const seated = occupants.filter((occupant) => occupant !== null);
  if (seated.length < occupants.length) return failure({ name: 'not-invited' });
  if (hasTwice(seated)) return failure({ name: 'already-seated' });
  const head: TableHead = {
    kind: 'table',
    rules: game.rulesVersion,
    terms: checked,
    host: host.id,
    chairs: seated,
    rematchOf: null,
  };
  if (terms.rated === true && !canBeRated(head, game)) return failure({ name: 'cannot-be-rated' });
  const takesDeal = game.deals.byPerson(options.value);
  if (deal === undefined) return takesDeal ? failure({ name: 'bad-deal', detail: 'missing' }) : success(head);
  if (isDeeperThan(deal, MAX_DEPTH)) return failure({ name: 'bad-deal', detail: 'nested too deeply' });
  if (game.secrets.hides(options.value)) return failure({ name: 'deal-not-allowed' });
  const parsed = game.deals.parse(options.value, chairs.length, deal);
  if (!parsed.ok) return failure({ name: 'bad-deal', detail: parsed.error });
  // A match on the server begins where the rules begin: its ratings and openings count.
  if (!takesDeal || placedAt(parsed.value) !== null) return failure({ name: 'deal-not-allowed' });
  return success({ ...head, terms: { ...checked, deal: parsed.value } });
}

/** A table with a shared screen is for those who see it: it is not listed, and a chair is the seat that its code names. */
function isSofaOrNone({ sofa, visibility, seating, chairs, rated }: TableTerms): boolean {
  if (sofa !== true) return true;
  const isForAll = chairs.every((chair) => chair === 'link' || (typeof chair !== 'string' && 'bot' in chair));
  return visibility === 'link' && seating === 'chosen' && rated !== true && isForAll && chairs.includes('link');
}

function occupantOf(chair: TableTerms['chairs'][number], host: Person, guests: Guests): Chair | null {
  if (chair === 'me') return seatedAs(host);
  if (chair === 'open') return { kind: 'open' };
  if (chair === 'link') return { kind: 'open', link: true };
  if ('bot' in chair) return botChair(chair.bot, chair.strength);
  const guest = guests(chair);
  return guest && { kind: 'invited', person: guest.id, name: guest.name };
}

/** A level is stored with the nearest earlier name, for clients and servers that know only those. */
const botChair = (level: LevelAlias, strength: Level | undefined): Chair =>
  strength === undefined ? { kind: 'bot', level } : { kind: 'bot', level: aliasOf(strength), strength };

function hasTwice(occupants: readonly Chair[]): boolean {
  const people = occupants.flatMap((occupant) => ('person' in occupant ? [occupant.person] : []));
  return new Set(people).size < people.length;
}

/** A table on which `host` waits for an opponent with the same wish. */
export function seekTerms(wanted: SeekTerms, host: Person): Result<TableHead, CommandError<'seek'>> {
  if (host.program === true) return failure({ name: 'no-programs' });
  const terms: TableTerms = {
    game: wanted.game,
    options: {},
    clock: PACES[wanted.pace],
    takeBack: 'asked',
    visibility: 'open',
    seating: 'drawn',
    ...(host.guest === false && { rated: true }),
    chairs: ['me', ...Array.from({ length: PAIR - 1 }, () => 'open' as const)],
  };
  const head = checkTerms(terms, host, () => null);
  // The terms are our own: only the game can be wrong.
  if (!head.ok) return failure(head.error as CommandError<'seek'>);
  return success({ ...head.value, terms: { ...head.value.terms, visibility: 'pairing' }, pace: wanted.pace });
}

export interface SeekTerms {
  readonly game: string;
  readonly pace: Pace;
}

export function dealFor(
  { head: { terms, chairs }, game }: Pick<TableState, 'head' | 'game'>,
  rng: Rng,
): { readonly deal: unknown; readonly byChance: boolean } {
  if (terms.deal !== undefined) return { deal: terms.deal, byChance: false };
  const deal = game.deals.draw(terms.options, chairs.length, rng);
  const setup = makeSetup(game, { options: terms.options, players: chairs.length, deal });
  if (!setup.ok) throw new Error(`${terms.game} dealt what it does not accept: ${setup.error.detail}`);
  return { deal: setup.value.deal, byChance: deal !== null };
}
