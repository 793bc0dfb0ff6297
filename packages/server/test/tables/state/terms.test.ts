import { type Game, SeededRng } from '@tablier/core';
import { findGame, isaac } from '@tablier/games';
import { type Invite, PACE_NAMES, PACES, type TableTerms } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../../src/accounts/people.ts';
import { checkTerms, dealFor, type Guests, seekTerms } from '../../../src/tables/state/table-terms.ts';
import { ADA, BASIL, seated, waitingTable } from '../a-table.ts';

const TERMS: TableTerms = {
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'chosen',
  chairs: ['me', 'open'],
};
const invite: Invite = { table: 't', seat: 1 };
const noOne = () => null;

/** The answer to terms that Ada wants, who has played with these people. */
const checked = (terms: Partial<TableTerms>, guests: Guests = noOne, host: Person = ADA) =>
  checkTerms({ ...TERMS, ...terms }, host, guests);
const refusal = (terms: Partial<TableTerms>) => {
  const head = checked(terms);
  return head.ok ? null : head.error;
};
const headOf = (terms: Partial<TableTerms>, guests = noOne as Guests, host: Person = ADA) => {
  const head = checked(terms, guests, host);
  if (!head.ok) throw new Error(head.error.name);
  return head.value;
};

describe('the terms of a table', () => {
  test('are completed, and stored with the rules version and the host', () => {
    expect(headOf({})).toStrictEqual({
      kind: 'table',
      rules: isaac.rulesVersion,
      terms: {
        game: 'isaac',
        options: { scoringStarts: 'placer', counter: 'exact' },
        clock: { system: 'none' },
        takeBack: 'asked',
        visibility: 'open',
        seating: 'chosen',
      },
      host: ADA.id,
      chairs: [seated(ADA), { kind: 'open' }],
      rematchOf: null,
    });
  });

  test('keep what was chosen', () => {
    const clock = { system: 'fischer', base: 60, increment: 1 } as const;
    const { terms } = headOf({ options: { counter: 'upTo' }, clock, takeBack: 'never', seating: 'drawn' });
    expect(terms).toMatchObject({ options: { counter: 'upTo' }, clock, takeBack: 'never', seating: 'drawn' });
  });

  test('name the occupant of each chair', () => {
    expect(headOf({ chairs: ['open', 'me'] }).chairs).toEqual([{ kind: 'open' }, seated(ADA)]);
    expect(headOf({ chairs: ['me', 'link'] }).chairs[1]).toStrictEqual({ kind: 'open', link: true });
    expect(headOf({ chairs: ['me', { bot: 'strong' }] }).chairs[1]).toStrictEqual({ kind: 'bot', level: 'strong' });
    // The name is what readers of earlier versions understand.
    expect(headOf({ chairs: ['me', { bot: 'strong', strength: 3 }] }).chairs[1]).toStrictEqual({
      kind: 'bot',
      level: 'beginner',
      strength: 3,
    });
    const asked: unknown[] = [];
    const guests = (wanted: unknown): Person => {
      asked.push(wanted);
      return BASIL;
    };
    expect(headOf({ chairs: ['me', { invite }] }, guests).chairs[1]).toStrictEqual({
      kind: 'invited',
      person: BASIL.id,
      name: BASIL.name,
    });
    expect(asked).toEqual([{ invite }]);
    expect(headOf({}, noOne, { ...ADA, guest: true }).chairs[0]).toStrictEqual({ ...seated(ADA), guest: true });
  });

  test.each([
    ['an unknown game', { game: 'checkers' }, { name: 'unknown-game', detail: 'checkers' }],
    ['no chair of the host', { chairs: ['open', 'open'] }, { name: 'bad-seats' }],
    ['two chairs of the host', { chairs: ['me', 'me'] }, { name: 'bad-seats' }],
    ['too few chairs', { chairs: ['me'] }, { name: 'bad-players', detail: '1' }],
    ['too many chairs', { chairs: ['me', 'open', 'open'] }, { name: 'bad-players', detail: '3' }],
    ['an invitation of a stranger', { chairs: ['me', { invite }] }, { name: 'not-invited' }],
  ] as const)('are refused by name: %s', (_, terms, error) => {
    expect(refusal(terms as Partial<TableTerms>)).toStrictEqual(error);
  });

  test('are refused with unknown options and impossible clocks', () => {
    expect(refusal({ options: { counter: 'maybe' } })?.name).toBe('bad-option-value');
    expect(refusal({ clock: { system: 'fischer', base: -1, increment: 0 } })?.name).toBe('bad-clock-value');
  });

  test('are refused if one person would have two chairs', () => {
    const invited = (person: Person) => checked({ chairs: ['me', { invite }] }, () => person);
    expect(invited(ADA)).toStrictEqual({ ok: false, error: { name: 'already-seated' } });
    expect(invited(BASIL).ok).toBe(true);
    expect(refusal({ game: 'masker', chairs: ['me', 'open', 'open'] })).toBeNull();
    const four = { game: 'masker', chairs: ['me', { invite }, { invite }, 'open'] } as const;
    expect(checked({ ...four, chairs: [...four.chairs] }, () => BASIL)).toMatchObject({
      error: { name: 'already-seated' },
    });
  });
});

describe('a deal', () => {
  const custom = { game: 'nasca', options: { landscape: 'custom' } } as const;
  const deal = { neutrals: ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'] };

  test('by a person is required by the options that say so, and checked by the game', () => {
    expect(refusal(custom)).toStrictEqual({ name: 'bad-deal', detail: 'missing' });
    expect(headOf({ ...custom, deal }).terms).toMatchObject({ deal, options: { landscape: 'custom' } });
    expect(refusal({ ...custom, deal: { neutrals: ['d6', 'd6', 'd6', 'd6'] } })).toStrictEqual({
      name: 'bad-deal',
      detail: 'too many neutral pieces of length 1',
    });
  });

  test('is refused by games and options that deal at random or nothing at all', () => {
    const random = { game: 'nasca', options: { landscape: 'random' } };
    expect(refusal({ ...random, deal })).toStrictEqual({ name: 'deal-not-allowed' });
    expect(refusal({ deal: null })).toStrictEqual({ name: 'deal-not-allowed' });
    for (const terms of [{}, random]) expect(headOf(terms).terms).not.toHaveProperty('deal');
  });

  test('is refused, whatever it is, where its giver would know what is hidden', () => {
    expect(refusal({ game: 'masker', deal: 'anything' })).toStrictEqual({ name: 'deal-not-allowed' });
  });

  test('that is nested more than 16 levels deep is refused before the game reads it', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(refusal({ ...custom, deal: nested(17) })).toStrictEqual({ name: 'bad-deal', detail: 'nested too deeply' });
    expect(refusal({ ...custom, deal: nested(16) })?.detail).not.toBe('nested too deeply');
  });
});

describe('a seek', () => {
  test.each(PACE_NAMES)('waits for one opponent with the same time control: %s', (pace) => {
    expect(seekTerms({ game: 'isaac', pace }, ADA)).toStrictEqual({
      ok: true,
      value: {
        ...headOf({}),
        terms: { ...headOf({}).terms, clock: PACES[pace], visibility: 'pairing', seating: 'drawn' },
        pace,
      },
    });
  });

  test('of an unknown game is refused', () => {
    expect(seekTerms({ game: 'checkers', pace: 'quick' }, ADA)).toMatchObject({ error: { name: 'unknown-game' } });
  });
});

describe('the deal of a match', () => {
  const tableOf = (id: string, terms: object = {}) => {
    const game = findGame(id) as Game;
    const chairs = Array.from({ length: game.players[0] ?? 2 }, () => seated(ADA));
    return waitingTable({ game, chairs, terms });
  };

  test('is the one of the host, if they gave one', () => {
    const deal = { any: 'deal' };
    expect(dealFor(tableOf('nasca', { deal }), new SeededRng(1))).toEqual({ deal, byChance: false });
  });

  test('is drawn at random where the game deals', () => {
    const drawn = (seed: number) => dealFor(tableOf('masker'), new SeededRng(seed));
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1).deal).not.toEqual(drawn(2).deal);
    expect(drawn(1).byChance).toBe(true);
  });

  test('is none in games without one', () => {
    expect(dealFor(tableOf('isaac'), new SeededRng(1))).toEqual({ deal: null, byChance: false });
  });

  test('that the game itself does not accept is a fault', () => {
    const table = tableOf('masker');
    const broken = { ...table.game, deals: { ...table.game.deals, draw: () => 'nonsense' } };
    expect(() => dealFor({ ...table, game: broken }, new SeededRng(1))).toThrow('masker dealt what it does not accept');
  });
});
