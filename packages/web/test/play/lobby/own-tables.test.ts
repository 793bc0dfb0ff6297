import '../../english.ts';
import type { MyTable } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import {
  awaitedElsewhere,
  awaitedNote,
  begun,
  inOwnOrder,
  isAwaited,
  ownTitle,
} from '../../../src/play/lobby/own-tables.ts';

const NOW = 1_000_000;
const person = (name: string): MyTable['chairs'][number] => ({ kind: 'person', name, guest: false });

const playing: MyTable = {
  id: 'playing',
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  phase: 'playing',
  chairs: [person('Ada'), person('Basil')],
  host: 0,
  hostHere: true,
  you: 1,
  invited: null,
  turn: false,
  yourTurn: false,
  plies: 4,
  until: null,
  at: 1,
};
const turn: MyTable = { ...playing, id: 'turn', turn: true, until: NOW + 90_000, at: 2 };
const invited: MyTable = { ...playing, id: 'invited', phase: 'waiting', invited: 1, you: null, at: 0 };
const waiting: MyTable = { ...playing, id: 'waiting', phase: 'waiting', chairs: [person('Ada')], at: 9 };

describe("the user's own tables", () => {
  it('begin with what waits for the user: invitations, then games at their turn', () => {
    const order = inOwnOrder([waiting, playing, turn, invited]).map(({ id }) => id);
    expect(order).toEqual(['invited', 'turn', 'playing', 'waiting']);
  });

  it('wait for the user by an invitation or a turn, not while another player thinks', () => {
    expect([waiting, playing, turn, invited].filter(isAwaited).map(({ id }) => id)).toEqual(['turn', 'invited']);
  });

  it('are not called for while they are on the screen', () => {
    const ids = (shown: string | null) => awaitedElsewhere([turn, playing, invited], shown).map(({ id }) => id);
    expect(ids(null)).toEqual(['invited', 'turn']);
    expect(ids('turn')).toEqual(['invited']);
    expect(ids('playing')).toEqual(['invited', 'turn']);
  });

  it('say who waits and for how long', () => {
    expect(ownTitle(invited)).toBe('Ada invites you: Isaac');
    expect(ownTitle(turn)).toBe('Your turn: Isaac');
    expect(awaitedNote(turn, NOW)).toBe('with Ada · 1:30 left');
    expect(awaitedNote({ ...turn, until: null }, NOW)).toBe('with Ada');
    expect(awaitedNote(invited, NOW)).toBe('No clock');
  });

  it('call their user when a game begins at a table that waited, and not for games that were running', () => {
    expect(begun(new Set(['turn', 'waiting']), [playing, turn, waiting])).toEqual(['turn']);
    expect(begun(new Set(), [playing, turn])).toEqual([]);
  });
});
