import '../../english.ts';
import type { MyTable, TableSummary } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import {
  awaitedElsewhere,
  awaitedNote,
  begun,
  freeSeats,
  inOwnOrder,
  isAwaited,
  othersText,
  ownTitle,
  peopleText,
  playerText,
  resultText,
} from '../../../src/play/lobby/lobby-texts.ts';

const ada = { kind: 'person', name: 'Ada', guest: false } as const;
const basil = { kind: 'person', name: 'Basil', guest: true } as const;
const bot = { kind: 'bot', level: 'medium' } as const;
const open = { kind: 'open' } as const;
const summary = (chairs: TableSummary['chairs'], places: number[]): TableSummary =>
  ({ chairs, places }) as TableSummary;

describe('the players in the lobby', () => {
  it('are named with a note for guests', () => {
    expect([ada, basil, bot, open].map(playerText)).toEqual(['Ada', 'Basil (guest)', 'Bot, Squirrel (4)', 'Free']);
    expect(playerText({ kind: 'invited', name: 'Grace' })).toBe('Grace');
  });

  it('are listed without free seats', () => {
    expect(peopleText([ada, open, basil])).toBe('Ada and Basil (guest)');
    expect(othersText([ada, open, basil], 0)).toBe('Basil (guest)');
    expect(freeSeats([ada, open, basil, open])).toEqual([1, 3]);
  });
});

describe('the result of a game', () => {
  it('names the winner and the opponents', () => {
    expect(resultText(summary([ada, basil, bot], [2, 1, 3]))).toEqual({
      title: 'Basil wins',
      rest: 'against Ada and Bot, Squirrel (4)',
    });
  });

  it('of a draw names all players', () => {
    expect(resultText(summary([ada, basil], [1, 1])).rest).toBe('Ada and Basil');
  });
});

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
