import { divide, perft } from '@tablier/core';
import { findGame } from '@tablier/games';
import { EXIT, tally, UsageError, writeLine } from '../shared/output.ts';
import { readLines } from '../shared/lines.ts';
import { fixedSetup, gameNamed, type PlaceFlags, placeOf, playTexts, readConditions } from '../shared/setup.ts';

interface PerftFlags extends PlaceFlags {
  readonly depth?: number;
  readonly divide?: boolean;
  readonly against?: string;
  readonly table?: string;
}

/** `tablier perft GAME --depth d` and `tablier perft --table FILE` */
export async function perftCommand(id: string | undefined, flags: PerftFlags): Promise<number> {
  if (flags.table === undefined) return countMoves(id, flags);
  const { table: _, ...others } = flags;
  if ([id, ...Object.values(others)].some((other) => other !== undefined))
    throw new UsageError('--table cannot be combined with other options: its file has them');
  return checkTable(flags.table);
}

async function countMoves(id: string | undefined, flags: PerftFlags): Promise<number> {
  if (id === undefined) throw new UsageError('perft needs a game, or --table FILE');
  const { depth } = flags;
  const game = gameNamed(id);
  if (depth === undefined) throw new UsageError('perft needs --depth d');
  if (flags.divide === true && depth === 0) throw new UsageError('--divide needs a depth of at least 1');
  if (flags.against !== undefined) {
    const { perftAgainst } = await import('./perft-against.ts');
    return perftAgainst(game, flags.against, { ...flags, depth });
  }
  const position = placeOf(game, flags);
  if (flags.divide !== true) {
    await writeLine(String(perft(game, position, depth)));
    return EXIT.ok;
  }
  const parts = divide(game, position, depth).map(({ move, count }) => ({ text: game.formatMove(move), count }));
  parts.sort((left, right) => (left.text < right.text ? -1 : 1));
  for (const { text, count } of parts) await writeLine(`${text}: ${count}`);
  await writeLine(String(parts.reduce((total, { count }) => total + count, 0)));
  return EXIT.ok;
}

async function checkTable(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  for await (const { number, text } of readLines(path)) {
    if (text !== null && !isTableLine(text)) continue;
    const fault = text === null ? 'too-long' : checkTableLine(text);
    if (fault === null) pass();
    else await fail(`line ${number}: ${fault}`);
  }
  return finish();
}

/**
 * A perft table has one check per line, with seven fields separated by tabs: game, players, options that differ from
 * their defaults, deal, earlier moves, depth, count; `-` stands for none. The rest of a Markdown page is skipped: lines
 * without a tab, and those that begin with `#` or a fence. A row whose tabs became spaces is an error.
 */
function isTableLine(line: string): boolean {
  if (line.trim() === '' || /^\s*(#|```)/.test(line)) return false;
  return line.includes('\t') || lostItsTabs(line);
}

const lostItsTabs = (line: string): boolean => {
  const words = line.trim().split(/\s+/);
  return words.length >= 7 && findGame(words[0] as string) !== undefined && /^\d+$/.test(words[1] as string);
};

function checkTableLine(line: string): string | null {
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
