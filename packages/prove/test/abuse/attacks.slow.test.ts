import { expect, test } from 'vitest';
import { attackAll } from '../../src/abuse/attack-all.ts';
import { ATTACKS } from '../../src/abuse/attacks/index.ts';

test('every attack leaves nothing behind and harms nobody', async () => {
  const { ok, figures } = await attackAll({ attacks: ATTACKS, scale: 'short', seed: 'short' }, () => undefined);
  expect(ok, JSON.stringify(figures, null, 1)).toBe(true);
  // A loaded machine is no reason to fail.
}, 400_000);
