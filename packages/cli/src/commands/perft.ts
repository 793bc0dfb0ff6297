import { divide, perft, type Position } from '@tablier/core';
import { type CatalogueGame, findGame } from '@tablier/games';
import { EXIT, tally, untilSignalled, UsageError, writeLine } from '../shared/output.ts';
import { eachLine } from '../shared/lines.ts';
import { fixedSetup, gameNamed, type PlaceFlags, placeOf, playTexts, readConditions } from '../shared/setup.ts';
import { beat } from '../shared/stuck.ts';
import { EngineProcess } from '../bot/engine.ts';
import { linesFor } from '../bot/position-lines.ts';

interface PerftFlags extends PlaceFlags {
  readonly depth?: number;
  readonly divide?: boolean;
  readonly against?: string;
  readonly table?: string;
}

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
  if (flags.against !== undefined) return perftAgainst(game, flags.against, { ...flags, depth });
  const position = placeOf(game, flags);
  if (flags.divide !== true) {
    await writeLine(String(perft(game, position, depth, beat)));
    return EXIT.ok;
  }
  const counts = countsOf(game, position, depth);
  for (const [text, count] of [...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
    await writeLine(`${text}: ${count}`);
  await writeLine(String(totalOf(counts)));
  return EXIT.ok;
}

async function checkTable(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  const check = (line: string): void => {
    if (!isTableLine(line)) return;
    checkTableLine(line);
    pass();
  };
  await eachLine(path, check, fail);
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

/** Throws a `UsageError` that says what is wrong. */
function checkTableLine(line: string): void {
  const fields = line.split('\t').map((field) => field.trim());
  if (fields.length !== 7) throw new UsageError(`bad-line (${fields.length} fields apart by tabs, not 7)`);
  const [id = '', players = '', options = '', deal = '', moves = '', depth = '', count = ''] = fields;
  for (const [name, text] of Object.entries({ players, depth, count }))
    if (!/^\d+$/.test(text)) throw new UsageError(`bad-line (${name} is not a whole number: ${text})`);
  const game = gameNamed(id);
  const flags = { players: Number(players), options, ...(deal === '-' ? {} : { deal }) };
  const position = game.start(fixedSetup(readConditions(game, flags)));
  playTexts(game, position, moves === '-' ? '' : moves);
  const counted = perft(game, position, Number(depth), beat);
  if (counted !== Number(count)) throw new UsageError(`count-mismatch (${counted} counted, ${count} in the table)`);
}

/** The longest wait for the counts of an engine, and for those of depth 1. Milliseconds. */
const LONGEST = 600_000;
const FIRST = 10_000;
/** The end of the counts, by several engines, or that there are none. */
const ANSWER = /^\s*(nodes(?: searched)?:? \d+|info string error.*|bestmove.*)$/i;
const COUNT = /^(\S+?):?\s+(\d+)$/;

/** The number of move sequences below each first move, by its notation. */
type Counts = ReadonlyMap<string, number>;

interface AgainstFlags extends PlaceFlags {
  readonly depth: number;
}

/**
 * `tablier perft GAME --against COMMAND`: compares the counts below each move, from depth 1 on, and follows the first difference down to the move
 * that one side has and the other has not. So no shorter line shows it.
 */
async function perftAgainst(game: CatalogueGame, command: string, flags: AgainstFlags): Promise<number> {
  const start = placeOf(game, flags);
  const engine = countingEngine(game, command, flags);
  try {
    return await untilSignalled(() => compare(game, start, flags.depth, engine));
  } finally {
    await engine.stop();
  }
}

async function compare(game: CatalogueGame, start: Position, deepest: number, engine: Counting): Promise<number> {
  await engine.start();
  for (let depth = 1; depth <= deepest; depth++) {
    const counts = countsOf(game, start, depth);
    const moves = differences(counts, await engine.count([], depth));
    await writeLine(`depth ${depth}: ${moves.length === 0 ? `${totalOf(counts)}, the same` : 'different'}`);
    if (moves.length === 0) continue;
    for (const line of await follow(game, start, engine, depth)) await writeLine(line);
    return EXIT.failedCheck;
  }
  return EXIT.ok;
}

const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

const countsOf = (game: CatalogueGame, position: Position, depth: number): Counts =>
  new Map(Array.from(divide(game, position, depth, beat), ({ move, count }) => [game.formatMove(move), count]));

/** The moves whose counts differ, sorted; those that only one side has first, because they need no further look. */
function differences(ours: Counts, theirs: Counts): string[] {
  const moves = [...new Set([...ours.keys(), ...theirs.keys()])].filter((move) => ours.get(move) !== theirs.get(move));
  const isKnown = (move: string): number => Number(ours.has(move) && theirs.has(move));
  return moves.toSorted((one, other) => isKnown(one) - isKnown(other) || (one < other ? -1 : 1));
}

/** The line to the difference, and what differs there. */
async function follow(game: CatalogueGame, start: Position, engine: Counting, depth: number): Promise<string[]> {
  const line: string[] = [];
  for (let left = depth; ; left--) {
    const position = start.clone();
    playTexts(game, position, line.join(' '));
    const [ours, theirs] = [countsOf(game, position, left), await engine.count(line, left)];
    const moves = differences(ours, theirs);
    const [first] = moves;
    if (first !== undefined && left > 1 && ours.has(first) && theirs.has(first)) line.push(first);
    else
      return [
        `line: ${line.length === 0 ? '(none)' : line.join(' ')}`,
        `there: ${totalOf(ours)} here, ${totalOf(theirs)} in the engine`,
        ...moves.map(
          (move) => `${move}: ${ours.get(move) ?? 'illegal'} here, ${theirs.get(move) ?? 'illegal'} in the engine`,
        ),
      ];
  }
}

type Counting = ReturnType<typeof countingEngine>;

function countingEngine(game: CatalogueGame, command: string, flags: AgainstFlags) {
  let lines: string[] = [];
  const engine = new EngineProcess(command, (line) => void lines.push(line));
  const question = (moves: readonly string[], depth: number): readonly string[] => {
    const { position, moves: before = '' } = flags;
    const all = [...before.split(/\s+/).filter(Boolean), ...moves];
    const setup = position === undefined ? fixedSetup(readConditions(game, flags)) : null;
    if (setup !== null) return linesFor({ game: game.id, ...setup, moves: all }, `perft ${depth}`);
    const after = all.length === 0 ? '' : ` moves ${all.join(' ')}`;
    return [`setoption name Game value ${game.id}`, 'uginewgame', `position ${position}${after}`, `go perft ${depth}`];
  };
  return {
    start: () => engine.start(),
    stop: () => engine.stop(),
    /** What the engine counts after these moves. */
    async count(moves: readonly string[], depth: number): Promise<Counts> {
      lines = [];
      const answer = await engine.ask(question(moves, depth), ANSWER, depth === 1 ? FIRST : LONGEST);
      if (answer === null || !/^nodes/i.test(answer))
        throw new UsageError(`the engine does not count: ${answer ?? 'no answer to "go perft"'}`);
      const found = lines.flatMap((line) => {
        const [, move = '', count] = COUNT.exec(line.slice('< '.length).trim()) ?? [];
        return line.startsWith('< ') && game.parseMove(move) !== null ? [[move, Number(count)] as const] : [];
      });
      return new Map(found);
    },
  };
}
