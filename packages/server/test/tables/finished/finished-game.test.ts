import { type Game, SeededRng } from '@tablier/core';
import { masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { finishedGameOf } from '../../../src/tables/finished/finished-match.ts';
import { canBeRated, isRated, ratedResultOf, ratingKindOf, dealFor } from '../../../src/tables/state/table-terms.ts';
import { DELETED, type Chair, type TableEvent, type TableState } from '../../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

const CALM = { system: 'fischer', base: 900, increment: 10 } as const;
const member = (person: typeof ADA, more = {}): Chair => ({ ...seated(person), guest: false, ...more }) as Chair;
const MEMBERS = [member(ADA), member(BASIL)];
const moved = (seat: number, move: string): TableEvent => ({ kind: 'moved', seat, move, at: 0 });
const resigned = (seat = 0): TableEvent => ({ kind: 'resigned', seat, at: 0 });
const aborted: TableEvent = { kind: 'aborted', seat: 0, at: 0 };
const claimed: TableEvent = { kind: 'claimed', seat: 1, absent: 0, as: 'draw', at: 0 };

/** A match of two moves that ended with an event. */
const ended = (given: Parameters<typeof playingTable>[0] = {}, end = resigned()): TableState =>
  afterEvents(playingTable({ chairs: MEMBERS, ...given }), moved(0, '54-56'), moved(1, '27-47'), end);

describe('a finished game', () => {
  test('is kept with its players, results and first moves', () => {
    expect(finishedGameOf(ended({ terms: { clock: CALM } }), 'record')).toStrictEqual({
      match: 't',
      game: 'isaac',
      pace: 'calm',
      clock: '15+10',
      endedAt: 4,
      tookMs: 3,
      plies: 2,
      endedBy: 'resign',
      record: 'record',
      isListed: true,
      isCounted: true,
      opening: ['54-56', '27-47'],
      seats: [
        { account: 'ada', bot: null, place: 2, score: 0, result: 'lost' },
        { account: 'basil', bot: null, place: 1, score: 0, result: 'won' },
      ],
    });
  });

  test('is not kept while it is played, before it begins and after it was aborted', () => {
    for (const state of [waitingTable(), playingTable(), ended({}, aborted)])
      expect(finishedGameOf(state, 'record')).toBeNull();
  });

  test('is a draw for all if all have the first place', () => {
    const seats = finishedGameOf(ended({}, claimed), 'record')?.seats;
    expect(seats?.map(({ result, place }) => `${result} ${place}`)).toEqual(['drawn 1', 'drawn 1']);
  });

  test('has the scores of its end, if it has any', () => {
    const { match, ...rest } = ended();
    if (match === null || match.end === null) throw new Error('no end');
    const scored = { ...rest, match: { ...match, end: { ...match.end, scores: [7] } } };
    expect(finishedGameOf(scored, 'record')?.seats.map(({ score }) => score)).toEqual([7, null]);
  });

  test('names neither bots nor deleted people, and of bots the level', () => {
    const chairs: Chair[] = [
      { kind: 'person', person: DELETED, name: '' },
      { kind: 'bot', level: 'strong', strength: 5 },
    ];
    expect(finishedGameOf(ended({ chairs }), 'record')?.seats).toMatchObject([
      { account: null, bot: null },
      { account: null, bot: 5 },
    ]);
  });

  test('of a private table is not listed, and counts only with a bot', () => {
    const [one, other] = [{ visibility: 'link' } as const, { kind: 'bot', level: 'strong' } as const];
    expect(finishedGameOf(ended({ terms: one }), 'r')).toMatchObject({ isListed: false, isCounted: false });
    const chairs = [member(ADA), other];
    expect(finishedGameOf(ended({ terms: one, chairs }), 'r')).toMatchObject({ isListed: false, isCounted: true });
  });

  test('of a table without the time of its beginning took no time, nor did one of a clock that went back', () => {
    const state = ended();
    expect(finishedGameOf({ ...state, beganAt: null }, 'r')?.tookMs).toBe(0);
    expect(finishedGameOf({ ...state, beganAt: state.turnedAt + 5 }, 'r')?.tookMs).toBe(0);
  });
});

describe('whether a table can be opened as rated', () => {
  const rated = (given: Parameters<typeof waitingTable>[0] = {}): boolean => {
    const chairs: Chair[] = [member(ADA), { kind: 'open' }];
    const { head, game } = waitingTable({ chairs, ...given, terms: { seating: 'drawn', ...given.terms } });
    return canBeRated(head, game);
  };

  test('depends on its terms', () => {
    expect(rated()).toBe(true);
    expect(rated({ terms: { visibility: 'link' } })).toBe(false);
    expect(rated({ terms: { seating: 'chosen' } })).toBe(false);
    expect(rated({ terms: { deal: [1] } })).toBe(false);
    expect(rated({ terms: { options: { scoringStarts: 'placer', counter: 'upTo' } } })).toBe(false);
  });

  test('depends on its chairs', () => {
    const open = { kind: 'open' } as const;
    expect(rated({ chairs: [member(ADA), { ...open, link: true }] })).toBe(false);
    expect(rated({ chairs: [member(ADA), { kind: 'bot', level: 'strong' }] })).toBe(false);
    expect(rated({ chairs: [member(ADA), { kind: 'invited', person: 'basil', name: 'Basil' }] })).toBe(true);
    // The others are checked when they sit down.
    expect(rated({ chairs: [member(ADA), seated(BASIL)] })).toBe(true);
  });

  test('depends on who opens it', () => {
    const open = { kind: 'open' } as const;
    expect(rated({ chairs: [seated(ADA), open] }), 'unknown whether a guest').toBe(false);
    expect(rated({ chairs: [member(ADA, { guest: true }), open] })).toBe(false);
    expect(rated({ chairs: [member(ADA, { program: true }), open] })).toBe(false);
    expect(rated({ chairs: [seated(BASIL), member(ADA)] })).toBe(true);
    // A tournament opens tables at which its host has no chair.
    expect(rated({ chairs: [seated(BASIL), open], head: { host: 'organiser' } })).toBe(true);
  });
});

describe('a rated match', () => {
  const RATED = { rated: true, clock: CALM } as const;

  /** The table after random moves and an event. */
  function played(state: TableState, moves: number, end: TableEvent = resigned()): TableState {
    let now = state;
    for (let ply = 0; ply < moves; ply++) {
      if (now.match === null) throw new Error('no match');
      const { position } = now.match;
      now = afterEvents(now, moved(position.turn, now.game.formatMove(position.randomMove(new SeededRng(ply)))));
    }
    return afterEvents(now, end);
  }
  const rated = (moves: number, end?: TableEvent): TableState =>
    played(playingTable({ chairs: MEMBERS, terms: RATED }), moves, end);

  test('changes the rating of its game at its pace', () => {
    expect(ratingKindOf(waitingTable({ terms: RATED }).head)).toEqual({ game: 'isaac', pace: 'calm' });
  });

  test('is rated as long as no guest, bot or program sits there', () => {
    const open = { kind: 'open' } as const;
    const with2 = (chair: Chair): boolean => isRated(waitingTable({ terms: RATED, chairs: [member(ADA), chair] }));
    expect([with2(open), with2(member(BASIL))]).toEqual([true, true]);
    expect(with2({ kind: 'bot', level: 'strong' })).toBe(false);
    expect(with2(seated(BASIL))).toBe(false);
    expect(with2(member(BASIL, { program: true }))).toBe(false);
    expect(isRated(waitingTable({ chairs: MEMBERS }))).toBe(false);
  });

  test('has a result with the place of each side', () => {
    expect(ratedResultOf(rated(10), 'record')).toStrictEqual({
      game: 'isaac',
      pace: 'calm',
      match: 't',
      at: 12,
      record: 'record',
      mostPerDay: 5,
      seats: [
        { account: 'ada', side: 0, place: 2 },
        { account: 'basil', side: 1, place: 1 },
      ],
    });
  });

  test('has one side for partners', () => {
    const people = ['ada', 'basil', 'cleo', 'dan'].map((id) => member({ id, name: id }));
    const waiting = waitingTable({ game: masker as Game, chairs: people, terms: RATED });
    const { deal } = dealFor(waiting, new SeededRng(1));
    const begun = afterEvents(waiting, { kind: 'began', seats: people, deal, nonce: 'n' });
    const sides = ratedResultOf(played(begun, 20), 'record')?.seats.map(({ side }) => side) ?? [];
    const partners = people.map((_, seat) => Math.min(...masker.partners(4, seat)));
    expect(sides).toEqual(partners);
  });

  test('has none if it was aborted, was left after less than five moves each, runs, or lost a player', () => {
    expect(ratedResultOf(rated(9, resigned(1)), 'r')).toBeNull();
    expect(ratedResultOf(rated(9, claimed), 'r')).toBeNull();
    expect(ratedResultOf(rated(10, aborted), 'r')).toBeNull();
    expect(ratedResultOf(playingTable({ chairs: MEMBERS, terms: RATED }), 'r')).toBeNull();
    expect(ratedResultOf(waitingTable({ chairs: MEMBERS, terms: RATED }), 'r')).toBeNull();
    expect(ratedResultOf(played(playingTable({ chairs: MEMBERS }), 10), 'r')).toBeNull();
    const deleted = [member(ADA), member({ id: DELETED, name: '' })];
    expect(ratedResultOf({ ...rated(10), chairs: deleted }, 'r')).toBeNull();
  });
});
