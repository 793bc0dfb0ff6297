import { nasca } from '@tablier/games/nasca';
import { expect, test } from 'vitest';
import { beliefsOf, chancesOf, Reliability } from '../../strength/reliability.ts';

test('counts what came true in bins, with the log-loss', () => {
  const found = new Reliability();
  for (const came of [1, 1, 1, 0]) found.add(0.75, came);
  expect(found.bins).toBe('.75 → .75 (4)');
  expect(found.loss).toBeCloseTo(-(3 * Math.log(0.75) + Math.log(0.25)) / 4, 12);
});

test('the beliefs about a random player are hardly worse than equal probabilities', () => {
  const { loss, equal, statements } = beliefsOf('random', 40, 'short');
  expect(statements).toBeGreaterThan(200);
  expect(loss / equal).toBeLessThan(1.1);
});

test('the chances of Nasca are better than a coin', () => {
  expect(chancesOf(nasca, 8, 200, 'short').loss).toBeLessThan(Math.LN2);
});
