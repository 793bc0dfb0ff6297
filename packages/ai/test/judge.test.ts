import { readFileSync } from 'node:fs';
import { legalMovesOf, type Setup } from '@tablier/core';
import { arcanor, isaac, masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { type BotGame, hintFor, type Judgement, judgeMove, seatTask, verdictOf } from '../src/index.ts';
import { positionAfter } from './helpers.ts';

const OPTIONS = { nodes: 20_000, seed: 'test' };

function after(game: BotGame, plies: number, change: Partial<Setup> = {}) {
  const file = new URL(`../../games/test/${game.id}/examples.jsonl`, import.meta.url);
  const { options, players, deal, moves } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as Setup & {
    readonly moves: readonly string[];
  };
  const position = positionAfter(game, { options, players, deal, ...change }, moves.slice(0, plies).join(' '));
  return { position, task: seatTask(game, options, position) };
}

describe('a hint', () => {
  test('is the best move, which a judgement calls so, with the gap to the next', async () => {
    const { position, task } = after(isaac, 16);
    const hint = await hintFor(task, OPTIONS);
    const [best = -1, next = -1] = [hint?.best.moves[0], hint?.next?.moves[0]];
    expect([...legalMovesOf(isaac, position)]).toEqual(expect.arrayContaining([best, next]));
    expect(hint?.unit).toBe('points');
    expect(hint?.gap).toBeGreaterThanOrEqual(0);
    expect((await judgeMove(task, best, OPTIONS))?.label).toBe('best');
    expect(await hintFor(task, OPTIONS)).toEqual(hint);
  });

  test('has no next move where there is only one', async () => {
    const { task } = after(isaac, 27);
    const hint = await hintFor(task, OPTIONS);
    expect([hint?.next, hint?.gap, hint?.best.isProven]).toEqual([null, 0, true]);
  });

  test('does not depend on what the seat cannot know', async () => {
    const { deal } = JSON.parse(
      readFileSync(new URL('../../games/test/masker/examples.jsonl', import.meta.url), 'utf8').split('\n')[0] ?? '',
    ) as { readonly deal: { readonly grid: string } };
    const hints = await Promise.all(
      ['RG', 'RB'].map((tokens) => hintFor(after(masker, 6, { deal: { ...deal, tokens } }).task, OPTIONS)),
    );
    expect(hints[0]).toEqual(hints[1]);
    expect(hints[0]?.unit).toBe('chance');
  });

  test('is a preferred move that is legal and no mistake, and the best where there is none', async () => {
    const setup = { options: { table: 'memory' }, players: 2, deal: null };
    const task = seatTask(arcanor, setup.options, positionAfter(arcanor, setup, 'h1-g2 b7-b6'));
    const best = (await hintFor(task, { ...OPTIONS, nodes: 2_000 }))?.best.moves[0];
    const hinted = async (...moves: readonly string[]): Promise<string> => {
      const preferred = moves.map((move) => arcanor.parseMove(move) ?? -1);
      const hint = await hintFor(task, { ...OPTIONS, nodes: 2_000, preferred });
      return arcanor.formatMove(hint?.best.moves[0] ?? -1);
    };
    const plain = arcanor.formatMove(best ?? -1);
    // On c1 there is nothing.
    expect([await hinted('e1^e2', 'd1^c2'), await hinted('c1^c2')]).toEqual(['d1^c2', plain]);
    expect(plain).not.toBe('d1^c2');
    const { task: other } = after(isaac, 16);
    // It gives 14 points away.
    const preferred = [isaac.parseMove('81-83') ?? -1];
    const hint = await hintFor(other, { ...OPTIONS, nodes: 2_000, preferred });
    expect(hint?.best.moves[0]).not.toBe(preferred[0]);
  });

  test('is not given once it is stopped', async () => {
    const { task } = after(isaac, 10);
    expect(await hintFor(task, OPTIONS, { signal: { aborted: true } })).toBeNull();
    expect(await judgeMove(task, 0, OPTIONS, { signal: { aborted: true } })).toBeNull();
  });
});

test('a judgement of a blunder says what it costs', async () => {
  const { task } = after(isaac, 16);
  const judged = await judgeMove(task, isaac.parseMove('81-83') ?? -1, OPTIONS);
  expect(judged).toMatchObject({ unit: 'points', label: 'blunder' });
  expect(judged?.cost).toBeGreaterThan(10);
});

test('a verdict compares what was known with what was', () => {
  const line = { moves: [], score: 0, values: [], isProven: false };
  const judged = (label: Judgement['label']): Judgement => ({ best: line, played: line, cost: 0, label });
  expect(verdictOf(judged('best'), judged('good'))).toBe('sound');
  expect(verdictOf(judged('good'), judged('mistake'))).toBe('bad-luck');
  expect(verdictOf(judged('blunder'), judged('best'))).toBe('good-luck');
  expect(verdictOf(judged('inaccuracy'), judged('blunder'))).toBe('mistake');
});
