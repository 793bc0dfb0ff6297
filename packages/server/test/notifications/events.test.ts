import { describe, expect, test } from 'vitest';
import { endingFor, eventsFor, othersAt } from '../../src/notifications/messages.ts';
import { DELETED, type Chair, type TableEvent, type TableState, peopleOf } from '../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../tables/a-table.ts';

const HOUR = 3_600_000;
const QUICK = { system: 'fischer', base: 300, increment: 3 } as const;
const DAYS = { system: 'days', days: 3, vacation: 0 } as const;
const CLEO = { id: 'cleo', name: 'Cleo' };
const bot: Chair = { kind: 'bot', level: 'strong' };
const invited: Chair = { kind: 'invited', person: BASIL.id, name: BASIL.name };
const deleted: Chair = { kind: 'person', person: DELETED, name: '' };
const moved = (seat: number, move: string): TableEvent => ({ kind: 'moved', seat, move, at: 0 });
const resigned = (seat = 0): TableEvent => ({ kind: 'resigned', seat, at: 0 });
const kinds = (state: TableState, person: string, now = 10): string[] =>
  eventsFor(state, person, now).map(({ kind, subject }) => `${kind} as ${subject}`);

describe('what a person may want to know', () => {
  test('is an invitation, while the table waits', () => {
    const state = waitingTable({ chairs: [seated(ADA), invited] });
    expect(kinds(state, BASIL.id)).toEqual(['invitation as invitation:t']);
    expect(kinds(state, ADA.id)).toEqual([]);
    const closed = afterEvents(state, { kind: 'closed' });
    expect([kinds(closed, BASIL.id), kinds(closed, ADA.id)]).toEqual([[], []]);
    const first = waitingTable({ chairs: [invited, seated(ADA)] });
    expect(kinds(first, BASIL.id)).toEqual(['invitation as invitation:t']);
    expect(othersAt(waitingTable({ chairs: [invited, seated(CLEO), seated(ADA)] }), BASIL.id)).toEqual(['Ada']);
  });

  test('is that a game has begun, until they have moved, and for a day', () => {
    const state = playingTable({ terms: { clock: QUICK } });
    expect(kinds(state, ADA.id)).toEqual(['began as began:t']);
    expect(kinds(state, BASIL.id)).toEqual(['began as began:t']);
    expect(kinds(state, CLEO.id)).toEqual([]);
    const later = afterEvents(state, moved(0, '54-56'));
    expect([kinds(later, ADA.id), kinds(later, BASIL.id)]).toEqual([[], ['began as began:t']]);
    expect(kinds(state, ADA.id, 24 * HOUR + 1)).toEqual(['began as began:t']);
    expect(kinds(state, ADA.id, 24 * HOUR + 2)).toEqual([]);
    expect(kinds({ ...state, beganAt: null }, ADA.id)).toEqual([]);
  });

  test('is not that a game has begun which they were paired for, or play again', () => {
    const terms = { clock: QUICK };
    expect(kinds(playingTable({ terms, head: { pace: 'quick' } }), ADA.id)).toEqual([]);
    expect(kinds(playingTable({ terms, head: { rematchOf: 'other' } }), ADA.id)).toEqual([]);
  });

  test('is their turn, in a game of days or without a clock', () => {
    for (const clock of [DAYS, { system: 'none' } as const]) {
      const state = afterEvents(playingTable({ terms: { clock } }), moved(0, '54-56'), moved(1, '27-47'));
      expect(kinds(state, ADA.id), clock.system).toEqual(['turn as turn:t:2']);
      expect(kinds(state, BASIL.id), clock.system).toEqual([]);
    }
    const begun = playingTable({ terms: { clock: DAYS } });
    expect(kinds(begun, ADA.id)).toEqual(['began as began:t', 'turn as turn:t:0']);
  });

  test('is that a game is over, for a day', () => {
    const state = afterEvents(playingTable(), resigned());
    expect(kinds(state, ADA.id)).toEqual(['over as over:t']);
    expect(kinds(state, BASIL.id)).toEqual(['over as over:t']);
    expect(kinds(state, CLEO.id)).toEqual([]);
    expect(kinds(state, ADA.id, state.turnedAt + 24 * HOUR)).toEqual(['over as over:t']);
    expect(kinds(state, ADA.id, state.turnedAt + 24 * HOUR + 1)).toEqual([]);
  });

  test('is a rematch that they are asked for in a game of days, until the offer ends', () => {
    const offered = (clock: TableState['head']['terms']['clock']): TableState =>
      afterEvents(playingTable({ terms: { clock } }), resigned(), {
        kind: 'rematch-agreed',
        seat: 0,
        until: 50 * HOUR,
      });
    const state = offered(DAYS);
    expect(kinds(state, BASIL.id)).toEqual(['over as over:t', `invitation as rematch:t:${50 * HOUR}`]);
    expect(kinds(state, BASIL.id, 49 * HOUR)).toEqual([`invitation as rematch:t:${50 * HOUR}`]);
    expect([kinds(state, BASIL.id, 50 * HOUR), kinds(state, ADA.id, 49 * HOUR)]).toEqual([[], []]);
    expect(kinds(afterEvents(state, { kind: 'rematch-declined', seat: 0 }), BASIL.id, 49 * HOUR)).toEqual([]);
    expect(kinds(offered(QUICK), BASIL.id, 49 * HOUR)).toEqual([]);
  });

  test('is nothing of a game against bots', () => {
    const state = playingTable({ chairs: [seated(ADA), bot] });
    expect(kinds(state, ADA.id)).toEqual([]);
    expect(kinds(afterEvents(state, resigned()), ADA.id)).toEqual([]);
  });
});

describe('the people at a table', () => {
  test('are concerned if they sit there or are invited', () => {
    expect(peopleOf(waitingTable({ chairs: [seated(ADA), invited, deleted, bot, { kind: 'open' }] }))).toEqual([
      'ada',
      'basil',
    ]);
  });

  test('are named to each other as the table shows them', () => {
    const chairs = [
      seated(ADA),
      bot,
      seated({ id: 'other', name: 'Ada' }),
      deleted,
      invited,
      { kind: 'open' } as const,
    ];
    const state = waitingTable({ chairs });
    expect(othersAt(state, ADA.id)).toEqual(['Ada (2)', 'Basil']);
    expect(othersAt(state, CLEO.id)).toEqual(['Ada', 'Ada (2)', 'Basil']);
  });

  test('are named to an invited person only if they invite', () => {
    const state = waitingTable({ chairs: [seated(CLEO), invited, seated(ADA)] });
    expect(othersAt(state, BASIL.id)).toEqual(['Ada']);
  });
});

describe('how a game ended', () => {
  const ending = (state: TableState, person: string = ADA.id) => endingFor(state, person);

  test('is won and lost between two, and drawn for all', () => {
    const state = afterEvents(playingTable(), resigned());
    expect([ending(state), ending(state, BASIL.id), ending(state, CLEO.id)]).toEqual(['lost', 'won', null]);
    const drawn = afterEvents(playingTable(), { kind: 'claimed', seat: 1, absent: 0, as: 'draw', at: 0 });
    expect([ending(drawn), ending(drawn, BASIL.id)]).toEqual(['drawn', 'drawn']);
  });

  test('is a place between more', () => {
    const { match, ...rest } = afterEvents(playingTable(), resigned());
    if (match === null || match.end === null) throw new Error('no end');
    const chairs = [ADA, BASIL, CLEO].map((each) => seated(each));
    const places = (...given: number[]): TableState => ({
      ...rest,
      chairs,
      match: { ...match, end: { by: 'rules', scores: [1, 2, 3], places: given } },
    });
    const state = places(3, 1, 2);
    expect([ADA, BASIL, CLEO].map(({ id }) => ending(state, id))).toEqual([3, 'won', 2]);
    expect([ADA, BASIL, CLEO].map(({ id }) => ending(places(1, 1, 3), id))).toEqual(['won', 'won', 3]);
  });

  test('is unknown before the end and after it was aborted', () => {
    for (const state of [
      waitingTable(),
      playingTable(),
      afterEvents(playingTable(), { kind: 'aborted', seat: 0, at: 0 }),
    ])
      expect(ending(state)).toBeNull();
  });
});
