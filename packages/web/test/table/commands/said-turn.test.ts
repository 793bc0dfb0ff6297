import { describe, expect, it } from 'vitest';
import type { Played } from '../../../src/board/board-module.ts';
import { turnSayer } from '../../../src/table/commands/said-turn.ts';
import de from '../../../src/table/commands/words.de.json';
import en from '../../../src/table/commands/words.en.json';
import fr from '../../../src/table/commands/words.fr.json';
import nl from '../../../src/table/commands/words.nl.json';

const lays: Played = { key: 'played_lays', inputs: { length: 4, at: '02-32' } };

describe('a turn in words', () => {
  it.each([
    ['de', de, 'Kätzchen legt einen 4-Felder-Stein auf 02-32.', 'Du legst einen 4-Felder-Stein auf 02-32.'],
    ['en', en, 'Kätzchen placed a 4-cell piece on 02-32.', 'You placed a 4-cell piece on 02-32.'],
    ['fr', fr, 'Kätzchen a posé une pièce de 4 cases en 02-32.', 'Vous avez posé une pièce de 4 cases en 02-32.'],
    ['nl', nl, 'Kätzchen legde een steen van 4 velden op 02-32.', 'Je legde een steen van 4 velden op 02-32.'],
  ])('names another player, and addresses the user, in %s', (_, words, other, own) => {
    const say = turnSayer(words);
    expect(say(lays, 'Kätzchen')).toBe(other);
    expect(say(lays, null)).toBe(own);
  });
});
