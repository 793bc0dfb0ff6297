import '../../english.ts';
import type { TableSummary } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import { freeSeats, othersText, peopleText, playerText, resultText } from '../../../src/play/lobby/lobby-texts.ts';

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
