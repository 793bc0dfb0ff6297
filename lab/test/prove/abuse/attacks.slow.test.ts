import { expect, test } from 'vitest';
import { noProgress } from '../../../prove/lib/proof.ts';
import { attackAll } from '../../../prove/abuse/attack-all.ts';
import { ATTACKS } from '../../../prove/abuse/attacks/index.ts';

test('every attack leaves nothing behind and harms no one', async () => {
  const { ok, figures } = await attackAll(
    { attacks: ATTACKS, scale: 'short', seed: 'short' },
    { print: () => undefined, at: noProgress },
  );
  expect(ok, JSON.stringify(figures, null, 1)).toBe(true);
  // A busy machine must not fail the test.
}, 1_200_000);
