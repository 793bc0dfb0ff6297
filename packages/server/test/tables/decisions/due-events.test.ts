import { type Game, makeRecord, SeededRng, shuffleText } from '@tablier/core';
import { isaac, masker, nasca } from '@tablier/games';
import { DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/lib/context.ts';
import {
  type ActionContext,
  botToMove,
  clockMoment,
  expiryOf,
  lostAt,
  scheduledEventOf,
  shuffleHash,
  START_WAIT,
} from '../../../src/tables/decisions/scheduled-actions.ts';
import {
  hasHardlyBegun,
  invitedTo,
  isFull,
  isInLobby,
  isRematchAgreed,
  isSeeking,
  peopleOf,
  peopleSeats,
  phaseOf,
  replayTable,
  rulesOf,
  seatOf,
  type TableState,
} from '../../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

const bot = { kind: 'bot', level: 'medium' } as const;
const invited = { kind: 'invited', person: BASIL.id, name: BASIL.name } as const;
const chance = { rng: new SeededRng(1), secret: () => 'secret' } as unknown as ActionContext['chance'];

/** What a table does unasked at `now`, all players being there if not said otherwise. */
const due = (state: TableState, given: Partial<ActionContext> = {}) =>
  scheduledEventOf(state, {
    now: 10,
    chance,
    here: state.chairs.map(() => true),
    owed: null,
    absences: state.chairs.map(() => null),
    absencePolicy: DEFAULT_ABSENCE_POLICY,
    ...given,
  });

describe('a table that waits', () => {
  test('begins when all its chairs are taken, in the order of the chairs where they are chosen', () => {
    expect(due(waitingTable())).toBeNull();
    const full = waitingTable({ chairs: [seated(ADA), bot] });
    expect(due(full)).toEqual({ kind: 'began', seats: [seated(ADA), bot], deal: null, nonce: null });
  });

  test('draws the seats where chance says who has which, and deals with a nonce', () => {
    const chairs = [seated(ADA), bot];
    const orders = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const event = due(waitingTable({ chairs, terms: { seating: 'drawn' } }));
      if (event?.kind === 'began') orders.add(event.seats.map(({ kind }) => kind).join(' '));
    }
    expect([...orders].sort()).toEqual(['bot person', 'person bot']);
    const dealt = due(waitingTable({ chairs, game: masker as Game }));
    expect(dealt).toMatchObject({ kind: 'began', nonce: 'secret' });
    expect(dealt).not.toMatchObject({ deal: null });
  });

  test('does nothing once it is closed, nor does a match that is over', () => {
    expect(due(afterEvents(waitingTable({ chairs: [seated(ADA), bot] }), { kind: 'closed' }))).toBeNull();
    expect(due(afterEvents(playingTable(), { kind: 'resigned', seat: 0 }))).toBeNull();
    expect(due(playingTable())).toBeNull();
  });

  test('closes when it has been idle for too long, and a match is aborted', () => {
    expect(expiryOf(waitingTable(), 10)).toBeNull();
    expect(expiryOf(waitingTable(), 1e10)).toEqual({ kind: 'closed' });
    expect(expiryOf(playingTable(), 1e10)).toEqual({ kind: 'aborted', seat: -1, at: 1e10 });
  });
});

describe('a match', () => {
  const timed = (seconds = 300): TableState =>
    playingTable({ terms: { clock: { system: 'sudden-death', base: seconds } } });
  const days = { system: 'days', days: 1, vacation: 0 } as const;

  test('ends when its log is full', () => {
    const state = playingTable();
    const long = (version: number): TableState => ({ ...state, match: state.match && { ...state.match, version } });
    expect(due(long(9999))).toBeNull();
    expect(due(long(10_000))).toEqual({ kind: 'aborted', seat: -1, at: 10 });
  });

  test('ends when a clock has run out, which is checked at that moment', () => {
    const running = afterEvents(timed(), { kind: 'started', at: 0 });
    const flag = clockMoment(running, 0) ?? 0;
    expect(flag).toBe(302_000);
    expect(due(running, { now: flag - 1 })).toBeNull();
    expect(due(running, { now: flag })).toEqual({ kind: 'timed-out', seat: 0, at: flag });
    expect(clockMoment(playingTable(), 0)).toBeNull();
    expect(clockMoment(waitingTable(), 0)).toBeNull();
  });

  test('waits a minute for absent players before its first clock starts; with days per turn it does not', () => {
    const state = timed();
    const from = state.turnedAt;
    expect(clockMoment(state, 0)).toBe(from + START_WAIT);
    expect(clockMoment(state, from + START_WAIT)).toBeNull();
    const slow = playingTable({ terms: { clock: days } });
    expect(clockMoment(slow, slow.turnedAt)).toBeNull();
    expect(due(slow, { here: [false, false] })).toMatchObject({ kind: 'started' });
    expect(due(state, { here: [false, true], now: from + START_WAIT })).toBeNull();
    const withBot = playingTable({
      chairs: [bot, seated(BASIL)],
      terms: { clock: { system: 'sudden-death', base: 9 } },
    });
    expect(due(withBot, { here: [false, false], now: from + START_WAIT })).toMatchObject({ kind: 'started' });
  });

  test('is broken off when the player to move stays away from the first turns', () => {
    const absences = [{ since: 5, how: 'broken' } as const, null];
    const lost = lostAt(playingTable(), { absences, absencePolicy: DEFAULT_ABSENCE_POLICY });
    expect(lost).toBe(5 + 86_400_000);
    expect(due(playingTable(), { absences, now: (lost ?? 0) - 1 })).toBeNull();
    expect(due(playingTable(), { absences, now: lost ?? 0 })).toMatchObject({ kind: 'aborted' });
    const policy = { absences, absencePolicy: DEFAULT_ABSENCE_POLICY };
    expect(lostAt(playingTable({ terms: { clock: days } }), policy)).toBeNull();
    expect(lostAt(playingTable(), { ...policy, absences: [null, absences[0] ?? null] })).toBeNull();
    const begun = afterEvents(
      playingTable(),
      ...['00-02', '10-12'].map((move, seat) => ({ kind: 'moved', seat, move }) as const),
    );
    expect(lostAt(begun, policy)).toBeNull();
  });
});

describe('a bot', () => {
  const withBot = (game: Game = isaac as Game): TableState => playingTable({ game, chairs: [seated(ADA), bot] });

  test('agrees to take back and declines draws', () => {
    const moved = afterEvents(withBot(), { kind: 'moved', seat: 0, move: '00-02' });
    const asked = afterEvents(moved, { kind: 'take-back-asked', seat: 0, to: 0 });
    expect(due(asked)).toMatchObject({ kind: 'taken-back', seat: 1 });
    const offered = afterEvents(withBot(nasca as Game), { kind: 'draw-offered', seat: 0 });
    expect(due(offered)).toMatchObject({ kind: 'draw-declined', seat: 1 });
    expect(due(moved)).toBeNull();
    const people = afterEvents(playingTable({ game: nasca as Game }), { kind: 'draw-offered', seat: 0 });
    expect(due(people)).toBeNull();
  });

  test('is to move when it is its turn, its clock runs, and the match goes on', () => {
    const moved = afterEvents(withBot(), { kind: 'moved', seat: 0, move: '00-02' });
    expect([botToMove(withBot()), botToMove(moved)]).toEqual([-1, 1]);
    expect(botToMove(afterEvents(moved, { kind: 'resigned', seat: 0 }))).toBe(-1);
    expect(botToMove(waitingTable())).toBe(-1);
    const clock = { system: 'sudden-death', base: 300 } as const;
    const timed = playingTable({ chairs: [bot, seated(ADA)], terms: { clock } });
    expect([botToMove(timed), botToMove(afterEvents(timed, { kind: 'started', at: 0 }))]).toEqual([-1, 0]);
  });
});

test('the hash of a deal is that of its shuffle; without chance there is none', () => {
  expect(shuffleHash(playingTable())).toBeNull();
  expect(shuffleHash(waitingTable())).toBeNull();
  const state = playingTable();
  const dealt: TableState = { ...state, nonce: 'n' };
  if (dealt.match === null) throw new Error('no match');
  const text = shuffleText(makeRecord(isaac as Game, dealt.match.setup, []), 'n');
  expect([shuffleHash(dealt), shuffleHash(dealt)]).toEqual([sha256(text), sha256(text)]);
});

describe('the state of a table', () => {
  test('has a phase, and the time at which it began', () => {
    expect(phaseOf(waitingTable())).toBe('waiting');
    expect(phaseOf(afterEvents(waitingTable(), { kind: 'closed' }))).toBe('closed');
    const playing = playingTable();
    const over = afterEvents(playing, { kind: 'resigned', seat: 0 });
    expect([phaseOf(playing), phaseOf(over)]).toEqual(['playing', 'over']);
    expect([playing.turnedAt, over.turnedAt, over.seq]).toEqual([1, 2, 2]);
    const moved = afterEvents(playing, { kind: 'moved', seat: 0, move: '00-02' });
    expect([moved.turnedAt, moved.touchedAt]).toEqual([1, 2]);
    expect([hasHardlyBegun(playing), hasHardlyBegun(moved), hasHardlyBegun(over)]).toEqual([true, true, false]);
    expect(hasHardlyBegun(waitingTable())).toBe(false);
  });

  test('tells who sits where', () => {
    const state = waitingTable({ chairs: [bot, seated(ADA), invited, { kind: 'open' }, seated({ id: '', name: '' })] });
    expect([seatOf(state, 'ada'), seatOf(state, 'basil'), seatOf(state, null)]).toEqual([1, -1, -1]);
    expect([invitedTo(state, 'basil'), invitedTo(state, 'ada')]).toEqual([2, -1]);
    expect([peopleOf(state), peopleSeats(state)]).toEqual([
      ['ada', 'basil'],
      [1, 4],
    ]);
    expect([isFull(state), isFull(waitingTable({ chairs: [bot, seated(ADA)] }))]).toEqual([false, true]);
  });

  test('changes with its chairs', () => {
    const sat = afterEvents(waitingTable(), { kind: 'sat', chair: 1, person: 'basil', name: 'Basil' });
    expect(sat.chairs).toEqual([seated(ADA), seated(BASIL)]);
    expect(afterEvents(sat, { kind: 'declined', chair: 1 }).chairs[1]).toEqual({ kind: 'open' });
    expect(afterEvents(sat, { kind: 'redacted' }).chairs).toEqual(sat.chairs);
    expect(afterEvents(sat, { kind: 'moved', seat: 0, move: '00-02' }).match).toBeNull();
  });

  test('is in the lobby unless it is for those with a link', () => {
    expect(isInLobby(waitingTable())).toBe(true);
    expect(isInLobby(waitingTable({ terms: { visibility: 'link' } }))).toBe(false);
    expect(isInLobby(waitingTable({ chairs: [seated(ADA), { kind: 'open', link: true }] }))).toBe(false);
    expect(isInLobby(waitingTable({ chairs: [seated(ADA), { kind: 'open', declined: 'Cleo' }] }))).toBe(true);
  });

  test('of a seek is open until it is paired', () => {
    const seek = waitingTable({ head: { pace: 'quick' } });
    expect([isSeeking(seek), isSeeking(waitingTable())]).toEqual([true, false]);
    const meeting = afterEvents(seek, { kind: 'meeting', table: 'u' });
    expect([isSeeking(meeting), isSeeking(afterEvents(meeting, { kind: 'unmet', table: 'u' }))]).toEqual([false, true]);
    const met = afterEvents(meeting, { kind: 'met', table: 'u' });
    expect([isSeeking(met), phaseOf(met), met.meeting]).toEqual([false, 'closed', 'u']);
    expect(isSeeking(afterEvents(seek, { kind: 'closed' }))).toBe(false);
    expect(isSeeking(afterEvents(seek, { kind: 'sat', chair: 1, person: 'basil', name: 'Basil' }))).toBe(false);
    expect(isSeeking(afterEvents(seek, { kind: 'seeking' }))).toBe(true);
  });

  test('has agreed to a rematch when all people have, and none was deleted', () => {
    const agreed = (...seats: readonly number[]) => seats.map((seat) => ({ kind: 'rematch-agreed', seat }) as const);
    const over = afterEvents(playingTable(), { kind: 'resigned', seat: 0 });
    expect(isRematchAgreed(afterEvents(over, ...agreed(0)))).toBe(false);
    expect(isRematchAgreed(afterEvents(over, ...agreed(0, 1)))).toBe(true);
    expect(isRematchAgreed(afterEvents(over, ...agreed(0), { kind: 'rematch-declined', seat: 1 }, ...agreed(1)))).toBe(
      false,
    );
    expect(isRematchAgreed(afterEvents(playingTable(), ...agreed(0, 1)))).toBe(false);
    const left = playingTable({ chairs: [seated(ADA), seated({ id: '', name: '' })] });
    expect(isRematchAgreed(afterEvents(left, { kind: 'resigned', seat: 0 }, ...agreed(0, 1)))).toBe(false);
  });

  test('is played by the rules that it began with, the first where none are named', () => {
    expect(rulesOf(waitingTable().head)).toBe(1);
    expect(rulesOf(waitingTable({ head: { rules: 3 } }).head)).toBe(3);
  });

  test('is read from a log with every move checked', () => {
    const illegal = { kind: 'moved', seat: 0, move: 'zz' } as const;
    expect(() => replayTable(playingTable(), illegal, 2, 2)).toThrow('zz');
    expect(replayTable(playingTable(), { ...illegal, move: '00-02' }, 2, 2).match?.moves).toHaveLength(1);
  });
});
