import { readFileSync } from 'node:fs';
import { legalMovesOf, type Move, type Setup } from '@tablier/core';
import { isaac, masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { labelOf } from '../src/analysis/judge.ts';
import { analysePly, type BotGame, type GameAnalysisOptions, type PlayedGame, type PlyAnalysis } from '../src/index.ts';
import { positionAfter } from './helpers.ts';

const OPTIONS: GameAnalysisOptions = { nodes: 40_000, lines: 2, seed: 'test', by: 'seat' };

function example(game: BotGame): PlayedGame & { readonly texts: readonly string[] } {
  const file = new URL(`../../games/test/${game.id}/examples.jsonl`, import.meta.url);
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const { options, players, deal, moves } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
  const setup = { options, players, deal };
  return { game, setup, texts: moves, moves: moves.map((text) => game.parseMove(text) as Move) };
}

async function results(played: PlayedGame, ply: number, options: Partial<GameAnalysisOptions> = {}) {
  const all: PlyAnalysis[] = [];
  for await (const result of analysePly(played, ply, { ...OPTIONS, ...options })) all.push(result);
  return all;
}

describe('the analysis of a ply', () => {
  const played = example(isaac);
  const scoring = played.texts.findIndex((text) => text.startsWith('x'));

  test('calls a move that gives a proven win away a blunder, and one that keeps it good', async () => {
    const before = played.moves.slice(0, scoring);
    const labels = new Map<string, boolean>();
    const position = positionAfter(isaac, played.setup, played.texts.slice(0, scoring).join(' '));
    for (const move of legalMovesOf(isaac, position)) {
      const judgement = (await results({ ...played, moves: [...before, move] }, scoring)).at(-1)?.judgement;
      const isWon = judgement?.best.values[position.turn] === 1;
      const staysWon = judgement?.played.values[position.turn] === 1;
      labels.set(judgement?.label ?? '', true);
      if (judgement?.label !== 'best') expect(judgement?.label).toBe(isWon === staysWon ? 'good' : 'blunder');
      expect(judgement?.cost).toBeGreaterThanOrEqual(0);
    }
    expect(labels.has('best')).toBe(true);
    expect(labels.size).toBeGreaterThan(1);
  });

  test('yields the position first and the judgement of the move last, alike every time', async () => {
    const all = await results(played, 3, { nodes: 3_000 });
    expect(all.slice(0, -1).every(({ judgement }) => judgement === null)).toBe(true);
    expect(all.at(-1)).toMatchObject({ ply: 3, seat: 1 });
    expect(all.at(-1)?.judgement?.played.moves[0]).toBe(played.moves[3]);
    expect(await results(played, 3, { nodes: 3_000 })).toEqual(all);
    expect((await results(played, 3, { nodes: 3_000, seed: 'other' })).at(-1)).not.toEqual(all.at(-1));
  });

  test('of an unfinished game ends without a judgement, and of a finished one is empty', async () => {
    const unfinished = { ...played, moves: played.moves.slice(0, 4) };
    const found = await results(unfinished, 4, { nodes: 2_000 });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ judgement }) => judgement === null)).toBe(true);
    expect(await results(played, played.moves.length)).toEqual([]);
  });

  test('judges by what the seat knew, or by everything', async () => {
    const hidden = example(masker);
    const [seat, open] = [
      await results(hidden, 6, { nodes: 4_000 }),
      await results(hidden, 6, { nodes: 4_000, by: 'open' }),
    ];
    expect(open.at(-1)?.analysis.lines).not.toEqual(seat.at(-1)?.analysis.lines);
    expect(open.at(-1)?.judgement).not.toBeNull();
  });
});

describe('labels', () => {
  const thresholds = { inaccuracy: 1, mistake: 2, blunder: 4 };
  const line = (score: number, win: number | null = null) => ({
    score,
    values: win === null ? [0.5, 0.5] : [win, 1 - win],
    isProven: win !== null,
  });

  test.each([
    [0, 'good'],
    [0.99, 'good'],
    [1, 'inaccuracy'],
    [2, 'mistake'],
    [4, 'blunder'],
    [-3, 'good'],
  ])('a cost of %f is called %s', (cost, label) => {
    expect(labelOf(line(5), line(5 - cost), 0, thresholds)).toBe(label);
  });

  test('a proven result that is kept is good whatever it costs; one that is lost is a blunder', () => {
    expect(labelOf(line(20, 1), line(1, 1), 0, thresholds)).toBe('good');
    expect(labelOf(line(-20, 0), line(-40, 0), 0, thresholds)).toBe('good');
    expect(labelOf(line(1, 1), line(0.9, 0), 0, thresholds)).toBe('blunder');
    expect(labelOf(line(1, 0), line(0.9, 1), 1, thresholds)).toBe('blunder');
  });
});
