import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { type BotGame, botMove, chooseMove, planOf } from '../src/index.ts';
import { setupOf } from './helpers.ts';
import { tricks } from './toys/tricks.ts';

/** The type check fails if an error that is expected below does not occur. */
test('a bot accepts knowledge, and a position is a type error', () => {
  const setup = setupOf(tricks, { players: 2 });
  const { options } = setup;
  const position = tricks.start(setup);
  const plan = planOf(tricks, 1);
  const rng = new SeededRng(1);
  const knowledge = tricks.secrets.knowledge(position, 0);
  expect(knowledge.hand).toContain(chooseMove({ game: tricks, options, knowledge }, plan, rng).move);
  expect(knowledge.hand).toContain(botMove({ game: tricks, options, knowledge }, 1, rng));
  // @ts-expect-error a position is not the knowledge of this game
  expect(() => chooseMove({ game: tricks, options, knowledge: position }, plan, rng)).toThrow();
  const some: BotGame = tricks;
  const known = some.secrets.knowledge(position, 0);
  expect(knowledge.hand).toContain(chooseMove({ game: some, options, knowledge: known }, plan, rng).move);
  // @ts-expect-error nor of a game whose knowledge has no type here
  expect(() => chooseMove({ game: some, options, knowledge: position }, plan, rng)).toThrow();
});
