import { describe, expect, it } from 'vitest';
import { COMMANDS, nameOf, typedFor } from '../../../src/table/commands/commands.ts';
import type { AtTable } from '../../../src/table/commands/at-table.ts';
import de from '../../../src/table/commands/words.de.json';
import en from '../../../src/table/commands/words.en.json';
import fr from '../../../src/table/commands/words.fr.json';
import nl from '../../../src/table/commands/words.nl.json';

describe('the words of commands', () => {
  it.each([
    ['en', en],
    ['fr', fr],
    ['de', de],
    ['nl', nl],
  ])('mean one command each, in %s', (_, words) => {
    const all = COMMANDS.flatMap((command) => typedFor(command, words));
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
    const names = COMMANDS.map((command) => nameOf(command, words));
    expect(new Set(names).size).toBe(COMMANDS.length);
  });

  it('find what stands on places, not the places', async () => {
    const names = ['a3: empty', 'b1: Light 3, holding Light 4', 'c2: red cross'];
    const table = { words: en, names: () => names } as unknown as AtTable;
    const answerTo = async (text: string) => COMMANDS.find(({ id }) => id === 'find')?.run(table, text);
    expect(await answerTo('3')).toEqual({ lines: names.slice(1, 2) });
    expect(await answerTo('red')).toEqual({ lines: names.slice(2) });
    expect(await answerTo('b1')).toMatchObject({ isRefused: true });
  });

  it('have keys that no two share', () => {
    const all = COMMANDS.flatMap(({ key }) => key ?? []);
    expect(new Set(all).size).toBe(all.length);
  });
});
