import { perft } from '@tablier/core';
import { findGame } from '@tablier/games';
import { fixedSetup, gameNamed, playTexts, readConditions } from './setup.ts';
import { UsageError } from './errors.ts';

/**
 * A perft table has one check per line, with seven fields separated by tabs: game, players, options that differ from
 * their defaults, deal, earlier moves, depth, count; `-` stands for none. The rest of a Markdown page is skipped: lines
 * without a tab, and those that begin with `#` or a fence. A row whose tabs became spaces is an error.
 */
export function isTableLine(line: string): boolean {
  if (line.trim() === '' || /^\s*(#|```)/.test(line)) return false;
  return line.includes('\t') || lostItsTabs(line);
}

const lostItsTabs = (line: string): boolean => {
  const words = line.trim().split(/\s+/);
  return words.length >= 7 && findGame(words[0] as string) !== undefined && /^\d+$/.test(words[1] as string);
};

/** The error of a line of the table, by name; `null` if the count is correct. */
export function checkTableLine(line: string): string | null {
  const fields = line.split('\t').map((field) => field.trim());
  if (fields.length !== 7) return `bad-line (${fields.length} fields apart by tabs, not 7)`;
  try {
    return checkFields(fields);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function checkFields(fields: readonly string[]): string | null {
  const [id, players, options, deal, moves, depth, count] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  for (const [name, text] of Object.entries({ players, depth, count })) {
    if (!/^\d+$/.test(text)) return `bad-line (${name} is not a whole number: ${text})`;
  }
  const game = gameNamed(id);
  const flags = { players: Number(players), options, ...(deal === '-' ? {} : { deal }) };
  const setup = fixedSetup(readConditions(game, flags));
  const position = game.start(setup);
  playTexts(game, position, moves === '-' ? '' : moves);
  const counted = perft(game, position, Number(depth));
  return counted === Number(count) ? null : `count-mismatch (${counted} counted, ${count} in the table)`;
}
