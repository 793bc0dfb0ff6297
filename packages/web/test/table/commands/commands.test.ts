import { describe, expect, it } from 'vitest';
import { COMMANDS, nameOf, typedFor } from '../../../src/table/commands/commands.ts';
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

  it('have keys that no two share', () => {
    const all = COMMANDS.flatMap(({ key }) => key ?? []);
    expect(new Set(all).size).toBe(all.length);
  });
});
