import { readFileSync } from 'node:fs';
import { arcanor, games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { describeEnd, MESSAGES, messagesFor } from '../src/play/messages.ts';
import { parseInput } from '../src/play/session.ts';

describe('the texts', () => {
  test('are in every language of the page', () => {
    const page = new URL('../../web/messages/languages.json', import.meta.url);
    const { languages } = JSON.parse(readFileSync(page, 'utf8')) as { readonly languages: readonly string[] };
    expect(Object.keys(MESSAGES).toSorted(), 'packages/cli/src/play/messages.ts').toEqual(languages.toSorted());
  });

  test.each(Object.entries(MESSAGES))(
    '%s has a name for every seat and a word on every notation',
    async (_, messages) => {
      for (const game of games) {
        const { words } = await game.text();
        expect(words[messages.language]?.notation.length, game.id).toBeGreaterThan(0);
        if (game.peeks !== undefined) expect(words[messages.language]?.seen, game.id).toBeDefined();
        for (const seat of game.seatNames) expect(messages.seats[seat], seat).toBeDefined();
      }
    },
  );

  test('the language is the first that the environment names', () => {
    expect(messagesFor({ LANG: 'fr_FR.UTF-8' })).toBe(MESSAGES.fr);
    expect(messagesFor({ LANG: 'fr_FR.UTF-8', LC_ALL: 'C' })).toBe(MESSAGES.en);
    expect(messagesFor({ LC_ALL: '', LANG: 'de_CH' })).toBe(MESSAGES.de);
    expect(messagesFor({ LC_MESSAGES: 'nl_BE', LANG: 'de_AT' })).toBe(MESSAGES.nl);
    expect(messagesFor({ LANG: 'da_DK.UTF-8' })).toBe(MESSAGES.en);
  });
});

describe('what is typed', () => {
  test('is a wish in any language, or a move', () => {
    expect(parseInput('  ')).toEqual({ kind: 'nothing', text: '' });
    expect(parseInput('Aide')).toEqual({ kind: 'help', text: '' });
    expect(parseInput('coups 00-')).toEqual({ kind: 'moves', text: '00-' });
    expect(parseInput('ZU\u0308GE 00-')).toEqual({ kind: 'moves', text: '00-' });
    expect(parseInput('kijken a1')).toEqual({ kind: 'look', text: 'a1' });
    expect(parseInput('peek a1')).toEqual({ kind: 'look', text: 'a1' });
    expect(parseInput(' 00-02 ')).toEqual({ kind: 'move', text: '00-02' });
  });

  test('no word for a wish is a move of any game', () => {
    const words =
      'help ? h aide board plateau undo back annuler reprendre resign abandonner quit exit q quitter moves coups look peek regarder ' +
      'hilfe hulp brett bord zurück terug aufgeben opgeven beenden stoppen züge zetten ansehen kijken hint indice tipp tip save enregistrer speichern opslaan';
    for (const word of words.split(' ')) {
      expect(parseInput(word).kind).not.toBe('move');
      for (const game of games) expect(game.parseMove(word), `${game.id} ${word}`).toBeNull();
    }
  });
});

describe('a look in words', () => {
  test('what is under a lifted piece, or that nothing is', async () => {
    const { words } = await arcanor.text();
    const say = (seen: unknown): string | undefined => words['en']?.seen?.(seen, ['Light', 'Dark']);
    expect(say({ under: { owner: 1, size: 3 } })).toBe('it holds Dark’s 3.');
    expect(say({ under: null })).toBe('it holds nothing.');
  });
});

describe('the end in words', () => {
  const end = (by: 'rules' | 'resign', scores: number[], places: number[]) =>
    describeEnd({ by, scores, places }, ['Ann', 'Ben', 'Cas', 'Dot'], 1, MESSAGES.en);

  test('a draw, a broken tie, partners, and the person at the keyboard', () => {
    expect(end('rules', [5, 5], [1, 1])).toContain('It is a draw.');
    expect(end('rules', [5, 5], [1, 2])).toEqual([
      'The game is over.',
      'Ann wins.',
      '1. Ann, 5 points',
      '2. Ben, 5 points',
      'The points are equal: the rules break the tie.',
    ]);
    expect(end('resign', [5, 5], [1, 2])).not.toContain('The points are equal: the rules break the tie.');
    expect(end('rules', [1, 0, 1, 0], [1, 3, 1, 3])[1]).toBe('Ann and Cas win.');
    expect(end('rules', [0, 1], [2, 1])[1]).toBe('You win!');
    expect(end('rules', [1, 0, 0], [1, 2, 3])).not.toContain('The points are equal: the rules break the tie.');
  });
});
