import { completeOptions, failure, makeSetup, type Result, type Rng, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import { completeClockTerms } from '@tablier/match';
import type { ProtocolError, TableTerms } from '@tablier/protocol';
import { isDeeperThan } from '../depth.ts';
import type { Person } from '../people/people.ts';
import type { Occupant, TableHead } from './table-state.ts';

/** No deal made by hand is nested deeper. */
const MAX_DEPTH = 16;

/** The head of a table that `host` wants to open, or why it cannot be. */
export function checkTerms(terms: TableTerms, host: Person): Result<TableHead, ProtocolError> {
  const { chairs, deal, ...rest } = terms;
  const game = findGame(terms.game);
  if (game === undefined) return failure({ name: 'unknown-game', detail: terms.game });
  if (chairs.filter((chair) => chair === 'me').length !== 1) return failure({ name: 'bad-seats' });
  if (!game.players.includes(chairs.length)) return failure({ name: 'bad-players', detail: String(chairs.length) });
  const options = completeOptions(game.options, terms.options);
  if (!options.ok) return options;
  const refusal = game.refusesOptions(options.value, chairs.length);
  if (refusal !== null) return failure({ name: 'bad-options', detail: refusal });
  const clock = completeClockTerms(terms.clock);
  if (!clock.ok) return clock;
  const checked = { ...rest, options: options.value, clock: clock.value };
  const head = {
    kind: 'table',
    terms: checked,
    host: host.id,
    chairs: chairs.map((chair) => occupantOf(chair, host)),
    rematchOf: null,
  } as const;
  if (deal === undefined) return success(head);
  if (isDeeperThan(deal, MAX_DEPTH)) return failure({ name: 'bad-deal', detail: 'nested too deeply' });
  if (game.hidesInformation(options.value)) return failure({ name: 'deal-not-allowed' });
  const parsed = game.parseDeal(options.value, chairs.length, deal);
  if (!parsed.ok) return failure({ name: 'bad-deal', detail: parsed.error });
  return success({ ...head, terms: { ...checked, deal: parsed.value } });
}

function occupantOf(chair: TableTerms['chairs'][number], host: Person): Occupant {
  if (chair === 'me') return { kind: 'person', person: host.id, name: host.name };
  return chair === 'open' ? { kind: 'open' } : { kind: 'bot', level: chair.bot };
}

/** What chance, or whoever opened the table, decides before the first move. */
export function dealFor(
  { terms, chairs }: TableHead,
  rng: Rng,
): { readonly deal: unknown; readonly byChance: boolean } {
  if (terms.deal !== undefined) return { deal: terms.deal, byChance: false };
  const game = findGame(terms.game);
  if (game === undefined) throw new Error(`no game ${terms.game}`);
  const deal = game.deal(terms.options, chairs.length, rng);
  const setup = makeSetup(game, { options: terms.options, players: chairs.length, deal });
  if (!setup.ok) throw new Error(`${terms.game} dealt what it does not accept: ${setup.error.detail}`);
  return { deal: setup.value.deal, byChance: deal !== null };
}
