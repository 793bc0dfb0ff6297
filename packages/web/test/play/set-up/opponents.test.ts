import '../../english.ts';
import { describe, expect, it } from 'vitest';
import {
  ANYONE,
  FRIEND,
  inviteChoice,
  invitedBy,
  isOnlineGame,
  localSeats,
  onlineNames,
  onlineSeats,
  PERSON,
  withChoice,
} from '../../../src/play/set-up/opponents.ts';

const GRACE = { name: 'Grace', invite: { table: 'a'.repeat(22), seat: 1 } };
const RECENT = [GRACE];

describe('the chosen opponents', () => {
  it('of a local game are bots and numbered persons', () => {
    expect(localSeats(['8', PERSON, PERSON])).toEqual([
      { kind: 'person', number: 1 },
      { kind: 'bot', level: 8 },
      { kind: 'person', number: 2 },
      { kind: 'person', number: 3 },
    ]);
  });

  it('follow the first one to and from a kind of person, if they were the same', () => {
    expect(withChoice(['1', '1', '4'], 0, PERSON)).toEqual([PERSON, PERSON, '4']);
    expect(withChoice([PERSON, PERSON, '4'], 0, '2')).toEqual(['2', '2', '4']);
    expect(withChoice(['1', '1', '4'], 0, '2')).toEqual(['2', '1', '4']);
    expect(withChoice(['1', '1', '1'], 1, PERSON)).toEqual(['1', PERSON, '1']);
  });

  it('need the server for friends, users of the lobby and recent opponents only', () => {
    expect(isOnlineGame(['1', PERSON], RECENT)).toBe(false);
    for (const choice of [FRIEND, ANYONE, inviteChoice(0)]) expect(isOnlineGame(['1', choice], RECENT)).toBe(true);
    expect(isOnlineGame([inviteChoice(1)], RECENT)).toBe(false);
    expect(invitedBy(inviteChoice(0), RECENT)).toBe(GRACE);
  });

  it('have the seats in order, from the player who begins on', () => {
    const choices = [FRIEND, '5', inviteChoice(0)];
    const [me, friend, bot, grace] = ['me', 'open', { bot: 'medium', strength: 5 }, { invite: GRACE.invite }];
    expect(onlineSeats(choices, RECENT, 0)).toEqual([me, friend, bot, grace]);
    expect(onlineSeats(choices, RECENT, 2)).toEqual([bot, grace, me, friend]);
  });

  it('reserve the seat of a friend if other seats are open to all', () => {
    expect(onlineSeats([FRIEND], [], 0)).toEqual(['me', 'open']);
    expect(onlineSeats([FRIEND, ANYONE], [], 0)).toEqual(['me', 'link', 'open']);
  });

  it('are named, with numbers if there are several', () => {
    expect(onlineNames([FRIEND], [])).toEqual(['You', 'Your friend']);
    expect(onlineNames([FRIEND, ANYONE, '3'], [])).toEqual(['You', 'Friend 2', 'Anyone 3', 'Bot, Hare (3)']);
    expect(onlineNames([inviteChoice(0)], RECENT)).toEqual(['You', 'Grace']);
  });
});
