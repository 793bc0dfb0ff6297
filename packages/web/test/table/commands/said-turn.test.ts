import { isaac } from '@tablier/games/isaac';
import { afterAll, describe, expect, it } from 'vitest';
import { board } from '../../../src/games/isaac/board.ts';
import { followLanguage, loadMessages } from '../../../src/lib/language.ts';
import { People } from '../../../src/lib/people.ts';
import { toldTurn } from '../../../src/table/commands/said-turn.ts';

describe('a turn in words', () => {
  afterAll(() => followLanguage(() => 'en'));

  it.each([
    ['de', 'Kätzchen hat einen 4er-Stein auf 02-32 gelegt.', 'Du hast einen 4er-Stein auf 02-32 gelegt.'],
    ['en', 'Kätzchen placed a 4-cell piece on 02-32.', 'You placed a 4-cell piece on 02-32.'],
    ['fr', 'Kätzchen a posé une pièce de 4 cases en 02-32.', 'Vous avez posé une pièce de 4 cases en 02-32.'],
    ['nl', 'Kätzchen legde een steen van 4 velden op 02-32.', 'Je legde een steen van 4 velden op 02-32.'],
  ] as const)('names another player, and addresses the user, in %s', async (language, other, own) => {
    await loadMessages(language);
    followLanguage(() => language);
    const moves = [isaac.parseMove('02-32') ?? -1];
    const view = isaac.view(isaac.start({ options: {}, players: 2, deal: null }), 'open');
    const said = (seat: number) => {
      const people = new People(isaac, { own: seat, called: ['Kätzchen', 'Ada'] });
      return toldTurn({ board, people }, { seat: 0, moves, view });
    };
    expect(said(1)).toBe(other);
    expect(said(0)).toBe(own);
  });
});
