import { fileURLToPath } from 'node:url';
import {
  formatError,
  formatOptions,
  type Game,
  type GameRecord,
  perft,
  type Position,
  parseOptions,
  replayText,
} from '@tablier/core';
import { type CatalogueGame, plainText } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { playTexts, readLines, recordOf, setupOf } from './play.ts';

/**
 * Registers the tests of a game's files. `folder` is that of its tests (`new URL('.', import.meta.url)`).
 * - `perft.tsv`: game, players, options, deal, moves before, depth, count, separated by tabs; `-` for none.
 * - `examples.jsonl`, `records-v1.jsonl` and those of later versions: records, one per line. Those of a released version of
 *   the rules are frozen: a change that breaks one needs a new `rulesVersion`.
 * - `playthrough.txt`: the first of the frozen games on one page, for people to read.
 */
export function checkGameFiles(game: CatalogueGame, folder: URL): void {
  const lines = (file: string): string[] => readLines(new URL(file, folder));
  describe(`${game.id}: perft`, () => {
    test.each(lines('perft.tsv'))('%s', (line) => checkPerftLine(game, line));
  });
  const versions = Array.from({ length: game.rulesVersion }, (_, index) => `records-v${index + 1}.jsonl`);
  describe.each(['examples.jsonl', ...versions])(`${game.id}: %s`, (file) => {
    test.each(lines(file).map((line, index) => [index + 1, line] as const))('record %i replays', (_number, line) => {
      const held = replayText((id) => (id === game.id ? game : undefined), line);
      expect(held.ok ? null : formatError(held.error)).toBeNull();
    });
  });
  test(`${game.id}: a whole game on one page`, async () => {
    const record = recordOf(lines('records-v1.jsonl')[0] ?? '');
    await expect(await playthrough(game, record)).toMatchFileSnapshot(
      fileURLToPath(new URL('playthrough.txt', folder)),
    );
  });
}

function checkPerftLine(game: Game, line: string): void {
  const [id, players, optionsText = '-', deal = '-', moves = '-', depth, count] = line.split('\t');
  expect(id).toBe(game.id);
  const options = parseOptions(game.options, optionsText);
  if (!options.ok) throw new Error(formatError(options.error));
  const dealt: unknown = deal === '-' ? null : JSON.parse(deal);
  const given = { options: options.value, players: Number(players), deal: dealt };
  const setup = setupOf(game, given);
  const position = playTexts(game, game.start(setup), moves === '-' ? '' : moves);
  expect(perft(game, position, Number(depth))).toBe(Number(count));
}

/** A recorded game as a page of text: every turn with the number of legal moves, and the board at three moments. */
export async function playthrough(game: CatalogueGame, record: GameRecord): Promise<string> {
  const { draw } = await game.text();
  const setup = setupOf(game, record);
  const position = game.start(setup);
  const drawing = (): string[] => ['', plainText(draw(game.view(position, 'spectator'))), ''];
  const page = [`${game.name}, ${setup.players} players, ${formatOptions(game.options, setup.options)}`];
  if (setup.deal !== null) page.push(`deal ${JSON.stringify(setup.deal)}`);
  page.push(...drawing());
  for (const [index, text] of record.moves.entries()) {
    if (index === Math.trunc(record.moves.length / 2)) page.push(...drawing());
    page.push(moveLine(game, position, { ply: index + 1, text }));
    playTexts(game, position, text);
  }
  const { scores, places } = position.outcome();
  return [...page, ...drawing(), `scores ${scores.join(' ')}, places ${places.join(' ')}`, ''].join('\n');
}

function moveLine(game: Game, position: Position, { ply, text }: { ply: number; text: string }): string {
  const { turn, turnIndex, passed } = game.view(position, 'spectator');
  const nameOf = (seat: number): string => game.seatNames[seat] ?? String(seat);
  const before = passed.length === 0 ? '' : `  (${passed.map(nameOf).join(', ')} passed)`;
  return `${String(ply).padStart(3)}  turn ${turnIndex}  ${nameOf(turn)}  ${text}  of ${position.countMoves()}${before}`;
}
