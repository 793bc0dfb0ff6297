import { expect, test } from 'vitest';
import { attackAll } from './attack-all.ts';
import { ATTACKS } from './attacks/index.ts';

test('every attack leaves nothing behind and harms nobody', async () => {
  const { ok, figures } = await attackAll({ attacks: ATTACKS, scale: 'short', seed: 'short' }, () => undefined);
  expect(ok, JSON.stringify(figures, null, 1)).toBe(true);
  // A loaded machine is no reason to fail.
}, 400_000);
