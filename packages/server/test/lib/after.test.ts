import { expect, test } from 'vitest';
import { after } from '../../src/lib/after.ts';

test('calls back once, not too early, unless it is prevented', async () => {
  const called: string[] = [];
  const begun = performance.now();
  const prevent = after(20, () => called.push('prevented'));
  await new Promise<void>((resolve) => {
    after(40, () => {
      called.push('done');
      resolve();
    });
    prevent();
  });
  expect(performance.now() - begun).toBeGreaterThan(38);
  expect(called).toEqual(['done']);
});
