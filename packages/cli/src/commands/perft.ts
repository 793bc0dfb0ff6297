import { divide, perft } from '@tablier/core';
import { fixedSetup, gameNamed, playTexts, readConditions, type SetupFlags } from '../shared/setup.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { readLines } from '../shared/lines.ts';
import { tally, writeLine } from '../shared/output.ts';
import { checkTableLine, isTableLine } from '../shared/perft-table.ts';

export interface PerftFlags extends SetupFlags {
  readonly moves?: string;
  readonly depth?: number;
  readonly divide?: boolean;
  readonly table?: string;
}

/** `tablier perft GAME --depth d` and `tablier perft --table FILE` */
export async function perftCommand(id: string | undefined, flags: PerftFlags): Promise<number> {
  if (flags.table === undefined) return countMoves(id, flags);
  const others = [id, flags.depth, flags.divide, flags.moves, flags.players, flags.options, flags.deal];
  if (others.some((other) => other !== undefined))
    throw new UsageError('--table cannot be combined with other options: its file has them');
  return checkTable(flags.table);
}

async function countMoves(id: string | undefined, flags: PerftFlags): Promise<number> {
  if (id === undefined) throw new UsageError('perft needs a game, or --table FILE');
  const { depth } = flags;
  const game = gameNamed(id);
  if (depth === undefined) throw new UsageError('perft needs --depth d');
  if (flags.divide === true && depth === 0) throw new UsageError('--divide needs a depth of at least 1');
  const setup = fixedSetup(readConditions(game, flags));
  const position = game.start(setup);
  playTexts(game, position, flags.moves ?? '');
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
